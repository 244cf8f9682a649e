/** Downloads a user's address into memory or a file, always through the connector of public-only.ts. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import type { Sentence } from '../core/lib/codes.js'
import { badRequest, DomainError } from '../core/lib/errors.js'
import { parseUrl } from '../core/lib/http/parse-url.js'
import { otherKind } from './other-kind.js'
import { type TempFile, toTempFile } from '../core/lib/temp-file.js'
import { Blocked, makePublicOnlyAgent, type PublicOnlyOptions } from './public-only.js'
import { sniff } from './sniff.js'

/** A file that replaces a response from the network. */
export type StandInAnswer = { status: number; headers: Record<string, string>; body: Buffer; delayMs: number }

export type RemoteOptions = PublicOnlyOptions & {
  /** Responses of hosts that are folders of this machine (the sandbox), or the reason for none; undefined for any other host. */
  standIn?: (url: string) => Promise<StandInAnswer | string | undefined>
  /** Replaces the limits of the request (tests). */
  timeoutMs?: number
  maxBytes?: number
}
/** The expected kind and its limits. */
export type Wanted = { kind: 'image' | 'video'; maxBytes: number; timeoutMs: number; tooLarge: () => DomainError }
export type Remote = {
  /** @throws DomainError BAD_REQUEST naming `field`, with `busyHost` if it may pass; or that of otherKind() for the other kind */
  get(url: string, field: string, wanted: Wanted): Promise<Buffer>
  /**
   * Downloads into a file that the caller removes; a failure leaves nothing.
   * @throws as `get`
   */
  download(url: string, field: string, wanted: Wanted): Promise<TempFile>
  close(): Promise<void>
}

const MAX_REDIRECTS = 3
const MAX_URL_LENGTH = 2048

export function makeRemote({ timeoutMs, maxBytes, standIn, ...options }: RemoteOptions = {}): Remote {
  const agent = makePublicOnlyAgent(options)
  const open = (url: string, field: string, expected: Wanted): Readable => {
    const wanted = { ...expected, timeoutMs: timeoutMs ?? expected.timeoutMs, maxBytes: maxBytes ?? expected.maxBytes }
    const terms = { field, wanted, signal: AbortSignal.timeout(wanted.timeoutMs) }
    const ask: Ask = async (at) =>
      (await standIn?.(at.href).then((stored) => ofStandIn(stored, terms))) ?? askNet(agent, at, terms)
    return Readable.from(read(ask, url, terms), { objectMode: false })
  }
  let shutdown: Promise<void> | undefined
  return {
    get: async (url, field, wanted) => buffer(open(url, field, wanted)),
    download: (url, field, wanted) => toTempFile(open(url, field, wanted), wanted),
    close: () => (shutdown ??= agent.destroy()), // shared by pictures and videos
  }
}

type Terms = { field: string; signal: AbortSignal; wanted: Wanted }

type Answer = { statusCode: number; headers: Record<string, string | string[] | undefined>; body: Readable }
type Ask = (url: URL) => Promise<Answer>

function askNet(dispatcher: Dispatcher, url: URL, { signal, wanted }: Terms): Promise<Answer> {
  const headers = { accept: `${wanted.kind}/*`, 'user-agent': 'Pinslot/1' }
  return request(url, { dispatcher, signal, headers })
}

async function ofStandIn(stored: StandInAnswer | string | undefined, { signal }: Terms): Promise<Answer | undefined> {
  if (stored === undefined) return undefined
  if (typeof stored === 'string') throw new Error(stored)
  if (stored.delayMs > 0) await delay(stored.delayMs, undefined, { signal })
  return { statusCode: stored.status, headers: stored.headers, body: Readable.from([stored.body]) }
}

/** Converts errors of the download here, so that errors of the destination are not mistaken for them. */
async function* read(ask: Ask, url: string, terms: Terms): AsyncGenerator<Buffer> {
  let answer: Answer | undefined
  try {
    answer = await follow(ask, requireUrl(url, terms.field), terms)
    yield* judged(answer, terms)
  } catch (error) {
    throw explain(error, terms)
  } finally {
    if (answer) discard(answer.body)
  }
}

/** The response at the end of the redirects. */
async function follow(ask: Ask, start: URL, { field, wanted }: Terms): Promise<Answer> {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await ask(url)
    if (answer.statusCode === 200) return answer
    const { statusCode } = answer
    const { location } = answer.headers
    discard(answer.body)
    if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string') {
      const wish = wanted.kind === 'image' ? 'an image' : 'a video'
      const sentence: Sentence = (of) => `${of(field)}: the server answered with status ${statusCode} instead of ${wish}.`
      throw isBusy(statusCode) ? busy(field, sentence, answer.headers['retry-after']) : badRequest(field, sentence)
    }
    url = requireUrl(location, field, url)
  }
  throw badRequest(field, (of) => `${of(field)}: the URL redirects more than ${MAX_REDIRECTS} times.`)
}

/**
 * Checks the kind before the length, because its error is more useful. A length in a header is only a claim, so the bytes are
 * counted.
 */
async function* judged({ body, headers }: Answer, { field, wanted }: Terms): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const found = bytes === 0 ? sniff(chunk)?.mediaType : undefined
    if (found && found !== wanted.kind) throw otherKind(field, found)
    bytes += chunk.length
    if (Math.max(bytes, Number(headers['content-length'] ?? 0)) > wanted.maxBytes) throw wanted.tooLarge()
    yield chunk
  }
}

/** Destroys an unread body and ignores its late error. */
function discard(body: Readable): void {
  body.on('error', () => {})
  body.destroy()
}

function requireUrl(raw: string, field: string, base?: URL): URL {
  if (raw.length > MAX_URL_LENGTH)
    throw badRequest(field, (of) => `${of(field)} must be at most ${MAX_URL_LENGTH} characters long.`)
  const url = parseUrl(raw, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badRequest(field, (of) => `${of(field)} must be an http or https URL.`)
  if (url.username || url.password) throw badRequest(field, (of) => `${of(field)} must not contain a user name or password.`)
  return url
}

/** Explains any failure of the download. */
function explain(error: unknown, { field, signal, wanted }: Terms): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof Blocked) return badRequest(field, (of) => `${of(field)}: the URL must be public and use port 80 or 443.`)
  if (signal.aborted || isTimeout(error))
    return busy(field, (of) => `${of(field)}: the server took too long to answer (more than ${wanted.timeoutMs / 1000} s).`)
  const sentence: Sentence = (of) => `${of(field)}: the URL could not be fetched. Check that anyone can open it.`
  return isReset(error) ? busy(field, sentence) : badRequest(field, sentence)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
const isTimeout = (error: unknown) => codeOf(error) === 'ETIMEDOUT' || codeOf(error).endsWith('_TIMEOUT')
/** True if an established connection was broken. */
const isReset = (error: unknown) => ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error))

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500
const busy = (field: string, sentence: Sentence, retryAfter?: string | string[]): DomainError =>
  new DomainError('BAD_REQUEST', sentence, {
    field,
    busyHost: { retryAfter: typeof retryAfter === 'string' ? retryAfter : null },
  })
