import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { duplicatePost } from '../../../core/posts/create/duplicate.js'
import { MOST_DAYS, moveSeries, type SeriesMove } from '../../../core/posts/schedule/move-series.js'
import { swapPosts, type Swapped } from '../../../core/posts/schedule/swap.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { operation } from '../../operation.js'
import { anId, instant, postParams, seriesParams } from '../../schemas.js'
import { onePostToWire, postSchema, postsToWire } from '../../wire/post.js'
import { warningsMeta } from '../../wire/warnings.js'

const tag = 'Posts'

const expected = (whose: string) =>
  instant()
    .optional()
    .meta({ description: `The sendAt you saw for ${whose}: 409 post_status_changed if it has changed since` })

const swapBody = z.strictObject({
  otherPostId: anId().min(1).meta({ description: 'Another queued post of the account' }),
  expectedSendAt: expected('the post'),
  expectedOtherSendAt: expected('the other post'),
})

const seriesBody = z
  .strictObject({
    days: z
      .int()
      .optional()
      .meta({
        minimum: -MOST_DAYS,
        maximum: MOST_DAYS,
        not: { const: 0 },
        description: 'Calendar days to move by; negative: earlier. Exclusive with sendAt',
      }),
    sendAt: instant().optional().meta({ description: 'New time of the next of them; exclusive with days' }),
    expectedSendAt: expected('the next of them'),
  })
  .superRefine((body, context) => {
    if ((body.days === undefined) === (body.sendAt === undefined))
      context.addIssue({ code: 'custom', path: ['days'], message: 'days or sendAt: send exactly one of them' })
  })

const readSwap = ({ otherPostId, expectedSendAt, expectedOtherSendAt }: z.output<typeof swapBody>) => ({
  otherPostId,
  ...(expectedSendAt && { seenAt: expectedSendAt }),
  ...(expectedOtherSendAt && { otherSeenAt: expectedOtherSendAt }),
})

function readSeriesMove({ days, sendAt }: z.output<typeof seriesBody>): SeriesMove {
  if (sendAt) return { kind: 'to', at: sendAt }
  if (days === undefined) throw new Error('seriesBody lets nothing without days and sendAt through')
  return { kind: 'days', days }
}

/** Operations that move several posts, or copy one. */
export function postMoveRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'swapPosts',
    refusals: ['FORBIDDEN', 'post_not_schedulable', 'post_status_changed', 'slot_resolution_timeout'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/swap',
    tag,
    summary: 'Swap the times of two queued posts',
    description:
      'Each takes the other’s time and slot. Free, and both or neither. 409 post_not_schedulable if one of them is not queued; ' +
      '400 if a time has passed or both times are the same. Swapping twice undoes the swap, so send the times you saw if others may send the same request.',
    params: postParams,
    body: swapBody,
    data: z.object({ post: postSchema, otherPost: postSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => swapPosts(deps, actor, { ...params, ...readSwap(body) }, beforeCommit),
    show: async ({ post, other }: Swapped, sql) => ({
      post: await onePostToWire(deps, sql, post),
      otherPost: await onePostToWire(deps, sql, other),
    }),
  })
  operation(app, deps, {
    id: 'moveSeries',
    refusals: ['FORBIDDEN', 'post_status_changed', 'slot_resolution_timeout'],
    method: 'POST',
    url: '/accounts/:accountId/series/:intervalGroupId/move',
    tag,
    summary: 'Move the queued posts of a series',
    description:
      'By a number of days, or so that the next of them goes out at sendAt and the others keep their distance, in the account’s time zone. All or ' +
      'nothing; published posts, posts being published and drafts do not move. Free.',
    params: seriesParams,
    body: seriesBody,
    data: z.object({ posts: z.array(postSchema).meta({ description: 'The posts that were moved, soonest first' }) }),
    meta: warningsMeta((posts: Placed[]) => posts),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const seen = body.expectedSendAt ? { seenAt: body.expectedSendAt } : {}
      return moveSeries(deps, actor, { ...params, ...seen, move: readSeriesMove(body) }, beforeCommit)
    },
    show: async (posts: Placed[], sql) => ({ posts: await postsToWire(deps, sql, posts) }),
  })
  operation(app, deps, {
    id: 'duplicatePost',
    refusals: ['FORBIDDEN', 'post_status_changed'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/duplicate',
    tag,
    summary: 'Duplicate a post as a draft',
    description:
      'Copies media, text, board and product tags of a post in any state, but not its time, series or failure. Free. A section that no ' +
      'longer exists is left out.',
    params: postParams,
    status: 201,
    data: z.object({ post: postSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => duplicatePost(deps, actor, params, beforeCommit),
    show: async (post: Post, sql) => ({ post: await onePostToWire(deps, sql, post) }),
  })
}
