/** Bearer keys and the daily limit: before anything else of a request is looked at. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticated, makeAuthenticator } from '../core/accounts/keys/authenticate.js'
import { DomainError } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'

declare module 'fastify' {
  interface FastifyRequest {
    admission: Authenticated | null
  }
}

/** Every request of this scope, also one that reaches no route, needs a key and counts against its limit. */
export function requireKey(app: FastifyInstance, { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>): void {
  const gate = makeAuthenticator({ db, clock, settings })
  app.decorateRequest('admission', null)
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const admission = await gate.admit(bearerOf(request.headers.authorization), request.ip)
    if (!admission) throw unauthorized()
    const { limit, remaining, resetAt, exceeded } = admission
    void reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': resetAt })
    if (exceeded) throw limitExceeded(limit, resetAt - Math.floor(clock().getTime() / 1000))
    request.admission = admission
  })
}

/** The admission of a request behind requireKey. */
export function admissionOf({ admission }: FastifyRequest): Authenticated {
  if (!admission) throw new Error('this route stands outside requireKey')
  return admission
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
