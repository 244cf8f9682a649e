/** GET of an address somebody gave us. One choke point, the socket's connector, lets only public addresses through. */
import dns from 'node:dns'
import net from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { badRequest, DomainError } from '../core/errors.js'

export type RemoteOptions = {
  resolve?: typeof dns.lookup
  /** Which addresses may be connected to; tests let their own server in. */
  allow?: (address: string) => boolean
  /** null: any port (tests). */
  ports?: number[] | null
  timeoutMs?: number
  maxBytes?: number
}
export type Remote = { get(url: string, field: string): Promise<Buffer>; close(): Promise<void> }

const MAX_REDIRECTS = 3
const MAX_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 10_000
const MAX_URL_LENGTH = 2048

export function makeRemote(options: RemoteOptions = {}): Remote {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options
  const agent = makeAgent(options)
  return {
    async get(raw, field) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await follow(agent, requireUrl(raw, field), { field, signal, maxBytes })
      } catch (error) {
        throw explain(error, field, signal, timeoutMs)
      }
    },
    close: () => agent.destroy(),
  }
}

/** @see the ranges of ipaddr.js: private, loopback, link-local, shared, mapped, translated and tunnelled ones are all not `unicast` */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  if (!ipaddr.isValid(plain)) return false
  const parsed = ipaddr.process(plain) // unwraps ::ffff:a.b.c.d
  if (parsed.range() !== 'unicast') return false
  // of IPv6 only what is handed out as global unicast, 2000::/3: not ::a.b.c.d, fec0:: or other leftovers
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

class Blocked extends Error {}

function makeAgent({ resolve = dns.lookup, allow = isPublic, ports = [80, 443] }: RemoteOptions): Agent {
  const lookup: net.LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const first = addresses[0]
      // a mixed answer is refused whole: somebody is trying something
      if (!first || !addresses.every(({ address }) => allow(address)))
        return callback(new Blocked(`${host} resolves to a non-public address`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
  const connect = buildConnector({ lookup, timeout: 5_000 })
  return new Agent({
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connections: 8,
    pipelining: 0,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
      if (ports && !ports.includes(port)) return callback(new Blocked(`port ${port}`), null)
      // net.connect asks no lookup for a literal address
      if (net.isIP(host) && !allow(host)) return callback(new Blocked(`${host} is not a public address`), null)
      connect(target, (error, socket) => {
        if (error) return callback(error, null)
        if (!allow(socket.remoteAddress ?? '')) {
          socket.destroy()
          return callback(new Blocked('connected to a non-public address'), null)
        }
        callback(null, socket)
      })
    },
  })
}

type Terms = { field: string; signal: AbortSignal; maxBytes: number }

async function follow(agent: Agent, start: URL, terms: Terms): Promise<Buffer> {
  const { field, signal } = terms
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(url, { dispatcher: agent, signal, headers: { accept: 'image/*', 'user-agent': 'Pinslot/1' } })
    const { location } = answer.headers
    if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
      discard(answer.body)
      url = requireUrl(location, field, url)
      continue
    }
    if (answer.statusCode !== 200) {
      discard(answer.body)
      throw badRequest(field, `${field}: the address answered with status ${answer.statusCode}, not with a picture.`)
    }
    return readBody(answer, terms)
  }
  throw badRequest(field, `${field}: the address redirects more than ${MAX_REDIRECTS} times.`)
}

async function readBody({ body, headers }: Dispatcher.ResponseData, { field, maxBytes }: Terms): Promise<Buffer> {
  const tooLarge = () => badRequest(field, `${field}: the file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    discard(body)
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge() // leaving the loop destroys the body
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A body nobody reads is cut off, and its late error with it. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {})
  body.destroy()
}

function requireUrl(raw: string, field: string, base?: URL): URL {
  if (raw.length > MAX_URL_LENGTH) throw badRequest(field, `${field} must be at most ${MAX_URL_LENGTH} characters long.`)
  if (!URL.canParse(raw, base?.href)) throw badRequest(field, `${field} must be an http or https URL.`)
  const url = new URL(raw, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw badRequest(field, `${field} must be an http or https URL.`)
  if (url.username || url.password) throw badRequest(field, `${field} must not carry a user name or password.`)
  return url
}

/** The sentence for whatever went wrong on the way. */
function explain(error: unknown, field: string, signal: AbortSignal, timeoutMs: number): DomainError {
  if (error instanceof DomainError) return error
  if (isBlocked(error))
    return badRequest(field, `${field}: the address is not a public one on port 80 or 443. Only public addresses are fetched.`)
  if (signal.aborted || isTimeout(error))
    return badRequest(field, `${field}: the address took too long to answer (more than ${timeoutMs / 1000} s).`)
  return badRequest(field, `${field}: the address could not be fetched.`)
}

const isBlocked = (error: unknown): boolean =>
  error instanceof Blocked || (error instanceof AggregateError && error.errors.some(isBlocked))
const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.endsWith('_TIMEOUT')
