import { z } from 'zod'
import { REASONS, type PublicReason } from '../document/refusals.js'
import type { ErrorCode } from '../../core/lib/errors.js'
import { STATUS } from '../errors.js'
import type { BulkResult } from '../../core/posts/bulk/model.js'
import { placementSchema, placementToWire } from './placement.js'
import { postSchema, postToWire } from './post.js'
import { warningSchema, warningToWire } from './warnings.js'

const CODES = Object.keys(STATUS) as ErrorCode[] // the keys of these, which Object.keys forgets
const REASON_NAMES = Object.keys(REASONS) as PublicReason[]

/** What became of one post of a change of many. @see docs/contract.md#bulk-changes */
export const bulkResultSchema = z
  .object({
    index: z.int().meta({ description: 'In the request, or in the order of the filter, from 0' }),
    postId: z.string().meta({ description: 'Whose result it is' }),
    post: postSchema.optional().meta({ description: 'As it is then; absent on one that is deleted or was not there' }),
    placement: placementSchema.optional().meta({ description: 'Why this time, of one that was rescheduled' }),
    warnings: z.array(warningSchema).meta({ description: 'What is worth knowing about its time' }),
    error: z
      .object({
        code: z.enum(CODES).meta({ description: 'As of a refusal' }),
        reason: z.enum(REASON_NAMES).optional().meta({ description: 'As of a refusal' }),
        field: z.string().optional().meta({ description: 'The field of the post at fault, where there is one' }),
        message: z.string().meta({ description: 'For people' }),
      })
      .optional()
      .meta({ description: 'Why it stays as it was' }),
  })
  .meta({ id: 'BulkResult', description: 'What became of one post of a change of many' })

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
  ...(error && {
    error: {
      code: error.code,
      ...(error.details.reason !== undefined && { reason: error.details.reason as PublicReason }), // of what /v1 can do
      ...(error.details.field !== undefined && { field: error.details.field }),
      message: error.message,
    },
  }),
})
