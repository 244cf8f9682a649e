import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { deletePost } from '../../../core/posts/delete.js'
import { editPost } from '../../../core/posts/edit.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { unschedulePost } from '../../../core/posts/unschedule.js'
import { operation } from '../../operation.js'
import { postParams } from '../../schemas.js'
import { placementMeta } from '../../wire/placement.js'
import { postSchema, postToWire } from '../../wire/post.js'
import { postEditBody, readEdit } from './edit-body.js'
import { readSchedule, scheduleBody } from './schedule-body.js'

const tag = 'Posts'

/** What changes one post. */
export function postChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const onePost = z.object({ post: postSchema })
  const showPost = (post: Post) => ({ post: postToWire(post, deps.settings.publicUrl) })

  operation(app, deps, {
    method: 'PATCH',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Edit the copy of a draft or queued post',
    description:
      'What is left out stays; at least one field is required. Costs nothing and moves nothing in time. 409 when the post is ' +
      'being published or was, or changed its status meanwhile: nothing is saved.',
    params: postParams,
    body: postEditBody,
    data: onePost,
    run: ({ actor, params, body }) => editPost(deps, actor, readEdit(params.accountId, params.postId, body)),
    show: showPost,
  })
  operation(app, deps, {
    method: 'DELETE',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Delete a draft or queued post',
    description: 'A queued one gets its charge back, but for a trial pin and a charge of an earlier period.',
    params: postParams,
    data: z.object({ deleted: z.literal(true), postId: z.string() }),
    run: ({ actor, params }) => deletePost(deps, actor, params),
    show: ({ id }) => ({ deleted: true as const, postId: id }),
  })
  operation(app, deps, {
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/schedule',
    tag,
    summary: 'Schedule a draft or reschedule a queued post',
    description: 'A draft takes a charge, a reschedule none. The post must have a title, a description, a url and a board.',
    params: postParams,
    body: scheduleBody,
    data: onePost,
    run: ({ actor, params, body }, beforeCommit) =>
      schedulePost(deps, actor, readSchedule(params.accountId, params.postId, body), beforeCommit),
    show: showPost,
    meta: placementMeta((post: Placed) => post),
  })
  operation(app, deps, {
    method: 'DELETE',
    url: '/accounts/:accountId/posts/:postId/schedule',
    tag,
    summary: 'Take a queued post off the schedule',
    description:
      'It is a draft again with everything but its time, and gets its charge back, but for a trial pin and a charge of an ' +
      'earlier period. A draft stays as it is.',
    params: postParams,
    data: onePost,
    run: ({ actor, params }) => unschedulePost(deps, actor, params),
    show: showPost,
  })
}
