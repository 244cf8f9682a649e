import { z } from 'zod'
import { CODE_NAMES, REASON_NAMES } from '../document/refusals.js'
import type { DomainError } from '../../core/lib/errors.js'
import type { BulkResult } from '../../core/many/bulk/model.js'
import type { NotScheduled } from '../../core/posts/undo/restore.js'
import { placementSchema, placementToWire } from './placement.js'
import { postSchema, postToWire } from './post.js'
import { warningSchema, warningToWire } from './warnings.js'

const errorShape = {
  code: z.enum(CODE_NAMES).meta({ description: 'As in a refusal' }),
  reason: z.enum(REASON_NAMES).optional().meta({ description: 'As in a refusal' }),
  field: z.string().optional().meta({ description: 'The wrong field of the post, if there is one' }),
  message: z.string().meta({ description: 'A message for people' }),
}

const errorToWire = ({ code, details: { reason, field }, message }: DomainError) => ({
  code,
  ...(reason !== undefined && { reason }),
  ...(field !== undefined && { field }),
  message,
})

/** A post of an undone deletion that lost its time. @see docs/contract.md#bulk-changes */
export const notScheduledSchema = z
  .object({
    postId: z.string().meta({ description: 'Id of the post' }),
    error: z.object(errorShape).meta({ description: 'Why: its old time has passed, or its charge was denied' }),
  })
  .meta({ id: 'NotScheduled', description: 'A deleted post that was scheduled and came back as a draft' })

export const notScheduledToWire = ({ postId, error }: NotScheduled): z.output<typeof notScheduledSchema> => ({
  postId,
  error: errorToWire(error),
})

/** The result for one post of a bulk change. @see docs/contract.md#bulk-changes */
export const bulkResultSchema = z
  .object({
    index: z.int().meta({ description: 'Position in the request or in the order of the filter, from 0' }),
    postId: z.string().meta({ description: 'The post it is about' }),
    post: postSchema.optional().meta({ description: 'The post afterwards; absent if it is deleted or was not found' }),
    placement: placementSchema.optional().meta({ description: 'Why this time, for a rescheduled post' }),
    warnings: z.array(warningSchema).meta({ description: 'Things to know about its time' }),
    error: z.object(errorShape).optional().meta({ description: 'Why it was not changed' }),
  })
  .meta({ id: 'BulkResult', description: 'The result for one post of a bulk change' })

export const bulkResultToWire = (
  { postId, post, error }: BulkResult,
  index: number,
  publicUrl: string,
): z.output<typeof bulkResultSchema> => ({
  index,
  postId,
  ...(post && { post: postToWire(post, post.state, publicUrl) }),
  ...(post?.placement && { placement: placementToWire(post.placement) }),
  warnings: (post?.warnings ?? []).map(warningToWire),
  ...(error && { error: errorToWire(error) }),
})
