import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createBatch, previewBatch } from '../../core/many/batch/create.js'
import { type Batch, BATCH_MODES, MOST_POSTS, type NewBatch, type NewBatchPost } from '../../core/many/batch/model.js'
import { readBatch } from '../../core/many/batch/store.js'
import { undoBatch } from '../../core/many/batch/undo.js'
import type { BeforeCommit, Deps, Sql } from '../../core/ports/deps.js'
import { BOARD_CALLS, DENIALS, MEDIA, SLOT_SEARCH } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, parsePart, pathId } from '../schemas.js'
import { batchSchema, batchToWire } from '../wire/batch.js'
import { DomainError } from '../../core/lib/errors.js'
import { batchPostBody, readBatchPost } from './posts/new-body.js'

const tag = 'Posts'
const batchParams = accountParams.extend({ batchId: pathId('Id of the batch') })

/** @see docs/contract.md#batches */
export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const data = z.object({ batch: batchSchema })
  const show = async (batch: Batch, sql: Sql) => ({ batch: await batchToWire(deps, sql, batch) })

  operation(app, deps, {
    id: 'createBatch',
    refusals: ['FORBIDDEN', ...DENIALS, ...MEDIA, ...SLOT_SEARCH, ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/posts/batch',
    tag,
    summary: 'Create up to 100 posts',
    description:
      'Written in one transaction and undone as one. A post’s own time overrides `mode`. With onError stop, one refused post refuses them all with 400 and `error.rows`; with skip, the others are written. With preview: 200 with what would happen to each; nothing is written. 202: some of them are waiting for approval.',
    params: accountParams,
    body: batchBody,
    status: 201,
    data,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      body.preview
        ? previewed(deps, previewBatch(deps, actor, readBatchBody(params.accountId, body)), beforeCommit)
        : createBatch(deps, actor, readBatchBody(params.accountId, body), beforeCommit),
    show,
    isPreview: ({ id }) => id === null,
    isPending: ({ results }) => results.some(({ post }) => post?.approval !== undefined),
    location: ({ batch }, { accountId }) => (batch.id === null ? undefined : `/v1/accounts/${accountId}/batches/${batch.id}`),
  })
  operation(app, deps, {
    id: 'getBatch',
    method: 'GET',
    url: '/accounts/:accountId/batches/:batchId',
    tag,
    summary: 'Read a batch',
    description: 'As it is now, for 90 days. Posts deleted since then are left out of the results.',
    params: batchParams,
    data,
    run: ({ actor, params }) => readBatch(deps, actor, params),
    show,
  })
  operation(app, deps, {
    id: 'undoBatch',
    refusals: ['FORBIDDEN', 'undo_expired', 'post_status_changed', 'SERVICE_UNAVAILABLE'],
    method: 'POST',
    url: '/accounts/:accountId/batches/:batchId/undo',
    tag,
    summary: 'Undo a batch',
    description:
      'Within ten minutes, if none of its posts has changed since: its posts are deleted, charges are refunded and requests withdrawn.',
    params: batchParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => undoBatch(deps, actor, params, beforeCommit),
    show,
  })
}

/** Stores the preview's answer for its idempotency key, like that of a write. */
export async function previewed<T, P extends T>(
  { db }: Pick<Deps, 'db'>,
  preview: Promise<P>,
  beforeCommit?: BeforeCommit<T>,
): Promise<P> {
  const seen = await preview
  if (beforeCommit) await db.tx((sql) => beforeCommit(sql, seen))
  return seen
}

/** Accepts any value, because each post is read separately, so that an error names its index. The description shows the correct form. */
const post = z.unknown().meta({
  ...(z.toJSONSchema(batchPostBody, { io: 'input', target: 'openapi-3.0' }) as object),
  description: 'The body of "create a post", without a series',
})

const batchBody = z.strictObject({
  posts: z.array(post).meta({ minItems: 1, maxItems: MOST_POSTS, description: 'What to write, in order' }),
  mode: z.enum(BATCH_MODES).default('draft').meta({
    description:
      'What to do with posts that have no time of their own. draft: save them; schedule: put them in the next open slots, taking turns between boards; approval: save them and request approval',
  }),
  preview: z.boolean().default(false).meta({ description: 'Only report what would happen; nothing is written' }),
  onError: z
    .enum(['stop', 'skip'])
    .default('stop')
    .meta({ description: 'stop: one refused post refuses all; skip: the others are written' }),
})

const readBatchBody = (accountId: string, { posts, mode, onError }: z.output<typeof batchBody>): NewBatch => ({
  accountId,
  posts: posts.map(posts.length > MOST_POSTS ? () => UNREAD : readPost), // too many posts are refused unread
  mode,
  onError,
})

const UNREAD = new DomainError('BAD_REQUEST', 'It was not read.')

function readPost(body: unknown): NewBatchPost | DomainError {
  try {
    return readBatchPost(parsePart(batchPostBody, body, 'body') as z.output<typeof batchPostBody>)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
