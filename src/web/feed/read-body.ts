/** Turns the bytes of a feed into its entries, in the reader process. */
import type { FeedKind, FeedRead, FeedRequest } from '../../core/ports/feed.js'
import type { ReadEntry } from '../task.js'
import { decoded, unzipped } from './bytes.js'
import { Faulty } from './fault.js'
import { readList } from './json.js'
import { makeXmlReader, type XmlReader } from './xml.js'
import { addressOf } from '../page/plain.js'

/** Limit for a JSON list, which is parsed in one piece. */
const MOST_LIST = 8 * 1024 * 1024

type Wanted = Pick<FeedRequest, 'url' | 'wanted' | 'mostEntries'> & { contentType: string | null }

export async function readBody(
  body: AsyncIterable<Buffer>,
  { url, wanted, mostEntries, contentType }: Wanted,
  onEntry: (entry: ReadEntry) => void,
): Promise<FeedRead> {
  try {
    const entries = { address: url, wanted, mostEntries, onEntry }
    let reader: Pick<XmlReader, 'write' | 'end'> | undefined
    for await (const text of decoded(unzipped(body), contentType)) {
      reader ??= text.trim() === '' ? undefined : readerOf(text, entries)
      reader?.write(text)
    }
    return (reader ?? makeXmlReader(entries)).end()
  } catch (error) {
    if (error instanceof Faulty) return { kind: 'fault', because: error.because, instead: error.instead }
    throw error
  }
}

type Entries = { address: string; wanted: FeedKind | null; mostEntries: number; onEntry: (entry: ReadEntry) => void }

/** Chooses the reader by the first character: JSON, XML, or a list of addresses. */
function readerOf(beginning: string, entries: Entries): Pick<XmlReader, 'write' | 'end'> {
  const [sign] = /[^\s\ufeff]/.exec(beginning) ?? []
  if (sign === '{' || sign === '[') return makeListReader(entries)
  return sign === 'h' || sign === 'H' ? makeTextReader(entries) : makeXmlReader(entries)
}

/** Collects the whole text first, because JSON is parsed in one piece. */
function makeListReader(entries: Entries): Pick<XmlReader, 'write' | 'end'> {
  const list: string[] = []
  let length = 0
  return {
    write(text) {
      list.push(text)
      length += text.length
      if (length > MOST_LIST) throw new Faulty('too_large')
    },
    end: () => readList(list.join(''), entries),
  }
}

/** A sitemap as plain text: one address a line and nothing else. @see https://www.sitemaps.org/protocol.html#otherformats */
const MOST_LINE = 4_000

type TextOptions = { wanted: FeedKind | null; mostEntries: number; onEntry: (entry: ReadEntry) => void }

/** The reader's methods throw Faulty as soon as it is certain that there is nothing to read. */
function makeTextReader({ wanted, mostEntries, onEntry }: TextOptions) {
  let rest = ''
  let entries = 0
  const read = (line: string) => {
    const text = line.replace(/^\ufeff/, '').trim()
    if (text === '') return
    const link = /^https?:\/\/\S+$/i.test(text) ? addressOf(text, text) : null
    if (link === null) throw new Faulty('not_a_feed')
    if (wanted !== null && wanted !== 'sitemap') throw new Faulty('wrong_kind')
    if (++entries > mostEntries) throw new Faulty('too_large')
    onEntry({ id: text, link, title: null, at: null, html: null })
  }
  return {
    write(text: string) {
      const lines = `${rest}${text}`.split(/\r\n|\r|\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) read(line)
      if (rest.length > MOST_LINE) throw new Faulty('not_a_feed')
    },
    end(): FeedRead {
      read(rest)
      if (entries === 0) throw new Faulty('not_a_feed')
      return { kind: 'entries', of: 'sitemap', title: null }
    },
  }
}
