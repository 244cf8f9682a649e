/** Reads what a page describes for machines, in linked data and microdata, into one form. */
import type { CheerioAPI } from 'cheerio'
import { decodeHTML } from 'entities'

/** A thing as linked data describes it: `@type` and properties. */
export type Thing = Record<string, unknown>

const MOST = { depth: 8, things: 3_000, entries: 200, scopes: 50, properties: 400 }

const scopesOf = ($: CheerioAPI) => $('[itemscope][itemtype]').toArray()
/** An element of the parser. */
export type Element = ReturnType<typeof scopesOf>[number]

/**
 * The elements in an area, in page order. cheerio's `find` takes time quadratic in the element's children, and pages have tens of
 * thousands.
 */
export const within = ($: CheerioAPI, area: Element | undefined, selector: string): Element[] =>
  area === undefined
    ? []
    : ($(selector).toArray() as Element[]).filter((element) => {
        for (let { parent } = element; parent; { parent } = parent) if (parent === area) return true
        return false
      })

/** Marks the end of a line in a text; parsers treat it as white space. */
export const BREAK = '\u2028'
/** Elements that begin a new line. */
const LINE = 'p, li, dd, dt, h1, h2, h3, h4, h5, h6, div, tr, blockquote, figcaption, section, article'

/** The text of an element, with the page's line breaks. */
export function linedText($: CheerioAPI, element: Element): string {
  const copy = $(element).clone()
  copy.find('br').replaceWith(BREAK)
  copy.find(LINE).each((_, one) => {
    $(one).prepend(BREAK).append(BREAK)
  })
  return copy.text().replace(/[^\S\u2028]+/g, ' ')
}

export const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Turns one value or many into a list of limited length. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.flat(2).slice(0, MOST.entries) : [value]

export const typesOf = (thing: Thing): string[] =>
  listOf(thing['@type'])
    .filter((one) => typeof one === 'string')
    .map((one) => one.replace(/^.*[/#:]/, ''))

/** Everything described at the top of the blocks, in graphs, and as their main entity. */
export function thingsOf(blocks: readonly string[]): { things: Thing[]; byId: Map<string, Thing> } {
  const things: Thing[] = []
  const byId = new Map<string, Thing>()
  let seen = 0
  const remember = (value: unknown, depth: number): void => {
    if (depth > MOST.depth || seen > MOST.things) return
    for (const one of listOf(value)) {
      if (!isThing(one)) continue
      seen++
      const id = one['@id']
      if (typeof id === 'string' && Object.keys(one).length > 1 && !byId.has(id)) byId.set(id, one)
      for (const inner of Object.values(one).slice(0, MOST.entries)) if (typeof inner === 'object') remember(inner, depth + 1)
    }
  }
  const add = (value: unknown, depth: number): void => {
    if (depth > MOST.depth) return
    for (const one of listOf(value)) {
      if (!isThing(one) || things.length >= MOST.entries) continue
      if (typesOf(one).length > 0) things.push(one)
      add(one['@graph'], depth + 1)
      add(one['mainEntity'], depth + 1)
      if (typesOf(one).some((type) => type === 'WebPage')) add(one['mainEntityOfPage'], depth + 1)
    }
  }
  for (const block of blocks) {
    const data = parse(block)
    add(data, 0)
    remember(data, 0)
  }
  return { things, byId }
}

/** Parses strictly first, then with common mistakes corrected; undefined if nothing can be read. */
function parse(block: string): unknown {
  const text = block
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*(?:;\s*)?$/, '')
    .replace(/;\s*$/, '')
    .trim()
  const onOneLine = text.replace(/\p{Cc}+/gu, ' ')
  const repaired = onOneLine.replace(/,\s{0,200}(?=[}\]])/g, '').replace(/}\s{0,200}(?={)/g, '},')
  for (const attempt of [text, onOneLine, repaired, decodeHTML(repaired), `[${repaired}]`]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // try the next form
    }
  }
  return undefined
}

/** Reads the elements with `itemscope` that are in no other. */
export function microdataOf($: CheerioAPI): Thing[] {
  const tops = scopesOf($).filter(
    (element) => $(element).parents('[itemscope][itemtype]').not('[itemtype$="WebPage"],[itemtype$="Store"]').length === 0,
  )
  return tops.slice(0, MOST.scopes).map((element) => scopeOf($, element, 0))
}

function scopeOf($: CheerioAPI, scope: Element, depth: number): Thing {
  const thing: Thing = { '@type': $(scope).attr('itemtype')?.split(/\s+/)[0] ?? '' }
  for (const element of within($, scope, '[itemprop]').slice(0, MOST.properties)) {
    if ($(element).parentsUntil(scope, '[itemscope]').length > 0) continue // belongs to an inner thing
    const value = element.attribs['itemscope'] === undefined ? valueOf($, element) : inner($, element, depth)
    for (const name of (element.attribs['itemprop'] ?? '').split(/\s+/).slice(0, 5)) {
      const before = thing[name]
      thing[name] = before === undefined ? value : [...listOf(before), value].slice(0, MOST.entries)
    }
  }
  return thing
}

const inner = ($: CheerioAPI, element: Element, depth: number) => (depth < 4 ? scopeOf($, element, depth + 1) : {})

function valueOf($: CheerioAPI, element: Element): string {
  const { content, src, href, datetime, value } = element.attribs
  const lazy = element.attribs['data-src']
  const address = element.name === 'img' ? (lazy ?? src) : element.name === 'a' || element.name === 'link' ? href : undefined
  return (
    content ??
    address ??
    datetime ??
    (element.name === 'data' ? value : undefined) ??
    (within($, element, 'p, br, li, div').length > 0 ? linedText($, element) : $(element).text())
  )
}
