/**
 * The programs that sign in. One registers itself, and its id is what it said, signed by us: nothing is stored, so no flood of
 * registrations fills a table. Or its id is the address of its own description (a client id metadata document).
 * @see RFC 7591 appendix A.5.2, draft-ietf-oauth-client-id-metadata-document
 */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { MINUTE_MS } from '../../lib/duration.js'
import { parseUrl } from '../../lib/http/parse-url.js'
import { readSigned, writeSigned } from '../../lib/http/signed-token.js'
import type { Deps } from '../../ports/deps.js'
import { makeNewest } from '../keys/newest.js'
import { OAuthError } from './oauth-error.js'
import { isRedirect, REDIRECT_LENGTH } from './redirects.js'

export type AgentClient = { id: string; name: string; redirectUris: string[] }
export type ClientDeps = Pick<Deps, 'sign' | 'web' | 'clock'>

const NAME_LENGTH = 80
const MOST_REDIRECTS = 10
/** The id travels in an address. */
const MOST_ALL_REDIRECTS = 1500
export const CLIENT_ID_LENGTH = 4000
const PURPOSE = 'agent client'

const redirectUris = z.array(z.string().max(REDIRECT_LENGTH)).min(1).max(MOST_REDIRECTS)
const registration = z.looseObject({ client_name: z.string().max(1000).optional(), redirect_uris: redirectUris })
const described = registration.extend({ client_id: z.string() })
const signed = z.object({ n: z.string(), r: z.array(z.string()) })

/** @throws OAuthError invalid_redirect_uri, invalid_client_metadata */
export function registerClient(deps: Pick<Deps, 'sign'>, body: unknown): AgentClient {
  const read = registration.safeParse(body)
  if (!read.success)
    throw new OAuthError('invalid_client_metadata', `Send redirect_uris, an array of 1 to ${MOST_REDIRECTS} addresses.`)
  const { redirect_uris: uris, client_name: name } = read.data
  if (!uris.every(isRedirect))
    throw new OAuthError(
      'invalid_redirect_uri',
      'Each of redirect_uris must be https, http on localhost, or of a scheme of your own.',
    )
  if (uris.join('').length > MOST_ALL_REDIRECTS)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be at most ${MOST_ALL_REDIRECTS} characters together.`)
  const values = { n: nameOf(name), r: uris }
  return { id: writeSigned(deps, PURPOSE, values), name: values.n, redirectUris: uris }
}

export type FindClient = (id: string, takeFetch: () => boolean) => Promise<AgentClient | undefined>

const MOST_BYTES = 16 * 1024
const TIMEOUT_MS = 5_000
/** A changed description takes effect after this. */
const KNOWN_MS = 5 * MINUTE_MS
const MOST_KNOWN = 1_000

/**
 * Makes a finder of clients by their id. undefined: not one of ours, or its description cannot be read. `takeFetch`: asked before
 * a website is read; false: not now.
 */
export function makeFindClient(deps: ClientDeps): FindClient {
  const known = makeNewest<{ client: AgentClient; until: number }>(MOST_KNOWN)
  return async (id, takeFetch) => {
    if (id.length > CLIENT_ID_LENGTH) return undefined
    if (!id.startsWith('https://')) {
      const read = readSigned(deps, PURPOSE, id, signed)
      return read && { id, name: read.n, redirectUris: read.r }
    }
    const now = deps.clock().getTime()
    const kept = known.get(id)
    if (kept && kept.until > now) return kept.client
    if (!isDescriptionAddress(id) || !takeFetch()) return undefined
    const client = await readDescription(deps, id)
    if (client) known.set(id, { client, until: now + KNOWN_MS })
    return client
  }
}

/** True for an address of a document on a named website, in the one way in which it can be written. */
function isDescriptionAddress(id: string): boolean {
  const url = parseUrl(id)
  return (
    url?.href === id &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  )
}

/** No redirect is followed, and only public hosts are reached. */
async function readDescription({ web }: ClientDeps, id: string): Promise<AgentClient | undefined> {
  const request = { url: id, maxBytes: MOST_BYTES, reads: ['application/json', 'application/cimd+json'], timeoutMs: TIMEOUT_MS }
  const answer = await web.get(request)
  if (answer.kind !== 'answered' || answer.status !== 200 || !answer.body || answer.cut) return undefined
  const read = described.safeParse(parseJson(Buffer.from(answer.body).toString()))
  if (!read.success || read.data.client_id !== id) return undefined
  const { client_name: name, redirect_uris: uris } = read.data
  return { id, name: nameOf(name), redirectUris: uris.filter(isRedirect) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Marks that turn the direction of writing would change how the words around the name read. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu

/** Returns the name on one line; it is only what the program calls itself. */
function nameOf(given = ''): string {
  const name = [...given.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim()].slice(0, NAME_LENGTH).join('')
  return name === '' ? 'A program without a name' : name
}

/** A digest of the id, because the id itself is long. */
export const clientHash = (id: string): Buffer => createHash('sha256').update(id).digest()
