import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { duplicatePost } from '../../../core/posts/duplicate.js'
import { MOST_DAYS, moveSeries, type SeriesMove } from '../../../core/posts/moves/series.js'
import { swapPosts, type Swapped } from '../../../core/posts/moves/swap.js'
import type { Post } from '../../../core/posts/post.js'
import { operation } from '../../operation.js'
import { instant, postParams, seriesParams, text } from '../../schemas.js'
import { onePostToWire, postSchema, postsToWire } from '../../wire/post.js'

const tag = 'Posts'

const expected = (whose: string) =>
  instant()
    .optional()
    .meta({ description: `The sendAt that you saw of ${whose}: 409 post_status_changed where it is another one by now` })

const swapBody = z.strictObject({
  otherPostId: text().min(1).meta({ description: 'Another queued post of the account' }),
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
        description: 'Calendar days, earlier when negative; exclusive with sendAt',
      }),
    sendAt: instant().optional().meta({ description: 'When the next of them goes out; exclusive with days' }),
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

/** What moves several posts at once, or makes one of another. */
export function postMoveRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'swapPosts',
    refusals: ['FORBIDDEN', 'post_not_schedulable', 'post_status_changed', 'slot_resolution_timeout'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/swap',
    tag,
    summary: 'Swap the times of two queued posts',
    description:
      'Each takes the time of the other, and a slot there. Free, both or none. 409 post_not_schedulable when one of them is not queued; ' +
      '400 when a time has passed, or both are the same. Swapped twice, both are back: say what you saw where others may ask for the same.',
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
      'By days, or so that the next of them goes out at sendAt and the others as far after it as now, by the clocks of the account. All of ' +
      'them or none; what is published, being published or a draft stays. Free.',
    params: seriesParams,
    body: seriesBody,
    data: z.object({ posts: z.array(postSchema).meta({ description: 'Those that were moved, soonest first' }) }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const seen = body.expectedSendAt ? { seenAt: body.expectedSendAt } : {}
      return moveSeries(deps, actor, { ...params, ...seen, move: readSeriesMove(body) }, beforeCommit)
    },
    show: async (posts: Post[], sql) => ({ posts: await postsToWire(deps, sql, posts) }),
  })
  operation(app, deps, {
    id: 'duplicatePost',
    refusals: ['FORBIDDEN', 'post_status_changed'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/duplicate',
    tag,
    summary: 'Duplicate a post as a draft',
    description:
      'Copies media, words, board and product tags of a post in whatever state; no time, no series and no failure. Free. A section that is ' +
      'gone is left out.',
    params: postParams,
    status: 201,
    data: z.object({ post: postSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => duplicatePost(deps, actor, params, beforeCommit),
    show: async (post: Post, sql) => ({ post: await onePostToWire(deps, sql, post) }),
  })
}
