/** The pictures of a page that could be a pin: each once, at its largest, and none that belongs to the site. */
import type { CheerioAPI } from 'cheerio'
import type { PagePicture } from '../../core/ports/page.js'
import { makeIsAround } from './around.js'
import { type Element, isThing, listOf, type Thing } from './nodes.js'
import type { Part } from './parts.js'
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
  parts: readonly Part[],
): PagePicture[] {
  const shown = [...ofPinterest($, meta), ...ofData(thing), ...ofMeta(meta), ...ofBody($, parts)].slice(0, MOST.found)
  const kept = keptOf(shown, base)
  return kept.length > 0 ? kept : keptOf(ofBackground($), base)
}

function keptOf(all: readonly Found[], base: string): PagePicture[] {
  const known = new Map<string, PagePicture>()
  for (const found of all) {
    const one = pictureOf(found, base)
    if (!one || isOfSite(one)) continue
    const key = sameKeyOf(one.url)
    const before = known.get(key)
    known.set(key, before ? bestOf(before, one) : one)
  }
  return [...known.values()].filter((one) => !isOddlySized(one)).slice(0, MOST.kept)
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
  'header nav, nav, footer, aside, [role="navigation"], [role="contentinfo"], [class*="related" i], [class*="avatar" i], [class*="author" i], [class*="sidebar" i], [class*="comment" i], [class*="newsletter" i], [class*="upsell" i], [class*="recommend" i], [class*="site-header" i], [class*="logo" i], [class*="instagram" i], [id*="sidebar" i], [class*="payment" i], [class*="also-viewed" i], [class*="swatch" i], [class*="testimonial" i], [class*="breadcrumb" i], [class*="cross-sell" i]'

function ofBody($: CheerioAPI, parts: readonly Part[]): Found[] {
  const isAround = makeIsAround($)
  const under = new Map(parts.flatMap(({ heading, pictures }) => [...pictures].map((one) => [one, heading] as const)))
  return $('img')
    .toArray()
    .slice(0, MOST.found)
    .filter((image) => {
      const { nopin, ...attributes } = image.attribs
      if (nopin !== undefined || attributes['data-pin-nopin'] !== undefined) return false
      if (/logo|avatar|icon|emoji|sprite|author|pixel|badge/i.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`))
        return false
      return !isAround(image, AROUND)
    })
    .map((image) => {
      const { attribs } = image
      const sources = $(image).parent('picture').children('source').toArray()
      const srcset = [
        attribs['srcset'],
        attribs['data-srcset'],
        attribs['data-lazy-srcset'],
        ...sources
          .filter(({ attribs: { type } }) => !/avif|jxl/i.test(type ?? ''))
          .flatMap((one) => [one.attribs['srcset'], one.attribs['data-srcset']]),
      ]
        .filter((one) => one !== undefined)
        .join(', ')
      const [width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(attribs['data-image-dimensions'] ?? '')?.slice(1) ?? [
        attribs['data-large_image_width'] ?? attribs['width'],
        attribs['data-large_image_height'] ?? attribs['height'],
      ]
      return {
        address: LAZY.map((name) => attribs[name]).find((one) => one !== undefined && one !== '') ?? attribs['src'],
        srcset: srcset === '' ? undefined : srcset,
        width: sizeOf(width),
        height: sizeOf(height),
        alt: altOf(image),
        caption: captionOf(plain($(image).closest('figure').find('figcaption').first().text())),
        from: 'body' as const,
        under: under.get(image) ?? null,
      }
    })
}

/** Behind elements of the matter; only where there are no others, for most are decoration. */
function ofBackground($: CheerioAPI): Found[] {
  const isAround = makeIsAround($)
  return $('[data-background]')
    .toArray()
    .slice(0, 20)
    .filter((element) => !isAround(element, `${AROUND}, header`))
    .map((element) => ({
      ...none,
      address: element.attribs['data-background'],
      alt: plain(element.attribs['title']),
      from: 'body' as const,
    }))
}

/** Where pages keep the address of a picture that a script shows later, or shows enlarged. */
const LAZY = [
  ...['data-large_image', 'data-zoom-image', 'data-hi-res-src', 'data-full-src', 'data-full', 'data-src', 'data-lazy-src'],
  ...['data-original', 'data-flickity-lazyload', 'data-image'],
]

/** Who made it is not what it shows. */
const captionOf = (text: string | null): string | null =>
  text
    ?.replace(
      /[([]?(?:photo(?:graph)?s?|image|picture|credit|foto|bild|crédit photo|fotografía)(?:graphy|grafie)?(?:\s?(?:credit|by|©|von|de|par|di)\b|\s?:).{0,80}$/i,
      '',
    )
    .trim() || null

/** What is said of the picture before what is said to whoever saves it. */
const altOf = ({ attribs }: Element): string | null =>
  [attribs['alt'], withoutTags(attribs['data-pin-description']), attribs['title']]
    .map(plain)
    .find((one) => one !== null && (/\s/.test(one) || /\p{Lo}{4}/u.test(one)) && !saysNothing(one) && !isBoilerplate(one)) ?? null

const withoutTags = (text: string | undefined): string | undefined => text?.replace(/(?:^|\s)#[\p{L}\p{N}_]+/gu, '')

/** What a theme or a shop writes of any picture. */
const saysNothing = (text: string): boolean =>
  /^(?:(?:the )?(?:main |featured |hero |primary )?(?:product |post |article |blog |gallery )?(?:photo|image|picture|img|slide|thumbnail|bild|foto|produktbild|imagen|immagine|afbeelding)s?(?: (?:\d+|of|for) ?.{0,40})?|\d+ of \d+.{0,40})$|\b(?:pinterest|pin image|pinnable|collage pin)\b/i.test(
    text,
  )

const sizeOf = (value: unknown): number | null => {
  const text = isThing(value) ? plain(value['value']) : plain(value)
  const size = Number(/^(\d{1,5})(?:\.\d+)?(?:px)?$/i.exec(text ?? '')?.[1])
  return Number.isInteger(size) && size > 0 ? size : null
}

function pictureOf({ address, srcset, ...found }: Found, base: string): PagePicture | undefined {
  const own = addressOf(address, base)
  const largest = srcset === undefined ? undefined : largestOf(srcset, base)
  const ownWidth = (own === null ? undefined : sizeInAddress(own).width) ?? found.width ?? 0
  const url = largest && (own === null || largest.width >= ownWidth) ? largest.url : own
  if (url === null || url === undefined) return undefined
  const named = sizeInAddress(url)
  if (named.width && named.height) return { ...found, width: named.width, height: named.height, url }
  const width = named.width ?? (largest?.url === url && largest.width > 10 ? largest.width : found.width)
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

/** `cake-683x1024.jpg`, `?width=800&height=1200`, `/w_800,h_1200,c_fill/` and `/s640/` say what they are. */
function sizeInAddress(url: string): { width?: number; height?: number } {
  const { pathname, searchParams } = new URL(url)
  const given = (...names: string[]) => names.map((name) => searchParams.get(name)).find((one) => one !== null)
  const inName = /[-_](\d{2,5})x(\d{2,5})(?:_crop_\w+)?(?:@\dx)?\.\w{3,5}$/.exec(pathname)
  const part = pathname.split('/').find((one) => OF_SIZE.test(one)) ?? ''
  const both = /^(\d{2,5})x(\d{2,5})$/.exec(part)
  const size = (text: string | null | undefined) => {
    const number = Number(text)
    return number > 0 && number < 20_000 ? Math.round(number) : undefined
  }
  const width =
    size(both?.[1] ?? /(?:^|,)w_?(\d{2,5})|^(\d{2,5})w$/.exec(part)?.slice(1).find(Boolean)) ?? size(given('width', 'w', 'wid'))
  const height = size(both?.[2] ?? /(?:^|[,-])h_?(\d{2,5})/.exec(part)?.[1]) ?? size(given('height', 'h', 'hei'))
  const [w, h] = [size(inName?.[1]), size(inName?.[2])]
  if (width === undefined && height === undefined)
    return { ...(w !== undefined && { width: w }), ...(h !== undefined && { height: h }) }
  const scaled = width !== undefined && height === undefined && w && h ? Math.round((width * h) / w) : height
  return { ...(width !== undefined && { width }), ...(scaled !== undefined && { height: scaled }) }
}

/** A part of a path by which a server of pictures is told the size: `w_800,h_1200,c_fill`, `s640`, `w1200-h630-p`, `resize:fit:1400`. */
const OF_SIZE =
  /^(?:[a-z]{1,4}_[\w.:-]+(?:,[a-z]{1,4}_[\w.:-]+)+|[whc]_\d{2,5}|[swhc]\d{2,5}(?:-[a-z]\w*)*|\d{2,5}x\d{2,5}|\d{2,5}w|resize:[\w:]+|format:\w+)$/

/** The same for a picture in all its sizes. */
function sameKeyOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  const path = pathname
    .split('/')
    .filter((part, at, all) => !OF_SIZE.test(part) && !(part === 'size' && OF_SIZE.test(all[at + 1] ?? '')))
    .join('/')
    .replace(/(\.\w{3,4})\/(?:v1\/)?(?:fill|fit|crop)\/[^/]+$/, '$1')
    .replace(/[-_](?:\d{2,5}x\d{0,5}|x\d{2,5}|scaled|grande|large|medium|master)(?:_crop_\w+)?(?:@\dx)?(?=\.\w{3,5}$)/i, '')
    .replace(/(?<=\/[a-z]{2}_)(?:\d+x(?:N|\d+)|fullxfull)(?=\.)/, '')
  const id = ['id', 'image', 'file', 'src', 'url', 'media'].map((name) => searchParams.get(name) ?? '').join('|')
  return `${host.replace(/^www\./, '')}${path}?${id}`
}

/** The taller crop of enough width, else the larger; what was said of either stays. */
function bestOf(a: PagePicture, b: PagePicture): PagePicture {
  const worth = ({ width, height }: PagePicture) =>
    // one of no size that is said is most often the original
    width === null ? 600 : Math.min(width, 1_000) * (height === null ? 0.9 : Math.min(1.5, height / width))
  const better = worth(b) > worth(a) ? b : a
  return { ...better, alt: a.alt ?? b.alt, caption: a.caption ?? b.caption, from: a.from, under: a.under ?? b.under ?? null }
}

const OF_SITE =
  /(?:^|[-_./])(?:logos?|icons?|favicon|sprites?|avatars?|gravatar|pixel|spacer|blank|placeholder|badges?|payments?|visa|paypal|mastercard|flags?|emoji|1x1|tracking|track|beacon|loader|loading|spinner|transparent|share|social|default-share|og-default)(?:[-_.\d/]|$)/i
const TRACKER =
  /(?:^|\.)(?:doubleclick|google-analytics|googletagmanager|facebook|scorecardresearch|quantserve|bat\.bing|ct\.pinterest|hotjar|gravatar)\.(?:com|net)$/i

function isOfSite({ url, alt }: PagePicture): boolean {
  const { hostname, pathname } = new URL(url)
  if (TRACKER.test(hostname) || /\.(?:svg|ico|gif|bmp|php|js|mp4)$/i.test(pathname)) return true
  const name = pathname.split('/').slice(-2).join('/')
  return OF_SITE.test(`/${name}`) || /(?:^|\s)(?:logo|icon|avatar)(?:\s|$)/i.test(alt ?? '')
}

/** Not before the same picture was seen in all its sizes. */
function isOddlySized({ url, width, height, from }: PagePicture): boolean {
  if ((width !== null && width < LEAST) || (height !== null && height < LEAST)) return true
  const ratio = width && height ? width / height : 1
  return (
    ratio > 3.2 ||
    ratio < 0.25 ||
    (from === 'body' && width === null && height === null && /thumb/i.test(url.split('/').slice(-2).join('/')))
  )
}
