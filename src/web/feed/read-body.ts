/** From the bytes of a feed to its entries, in the process that reads for us. */
import type { FeedRead, FeedRequest } from '../../core/ports/feed.js'
import type { ReadEntry } from '../task.js'
import { decoded, unzipped } from './bytes.js'
import { Faulty } from './fault.js'
import { readList } from './json.js'
import { makeXmlReader } from './xml.js'

/** Of a list as JSON, which is read in one piece. */
const MOST_LIST = 8 * 1024 * 1024

type Wanted = Pick<FeedRequest, 'url' | 'wanted' | 'mostEntries'> & { contentType: string | null }

export async function readBody(
  body: AsyncIterable<Buffer>,
  { url, wanted, mostEntries, contentType }: Wanted,
  onEntry: (entry: ReadEntry) => void,
): Promise<FeedRead> {
  try {
    const xml = makeXmlReader({ address: url, wanted, mostEntries, onEntry })
    let list: string[] | undefined
    let length = 0
    let isBegun = false
    for await (const text of decoded(unzipped(body), contentType)) {
      if (!isBegun && text.trim() !== '') {
        isBegun = true
        if (/^[\s\ufeff]*[[{]/.test(text)) list = []
      }
      if (!list) {
        xml.write(text)
        continue
      }
      list.push(text)
      length += text.length
      if (length > MOST_LIST) throw new Faulty('too_large')
    }
    if (!list) return xml.end()
    if (wanted !== null && wanted !== 'products') throw new Faulty('wrong_kind')
    readList(list.join(''), { address: url, mostEntries, onEntry })
    return { kind: 'entries', of: 'products', title: null }
  } catch (error) {
    if (error instanceof Faulty) return { kind: 'fault', because: error.because, instead: error.instead }
    throw error
  }
}
