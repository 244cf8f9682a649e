/** One operation of /v1 as data: its shapes, what it calls, what it shows. Auth, validation, idempotency and envelope are the same for all. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import { isRowId } from '../core/accounts/row-id.js'
import type { Actor } from '../core/actor.js'
import { badRequest, notFound } from '../core/errors.js'
import { runOnce } from '../core/idempotency.js'
import type { BeforeCommit, Deps } from '../core/ports.js'
import { admissionOf } from './auth.js'
import { envelope, envelopeSchema, errorSchema } from './envelope.js'
import { readClaim } from './idempotency.js'

export type Call<Params, Query, Body> = { actor: Actor; params: Params; query: Query; body: Body }

export type Operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /v1. */
  url: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** 201 for what creates a resource. */
  status?: 200 | 201
  data: D
  /** A POST hands `beforeCommit` to the core, so that its answer is stored with its write. */
  run(call: Call<z.output<P>, z.output<Q>, z.output<B>>, beforeCommit?: BeforeCommit<Result>): Promise<Result>
  show(result: Result): z.output<D>
}

export function operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  app: FastifyInstance,
  deps: Deps,
  spec: Operation<P, Q, B, D, Result>,
): void {
  const { method, url, status = 200 } = spec
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = {
      actor: admissionOf(request).actor,
      // validated by the route's schemas, which Fastify's own types do not know
      params: request.params as z.output<P>,
      query: request.query as z.output<Q>,
      body: request.body as z.output<B>,
    }
    const claim = method === 'POST' ? readClaim(request) : undefined
    if (!spec.body && request.body !== undefined) throw badRequest('body', 'This operation takes no body.')
    requireIdForms(request.params)
    if (!claim) return reply.code(status).send(envelope(spec.show(await spec.run(call)), request.id))
    const once = await runOnce(deps, claim, (record) =>
      spec.run(call, (sql, result) => record(sql, { status, data: spec.show(result) })),
    )
    if (once.kind === 'done') return reply.code(status).send(envelope(spec.show(once.result), request.id))
    return reply.code(once.answer.status).header('idempotent-replayed', 'true').send(envelope(once.answer.data, request.id))
  }
  app.route({ method, url, schema: schemaOf(spec, status), handler })
}

function schemaOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  { tag, summary, description, params, query, body, data }: Operation<P, Q, B, D, Result>,
  status: number,
): FastifySchema {
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: [{ apiKey: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [status]: envelopeSchema(data).describe('Success'), default: errorSchema.describe('Any error') },
  }
}

const THINGS = { accountId: 'Account', postId: 'Post', timeslotId: 'Timeslot' } as const

/** An id of the wrong form is one that is not there. @see decisions.md section 1, precedence */
function requireIdForms(params: unknown): void {
  // path parameters are strings by construction of the router
  for (const [name, value] of Object.entries(params as Record<string, string>)) {
    if (name in THINGS && !isRowId(value)) throw notFound(THINGS[name as keyof typeof THINGS])
  }
}
