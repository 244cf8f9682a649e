/** Checks bearer keys and the daily limit before anything else of a request is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticated, Authenticator } from '../core/accounts/keys/authenticate.js'
import { CODES } from '../core/lib/codes.js'
import { DomainError } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
  }
}

/** The longest User-Agent that is stored with an action. */
export const AGENT_LENGTH = 200

/**
 * Requires a key for every request of this scope, including those without a route, and counts them against its limit.
 * `takesAgents`: the access token of a signed-in program is a key here.
 */
export function requireKey(
  app: FastifyInstance,
  { clock }: Pick<Deps, 'clock'>,
  authenticator: Authenticator,
  { takesAgents = false }: { takesAgents?: boolean } = {},
): void {
  app.decorateRequest('authenticated', null)
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const authenticated = await authenticator.authenticate(bearerOf(request.headers.authorization), request.ip, takesAgents)
    if (!authenticated) throw unauthorized()
    const { limit, remaining, resetAt, exceeded } = authenticated
    const left = Math.max(1, resetAt - Math.floor(clock().getTime() / 1000))
    void reply.headers({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': resetAt,
      // @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ version 11
      'ratelimit-policy': `"daily";q=${limit};w=86400`,
      ratelimit: `"daily";r=${remaining};t=${left}`,
    })
    if (exceeded) throw limitExceeded(limit, left)
    const agent = request.headers['user-agent']?.slice(0, AGENT_LENGTH)
    request.authenticated = { ...authenticated, actor: { ...authenticated.actor, agent } }
  })
}

/** The authentication of a request behind requireKey. */
export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (!authenticated) throw new Error('this route stands outside requireKey')
  return authenticated
}

export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +([^\s]+) *$/i.exec(header)?.[1]
}

const unauthorized = () => new DomainError('UNAUTHORIZED', CODES.UNAUTHORIZED.example.message)

/** @see docs/contract.md#limits: the sentence is part of the contract */
const limitExceeded = (limit: number, seconds: number) =>
  new DomainError('RATE_LIMIT_EXCEEDED', `Daily rate limit of ${limit} requests exceeded. Resets at midnight UTC.`, {
    retryAfterSeconds: seconds,
  })
