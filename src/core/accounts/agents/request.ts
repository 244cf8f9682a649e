/** Reads an authorization request. @see RFC 6749 section 4.1.1, RFC 7636, RFC 8707, RFC 9207 */
import { mostAsked, type MostRole } from '../keys/most-role.js'
import type { AgentClient, FindClient } from './clients.js'
import type { OAuthCode } from './oauth-error.js'
import { isRegistered } from './redirects.js'

export type AgentRequest = {
  client: AgentClient
  redirectUri: string
  state: string | null
  challenge: string
  mostAsked: MostRole
}

/** `unsafe`: shown on a page, because nobody vouches for the address to return to. */
export type ReadRequest =
  | { kind: 'good'; request: AgentRequest }
  | { kind: 'unsafe'; because: 'client' | 'redirect' }
  | { kind: 'refused'; location: string }

const STATE_LENGTH = 2000

/** The one resource whose tokens we give out. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`

/** @param query as the browser sent it */
export async function readRequest(
  findClient: FindClient,
  query: Record<string, unknown>,
  { publicUrl, takeFetch }: { publicUrl: string; takeFetch: () => boolean },
): Promise<ReadRequest> {
  const one = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  const client = await findClient(one('client_id') ?? '', takeFetch)
  if (!client) return { kind: 'unsafe', because: 'client' }
  const redirectUri = one('redirect_uri') ?? ''
  if (!isRegistered(client.redirectUris, redirectUri)) return { kind: 'unsafe', because: 'redirect' }

  const state = one('state') ?? null
  const refused = (error: OAuthCode, description: string): ReadRequest => {
    const words = { error, error_description: description }
    return { kind: 'refused', location: answerTo({ redirectUri, state, publicUrl }, words) }
  }
  const repeated = Object.keys(query).find((name) => name !== 'resource' && typeof query[name] !== 'string')
  if (repeated !== undefined) return refused('invalid_request', 'Send each parameter once.')
  if (state !== null && (state.length > STATE_LENGTH || !/^[\x20-\x7E]*$/.test(state)))
    return refused('invalid_request', `state must be at most ${STATE_LENGTH} printable ASCII characters.`)
  if (one('response_type') !== 'code') return refused('unsupported_response_type', 'response_type must be code.')
  const challenge = one('code_challenge') ?? ''
  if (one('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return refused('invalid_request', 'Send code_challenge with code_challenge_method S256.')
  if (!isOurs(query['resource'], publicUrl)) return refused('invalid_target', `resource must be ${resourceOf(publicUrl)}.`)
  return { kind: 'good', request: { client, redirectUri, state, challenge, mostAsked: mostAsked(one('scope')) } }
}

/** True for our resource, and where a program of an older protocol names none. */
export const isOurs = (given: unknown, publicUrl: string): boolean =>
  given === undefined || [given].flat().every((one) => one === resourceOf(publicUrl))

/** Returns the program's address with an answer: ours by `iss`, to its question by `state`. */
export function answerTo(
  { redirectUri, state, publicUrl }: { redirectUri: string; state: string | null; publicUrl: string },
  values: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', publicUrl)
  return url.href
}
