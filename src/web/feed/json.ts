/** Lists of products and posts as shops and blogs give them (Shopify, WooCommerce, WordPress), and JSON Feed. */
import { z } from 'zod'
import type { FeedKind, FeedRead } from '../../core/ports/feed.js'
import { addressOf, plainOfMarkup, titleOf } from '../page/plain.js'
import type { ReadEntry } from '../task.js'
import { Faulty } from './fault.js'
import { dateOf } from './xml.js'

const MOST_HTML = 100_000
const MOST_TITLE = 300
const MOST_PICTURES = 10

const id = z.union([z.int().nonnegative(), z.string().min(1).max(200)]).transform(String)
const text = z.string().nullish()
const size = z.int().positive().max(20_000).nullish().catch(null)

/** Checks the first few entries only, because an invalid one costs as much as a valid one. */
const pictures = <T extends z.ZodType>(one: T) =>
  z
    .unknown()
    .transform((list) => (Array.isArray(list) ? (list.slice(0, MOST_PICTURES) as unknown[]) : list))
    .pipe(z.array(one))
    .catch([])

const shopify = z.object({
  id,
  handle: z.string().min(1).max(500),
  title: z.string(),
  body_html: text,
  vendor: text,
  published_at: text,
  images: pictures(z.object({ src: z.string(), width: size, height: size, alt: text })),
})
const woo = z.object({
  id,
  permalink: z.string(),
  name: z.string(),
  description: text,
  short_description: text,
  images: pictures(z.object({ src: z.string(), alt: text })),
  prices: z
    .object({
      price: z.string().regex(/^\d{1,12}$/),
      currency_code: z.string().regex(/^[A-Z]{3}$/),
      currency_minor_unit: z.int().min(0).max(4),
    })
    .nullish()
    .catch(null),
})
const post = z.object({
  id,
  link: z.string(),
  date_gmt: text,
  title: z.object({ rendered: z.string() }),
})

/** @see https://www.jsonfeed.org/version/1.1 */
const jsonFeed = z.object({
  version: z.string().regex(/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//i),
  title: text,
  items: z.array(z.unknown()),
})
const item = z.object({ id: id.nullish(), url: text, external_url: text, title: text, date_published: text, date_modified: text })

export type ListOptions = {
  address: string
  wanted: FeedKind | null
  mostEntries: number
  onEntry: (entry: ReadEntry) => void
}

/**
 * Reports each entry that has an address and leaves out the others.
 * @throws Faulty
 */
export function readList(source: string, { address, wanted, mostEntries, onEntry }: ListOptions): FeedRead {
  const data = parse(source)
  const news = jsonFeed.safeParse(data)
  const list = news.success ? news.data.items : listIn(data)
  if (!list) throw new Faulty('not_a_feed')
  // a JSON Feed is another form of RSS
  const isWanted = wanted === null || (news.success ? wanted === 'rss' || wanted === 'atom' : wanted === 'products')
  if (!isWanted) throw new Faulty('wrong_kind')
  if (list.length > mostEntries) throw new Faulty('too_large')
  let entries = 0
  for (const one of list) {
    const entry = news.success ? itemOf(one, address) : entryOf(one, address)
    if (!entry) continue
    entries++
    onEntry(entry)
  }
  if (list.length > 0 && entries === 0) throw new Faulty('not_a_feed')
  return { kind: 'entries', of: news.success ? 'rss' : 'products', title: news.success ? titleOf(news.data.title, 200) : null }
}

/** Reads an item of a JSON Feed. Some name their page only in `id`. */
function itemOf(one: unknown, address: string): ReadEntry | undefined {
  const read = item.safeParse(one)
  if (!read.success) return undefined
  const { id, url, external_url: other, title, date_published: published, date_modified: modified } = read.data
  const link =
    addressOf(url, address) ?? addressOf(other, address) ?? (/^https?:\/\//i.test(id ?? '') ? addressOf(id, address) : null)
  if (link === null) return undefined
  return { id: id ?? link, link, title: titleOf(title, MOST_TITLE), at: dateOf(published) ?? dateOf(modified), html: null }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw new Faulty(/[\]}]\s*$/.test(source.slice(-200)) ? 'not_a_feed' : 'cut_off')
  }
}

function listIn(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data as unknown[]
  const { products } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  return Array.isArray(products) ? products : undefined
}

type Told = {
  name: string
  html: string
  brand?: string | null | undefined
  price?: { amount: string; currency: string } | undefined
  pictures: {
    src: string
    width?: number | null | undefined
    height?: number | null | undefined
    alt?: string | null | undefined
  }[]
}

function entryOf(one: unknown, address: string): ReadEntry | undefined {
  const ofShopify = shopify.safeParse(one)
  if (ofShopify.success) {
    const { id, handle, title, body_html: html, vendor, published_at: at, images } = ofShopify.data
    const link = addressOf(`/products/${encodeURIComponent(handle.toWellFormed())}`, address)
    return entry(id, link, title, at, { name: title, html: html ?? '', brand: vendor, pictures: images })
  }
  const ofWoo = woo.safeParse(one)
  if (ofWoo.success) {
    const { id, permalink, name, description, short_description: short, images, prices } = ofWoo.data
    const price = prices
      ? { amount: decimal(prices.price, prices.currency_minor_unit), currency: prices.currency_code }
      : undefined
    const told = { name: plainOfMarkup(name) ?? '', html: `${short ?? ''}\n${description ?? ''}`, price, pictures: images }
    return entry(id, addressOf(permalink, address), name, null, told)
  }
  const ofPost = post.safeParse(one)
  if (!ofPost.success) return undefined
  const { id, link, date_gmt: at, title } = ofPost.data
  // WordPress writes GMT without an offset
  return entry(id, addressOf(link, address), title.rendered, at && !/z$/i.test(at) ? `${at}Z` : at, null)
}

function entry(
  id: string,
  link: string | null,
  title: string,
  at: string | null | undefined,
  told: Told | null,
): ReadEntry | undefined {
  if (link === null) return undefined
  const html = told && told.name !== '' ? pageOf(told, link) : null
  return { id, link, title: titleOf(title, MOST_TITLE), at: dateOf(at), html }
}

const decimal = (digits: string, places: number): string => {
  if (places === 0) return digits
  const padded = digits.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** Renders a product of a list as the page of a shop, which is read by the same rules. */
function pageOf({ name, html, brand, price, pictures }: Told, link: string): string {
  const shown = price ? `${price.amount} ${price.currency}` : ''
  const shownPictures = pictures.flatMap((one) => {
    const src = addressOf(one.src, link)
    return src === null ? [] : [{ ...one, src }]
  })
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    image: shownPictures.map(({ src, width, height }) => ({
      '@type': 'ImageObject',
      url: src,
      ...(width && { width }),
      ...(height && { height }),
    })),
    ...(brand && { brand }),
    ...(price && { offers: { '@type': 'Offer', price: price.amount, priceCurrency: price.currency } }),
  }
  const images = shownPictures
    .map(({ src, width, height, alt }) => {
      const sized = width && height ? ` width="${width}" height="${height}"` : ''
      return `<figure><img src="${escaped(src)}" alt="${escaped(alt ?? '')}"${sized}></figure>`
    })
    .join('\n')
  return `<!doctype html><html><head><title>${escaped(name)}</title>
<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script></head>
<body><main><article><h1>${escaped(name)}</h1>${images}<p>${escaped(brand ?? '')} ${shown}</p>${html.slice(0, MOST_HTML)}</article></main></body></html>`
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
