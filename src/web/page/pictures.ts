/** The pictures of a page that could be a pin: each once, at its largest, and none that belongs to the site. */
import type { CheerioAPI } from 'cheerio'
import type { PagePicture } from '../../core/ports/page.js'
import { type Element, isThing, listOf, type Thing } from './nodes.js'
import { addressOf, plain, plainOfMarkup } from './plain.js'
import { isBoilerplate } from './prose.js'

const MOST = { found: 600, kept: 40, srcset: 40 }
const LEAST = 200

type Found = Omit<PagePicture, 'url'> & { address: unknown; srcset?: string | undefined }

/** @param thing what the page is about */
export function picturesOf(
  $: CheerioAPI,
  meta: ReadonlyMap<string, readonly string[]>,
  thing: Thing,
  base: string,
): PagePicture[] {
  const all = [...ofPinterest($, meta), ...ofData(thing), ...ofMeta(meta), ...ofBody($)].slice(0, MOST.found)
  const known = new Map<string, PagePicture>()
  for (const found of all) {
    const one = pictureOf(found, base)
    if (!one || isOfSite(one)) continue
    const key = sameKeyOf(one.url)
    const before = known.get(key)
    known.set(key, before ? bestOf(before, one) : one)
  }
  return [...known.values()].slice(0, MOST.kept)
}

const none = { width: null, height: null, alt: null, caption: null }

function ofPinterest($: CheerioAPI, meta: ReadonlyMap<string, readonly string[]>): Found[] {
  const media = (meta.get('pinterest:media') ?? meta.get('pinterest:image') ?? []).map((address) => ({
    ...none,
    address,
    alt: plain(meta.get('pinterest:description')?.[0]),
    from: 'pin' as const,
  }))
  const marked = $('[data-pin-media]')
    .toArray()
    .slice(0, 50)
    .map((element) => ({ ...none, address: element.attribs['data-pin-media'], alt: altOf(element), from: 'pin' as const }))
  return [...media, ...marked]
}

function ofData(thing: Thing): Found[] {
  const variants = listOf(thing['hasVariant']).filter(isThing)
  return [thing, ...variants]
    .flatMap((one) => listOf(one['image']))
    .slice(0, 60)
    .map((image) => {
      if (!isThing(image)) return { ...none, address: image, from: 'data' as const }
      return {
        address: image['contentUrl'] ?? image['url'] ?? image['@id'],
        width: sizeOf(image['width']),
        height: sizeOf(image['height']),
        alt: null,
        caption: plainOfMarkup(image['caption'] ?? image['description']),
        from: 'data' as const,
      }
    })
}

function ofMeta(meta: ReadonlyMap<string, readonly string[]>): Found[] {
  const addresses = meta.get('og:image') ?? meta.get('og:image:secure_url') ?? meta.get('og:image:url') ?? []
  const at = (name: string, index: number) =>
    addresses.length === 1 || meta.get(name)?.length === addresses.length ? meta.get(name)?.[index] : undefined
  const open = addresses.map((address, index) => ({
    ...none,
    address,
    width: sizeOf(at('og:image:width', index)),
    height: sizeOf(at('og:image:height', index)),
    alt: plain(at('og:image:alt', index)),
    from: 'meta' as const,
  }))
  const card = (meta.get('twitter:image') ?? meta.get('twitter:image:src') ?? []).map((address) => ({
    ...none,
    address,
    alt: plain(meta.get('twitter:image:alt')?.[0]),
    from: 'meta' as const,
  }))
  return [...open, ...card]
}

/** Around the matter: what is in there is not of it. */
const AROUND =
  'header nav, nav, footer, aside, [role="navigation"], [role="contentinfo"], [class*="related" i], [class*="avatar" i], [class*="author" i], [class*="sidebar" i], [class*="comment" i], [class*="newsletter" i], [class*="upsell" i], [class*="recommend" i], [class*="site-header" i], [class*="logo" i], [class*="instagram" i], [id*="sidebar" i], [class*="payment" i]'

function ofBody($: CheerioAPI): Found[] {
  return $('img')
    .toArray()
    .slice(0, MOST.found)
    .filter((image) => {
      const { nopin, ...attributes } = image.attribs
      if (nopin !== undefined || attributes['data-pin-nopin'] !== undefined) return false
      if (/logo|avatar|icon|emoji|sprite|author|pixel|badge/i.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`))
        return false
      return $(image).closest(AROUND).length === 0
    })
    .map((image) => {
      const { attribs } = image
      const sources = $(image).parent('picture').children('source').toArray()
      const srcset = [
        attribs['srcset'],
        attribs['data-srcset'],
        attribs['data-lazy-srcset'],
        ...sources.flatMap((one) => [one.attribs['srcset'], one.attribs['data-srcset']]),
      ]
        .filter((one) => one !== undefined)
        .join(', ')
      const lazy = ['data-large_image', 'data-zoom-image', 'data-full', 'data-src', 'data-lazy-src', 'data-original'].map(
        (name) => attribs[name],
      )
      return {
        address: lazy.find((one) => one !== undefined && one !== '') ?? attribs['src'],
        srcset: srcset === '' ? undefined : srcset,
        width: sizeOf(attribs['data-large_image_width'] ?? attribs['width']),
        height: sizeOf(attribs['data-large_image_height'] ?? attribs['height']),
        alt: altOf(image),
        caption: plain($(image).closest('figure').find('figcaption').first().text()),
        from: 'body' as const,
      }
    })
}

const altOf = ({ attribs }: Element): string | null =>
  [attribs['data-pin-description'], attribs['alt'], attribs['title']]
    .map(plain)
    .find((one) => one !== null && !isBoilerplate(one)) ?? null

const sizeOf = (value: unknown): number | null => {
  const text = isThing(value) ? plain(value['value']) : plain(value)
  const size = Number(/^(\d{1,5})(?:\.\d+)?(?:px)?$/i.exec(text ?? '')?.[1])
  return Number.isInteger(size) && size > 0 ? size : null
}

function pictureOf({ address, srcset, ...found }: Found, base: string): PagePicture | undefined {
  const own = addressOf(address, base)
  const largest = srcset === undefined ? undefined : largestOf(srcset, base)
  const url = largest && (own === null || largest.width >= (found.width ?? 0)) ? largest.url : own
  if (url === null || url === undefined) return undefined
  const named = sizeInAddress(url)
  if (named) return { ...found, ...named, url }
  const width = largest?.url === url && largest.width > 10 ? largest.width : found.width
  const ratio = found.width && found.height ? found.height / found.width : null
  return {
    ...found,
    width,
    height: width && ratio ? Math.round(width * ratio) : width === found.width ? found.height : null,
    url,
  }
}

/** By its width; densities count as such, small ones. */
function largestOf(srcset: string, base: string): { url: string; width: number } | undefined {
  const entries = srcset.split(/,\s+|,(?=https?:)/).slice(0, MOST.srcset)
  const read = entries.flatMap((entry) => {
    const [address, size = '1x'] = entry.trim().split(/\s+/)
    const url = addressOf(address, base)
    const width = Number.parseFloat(size)
    return url === null || !/^[\d.]+[wx]$/.test(size) || !(width > 0) ? [] : [{ url, width }]
  })
  return read.reduce<{ url: string; width: number } | undefined>(
    (best, one) => (best && best.width >= one.width ? best : one),
    undefined,
  )
}

/** `cake-683x1024.jpg` and `?width=800&height=1200` say what they are. */
function sizeInAddress(url: string): { width: number; height: number } | undefined {
  const { pathname, searchParams } = new URL(url)
  const [, width, height] = /[-_](\d{2,5})x(\d{2,5})(?:_crop_\w+)?(?:@\dx)?\.\w{3,5}$/.exec(pathname) ?? []
  const [w, h] = [searchParams.get('width') ?? searchParams.get('w'), searchParams.get('height') ?? searchParams.get('h')]
  const size = { width: Number(width ?? w), height: Number(height ?? h) }
  return size.width > 0 && size.height > 0 && size.width < 20_000 && size.height < 20_000 ? size : undefined
}

/** The same for a picture in all its sizes. */
function sameKeyOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  const path = pathname.replace(
    /[-_](?:\d{2,5}x\d{0,5}|x\d{2,5}|scaled|grande|large|medium|master)(?:_crop_\w+)?(?:@\dx)?(?=\.\w{3,5}$)/i,
    '',
  )
  const id = ['id', 'image', 'file', 'src', 'url', 'media'].map((name) => searchParams.get(name) ?? '').join('|')
  return `${host.replace(/^www\./, '')}${path}?${id}`
}

/** The taller crop of enough width, else the larger; what was said of either stays. */
function bestOf(a: PagePicture, b: PagePicture): PagePicture {
  const worth = ({ width, height }: PagePicture) =>
    width === null ? 0 : Math.min(width, 1_000) * (height === null ? 0.9 : Math.min(1.5, height / width))
  const better = worth(b) > worth(a) ? b : a
  return { ...better, alt: a.alt ?? b.alt, caption: a.caption ?? b.caption, from: a.from }
}

const OF_SITE =
  /(?:^|[-_./])(?:logos?|icons?|favicon|sprites?|avatars?|gravatar|pixel|spacer|blank|placeholder|badges?|payments?|visa|paypal|mastercard|flags?|emoji|1x1|tracking|track|beacon|loader|loading|spinner|transparent|share|social|default-share|og-default)(?:[-_.\d/]|$)/i
const TRACKER =
  /(?:^|\.)(?:doubleclick|google-analytics|googletagmanager|facebook|scorecardresearch|quantserve|bat\.bing|ct\.pinterest|hotjar|gravatar)\.(?:com|net)$/i

function isOfSite({ url, width, height, alt, from }: PagePicture): boolean {
  const { hostname, pathname } = new URL(url)
  if (TRACKER.test(hostname) || /\.(?:svg|ico|gif|bmp|php|js|mp4)$/i.test(pathname)) return true
  const name = pathname.split('/').slice(-2).join('/')
  if (OF_SITE.test(`/${name}`) || /(?:^|\s)(?:logo|icon|avatar)(?:\s|$)/i.test(alt ?? '')) return true
  if ((width !== null && width < LEAST) || (height !== null && height < LEAST)) return true
  const ratio = width && height ? width / height : 1
  return ratio > 3.2 || ratio < 0.25 || (from === 'body' && width === null && height === null && /thumb/i.test(name))
}
