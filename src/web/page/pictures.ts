/** Finds the pictures of a page that could be a pin: each once, at its largest, and none that belongs to the site. */
import type { CheerioAPI } from 'cheerio'
import type { PagePicture } from '../../core/ports/page.js'
import { type Around, AROUND_NAMES, makeIsAround } from './around.js'
import { makeIsDecoration, wordsIn } from './decoration.js'
import { type Element, isThing, listOf, type Thing, typesOf } from './nodes.js'
import type { Part } from './parts.js'
import { addressOf, plain, plainOfMarkup } from './plain.js'
import { isBoilerplate } from './prose.js'
import { type Candidate, candidatesOf } from './srcset.js'

const MOST = { found: 600, kept: 40 }
const LEAST = 200

type Found = Omit<PagePicture, 'url'> & { address: unknown; candidates?: readonly Candidate[] }

type Read = {
  meta: ReadonlyMap<string, readonly string[]>
  /** The subject of the page. */
  thing: Thing
  /** Everything that the page describes. */
  things: readonly Thing[]
  base: string
  parts: readonly Part[]
  /** The page's titles: words of its subject never mark decoration. */
  titles: readonly (string | null | undefined)[]
}

/** Accepts the pictures that the page names, whatever they are called, and selects among those of its body. */
export function picturesOf($: CheerioAPI, { meta, thing, things, base, parts, titles }: Read): PagePicture[] {
  const named = [...ofPinterest($, meta), ...ofData(thing, things), ...ofMeta(meta), ...ofElements($)]
  const all = [...logosLast($, named, things, base), ...ofBody($, parts)].slice(0, MOST.found)
  const isDecoration = makeIsDecoration(titles)
  const first = keptOf(all, base, { isDecoration: (one) => isDecoration(one) || isSeldomAPin(one), isShaped: isPinShaped })
  if (first.length > 0) return first
  const rest = keptOf(all, base, { isDecoration, isShaped: (one) => one.from !== 'body' || isPinShaped(one) })
  return rest.length > 0 ? rest : keptOf([...ofBackground($), ...ofPreload($)], base, { isDecoration, isShaped: isPinShaped })
}

type Choice = { isDecoration: (one: PagePicture) => boolean; isShaped: (one: PagePicture) => boolean }

function keptOf(all: readonly Found[], base: string, { isDecoration, isShaped }: Choice): PagePicture[] {
  const known = new Map<string, PagePicture>()
  for (const found of all) {
    const one = pictureOf(found, base)
    if (!one) continue
    const key = sameKeyOf(one.url)
    const before = known.get(key)
    if (!before && one.from === 'body' && isDecoration(one)) continue
    known.set(key, before ? bestOf(before, one) : one)
  }
  return [...known.values()].filter(isShaped).slice(0, MOST.kept)
}

/**
 * Moves logos to the end. Many pages name their site's logo because they have no picture; linked data, icons and the home link
 * identify it.
 */
function logosLast($: CheerioAPI, named: readonly Found[], things: readonly Thing[], base: string): Found[] {
  const owners = things.slice(0, 50).flatMap((one) => [one, one['publisher'], one['brand'], one['author']].flatMap(listOf))
  const ofData = owners.filter(isThing).flatMap((one) => listOf(one['logo']).map(addressIn))
  const ofElements = $('link[rel~="icon" i], link[rel="apple-touch-icon" i], a[rel~="home" i] img, header a[href="/"] img')
    .toArray()
    .slice(0, 50)
    .map(({ attribs: { href, src } }) => href ?? src)
  const logos = [...ofData, ...ofElements].map((one) => addressOf(one, base)).filter((one) => one !== null)
  const keys = new Set(logos.map(sameKeyOf))
  const isLogo = ({ address, from }: Found) => {
    const url = from === 'meta' && keys.size > 0 ? addressOf(address, base) : null
    return url !== null && keys.has(sameKeyOf(url))
  }
  return [...named.filter((one) => !isLogo(one)), ...named.filter(isLogo)]
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

function ofData(thing: Thing, things: readonly Thing[]): Found[] {
  const variants = listOf(thing['hasVariant']).filter(isThing)
  const pages = things.filter((one) => typesOf(one).some((type) => type.endsWith('Page')))
  const ofThing = [thing, ...variants].flatMap((one) => listOf(one['image'] ?? one['photo'] ?? one['thumbnailUrl']))
  return [...ofThing, ...pages.flatMap((one) => listOf(one['primaryImageOfPage']))].slice(0, 60).map((image) => {
    if (!isThing(image)) return { ...none, address: image, from: 'data' as const }
    return {
      address: addressIn(image),
      width: sizeOf(image['width']),
      height: sizeOf(image['height']),
      alt: null,
      caption: plainOfMarkup(image['caption'] ?? image['description']),
      from: 'data' as const,
    }
  })
}

/** The address of an ImageObject, or a plain address. An id with a fragment only names a thing of the page. */
const addressIn = (image: unknown): unknown =>
  isThing(image)
    ? ['contentUrl', 'url', '@id']
        .flatMap((name) => listOf(image[name]).map((one) => (name === '@id' && String(one).includes('#') ? '' : one)))
        .find((one) => typeof one === 'string' && one.trim() !== '')
    : image

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

/** Reads `image_src` links and `itemprop="image"` of the page itself; within a thing it is a picture of that thing. */
function ofElements($: CheerioAPI): Found[] {
  const linked = $('link[rel~="image_src" i], meta[name="image" i]').toArray()
  const own = $('[itemprop~="image"]')
    .toArray()
    .slice(0, 200)
    .filter((element) => $(element).closest('[itemscope]').length === 0)
  return [...linked, ...own].slice(0, 20).map((element) => {
    const { content, src, href } = element.attribs
    const candidates = candidatesIn(element)
    return { ...none, address: content ?? lazyOf(element) ?? src ?? href, candidates, alt: altOf(element), from: 'meta' as const }
  })
}

/** Parts around the main content, whose pictures do not belong to it. */
const AROUND: Around = {
  selector: 'header nav, nav, footer, aside, [role="navigation"], [role="contentinfo"]',
  names: new Set([...AROUND_NAMES, 'avatar', 'site-header', 'logo', 'instagram', 'payment', 'swatch']),
}

function ofBody($: CheerioAPI, parts: readonly Part[]): Found[] {
  const isAround = makeIsAround($)
  const under = new Map(parts.flatMap(({ heading, pictures }) => [...pictures].map((one) => [one, heading] as const)))
  return $('img')
    .toArray()
    .slice(0, MOST.found)
    .filter((image) => {
      const { nopin, ...attributes } = image.attribs
      if (nopin !== undefined || attributes['data-pin-nopin'] !== undefined) return false
      const words = wordsIn(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`)
      return !words.some((word) => OF_SITE_CLASS.has(word)) && !isAround(image, AROUND)
    })
    .map((image) => {
      const { attribs } = image
      const sources = $(image).parent('picture').children('source').toArray()
      const candidates = [
        ...candidatesIn(image),
        ...sources.filter(({ attribs: { type } }) => !/avif|jxl/i.test(type ?? '')).flatMap(candidatesIn),
      ]
      const [width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(attribs['data-image-dimensions'] ?? '')?.slice(1) ?? [
        attribs['data-large_image_width'] ?? attribs['width'],
        attribs['data-large_image_height'] ?? attribs['height'],
      ]
      return {
        address: lazyOf(image) ?? attribs['src'],
        candidates,
        width: sizeOf(width),
        height: sizeOf(height),
        alt: altOf(image),
        caption: captionOf(plain($(image).closest('figure').find('figcaption').first().text())),
        from: 'body' as const,
        under: under.get(image) ?? null,
      }
    })
}

const OF_SITE_CLASS = new Set(['logo', 'avatar', 'icon', 'emoji', 'sprite', 'author', 'pixel', 'badge'])

/** Background images of the main content, used only if there are no others because most are decoration. */
function ofBackground($: CheerioAPI): Found[] {
  const isAround = makeIsAround($)
  return $('[data-background], [data-bgset]')
    .toArray()
    .slice(0, 20)
    .filter((element) => !isAround(element, { ...AROUND, selector: `${AROUND.selector}, header` }))
    .map((element) => ({
      ...none,
      address: element.attribs['data-background'],
      candidates: candidatesOf(element.attribs['data-bgset']),
      alt: plain(element.attribs['title']),
      from: 'body' as const,
    }))
}

/** Pictures that a browser preloads because a script shows them. */
const ofPreload = ($: CheerioAPI): Found[] =>
  $('link[rel~="preload" i][as="image" i]')
    .toArray()
    .slice(0, 20)
    .map(({ attribs: { href, imagesrcset } }) => ({
      ...none,
      address: href,
      candidates: candidatesOf(imagesrcset),
      from: 'body' as const,
    }))

/** Attributes that hold the address of a picture which a script shows later or enlarged. */
const LAZY = [
  ...['data-large_image', 'data-zoom-image', 'data-hi-res-src', 'data-full-src', 'data-full', 'data-src', 'data-lazy-src'],
  ...['data-original', 'data-flickity-lazyload', 'data-image'],
]
const lazyOf = ({ attribs }: Element): string | undefined =>
  LAZY.map((name) => attribs[name]).find((one) => one !== undefined && one !== '')

const candidatesIn = ({ attribs }: Element): Candidate[] =>
  ['srcset', 'data-srcset', 'data-lazy-srcset'].flatMap((name) => candidatesOf(attribs[name]))

/** Removes the photographer's credit from a caption. */
const captionOf = (text: string | null): string | null =>
  text
    ?.replace(
      /[([]?(?:photo(?:graph)?s?|image|picture|credit|foto|bild|crédit photo|fotografía)(?:graphy|grafie)?(?:\s?(?:credit|by|©|von|de|par|di)\b|\s?:).{0,80}$/i,
      '',
    )
    .trim() || null

/** Prefers the picture's description over the text that Pinterest users would save with it. */
const altOf = ({ attribs }: Element): string | null =>
  [attribs['alt'], withoutTags(attribs['data-pin-description']), attribs['title']]
    .map(plain)
    .find((one) => one !== null && (/\s/.test(one) || /\p{Lo}{4}/u.test(one)) && !saysNothing(one) && !isBoilerplate(one)) ?? null

const withoutTags = (text: string | undefined): string | undefined => text?.replace(/(?:^|\s)#[\p{L}\p{N}_]+/gu, '')

/** True for texts that themes and shops write for any picture. */
const saysNothing = (text: string): boolean =>
  /^(?:(?:the )?(?:main |featured |hero |primary )?(?:product |post |article |blog |gallery )?(?:photo|image|picture|img|slide|thumbnail|bild|foto|produktbild|imagen|immagine|afbeelding)s?(?: (?:\d+|of|for) ?.{0,40})?|\d+ of \d+.{0,40})$|\b(?:pinterest|pin image|pinnable|collage pin)\b/i.test(
    text,
  )

const sizeOf = (value: unknown): number | null => {
  const text = isThing(value) ? plain(value['value']) : plain(value)
  const size = Number(/^(\d{1,5})(?:\.\d+)?(?:px)?$/i.exec(text ?? '')?.[1])
  return Number.isInteger(size) && size > 0 ? size : null
}

function pictureOf({ address, candidates = [], ...found }: Found, base: string): PagePicture | undefined {
  const own = addressOf(address, base)
  const largest = largestOf(candidates, found.width, base)
  const ownWidth = (own === null ? undefined : sizeInAddress(own).width) ?? found.width ?? 0
  const isLarger = largest && (own === null || (largest.width === null ? largest.density > 1 : largest.width >= ownWidth))
  const url = isLarger ? largest.url : own
  if (url === null) return undefined
  const named = sizeInAddress(url)
  if (named.width && named.height) return { ...found, width: named.width, height: named.height, url }
  const width = named.width ?? (isLarger ? largest.width : null) ?? found.width
  const ratio = found.width && found.height ? found.height / found.width : null
  return {
    ...found,
    width,
    height: width && ratio ? Math.round(width * ratio) : width === found.width ? found.height : null,
    url,
  }
}

type Largest = { url: string; width: number | null; density: number }

/**
 * The candidate with the greatest width, else with the greatest density.
 * @param shown width at which the page shows it
 */
function largestOf(candidates: readonly Candidate[], shown: number | null, base: string): Largest | undefined {
  const read = candidates.flatMap(({ address, width, density }) => {
    const url = addressOf(address, base)
    return url === null
      ? []
      : [{ url, density, width: width ?? (shown === null || density <= 1 ? null : Math.round(shown * density)) }]
  })
  const isLarger = (one: Largest, other: Largest) =>
    (one.width ?? 0) > (other.width ?? 0) || ((one.width ?? 0) === (other.width ?? 0) && one.density > other.density)
  return read.reduce<Largest | undefined>((best, one) => (best && !isLarger(one, best) ? best : one), undefined)
}

/** Reads the size from an address: `cake-683x1024.jpg`, `?width=800&height=1200`, `/w_800,h_1200,c_fill/`, `/s640/`. */
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

/** A path segment that requests a size from an image server: `w_800,h_1200,c_fill`, `w1200-h630-p`, `resize:fit:1400`. */
const OF_SIZE =
  /^(?:[a-z]{1,4}_[\w.:-]+(?:,[a-z]{1,4}_[\w.:-]+)+|[whc]_\d{2,5}|[swhc]\d{2,5}(?:-[a-z]\w*)*|\d{2,5}x\d{2,5}|\d{2,5}w|resize:[\w:]+|format:\w+)$/

/** A key that is the same for all sizes of a picture. */
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

/** Prefers the taller crop if it is wide enough, else the larger one, and keeps the texts of both. */
function bestOf(a: PagePicture, b: PagePicture): PagePicture {
  const worth = ({ width, height }: PagePicture) =>
    // one without a size is usually the original
    width === null ? 600 : Math.min(width, 1_000) * (height === null ? 0.9 : Math.min(1.5, height / width))
  const better = worth(b) > worth(a) ? b : a
  return { ...better, alt: a.alt ?? b.alt, caption: a.caption ?? b.caption, from: a.from, under: a.under ?? b.under ?? null }
}

/** True for a picture of the body that is used only if there is no other. */
function isSeldomAPin({ url, width, alt }: PagePicture): boolean {
  const { pathname } = new URL(url)
  if (/\.(?:svg|gif|bmp)$/i.test(pathname)) return true
  return /\.(?:php\d?|aspx?|jsp|cgi)$/i.test(pathname) && width === null && alt === null // most are visit counters
}

/** True for the shape and size of a pin. Applied after all sizes of a picture are known. */
function isPinShaped({ width, height }: PagePicture): boolean {
  if ((width !== null && width < LEAST) || (height !== null && height < LEAST)) return false
  const ratio = width && height ? width / height : 1
  return ratio <= 3.2 && ratio >= 0.25
}
