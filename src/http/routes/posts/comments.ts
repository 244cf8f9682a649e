import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { addComment } from '../../../core/posts/comments/add.js'
import { type Comment, COMMENT_LENGTH } from '../../../core/posts/comments/comment.js'
import { listComments } from '../../../core/posts/comments/read.js'
import { operation } from '../../operation.js'
import { cursor, postParams, queryInteger, text } from '../../schemas.js'
import { audienceSchema, commentSchema, commentToWire } from '../../wire/comment.js'

const tag = 'Comments'

/** @see docs/contract.md#comments */
export function commentRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listComments',
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId/comments',
    tag,
    summary: 'List the comments of a post',
    description: 'Newest first, also of a deleted post while its deletion can be undone.',
    params: postParams,
    query: z.object({
      cursor: cursor().optional().meta({ description: 'From the previous answer' }),
      limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
    }),
    data: z.object({ comments: z.array(commentSchema), cursor: z.string().nullable() }),
    run: ({ actor, params, query: { limit = 50, cursor = null } }) => listComments(deps, actor, { ...params, limit, cursor }),
    show: ({ comments, cursor }) => ({ comments: comments.map(commentToWire), cursor }),
  })
  operation(app, deps, {
    id: 'createComment',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/comments',
    tag,
    summary: 'Comment on a post',
    description:
      'In any state of the post. Its author, who asked for its approval and who commented before get a message in Slack; its approval card shows the comment.',
    params: postParams,
    body: z.strictObject({
      text: text()
        .min(1)
        .max(COMMENT_LENGTH * 2)
        .meta({ description: `1 to ${COMMENT_LENGTH} characters` }),
      audience: audienceSchema.default('internal'),
    }),
    status: 201,
    data: z.object({ comment: commentSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => addComment(deps, actor, { ...params, ...body }, beforeCommit),
    show: (comment: Comment) => ({ comment: commentToWire(comment) }),
  })
}
