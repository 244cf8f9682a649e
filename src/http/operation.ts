/**
 * One operation of /v1 as data: its shapes, its core call, its answer. Authentication, validation, idempotency and envelope are
 * the same for all.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import { readWritten } from '../core/lib/database-away.js'
import { rolledBack } from '../core/lib/rows/rolled-back.js'
import { isRowId } from '../core/lib/rows/row-id.js'
import { requireSight } from '../core/accounts/people/roles.js'
import type { Actor } from '../core/lib/actor.js'
import { badRequest, notFound } from '../core/lib/errors.js'
import { runOnce, type IdempotencyClaim, type StoredAnswer } from '../core/idempotency.js'
import type { BeforeCommit, Deps, Sql } from '../core/ports/deps.js'
import { authenticatedOf } from './auth.js'
import type { Asked, Answered, ListedOperation, Judge } from './listed-operation.js'
import { envelope, envelopeSchema, errorSchema } from './envelope.js'
import { LOCATED, OPTIONAL_BODY, REFUSALS } from './document/client-document.js'
import { type Deprecation, deprecationHeaders, deprecationWords } from './document/deprecation.js'
import { refusalsOf, type Refusal } from './document/refusals.js'
import { requireDecoded } from './query-text.js'
import { parsePart } from './schemas.js'
import { createHash } from 'node:crypto'

export type Call<Params, Query, Body> = {
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** False once the client is gone and nobody gets the answer. */
  isWanted: () => boolean
}

/** Additional fields of an answer's `meta`; omitted when empty. */
export type Meta<Result> = { schema: z.ZodObject; show(result: Result, sql: Sql): object | Promise<object> }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for an operation whose write may change a person's Home. */
    writes?: boolean
    /** True for an operation that counts as a fraction of a request in the organization's limit. */
    isLight?: boolean
  }
}

export type Operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result> = {
  /**
   * The name for clients: a verb and its object, such as "listTimeslots". Never changes, because generated clients have methods
   * of that name.
   */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below /v1. */
  url: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  /** An optional schema means that the body may be left out. */
  body?: B
  /** Refusals beyond those of every operation of its form. The tests compare each answer with them. */
  refusals?: readonly Refusal[]
  /** Shown in each answer and in the description. */
  deprecated?: Deprecation
  /** Replaces the default of 1 MiB. */
  bodyLimitMiB?: number
  /** 201 when a resource is created, 202 when the work follows. */
  status?: 200 | 201 | 202
  data: D
  /**
   * Marks an answer that contains a secret: a POST's stored response is encrypted, so the table is useless to a reader. It is
   * repeated only to callers who could still request it.
   * @throws DomainError if the caller may not have it, as run() refuses it
   */
  secretFor?(call: Call<z.output<P>, z.output<Q>, z.output<B>>): void
  /** True for a GET that costs something: it has no HEAD, and counts as a write of the account. Every other method writes. */
  writes?: boolean
  /** True for a GET that reads one row by its key: an organization may have more of these in progress. */
  isLight?: boolean
  /**
   * True if the write is one transaction that passes `beforeCommit` to the core, so that it can be done and rolled back to see
   * its effect.
   */
  canRehearse?: boolean
  /** A POST passes `beforeCommit` to the core, so that its answer is stored in the transaction of its write. */
  run(call: Call<z.output<P>, z.output<Q>, z.output<B>>, beforeCommit?: BeforeCommit<Result>): Promise<Result>
  /** @param sql for what the answer shows besides the result; the write's transaction if its answer is stored */
  show(result: Result, sql: Sql): z.output<D> | Promise<z.output<D>>
  meta?: Meta<Result>
  /** True makes the answer 202: the write needs a person's approval first. */
  isPending?: (result: Result) => boolean
  /** True makes the answer 200: the write only reports what it would do. */
  isPreview?: (result: Result) => boolean
  /** The path of the result below the server's address. */
  location?: (data: z.output<D>, params: z.output<P>) => string | undefined
  /** The statuses with a Location; by default all but a preview's. */
  locatedBy?: readonly number[]
}

export function operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  app: FastifyInstance,
  deps: Deps,
  spec: Operation<P, Q, B, D, Result>,
): void {
  const { method, url, status = 200, writes = method !== 'GET', isLight = false, bodyLimitMiB } = spec
  const answer = makeAnswer(deps, spec)
  const step = <T>(work: () => Promise<T>) => deps.tracing.step(`operation ${spec.id}`, {}, work)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = {
      actor: authenticatedOf(request).actor,
      // validated by the route's schemas, which Fastify's own types do not know
      params: request.params as z.output<P>,
      query: request.query as z.output<Q>,
      body: request.body as z.output<B>,
      isWanted: () => !request.raw.socket.destroyed,
    }
    const claim = method === 'POST' ? readClaim(request) : undefined
    requireBodyForm(spec, request.body)
    if (spec.query) requireDecoded(request.url, Object.keys(request.query ?? {}))
    requireIdForms(request.params)
    const { location, isReplayed, ...answered } = await step(() => answer.once(call, claim))
    if (location !== undefined) void reply.header('location', location)
    if (isReplayed) void reply.header('idempotent-replayed', 'true')
    return reply.code(answered.status).send(envelope(answered.data, request.id, answered.meta))
  }
  const exposeHeadRoute = method === 'GET' && !writes // only free reads have a HEAD
  const marked = spec.deprecated && { onRequest: marking(spec.deprecated) }
  const limit = bodyLimitMiB !== undefined && { bodyLimit: bodyLimitMiB * 1024 * 1024 }
  const config = { writes, isLight }
  app.route({ method, url, schema: schemaOf(spec, status), config, exposeHeadRoute, handler, ...marked, ...limit })
  app.operations.push(listed(spec, answer))
}

function marking(deprecated: Deprecation) {
  const headers = deprecationHeaders(deprecated)
  return (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    void reply.headers(headers)
    done()
  }
}

/** Makes the execution of an operation, the same for every entry point. */
function makeAnswer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  deps: Deps,
  spec: Operation<P, Q, B, D, Result>,
) {
  type ThisCall = Call<z.output<P>, z.output<Q>, z.output<B>>
  const { writes = spec.method !== 'GET' } = spec
  const show = async (result: Result, sql: Sql): Promise<StoredAnswer> => ({
    status: spec.isPreview?.(result) === true ? 200 : spec.isPending?.(result) === true ? 202 : (spec.status ?? 200),
    data: await spec.show(result, sql),
    ...(spec.meta && { meta: await spec.meta.show(result, sql) }),
  })
  const answered = (call: ThisCall, shown: StoredAnswer, isReplayed = false): Answered => {
    const location = spec.location?.(shown.data as z.output<D>, call.params) // as show() made it, now or when it was stored
    return { ...shown, isReplayed, ...(location !== undefined && { location }) }
  }
  /**
   * Refuses to repeat an answer that the caller may no longer see.
   * @throws NOT_FOUND the account, and what secretFor() throws
   */
  const requireStillAllowed = (call: ThisCall): void => {
    const { accountId } = (call.params ?? {}) as { accountId?: string } // from the path
    if (accountId !== undefined) requireSight(call.actor, accountId)
    spec.secretFor?.(call)
  }
  return {
    async once(call: ThisCall, claim: IdempotencyClaim | undefined, judge?: Judge): Promise<Answered> {
      if (!claim) {
        const judged: BeforeCommit<Result> | undefined = judge && (async (sql, result) => judge(sql, await show(result, sql)))
        const result = await spec.run(call, judged)
        const shown = () => show(result, deps.db.sql)
        return answered(call, writes && !spec.isPreview?.(result) ? await readWritten(shown) : await shown())
      }
      const kept = async (result: Result, sql: Sql) => {
        const shown = await show(result, sql)
        return spec.secretFor ? sealAnswer(deps, shown) : shown
      }
      const once = await runOnce(deps, claim, (record) =>
        spec.run(call, async (sql, result) => {
          await judge?.(sql, await show(result, sql))
          await record(sql, await kept(result, sql))
        }),
      )
      if (once.kind === 'done') return answered(call, await show(once.result, deps.db.sql))
      requireStillAllowed(call)
      return answered(call, spec.secretFor ? openAnswer(deps, once.answer) : once.answer, true)
    },
    /**
     * Executes everything but the commit.
     * @param look reads further results before the rollback
     */
    async rehearsed<T>(call: ThisCall, look: (sql: Sql) => Promise<T>): Promise<{ answered: Answered; seen: T }> {
      if (!spec.canRehearse) throw new Error(`${spec.id} cannot be rehearsed`)
      return rolledBack<Result, { answered: Answered; seen: T }>(
        (beforeCommit) => spec.run(call, beforeCommit),
        async (sql, result) => ({ answered: answered(call, await show(result, sql)), seen: await look(sql) }),
      )
    },
  }
}

function listed<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  spec: Operation<P, Q, B, D, Result>,
  answer: ReturnType<typeof makeAnswer<P, Q, B, D, Result>>,
): ListedOperation {
  const { id, method, url, tag, summary, description, params, query, body, data, meta } = spec
  const read = ({ actor, isWanted = () => true, ...asked }: Asked): Call<z.output<P>, z.output<Q>, z.output<B>> => {
    // in the order in which Fastify reads them
    const call = {
      params: parsePart(params, asked.params ?? {}, 'params') as z.output<P>,
      body: parsePart(body, asked.body, 'body') as z.output<B>,
      query: parsePart(query, asked.query ?? {}, 'querystring') as z.output<Q>,
    }
    requireBodyForm(spec, asked.body)
    requireIdForms(asked.params ?? {})
    return { actor, isWanted, ...call }
  }
  return {
    id,
    method,
    url,
    tag,
    summary,
    data,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(meta && { meta: meta.schema }),
    writes: spec.writes ?? method !== 'GET',
    isSecret: spec.secretFor !== undefined,
    canRehearse: spec.canRehearse ?? false,
    check: (asked) => void read(asked),
    async call(asked) {
      const call = read(asked)
      return answer.once(call, method === 'POST' ? claimOf(asked, spec) : undefined, spec.canRehearse ? asked.judge : undefined)
    },
    rehearse: async (asked, look) => answer.rehearsed(read(asked), look),
  }
}

function schemaOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Result>(
  spec: Operation<P, Q, B, D, Result>,
  status: number,
): FastifySchema & { [REFUSALS]: Refusal[]; [LOCATED]: readonly number[] } {
  const { id, tag, summary, description, params, query, body, data, meta, isPending, isPreview, deprecated } = spec
  const located = spec.location ? (spec.locatedBy ?? [status, ...(isPending ? [202] : [])]) : []
  const words = [...(deprecated ? [deprecationWords(deprecated)] : []), ...(description === undefined ? [] : [description])]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(words.length > 0 && { description: words.join(' ') }),
    ...(deprecated && { deprecated: true }),
    security: [{ apiKey: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body, ...(body.safeParse(undefined).success && { [OPTIONAL_BODY]: true }) }),
    response: {
      [status]: envelopeSchema(data, meta?.schema).describe('Success'),
      ...(isPreview && { 200: envelopeSchema(data, meta?.schema).describe('What would happen; nothing is written') }),
      ...(isPending && { 202: envelopeSchema(data, meta?.schema).describe('Saved as a draft and sent for approval') }),
      default: errorSchema.describe('Any error'),
    },
    [REFUSALS]: refusalsOf(spec, spec.refusals ?? []),
    [LOCATED]: located,
  }
}

/** @throws BAD_REQUEST body */
export function requireBodyForm({ body: schema }: { body?: z.ZodType }, body: unknown): void {
  if (!schema && !isNothing(body)) throw badRequest('body', 'This operation takes no body.')
  if (body === null) throw badRequest('body', 'The body must be a JSON object.') // null where an empty body is allowed
}

/** Many clients always send `{}`, which names no field. */
const isNothing = (body: unknown) =>
  body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0)

const THINGS = { accountId: 'Account', batchId: 'Batch', postId: 'Post', timeslotId: 'Timeslot' } as const

/**
 * Treats an id of the wrong form as missing.
 * @throws NOT_FOUND
 * @see docs/contract.md#order-of-refusals
 */
export function requireIdForms(params: unknown): void {
  // path parameters are always strings
  for (const [name, value] of Object.entries(params as Record<string, string>)) {
    if (name in THINGS && !isRowId(value)) throw notFound(THINGS[name as keyof typeof THINGS])
  }
}

/**
 * Returns undefined for a request without the header.
 * @throws BAD_REQUEST a key that is not 1 to 255 visible ASCII characters
 */
function readClaim(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const { actor, apiKeyId } = authenticatedOf(request)
  const path = request.url.split('?')[0] ?? ''
  return toClaim(actor, { key, keyScope: `key:${apiKeyId}`, request: `${request.method} ${path}`, text: request.bodyText })
}

/** The claim of a call that is not a request of /v1. */
function claimOf(
  { actor, keyScope, idempotencyKey: key, params = {}, body }: Asked,
  { method, url }: { method: string; url: string },
): IdempotencyClaim | undefined {
  if (key === undefined) return undefined
  const path = `/v1${url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
  return toClaim(actor, { key, keyScope, request: `${method} ${path}`, text: JSON.stringify(body ?? {}) })
}

type Claiming = { key: unknown; keyScope: string; request: string; text: string }

function toClaim({ organizationId }: Actor, { key, keyScope, request, text }: Claiming): IdempotencyClaim {
  const plain = typeof key === 'string' ? unquote(key) : ''
  if (!/^[\x21-\x7e]{1,255}$/.test(plain))
    throw badRequest('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { organizationId, scope: keyScope, key: plain, request, bodyHash: createHash('sha256').update(text).digest() }
}

/** Reads the IETF's form of the header, a quoted string (RFC 8941, section 3.3.3), as the same key without quotation marks. */
const unquote = (key: string) => {
  const [, quoted] = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(key.trim()) ?? []
  return quoted === undefined ? key : quoted.replaceAll(/\\(["\\])/g, '$1')
}

/** Encrypts an answer before it is stored: its data becomes `{sealed}` in base64. */
function sealAnswer({ sealer }: Pick<Deps, 'sealer'>, { data, ...answer }: StoredAnswer): StoredAnswer {
  return { ...answer, isSealed: true, data: { sealed: sealer.seal(JSON.stringify(data)).toString('base64') } }
}

/**
 * Decrypts an answer of sealAnswer(); older answers that were stored in plain are returned unchanged.
 * @throws Error if it was sealed with another key
 */
function openAnswer({ sealer }: Pick<Deps, 'sealer'>, { data, ...answer }: StoredAnswer): StoredAnswer {
  const { sealed } = data as { sealed?: string } // an object, written by sealAnswer or by show
  if (sealed === undefined) return { ...answer, data }
  return { ...answer, data: JSON.parse(sealer.open(Buffer.from(sealed, 'base64'))) as unknown }
}
