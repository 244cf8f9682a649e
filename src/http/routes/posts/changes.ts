import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PICTURE_FITS } from '../../../core/media/post-media.js'
import type { Deps, Sql } from '../../../core/ports/deps.js'
import { deletePost } from '../../../core/posts/delete.js'
import { editPost } from '../../../core/posts/edit.js'
import { fitPostPicture } from '../../../core/posts/create/fit-picture.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { unschedulePost } from '../../../core/posts/unschedule.js'
import { BOARD_CALLS, DENIALS, MEDIA, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { postParams } from '../../schemas.js'
import { placementMeta } from '../../wire/placement.js'
import { approvalPath, pendingApproval, pendingToWire } from '../../wire/approval.js'
import { onePostToWire, postSchema } from '../../wire/post.js'
import { bothMeta, warningsMeta } from '../../wire/warnings.js'
import { postEditBody, readEdit } from './edit-body.js'
import { mediaFields, readMedia, requireMediaFields } from './fields.js'
import { readSchedule, scheduleBody } from './schedule-body.js'

const tag = 'Posts'

const mediaBody = z.strictObject(mediaFields).superRefine(requireMediaFields)

/** Operations that change one post. */
export function postChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const onePost = z.object({ post: postSchema })
  const showPost = async (post: Post, sql: Sql) => ({ post: await onePostToWire(deps, sql, post) })

  operation(app, deps, {
    id: 'updatePost',
    refusals: ['FORBIDDEN', 'post_not_editable', 'post_status_changed', ...BOARD_CALLS],
    method: 'PATCH',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Edit the text, link or board of a draft or queued post',
    description:
      'Fields that are left out keep their values; at least one is required. Free, and does not change the time. 409 if the post is being published or was: nothing is saved.',
    params: postParams,
    body: postEditBody,
    data: onePost,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      editPost(deps, actor, readEdit(params.accountId, params.postId, body), beforeCommit),
    show: showPost,
    meta: warningsMeta((post: Placed) => [post]),
  })
  operation(app, deps, {
    id: 'replacePostMedia',
    refusals: ['FORBIDDEN', 'post_not_editable', 'post_status_changed', ...MEDIA],
    method: 'PUT',
    url: '/accounts/:accountId/posts/:postId/media',
    tag,
    summary: 'Replace the media of a draft or queued post',
    description:
      'Takes the media fields of create and replaces all of the post’s media with an image, a video or a carousel. Free, and does not change the time. 400 productTagPinIds for a carousel while the post has product tags. 409 if it is being published or was.',
    params: postParams,
    body: mediaBody,
    data: onePost,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      editPost(deps, actor, { ...params, changes: { media: readMedia(body) } }, beforeCommit),
    show: showPost,
    meta: warningsMeta((post: Placed) => [post]),
  })
  operation(app, deps, {
    id: 'changePostPicture',
    refusals: ['FORBIDDEN', 'post_not_editable', 'post_status_changed', 'media_store_unavailable', 'SERVICE_UNAVAILABLE'],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/picture',
    tag,
    summary: 'Crop the image of a draft or queued post, or put it on a card',
    description:
      'crop: the most eye-catching 2:3 part. card: the whole image on a background in its own color, with the title below it. original: the image as first given. Applies to each image of a carousel. Free. 400 fit for a video, a saved pin, or a title with characters the card cannot show.',
    params: postParams,
    body: z.strictObject({ fit: z.enum(PICTURE_FITS).meta({ description: 'How the post shows its image' }) }),
    data: onePost,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => fitPostPicture(deps, actor, { ...params, ...body }, beforeCommit),
    show: showPost,
    meta: warningsMeta((post: Placed) => [post]),
  })
  operation(app, deps, {
    id: 'deletePost',
    refusals: ['FORBIDDEN', 'post_not_editable', 'post_status_changed'],
    method: 'DELETE',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Delete a draft or queued post',
    description: 'A queued post is refunded, except for trial pins and charges of an earlier billing period.',
    params: postParams,
    data: z.object({ deleted: z.literal(true), postId: z.string() }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deletePost(deps, actor, params, beforeCommit),
    show: ({ id }: Post) => ({ deleted: true as const, postId: id }),
  })
  operation(app, deps, {
    id: 'schedulePost',
    refusals: [
      'FORBIDDEN',
      ...DENIALS,
      'post_not_schedulable',
      'post_status_changed',
      'slot_not_open',
      'publishing_paused',
      'account_on_hold',
      'outcome_unknown',
      ...SLOT_SEARCH,
      ...BOARD_CALLS,
    ],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/schedule',
    tag,
    summary: 'Schedule a draft or reschedule a queued post',
    description:
      'Scheduling a draft is charged; rescheduling is free. The post needs a title, a description, a url and a board. Send one of sendAt, useNextOpenSlot, moveToSlot and publishNow. moveToSlot earlier changes nothing if no earlier slot is open. With a key that cannot schedule, on an account with approvals: 202, the post stays a draft, and `approval` is the request.',
    params: postParams,
    body: scheduleBody,
    data: onePost.extend(pendingApproval),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      schedulePost(deps, actor, readSchedule(params.accountId, params.postId, body), beforeCommit),
    show: async (post: Placed, sql) => ({ ...(await showPost(post, sql)), ...pendingToWire(post, deps.clock()) }),
    isPending: ({ approval }) => approval !== undefined,
    location: ({ approval }, params) => approvalPath(params, approval),
    locatedBy: [202],
    meta: bothMeta(
      placementMeta((post: Placed) => post),
      warningsMeta((post) => [post]),
    ),
  })
  operation(app, deps, {
    id: 'unschedulePost',
    refusals: ['FORBIDDEN', 'post_not_schedulable', 'post_status_changed'],
    method: 'DELETE',
    url: '/accounts/:accountId/posts/:postId/schedule',
    tag,
    summary: 'Unschedule a queued post',
    description:
      'It becomes a draft and keeps everything but its time. Its charge is refunded, except for trial pins and earlier billing periods.',
    params: postParams,
    data: onePost,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => unschedulePost(deps, actor, params, beforeCommit),
    show: showPost,
  })
}
