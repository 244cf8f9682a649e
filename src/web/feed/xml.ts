/** Reads RSS, Atom and sitemaps as a stream and keeps only the current entry. */
import { Parser } from 'htmlparser2'
import type { FeedKind, FeedPart, FeedRead } from '../../core/ports/feed.js'
import { addressOf, titleOf } from '../page/plain.js'
import type { ReadEntry } from '../task.js'
import { Faulty } from './fault.js'

const MOST_DEPTH = 100
const MOST_ATTRIBUTES = 200
const MOST_TEXT = 4_000
const PIECE = 4_096
/** Elements of a web page's head that are searched for its feed. */
const MOST_OF_PAGE = 3_000

type Form = 'rss' | 'atom' | 'sitemap' | 'index' | 'page'
const FORMS: Readonly<Record<string, Form>> = {
  rss: 'rss',
  rdf: 'rss',
  feed: 'atom',
  urlset: 'sitemap',
  sitemapindex: 'index',
  html: 'page',
}
const ENTRY: Readonly<Record<Form, string>> = { rss: 'item', atom: 'entry', sitemap: 'url', index: 'sitemap', page: '' }
/** The elements that are read of an entry. */
const FIELDS: Readonly<Record<Form, readonly string[]>> = {
  rss: ['guid', 'link', 'title', 'pubdate', 'dc:date', 'feedburner:origlink'],
  atom: ['id', 'title', 'published', 'updated', 'issued', 'modified', 'feedburner:origlink'],
  sitemap: ['loc', 'lastmod'],
  index: ['loc', 'lastmod'],
  page: [],
}
const FEED_TYPE = /^application\/(?:(?:rss|atom)\+xml|feed\+json)/i

export type XmlOptions = {
  /** The feed's own address, the base of relative ones. */
  address: string
  wanted: FeedKind | null
  mostEntries: number
  onEntry: (entry: ReadEntry) => void
}
export type XmlReader = {
  write(text: string): void
  /** @throws Faulty */
  end(): FeedRead
}

/** The reader's methods throw Faulty as soon as it is certain that there is nothing to read. */
export function makeXmlReader({ address, wanted, mostEntries, onEntry }: XmlOptions): XmlReader {
  let form: Form | undefined
  /** The root's namespace prefix, which its elements have, too. */
  let prefix = ''
  let [depth, elements, attributes, entries] = [0, 0, 0, 0]
  let isWhole = false
  let title: string | null = null
  let fields: Map<string, Field> | undefined
  let entryDepth = 0
  let reading: { name: string; depth: number; text: string; base: string } | undefined
  /** Base addresses of the open elements, the innermost last. */
  const bases: { depth: number; base: string }[] = []
  const baseOf = () => bases.at(-1)?.base ?? address
  const parts: FeedPart[] = []

  const begin = (name: string) => {
    const local = name.slice(name.indexOf(':') + 1)
    prefix = name.slice(0, name.length - local.length)
    form = FORMS[local]
    if (form === undefined) throw new Faulty('not_a_feed')
    const of = form === 'index' ? 'sitemap' : form
    const isSame = (one: FeedKind, other: FeedKind) => one === other || (isNews(one) && isNews(other))
    if (wanted !== null && of !== 'page' && !isSame(wanted, of)) throw new Faulty('wrong_kind')
  }
  const openInPage = (name: string, given: Record<string, string>) => {
    if (name === 'base' && given['href'] !== undefined && bases.length === 0) addBase(given['href'])
    if (name === 'link' && FEED_TYPE.test(given['type'] ?? '')) {
      const instead = addressOf(given['href'], baseOf())
      if (instead !== null) throw new Faulty('not_a_feed', instead)
    }
    if (name === 'body' || ++elements > MOST_OF_PAGE) throw new Faulty('not_a_feed')
  }
  /** Keeps the current base when `given` is not a web address. */
  const addBase = (given: string) => bases.push({ depth, base: addressOf(given, baseOf()) ?? baseOf() })
  const openInFeed = (form: Form, name: string, given: Record<string, string>) => {
    if (depth > MOST_DEPTH) throw new Faulty('not_a_feed')
    if (!fields) {
      if (name === ENTRY[form]) [fields, entryDepth] = [new Map(), depth]
      else if (name === 'title' && title === null && depth <= 3) reading = { name, depth, text: '', base: baseOf() }
      return
    }
    if (depth !== entryDepth + 1) return
    if (form === 'atom' && name === 'link') return readLink(fields, given, baseOf())
    if (FIELDS[form].includes(name) && !fields.has(name)) reading = { name, depth, text: '', base: baseOf() }
    else if (form === 'rss' && name === 'guid') fields.set('guid', { text: '', base: address })
    if (name === 'guid' && given['ispermalink']?.toLowerCase() === 'false') fields.set('opaque', { text: 'yes', base: address })
  }
  const endEntry = (form: Form, read: ReadonlyMap<string, Field>) => {
    if (++entries > mostEntries) throw new Faulty('too_large')
    if (form === 'index') {
      const url = addressAt(read.get('loc'))
      if (url !== null) parts.push({ url, changed: read.get('lastmod')?.text.slice(0, 100) ?? null })
      return
    }
    const entry = entryOf(form, read)
    if (entry) onEntry(entry)
  }
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (/^!entity$/i.test(name) || (name.startsWith('!') && /<!entity\b/i.test(data))) throw new Faulty('entities')
      },
      onopentagname: () => void (attributes = 0),
      onattribute() {
        if (++attributes > MOST_ATTRIBUTES) throw new Faulty('not_a_feed')
      },
      onopentag(full, given) {
        if (isWhole) return
        depth++
        if (depth === 1) begin(full)
        const name = prefix !== '' && full.startsWith(prefix) ? full.slice(prefix.length) : full
        if (form !== 'page' && given['xml:base'] !== undefined) addBase(given['xml:base'])
        if (form === 'page') openInPage(name, given)
        else if (form && depth > 1) openInFeed(form, name, given)
      },
      ontext(text) {
        if (depth === 0 && !isWhole && !/^[\s\ufeff]*$/.test(text)) throw new Faulty('not_a_feed')
        if (reading && reading.text.length < MOST_TEXT) reading.text += text.slice(0, MOST_TEXT)
      },
      onclosetag(_name, isImplied) {
        if (isWhole || !form) return
        if (isImplied && depth === 1) throw new Faulty('cut_off')
        if (reading && reading.depth === depth) {
          if (fields) fields.set(reading.name, { text: reading.text.trim(), base: reading.base })
          else title = titleOf(reading.text, 200)
          reading = undefined
        }
        if (fields && depth === entryDepth) {
          // an entry that the file does not close is incomplete
          if (!isImplied) endEntry(form, fields)
          fields = undefined
        }
        if (form !== 'page' && bases.at(-1)?.depth === depth) bases.pop()
        if (--depth === 0) isWhole = true
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  return {
    write(text) {
      // what follows the root is ignored: parsing it would have no limit
      for (let at = 0; at < text.length && !isWhole; at += PIECE) parser.write(text.slice(at, at + PIECE))
    },
    end() {
      parser.end()
      if (!form || form === 'page') throw new Faulty('not_a_feed')
      if (!isWhole) throw new Faulty('cut_off')
      return form === 'index' ? { kind: 'index', parts } : { kind: 'entries', of: form, title }
    },
  }
}

const isNews = (kind: FeedKind): boolean => kind === 'rss' || kind === 'atom'

/** The text of an element and the base of addresses in it. */
type Field = { text: string; base: string }

const addressAt = (field: Field | undefined): string | null => (field ? addressOf(field.text, field.base) : null)

/** The page of an Atom entry: the first link that names no other purpose. */
function readLink(fields: Map<string, Field>, given: Record<string, string>, base: string): void {
  const isPage = given['rel'] === undefined || given['rel'] === 'alternate'
  const isHtml = given['type'] === undefined || /html/i.test(given['type'])
  if (isPage && (isHtml || !fields.has('link')) && (fields.get('linkType')?.text !== 'html' || !fields.has('link'))) {
    fields.set('link', { text: given['href'] ?? '', base })
    fields.set('linkType', { text: isHtml ? 'html' : 'other', base })
  }
}

function entryOf(form: Form, read: ReadonlyMap<string, Field>): ReadEntry | undefined {
  const of = (name: string) => (read.get(name)?.text ? read.get(name) : undefined)
  const guid = of(form === 'rss' ? 'guid' : form === 'atom' ? 'id' : 'loc')
  const isLink = form === 'sitemap' || (form === 'rss' && of('opaque') === undefined && /^https?:\/\//i.test(guid?.text ?? ''))
  const link = addressAt(of('feedburner:origlink') ?? of('link') ?? (isLink ? guid : undefined))
  if (link === null) return undefined
  const dates = ['pubdate', 'dc:date', 'published', 'issued', 'updated', 'modified', 'lastmod']
  return {
    id: guid?.text ?? link,
    link,
    title: titleOf(of('title')?.text, 300),
    at: dateOf(dates.map(of).find((one) => one !== undefined)?.text),
    html: null,
  }
}

/** Dates that are unambiguous: `2026-03-02`, with or without a time; `Mon, 2 Mar 2026`; `March 2, 2026`. */
const ISO_DAY = /^\d{4}-\d{1,2}-\d{1,2}(?!\d)/
const DAY_OF_MONTH =
  /^(?:\p{L}{2,12}\.?,? )?\d{1,2}[ -]\p{L}{3,9}\.?[ -]\d{2,4}(?!\d)|^(?:\p{L}{2,12},? )?\p{L}{3,9}\.? \d{1,2},? \d{4}(?!\d)/u

/** Parses a date of RSS, Atom or a sitemap; null if it cannot be read: the engine takes `1.12.2026` for January, and `1` for 2001. */
export function dateOf(text: unknown): Date | null {
  if (typeof text !== 'string' || text.length > 100) return null
  const plain = text.trim().replace(/\s+/g, ' ')
  if (!ISO_DAY.test(plain) && !DAY_OF_MONTH.test(plain) && !/^\d{4}(?:-\d\d)?$/.test(plain)) return null
  const at = new Date(plain)
  return Number.isNaN(at.getTime()) ? null : at
}
