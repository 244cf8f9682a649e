/** GET of an address somebody gave us, into memory or into a file. All of it goes through the connector of public-only.ts. */
import { parseUrl } from '../core/lib/parse-url.js'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Dispatcher, request } from 'undici'
import { badRequest, DomainError } from '../core/lib/errors.js'
import { otherKind } from './other-kind.js'
import { type TempFile, toTempFile } from '../core/lib/temp-file.js'
import { Blocked, makePublicOnlyAgent, type PublicOnlyOptions } from './public-only.js'
import { sniff } from './sniff.js'

export type RemoteOptions = PublicOnlyOptions & {
  /** In place of the requested file (tests). */
  timeoutMs?: number
  maxBytes?: number
}
/** The expected kind, and how much of it at most. */
export type Wanted = { kind: 'image' | 'video'; maxBytes: number; timeoutMs: number; tooLarge: () => DomainError }
export type Remote = {
  /** @throws DomainError BAD_REQUEST naming `field`, or as otherKind() does when it leads to the other kind */
  get(url: string, field: string, wanted: Wanted): Promise<Buffer>
  /** Into a file that the caller removes; nothing is left when it fails. @throws as `get` */
  download(url: string, field: string, wanted: Wanted): Promise<TempFile>
  close(): Promise<void>
}

const MAX_REDIRECTS = 3
const MAX_URL_LENGTH = 2048

export function makeRemote({ timeoutMs, maxBytes, ...options }: RemoteOptions = {}): Remote {
  const agent = makePublicOnlyAgent(options)
  const open = (url: string, field: string, expected: Wanted): Readable => {
    const wanted = { ...expected, timeoutMs: timeoutMs ?? expected.timeoutMs, maxBytes: maxBytes ?? expected.maxBytes }
    const terms = { field, wanted, signal: AbortSignal.timeout(wanted.timeoutMs) }
    return Readable.from(read(agent, url, terms), { objectMode: false })
  }
  let shutdown: Promise<void> | undefined
  return {
    get: async (url, field, wanted) => buffer(open(url, field, wanted)),
    download: (url, field, wanted) => toTempFile(open(url, field, wanted), wanted),
    close: () => (shutdown ??= agent.destroy()), // pictures and videos may share it
  }
}

type Terms = { field: string; signal: AbortSignal; wanted: Wanted }

/** Errors of the download are reported here, so that errors of the destination are not mistaken for them. */
async function* read(agent: Dispatcher, url: string, terms: Terms): AsyncGenerator<Buffer> {
  let answer: Dispatcher.ResponseData | undefined
  try {
    answer = await follow(agent, requireUrl(url, terms.field), terms)
    yield* judged(answer, terms)
  } catch (error) {
    throw explain(error, terms)
  } finally {
    if (answer) discard(answer.body)
  }
}

/** The answer at the end of the redirects. */
async function follow(agent: Dispatcher, start: URL, { field, signal, wanted }: Terms): Promise<Dispatcher.ResponseData> {
  const headers = { accept: `${wanted.kind}/*`, 'user-agent': 'Pinslot/1' }
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(url, { dispatcher: agent, signal, headers })
    if (answer.statusCode === 200) return answer
    const { statusCode } = answer
    const { location } = answer.headers
    discard(answer.body)
    if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string') {
      const wish = wanted.kind === 'image' ? 'a picture' : 'a video'
      throw badRequest(field, (of) => `${of(field)}: the address answered with status ${statusCode}, not with ${wish}.`)
    }
    url = requireUrl(location, field, url)
  }
  throw badRequest(field, (of) => `${of(field)}: the address redirects more than ${MAX_REDIRECTS} times.`)
}

/**
 * Its kind is checked before its length: for a wrong kind that is the better message. A length in a header is only a claim, and
 * so counted.
 */
async function* judged({ body, headers }: Dispatcher.ResponseData, { field, wanted }: Terms): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const found = bytes === 0 ? sniff(chunk)?.mediaType : undefined
    if (found && found !== wanted.kind) throw otherKind(field, found)
    bytes += chunk.length
    if (Math.max(bytes, Number(headers['content-length'] ?? 0)) > wanted.maxBytes) throw wanted.tooLarge()
    yield chunk
  }
}

/** A body nobody reads is cut off, and its late error with it. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {})
  body.destroy()
}

function requireUrl(raw: string, field: string, base?: URL): URL {
  if (raw.length > MAX_URL_LENGTH)
    throw badRequest(field, (of) => `${of(field)} must be at most ${MAX_URL_LENGTH} characters long.`)
  const url = parseUrl(raw, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badRequest(field, (of) => `${of(field)} must be an http or https URL.`)
  if (url.username || url.password) throw badRequest(field, (of) => `${of(field)} must not carry a user name or password.`)
  return url
}

/** The sentence for whatever went wrong on the way. */
function explain(error: unknown, { field, signal, wanted }: Terms): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof Blocked)
    return badRequest(
      field,
      (of) => `${of(field)}: the address is not a public one on port 80 or 443. Only public addresses are fetched.`,
    )
  if (signal.aborted || isTimeout(error))
    return badRequest(
      field,
      (of) => `${of(field)}: the address took too long to answer (more than ${wanted.timeoutMs / 1000} s).`,
    )
  return badRequest(field, (of) => `${of(field)}: the address could not be fetched. Only public addresses that answer are.`)
}

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.endsWith('_TIMEOUT')
