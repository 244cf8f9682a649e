/** The body of a batch. Each post is read separately, so that an error names its index. */
import { z } from 'zod'
import { DomainError } from '../../../core/lib/errors.js'
import { BATCH_MODES, MOST_POSTS, type NewBatch, type NewBatchPost } from '../../../core/many/batch/model.js'
import { parsePart } from '../../schemas.js'
import { batchPostBody, readBatchPost } from '../posts/new-body.js'

/** Accepts any value, because errors are reported for each row. The description shows the correct form. */
const post = z.unknown().meta({
  ...(z.toJSONSchema(batchPostBody, { io: 'input', target: 'openapi-3.0' }) as object),
  description: 'The body of "create a post", without a series',
})

export const batchBody = z.strictObject({
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

export const readBatchBody = (accountId: string, { posts, mode, onError }: z.output<typeof batchBody>): NewBatch => ({
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
