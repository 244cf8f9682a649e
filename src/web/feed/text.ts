/** A sitemap as plain text: one address a line and nothing else. @see https://www.sitemaps.org/protocol.html#otherformats */
import type { FeedKind, FeedRead } from '../../core/ports/feed.js'
import { addressOf } from '../page/plain.js'
import type { ReadEntry } from '../task.js'
import { Faulty } from './fault.js'

const MOST_LINE = 4_000

export type TextOptions = { wanted: FeedKind | null; mostEntries: number; onEntry: (entry: ReadEntry) => void }

/** The reader's methods throw Faulty as soon as it is certain that there is nothing to read. */
export function makeTextReader({ wanted, mostEntries, onEntry }: TextOptions) {
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
