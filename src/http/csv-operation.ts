/** An operation of /v1 that answers with a CSV file, with the same authentication, validation and refusals as the others. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../core/lib/actor.js'
import { DomainError } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'
import { authenticatedOf } from './auth.js'
import { ANSWER_TYPE, REFUSALS } from './document/client-document.js'
import { refusalsOf, type Refusal } from './document/refusals.js'
import { errorSchema } from './envelope.js'
import { requireBodyForm, requireIdForms } from './operation.js'
import { requireDecoded } from './query-text.js'
import { type Place, placeOf } from './request-limit.js'

export const CSV = 'text/csv'

export type CsvOperation<P extends z.ZodType, Q extends z.ZodType> = {
  /** The operation's id, which never changes. */
  id: string
  /** The path below /v1. */
  url: string
  tag: string
  summary: string
  description: string
  params: P
  query: Q
  refusals?: readonly Refusal[]
  /** The name of the file without its extension. */
  fileName(query: z.output<Q>): string
  /** Yields the text in parts; refusals come before the first part. */
  run(call: { actor: Actor; params: z.output<P>; query: z.output<Q> }): AsyncIterator<string>
}

/** Registers the route. Only the document lists it: tools for agents read lists instead. */
export function csvOperation<P extends z.ZodType, Q extends z.ZodType>(
  app: FastifyInstance,
  { log }: Pick<Deps, 'log'>,
  spec: CsvOperation<P, Q>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // validated by the route's schemas, which Fastify's own types do not know
    const [params, query] = [request.params as z.output<P>, request.query as z.output<Q>]
    requireBodyForm({}, request.body)
    requireDecoded(request.url, Object.keys(request.query ?? {}))
    requireIdForms(request.params)
    const parts = spec.run({ actor: authenticatedOf(request).actor, params, query })
    const first = await parts.next() // a refusal is an answer of its own, in the envelope
    void reply.headers({
      'content-type': `${CSV}; charset=utf-8; header=present`,
      'content-disposition': `attachment; filename="${spec.fileName(query)}.csv"`,
    })
    if (request.method === 'HEAD') {
      await parts.return?.()
      return reply.send(Readable.from([])) // a string would set a content-length that is not the file's
    }
    return reply.send(Readable.from(all(first, parts, placeOf(request)), { objectMode: false }))
  }

  /**
   * Breaks the answer off when a later part fails, so that a client sees that it is incomplete. The organization's permit is held
   * while a part is made, not while its reader receives it.
   */
  async function* all(first: IteratorResult<string>, rest: AsyncIterator<string>, place: Place): AsyncGenerator<string> {
    place.isByPart = true
    try {
      for (let part = first; part.done !== true; part = await rest.next()) {
        place.release()
        yield part.value
        await place.take()
      }
    } catch (err) {
      if (err instanceof DomainError) log.info({ code: err.code, operation: spec.id }, 'a file broke off')
      else log.error({ err, operation: spec.id }, 'a file broke off')
      throw err
    } finally {
      place.release()
      await rest.return?.()
    }
  }

  const { id, url, tag, summary, description, params, query, refusals = [] } = spec
  const text = z.string().describe('CSV as in RFC 4180; the first line has the column names')
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    params,
    querystring: query,
    response: { 200: text, default: errorSchema.describe('Any error') },
    [REFUSALS]: refusalsOf({ method: 'GET', url }, refusals),
    [ANSWER_TYPE]: CSV,
  }
  app.route({ method: 'GET', url, schema, handler })
}
