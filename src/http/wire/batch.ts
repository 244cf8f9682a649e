import { z } from 'zod'
import { BATCH_MODES, type Batch, type BatchResult } from '../../core/many/batch/model.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import { plainState } from '../../core/posts/state/state.js'
import { rowRefusalSchema } from '../envelope.js'
import { approvalSchema, approvalToWire } from './approval.js'
import { placementSchema, placementToWire } from './placement.js'
import { postSchema, postsToWire, postToWire } from './post.js'
import { seconds, secondsSchema } from './time.js'
import { warningSchema, warningToWire } from './warnings.js'

const UNITS = ['allowance', 'credit', 'trial', 'plan_post', 'free'] as const

const batchPostSchema = postSchema
  .partial({ id: true, mediaUrl: true })
  .meta({ id: 'BatchPost', description: 'A post of a batch; in a preview it has no id and no media URL' })

const resultSchema = z
  .object({
    index: z.int().min(0).meta({ description: 'Of the post in the request, from 0' }),
    post: batchPostSchema.optional().meta({ description: 'Absent if it was refused or has been deleted since' }),
    placement: placementSchema.optional(),
    warnings: z.array(warningSchema).meta({ description: 'Things to know about its time' }),
    charge: z
      .object({
        unit: z.enum(UNITS).meta({ description: 'What pays for it. Values may be added' }),
        amount: z.int().min(0).meta({ description: 'How many; 0: free' }),
      })
      .optional()
      .meta({ description: 'What scheduling it costs; absent for a draft' }),
    approval: approvalSchema.optional().meta({ description: 'The request that is waiting for a decision' }),
    error: rowRefusalSchema
      .omit({ index: true })
      .meta({ id: 'BatchError', description: 'Why a post of a batch was refused' })
      .optional(),
  })
  .meta({ id: 'BatchResult', description: 'The result for one post of the request' })

/** @see docs/contract.md#batches */
export const batchSchema = z
  .object({
    id: z.string().nullable().meta({ description: 'Null: a preview' }),
    accountId: z.string().meta({ description: 'The account the posts belong to' }),
    mode: z.enum(BATCH_MODES).meta({ description: 'As requested' }),
    createdAt: secondsSchema,
    counts: z
      .object({
        created: z.int().min(0).meta({ description: 'Posts that were saved, or would be' }),
        failed: z.int().min(0).meta({ description: 'Posts that were refused' }),
      })
      .meta({ description: 'Number of results' }),
    results: z.array(resultSchema).meta({ description: 'One for each post, in the order of the request' }),
  })
  .meta({ id: 'Batch', description: 'Posts that were saved in one request' })

/** Shows posts with their states, read when the answer is made. */
export async function batchToWire(
  deps: Pick<Deps, 'clock' | 'settings'>,
  sql: Sql,
  { id, accountId, mode, createdAt, results }: Batch,
): Promise<z.output<typeof batchSchema>> {
  const posts = results.flatMap(({ post }) => post ?? [])
  const shown = id === null ? posts.map((post) => previewToWire(deps, post)) : await postsToWire(deps, sql, posts)
  const byPost = new Map(posts.map((post, index) => [post, shown[index]]))
  const failed = results.filter(({ error }) => error).length
  return {
    id,
    accountId,
    mode,
    createdAt: seconds(createdAt),
    counts: { created: results.length - failed, failed },
    results: results.map((result) => {
      const post = result.post && byPost.get(result.post)
      return { ...resultToWire(result, deps.clock()), ...(post && { post }) }
    }),
  }
}

/** Shows a post that is not written, without id and addresses. */
function previewToWire(
  { settings }: Pick<Deps, 'settings'>,
  post: NonNullable<BatchResult['post']>,
): z.output<typeof batchPostSchema> {
  const { id: _, mediaUrl: __, carouselItems: ___, ...fields } = postToWire(post, plainState(post), settings.publicUrl)
  return fields
}

function resultToWire(
  { index, post, placement, warnings = [], charge, error }: BatchResult,
  now: Date,
): z.output<typeof resultSchema> {
  return {
    index,
    ...(placement && { placement: placementToWire(placement) }),
    warnings: warnings.map(warningToWire),
    ...(charge && { charge }),
    ...(post?.approval && post.approval.id !== '' && { approval: approvalToWire(post.approval, now) }),
    ...(error && { error: errorToWire(error) }),
  }
}

const errorToWire = ({ code, reason, field, message }: NonNullable<BatchResult['error']>) => ({
  code,
  ...(reason !== undefined && { reason: reason as z.output<typeof rowRefusalSchema>['reason'] }), // a refusal of /v1 has only public reasons
  ...(field !== undefined && { field }),
  message,
})
