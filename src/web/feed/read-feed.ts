/** Fetches a feed through the same connector as pages: one GET within limits of bytes, entries and time. */
import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import type { FeedAnswer, FeedEntry, FeedFault, FeedRead, FeedRequest, ReadFeed } from '../../core/ports/feed.js'
import type { PageContent } from '../../core/ports/page.js'
import type { NoAnswer } from '../../core/ports/web.js'
import { collect, type Collected } from '../collect.js'
import type { Readers } from '../readers.js'
import { MOST_BYTES } from './bytes.js'

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, application/gzip;q=0.8, text/plain;q=0.7, */*;q=0.5'

type Headers = Record<string, string | string[] | undefined>
type StandIn = { status: number; headers: Record<string, string>; body: Buffer; delayMs: number }
export type FeedOptions = {
  agent: Dispatcher
  readers: Readers
  userAgent: string
  standIn?: ((url: string) => Promise<StandIn | NoAnswer | undefined>) | undefined
  /** Explains a failed request. */
  reasonOf: (error: unknown, signal: AbortSignal) => NoAnswer
}

export function makeReadFeed({ agent, readers, userAgent, standIn, reasonOf }: FeedOptions): ReadFeed {
  /** Downloads the whole body before a reader starts, so that a slow website keeps no reader waiting. */
  const get = async (wanted: FeedRequest): Promise<Got | { kind: 'unanswered'; because: NoAnswer }> => {
    const signal = AbortSignal.timeout(wanted.timeoutMs)
    try {
      const stored = await standIn?.(wanted.url)
      if (typeof stored === 'string') return { kind: 'unanswered', because: stored }
      if (stored) return await ofStandIn(stored, wanted, signal)
      const headers = {
        accept: ACCEPT,
        'accept-encoding': 'gzip',
        'user-agent': userAgent,
        ...(wanted.etag !== null && { 'if-none-match': wanted.etag }),
        ...(wanted.lastModified !== null && { 'if-modified-since': wanted.lastModified }),
      }
      const { statusCode, headers: sent, body } = await request(wanted.url, { dispatcher: agent, signal, headers })
      return await gotOf(statusCode, sent, body, signal)
    } catch (error) {
      return { kind: 'unanswered', because: reasonOf(error, signal) }
    }
  }
  return async (wanted, onEntry) => {
    const got = await get(wanted)
    if (got.kind === 'unanswered') return got
    const { sent, contentType, ...answer } = got
    return { ...answer, read: sent && (await readSent(readers, sent, contentType, wanted, onEntry)) }
  }
}

/** `sent`: null when the status says that there is nothing to read. */
type Got = Omit<Extract<FeedAnswer, { kind: 'answered' }>, 'read'> & { contentType: string | null; sent: Collected | null }

async function ofStandIn(
  { status, headers, body, delayMs }: StandIn,
  { timeoutMs, etag }: FeedRequest,
  signal: AbortSignal,
): Promise<Got | { kind: 'unanswered'; because: NoAnswer }> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(delayMs, timeoutMs)))
  if (delayMs >= timeoutMs) return { kind: 'unanswered', because: 'timeout' }
  const isSame = etag !== null && headers['etag'] === etag
  return gotOf(isSame ? 304 : status, headers, Readable.from([body]), signal)
}

async function gotOf(status: number, headers: Headers, body: Readable, signal: AbortSignal): Promise<Got> {
  const of = (name: string): string | null => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= 500 ? value : null
  }
  const isRead = status >= 200 && status < 300 && status !== 204
  const location = typeof headers['location'] === 'string' ? headers['location'] : null
  const collected = await collect(body, isRead ? MOST_BYTES : 0, signal)
  return {
    kind: 'answered',
    status,
    location,
    etag: of('etag'),
    lastModified: of('last-modified'),
    retryAfter: of('retry-after'),
    contentType: of('content-type'),
    sent: isRead ? collected : null,
  }
}

const CUT: Readonly<Record<NonNullable<Collected['cut']>, FeedFault>> = {
  too_long: 'too_large',
  timeout: 'timeout',
  reset: 'reset',
}

async function readSent(
  readers: Readers,
  { pieces, cut }: Collected,
  contentType: string | null,
  { url, wanted, mostEntries, organizationId }: FeedRequest,
  onEntry: (entry: FeedEntry) => void,
): Promise<FeedRead> {
  const fault = (because: FeedFault): FeedRead => ({ kind: 'fault', because, instead: null })
  if (cut) return fault(CUT[cut])
  const pageOf = async (text: string, address: string): Promise<PageContent | null> => {
    const read = await readers.run(organizationId, { task: 'content', page: { text }, address })
    return read?.kind === 'read' ? read.page : null
  }
  const task = { task: 'feed', url, wanted, mostEntries, contentType } as const
  const read = await readers.run(organizationId, task, {
    pieces,
    onEntry: ({ html, ...entry }) => onEntry({ ...entry, page: html === null ? null : () => pageOf(html, entry.link) }),
  })
  return read ?? fault('unreadable')
}
