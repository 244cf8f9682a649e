/** Bearer keys and the daily limit: before anything else of a request is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticated, type FindPerson, makeAuthenticator } from '../core/accounts/keys/authenticate.js'
import { DomainError } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
  }
}

/** What a program calls itself is kept with what it does. */
const AGENT_LENGTH = 200

/** Every request of this scope, also one that reaches no route, needs a key and counts against its limit. */
export function requireKey(
  app: FastifyInstance,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  findPerson?: FindPerson,
): void {
  const authenticator = makeAuthenticator({ db, clock, settings }, findPerson)
  app.decorateRequest('authenticated', null)
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const authenticated = await authenticator.authenticate(bearerOf(request.headers.authorization), request.ip)
    if (!authenticated) throw unauthorized()
    const { limit, remaining, resetAt, exceeded } = authenticated
    void reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': resetAt })
    if (exceeded) throw limitExceeded(limit, resetAt - Math.floor(clock().getTime() / 1000))
    const agent = request.headers['user-agent']?.slice(0, AGENT_LENGTH)
    request.authenticated = { ...authenticated, actor: { ...authenticated.actor, agent } }
  })
}

/** The authentication of a request behind requireKey. */
export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (!authenticated) throw new Error('this route stands outside requireKey')
  return authenticated
}

function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +([^\s]+) *$/i.exec(header)?.[1]
}

const unauthorized = () =>
  new DomainError('UNAUTHORIZED', 'Missing or invalid API key. Send it as Authorization: Bearer <API_KEY>.')

/** @see docs/contract.md#limits: the sentence is part of the contract */
const limitExceeded = (limit: number, seconds: number) =>
  new DomainError('RATE_LIMIT_EXCEEDED', `Daily rate limit of ${limit} requests exceeded. Resets at midnight UTC.`, {
    retryAfterSeconds: Math.max(1, seconds),
  })
