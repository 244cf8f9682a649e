/**
 * Fetches other people's pages over a connector that allows only public addresses: one GET, no redirects. Separate processes read
 * the content.
 */
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { noAnswerOf } from '../core/lib/http/no-answer.js'
import type { NoAnswer, Web, WebAnswer, WebRequest } from '../core/ports/web.js'
import { collect } from './collect.js'
import { makeReadFeed } from './feed/read-feed.js'
import type { Readers } from './readers.js'

/** A file that replaces a response from the network. */
export type StandInAnswer = { status: number; headers: Record<string, string>; body: Buffer; delayMs: number }

export type WebOptions = {
  /** Checks each address when it connects. */
  agent: Dispatcher
  readers: Readers
  /** True when an error means that the address is not allowed. */
  isBlocked: (error: unknown) => boolean
  /** Responses of hosts that are folders of this machine (the sandbox); undefined for any other. */
  standIn?: (url: string) => Promise<StandInAnswer | NoAnswer | undefined>
  /** The reason to report instead of `offline` when our DNS does not answer (a sandbox whose whole web is a folder). */
  offlineMeans?: NoAnswer
}

/** Our name to websites, also in their robots.txt. */
const USER_AGENT = 'Pinslot'

export function makeWeb({ agent, readers, isBlocked, standIn, offlineMeans = 'offline' }: WebOptions): Web {
  const why = (error: unknown, signal: AbortSignal): NoAnswer => {
    const because = noAnswerOf(error, { signal, isBlocked })
    return because === 'offline' ? offlineMeans : because
  }
  const get = async (wanted: WebRequest): Promise<WebAnswer> => {
    const signal = AbortSignal.timeout(wanted.timeoutMs)
    try {
      const stored = await standIn?.(wanted.url)
      if (typeof stored === 'string') return { kind: 'unanswered', because: stored }
      if (stored) return await ofStandIn(stored, wanted)
      const headers = { accept: wanted.reads.join(', '), 'accept-encoding': 'identity', 'user-agent': `${USER_AGENT}/1` }
      const answer = await request(wanted.url, { dispatcher: agent, signal, headers })
      const { location, 'content-type': contentType, 'content-encoding': encoding } = answer.headers
      const type = typeof contentType === 'string' ? contentType : null
      const unpack = typeof encoding === 'string' ? PACKED[encoding.trim().toLowerCase()] : undefined
      const isRead = isWanted(type, wanted) && (encoding === undefined || encoding === 'identity' || unpack !== undefined)
      const { pieces, cut } = await collect(unpacked(answer.body, unpack), isRead ? wanted.maxBytes : 0, signal)
      return {
        kind: 'answered',
        status: answer.statusCode,
        location: typeof location === 'string' ? location : null,
        contentType: type,
        body: isRead ? Buffer.concat(pieces) : null,
        ...(isRead && cut && { cut }),
      }
    } catch (error) {
      return { kind: 'unanswered', because: why(error, signal) }
    }
  }
  return {
    get,
    readFeed: makeReadFeed({ agent, readers, userAgent: `${USER_AGENT}/1`, standIn, reasonOf: why }),
    readText: (page, organizationId) => readers.run(organizationId, { task: 'text', page }),
    readPage: (page, organizationId) => readers.run(organizationId, { task: 'facts', page }),
    readContent: (page, address, organizationId) => readers.run(organizationId, { task: 'content', page, address }),
    runApart: (work, organizationId) => readers.run(organizationId, { task: 'work', ...work }),
    mayRead: (text, url, organizationId) => readers.run(organizationId, { task: 'rules', text, url, agent: USER_AGENT }),
  }
}

/** Decoders by content encoding. Some servers compress everything although we request otherwise. */
const PACKED: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses as a stream, so that the size limit applies to the decompressed bytes. */
function unpacked(body: Readable, unpack: (() => Transform) | undefined): Readable {
  if (!unpack) return body
  const plain = unpack()
  body.on('error', (error) => plain.destroy(error))
  plain.on('close', () => body.destroy())
  return body.pipe(plain)
}

async function ofStandIn({ status, headers, body, delayMs }: StandInAnswer, wanted: WebRequest): Promise<WebAnswer> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(delayMs, wanted.timeoutMs)))
  if (delayMs >= wanted.timeoutMs) return { kind: 'unanswered', because: 'timeout' }
  const contentType = headers['content-type'] ?? null
  const read = isWanted(contentType, wanted) ? body.subarray(0, wanted.maxBytes) : null
  const isCut = read !== null && body.length > wanted.maxBytes
  const location = headers['location'] ?? null
  return { kind: 'answered', status, location, contentType, body: read, ...(isCut && { cut: 'too_long' as const }) }
}

/** Accepts a response without a content type, which may be one of the wanted kinds. */
const isWanted = (contentType: string | null, { reads }: WebRequest): boolean =>
  contentType === null || reads.some((one) => contentType.toLowerCase().startsWith(one))
