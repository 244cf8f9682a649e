/** Reads the HTML of a page into its content, from text and data for machines. Pure and bounded, so that no page can break it. */
import { type CheerioAPI, load } from 'cheerio'
import { withoutSuffix, isSameSite } from '../../core/lib/http/same-site.js'
import { weightOf } from '../../core/lib/prose/sentences.js'
import type { PageContent, PageKind } from '../../core/ports/page.js'
import { headlineOf, leaveOutOthers } from './around.js'
import { saysOf, wordsOf } from './classes.js'
import { cutDown } from './cut-down.js'
import { figuresOf } from './figures.js'
import { type Element, listOf, microdataOf, type Thing, thingsOf, typesOf } from './nodes.js'
import { picturesOf } from './pictures.js'
import { addressOf, beginningOf, letters, linesOfMarkup, plain, plainOfMarkup } from './plain.js'
import { partsOf } from './parts.js'
import { localitiesOf } from './price.js'
import { isBoilerplate, isBoilerplateTitle, paragraphsOf, sentencesOf } from './prose.js'
import { itemNamesOf, nameOf, subjectOf } from './subject.js'
import { isWall, leaveOutNotices } from './walls.js'

const MOST_TEXT = 60_000
const MOST_TITLE = 300

/** @param address from which the page was read */
export function readContent(html: string, address: string): PageContent {
  const cut = cutDown(html)
  const $ = load(cut.html)
  const meta = metaOf($)
  const first = new Map([...meta].map(([name, [value = '']]) => [name, value]))
  const { things, byId } = thingsOf(cut.linkedData)
  leaveOutNotices($)
  leaveOutOthers($)
  const headline = headlineText($)
  const titleElement = plain($('title').first().text())
  const all = [...things, ...microdataOf($)]
  const subject = subjectOf(all, [headline ?? '', titleElement ?? '', first.get('og:title') ?? ''])
  const thing = filled(subject?.thing ?? {}, byId)
  const language = languageOf($, first, thing)
  const base = addressOf($('base[href]').attr('href'), address) ?? address
  const siteName = siteNameOf(first, all)
  const titles = [
    subject && subject.kind !== 'list' ? nameOf(thing) : null,
    plain(first.get('og:title')),
    headline,
    titleElement,
    nameOf(thing),
  ]
  const title =
    titles.map((one) => (one === null ? null : withoutSite(one, siteName, address, headline))).find((one) => one !== null) ?? null
  const kind = subject?.kind ?? kindByElements($, first)
  const paragraphs = paragraphsOf($, cut.elements, kind === 'article' || kind === 'howto' || kind === 'list' || kind === 'other')
  const told = plainOfMarkup(thing['description'])
  const description = [
    plainOfMarkup(first.get('og:description')),
    plainOfMarkup(first.get('description')),
    told,
    plainOfMarkup(first.get('twitter:description')),
  ].find((one) => one !== null && weightOf(one) >= 20 && !isBoilerplate(one))
  const isTold = kind === 'product' || kind === 'recipe' || kind === 'event'
  const figures = figuresOf({
    $,
    meta: first,
    kind,
    thing,
    localities: localitiesOf([$('html').attr('lang'), first.get('og:locale')], address),
  })
  const parts = partsOf($, [title, description ?? null, first.get('og:description') ?? null])
  const said = figures.items.filter((one) => !/(?:…|\.\.\.)$/.test(one)) // a truncated value is useless
  const items = said.length > 0 || isTold ? said : parts.map(({ heading }) => heading)
  const sentences = sentencesOf([...(isTold ? linesOfMarkup(thing['description']) : []), ...paragraphs], language)
  const seen = { headings: [titleElement, headline, first.get('og:title')], sentences, description: description ?? null }
  const content: PageContent = {
    link: canonicalOf($, first.get('og:url'), base, address),
    language,
    title: title === null ? null : beginningOf(title, MOST_TITLE),
    siteName,
    kind: isList(kind, title, items) ? 'list' : kind,
    description: description ?? null,
    sentences,
    topics: topicsOf(first, thing, all),
    parts: parts.map(({ heading, text }) => ({ heading, sentences: sentences.filter((one) => text.includes(one)) })),
    facts: { ...figures, items: items.filter((one) => one.length <= 100 && !isBoilerplate(one)).slice(0, 60) },
    pictures: picturesOf($, { meta, thing, things: all.map((one) => filled(one, byId)), base, parts, titles }),
    movedTo: movedTo($, base),
    isNopin: /\bnopin\b/i.test(first.get('pinterest') ?? ''),
    text: [plain($('title').text()), plainText($)].filter((one) => one !== null).join(' '),
  }
  return isWall($, { ...seen, hasSubject: subject !== undefined && subject.kind !== 'list' }) ? withoutMatter(content) : content
}

/** Empties the content of a page that shows only a notice or a check. */
const withoutMatter = (page: PageContent): PageContent => ({
  ...page,
  title: null,
  kind: 'other',
  description: null,
  sentences: [],
  parts: [],
  topics: [],
})

function headlineText($: CheerioAPI): string | null {
  const headline = headlineOf($)
  return headline ? plain($(headline).text()) : null
}

function metaOf($: CheerioAPI): Map<string, string[]> {
  const meta = new Map<string, string[]>()
  for (const { attribs } of $('meta').toArray().slice(0, 400)) {
    const name = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '').trim().toLowerCase()
    const value = attribs['content']?.trim() ?? ''
    if (name === '' || value === '') continue
    const values = meta.get(name)
    if (!values) meta.set(name, [value])
    else if (values.length < 20) values.push(value)
  }
  return meta
}

/** Replaces references to ids by what the graph says about them. */
function filled(thing: Thing, byId: ReadonlyMap<string, Thing>): Thing {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 200).map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const id = (value as Thing)['@id']
    return typeof id === 'string' && Object.keys(value).length === 1 ? (byId.get(id) ?? value) : value
  }
  return Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, resolve(value)]))
}

/** Reads topics but not keywords, which state what a site wants to be found by. */
function topicsOf(meta: ReadonlyMap<string, string>, thing: Thing, things: readonly Thing[]): string[] {
  const trail = things.find((one) => typesOf(one).includes('BreadcrumbList'))
  const steps = trail ? itemNamesOf(trail).slice(1, -1) : []
  const own = [
    thing['recipeCategory'],
    thing['recipeCuisine'],
    thing['category'],
    thing['articleSection'],
    meta.get('article:section'),
  ]
  const said = [...own.flatMap(listOf).map(plainOfMarkup), ...steps]
    .flatMap((one) => one?.split(/[<>/,›»]/) ?? [])
    .map((one) => one.trim())
  return [...new Set(said)].filter((one) => one.length >= 3 && one.length <= 60).slice(0, 10)
}

function languageOf($: CheerioAPI, meta: ReadonlyMap<string, string>, thing: Thing): string | null {
  const said = [$('html').attr('lang'), meta.get('og:locale'), meta.get('content-language'), thing['inLanguage']]
  return (
    said.map((one) => /^([a-z]{2,3})(?:[-_]|$)/i.exec(plain(one) ?? '')?.[1]?.toLowerCase()).find((one) => one !== undefined) ??
    null
  )
}

function siteNameOf(meta: ReadonlyMap<string, string>, things: readonly Thing[]): string | null {
  const site = things.find((thing) => typesOf(thing).some((type) => /^(?:WebSite|Organization|Store|OnlineStore)$/.test(type)))
  return plain(meta.get('og:site_name')) ?? plain(meta.get('application-name')) ?? (site ? plainOfMarkup(site['name']) : null)
}

const SEPARATOR = /(?<!\s)\s+[|–—·•»›:-]\s+|(?:(?<!\s)\s+)?\|\s*/

/** Removes the site's name, and what follows the page's own headline, from a title. */
function withoutSite(text: string, siteName: string | null, address: string, headline: string | null): string | null {
  const host = letters(withoutSuffix(new URL(address).hostname.replace(/^www\./, '')))
  const isSite = (part: string) => {
    const own = letters(part)
    return (
      own !== '' &&
      (own === letters(siteName ?? '') || own === host || own === letters(new URL(address).hostname.replace(/^www\./, '')))
    )
  }
  const own = siteName && text.toLowerCase().startsWith(`${siteName.toLowerCase()}: `) ? siteName.length + 2 : 0
  const title = text.slice(own)
  const separators = [...title.matchAll(new RegExp(SEPARATOR, 'g'))].map(([one]) => one)
  let parts = title.split(SEPARATOR).map((one) => one.trim())
  while (parts.length > 1 && isSite(parts.at(-1)!)) parts = parts.slice(0, -1)
  let skipped = 0
  while (parts.length > 1 && isSite(parts[0]!)) {
    parts = parts.slice(1)
    skipped++
  }
  if (headline && parts.length > 1 && letters(parts[0]!) === letters(headline)) parts = parts.slice(0, 1)
  const clean = parts.map((part, at) => (at === 0 ? part : `${separators[at - 1 + skipped] ?? ' – '}${part}`)).join('')
  const bare = clean.replace(/[([](?:SKU|Art\.?-?\s?Nr\.?|Ref\.?|Item)[^)\]]{0,40}[)\]]\s*$/i, '').trim()
  return bare.length < 3 ||
    isSite(bare) ||
    isBoilerplateTitle(bare) ||
    /^(?:home|homepage|startseite|accueil|inicio|untitled|404.{0,40}|page not found|product|shop)$/i.test(bare)
    ? null
    : bare
}

const SELLING =
  'form[action*="cart" i], form[action*="basket" i], form[class*="cart" i], [class*="cart" i], [id*="cart" i], [class*="basket" i]'
const TO_BUY: ReadonlySet<string> = new Set(['addtocart', 'addtobasket', 'addtobag'])

/** True for a form or button that adds to a cart. Whole words, so that "cartoon" and a picture of a basket do not match. */
function sells(element: Element): boolean {
  const { action = '', class: classes = '', id = '' } = element.attribs
  const isForm =
    element.name === 'form' && [...wordsOf(action), ...wordsOf(classes)].some((word) => word === 'cart' || word === 'basket')
  return isForm || saysOf(element, TO_BUY) || /(?:^|[^a-z])add[-_]?to[-_]?(?:cart|basket|bag)(?![a-z])/i.test(`${classes} ${id}`)
}

function kindByElements($: CheerioAPI, meta: ReadonlyMap<string, string>): PageKind {
  const type = meta.get('og:type')?.toLowerCase() ?? ''
  if (/product/.test(type) || meta.has('product:price:amount')) return 'product'
  if ($(SELLING).toArray().some(sells)) return 'product'
  if (/article|blog/.test(type) || $('article').length === 1) return 'article'
  return 'other'
}

/** True for a title like "27 ideas …" with about as many headings. */
const isList = (kind: PageKind, title: string | null, items: readonly string[]): boolean =>
  (kind === 'article' || kind === 'other') &&
  items.length >= 3 &&
  /(?:^|\s)\d{1,3}\s+\p{L}/u.test(title ?? '') &&
  Math.abs(Number(/\d{1,3}/.exec(title ?? '')?.[0]) - items.length) <= 2

/** The address of an immediate redirect by the page. */
function movedTo($: CheerioAPI, base: string): string | null {
  const [content = ''] = $('meta[http-equiv="refresh" i]')
    .toArray()
    .map(({ attribs }) => attribs['content'] ?? '')
  const [, seconds, address] = /^\s*(\d{1,3})(?:\.\d+)?\s*[;,]\s*url\s*=\s*["']?([^"']{1,2000})/i.exec(content) ?? []
  return seconds === undefined || Number(seconds) > 5 ? null : addressOf(address, base)
}

/** The text as separate words, independent of the elements. */
function plainText($: CheerioAPI): string | null {
  const parts: string[] = []
  let length = 0
  for (const element of $('h1, h2, h3, h4, p, li, td, th, dd, dt, span, div, a, figcaption, label, strong, b, time').toArray()) {
    if (length > MOST_TEXT) break
    const own = $(element)
      .contents()
      .toArray()
      .map((node) => ('data' in node ? node.data : ''))
      .join(' ')
    if (own.trim() === '') continue
    parts.push(own)
    length += own.length
  }
  return (
    parts
      .map(plain)
      .filter((one) => one !== null)
      .join(' ') || null
  )
}

/**
 * Accepts only an address of the same site, because one elsewhere may be anybody's.
 * @param address from which the page was read; returned when the page names no other
 */
function canonicalOf($: CheerioAPI, ogUrl: string | undefined, base: string, address: string): string {
  const from = new URL(address)
  const said = [$('link[rel~="canonical" i][href]').attr('href'), ogUrl].map((one) => addressOf(one, base))
  for (const one of said) {
    const url = one === null ? undefined : ownOf(new URL(one), from)
    if (url) return url.href
  }
  return address
}

function ownOf(url: URL, from: URL): URL | undefined {
  if (!isSameSite(url.hostname, from.hostname)) return undefined
  if (url.pathname === '/' && url.search === '' && from.pathname !== '/') return undefined // many pages name the front page
  if (from.protocol === 'http:' || url.protocol === 'https:') return url
  if (url.host !== from.host) return undefined // that host may not have https
  url.protocol = 'https:'
  return url
}
