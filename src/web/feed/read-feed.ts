/** A feed over the same connector as pages: one GET, read as it comes, within its limits of bytes, entries and time. */
import { type Dispatcher, request } from 'undici'
import type { FeedAnswer, FeedEntry, FeedRead, FeedRequest, ReadFeed } from '../../core/ports/feed.js'
import type { NoAnswer } from '../../core/ports/web.js'
import { decoded, unzipped } from './bytes.js'
import { Faulty } from './fault.js'
import { readList } from './json.js'
import { makeXmlReader } from './xml.js'

/** Of a list as JSON, which is read in one piece. */
const MOST_LIST = 8 * 1024 * 1024
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, application/gzip;q=0.8, */*;q=0.5'

type StandIn = { status: number; headers: Record<string, string>; body: Buffer; delayMs: number }
export type FeedOptions = {
  agent: Dispatcher
  userAgent: string
  standIn?: ((url: string) => Promise<StandIn | NoAnswer | undefined>) | undefined
  /** Why an address does not answer, by the error. */
  reasonOf: (error: unknown, signal: AbortSignal) => NoAnswer
}

export function makeReadFeed({ agent, userAgent, standIn, reasonOf }: FeedOptions): ReadFeed {
  return async (wanted, onEntry) => {
    const signal = AbortSignal.timeout(wanted.timeoutMs)
    try {
      const stored = await standIn?.(wanted.url)
      if (typeof stored === 'string') return { kind: 'unanswered', because: stored }
      if (stored) return await ofStandIn(stored, wanted, onEntry, signal)
      const headers = {
        accept: ACCEPT,
        'accept-encoding': 'gzip',
        'user-agent': userAgent,
        ...(wanted.etag !== null && { 'if-none-match': wanted.etag }),
        ...(wanted.lastModified !== null && { 'if-modified-since': wanted.lastModified }),
      }
      const { statusCode, headers: sent, body } = await request(wanted.url, { dispatcher: agent, signal, headers })
      body.on('error', () => {}) // one that comes late has nobody to go to
      try {
        return await answerOf(statusCode, sent, body as AsyncIterable<Buffer>, wanted, onEntry, signal)
      } finally {
        body.destroy()
      }
    } catch (error) {
      return { kind: 'unanswered', because: reasonOf(error, signal) }
    }
  }
}

async function ofStandIn(
  { status, headers, body, delayMs }: StandIn,
  wanted: FeedRequest,
  onEntry: (entry: FeedEntry) => void,
  signal: AbortSignal,
): Promise<FeedAnswer> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(delayMs, wanted.timeoutMs)))
  if (delayMs >= wanted.timeoutMs) return { kind: 'unanswered', because: 'timeout' }
  const isSame = wanted.etag !== null && headers['etag'] === wanted.etag
  async function* whole() {
    yield body
  }
  return answerOf(isSame ? 304 : status, headers, whole(), wanted, onEntry, signal)
}

type Headers = Record<string, string | string[] | undefined>

async function answerOf(
  status: number,
  headers: Headers,
  body: AsyncIterable<Buffer>,
  wanted: FeedRequest,
  onEntry: (entry: FeedEntry) => void,
  signal: AbortSignal,
): Promise<FeedAnswer> {
  const of = (name: string): string | null => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= 500 ? value : null
  }
  const isRead = status >= 200 && status < 300 && status !== 204
  const location = typeof headers['location'] === 'string' ? headers['location'] : null
  return {
    kind: 'answered',
    ...{ status, location, etag: of('etag'), lastModified: of('last-modified'), retryAfter: of('retry-after') },
    read: isRead ? await readBody(body, of('content-type'), wanted, onEntry, signal) : null,
  }
}

async function readBody(
  body: AsyncIterable<Buffer>,
  contentType: string | null,
  { url, wanted, mostEntries }: FeedRequest,
  onEntry: (entry: FeedEntry) => void,
  signal: AbortSignal,
): Promise<FeedRead> {
  try {
    const xml = makeXmlReader({ address: url, wanted, mostEntries, onEntry })
    let list: string[] | undefined
    let length = 0
    let isBegun = false
    for await (const text of decoded(unzipped(body), contentType)) {
      if (signal.aborted) throw new Faulty('timeout')
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
    const entries = await readList(list.join(''), { address: url, mostEntries, signal })
    entries.forEach(onEntry)
    return { kind: 'entries', of: 'products', title: null }
  } catch (error) {
    if (error instanceof Faulty) return { kind: 'fault', because: error.because, instead: error.instead }
    return { kind: 'fault', because: signal.aborted ? 'timeout' : 'reset', instead: null }
  }
}
