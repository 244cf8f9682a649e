import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createBatch, previewBatch } from '../../../core/many/batch/create.js'
import type { Batch } from '../../../core/many/batch/model.js'
import { readBatch } from '../../../core/many/batch/store.js'
import { undoBatch } from '../../../core/many/batch/undo.js'
import type { Deps, Sql } from '../../../core/ports/deps.js'
import { BOARD_CALLS, DENIALS, MEDIA, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { previewed } from './previewed.js'
import { accountParams, pathId } from '../../schemas.js'
import { batchSchema, batchToWire } from '../../wire/batch.js'
import { batchBody, readBatchBody } from './body.js'

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
