import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../core/ports.js'
import { createPost } from '../../core/posts/create.js'
import { listPosts, readPost } from '../../core/posts/list.js'
import type { Post } from '../../core/posts/post.js'
import { schedulePost } from '../../core/posts/schedule.js'
import { operation } from '../operation.js'
import { accountParams, instant, postParams, queryInteger, text } from '../schemas.js'
import { postSchema, postToWire } from '../wire/post.js'
import { newPostBody, readNewPost, readSchedule, scheduleBody } from './post-bodies.js'

const tag = 'Posts'

const listQuery = z.object({
  status: z.enum(['draft', 'queued', 'sent', 'uploading']).default('queued'),
  cursor: text().optional().meta({ description: 'From the previous answer' }),
  limit: queryInteger().pipe(z.int().min(1).max(100)).optional().meta({ description: '1 to 100, default 50' }),
  startDate: instant().optional().meta({ description: 'Required for sent and uploading' }),
  endDate: instant().optional().meta({ description: 'Required for sent and uploading' }),
})

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const onePost = z.object({ post: postSchema })
  const showPost = (post: Post) => ({ post: postToWire(post, deps.settings.publicUrl) })

  operation(app, deps, {
    method: 'POST',
    url: '/accounts/:accountId/posts',
    tag,
    summary: 'Create a post',
    description: 'Without sendAt and useNextOpenSlot it is saved as a draft; with one of them it is scheduled at once.',
    params: accountParams,
    body: newPostBody,
    status: 201,
    data: onePost,
    run: ({ actor, params, body }, beforeCommit) => createPost(deps, actor, readNewPost(params.accountId, body), beforeCommit),
    show: showPost,
  })
  operation(app, deps, {
    method: 'GET',
    url: '/accounts/:accountId/posts',
    tag,
    summary: 'List posts',
    description: 'Queued ones soonest first, drafts and sent ones newest first, uploading ones oldest first.',
    params: accountParams,
    query: listQuery,
    data: z.object({ posts: z.array(postSchema), cursor: z.string().nullable() }),
    run: ({ actor, params, query }) =>
      listPosts(deps, actor, {
        accountId: params.accountId,
        status: query.status,
        limit: query.limit ?? 50,
        cursor: query.cursor ?? null,
        startDate: query.startDate ?? null,
        endDate: query.endDate ?? null,
      }),
    show: ({ posts, cursor }) => ({ posts: posts.map((post) => postToWire(post, deps.settings.publicUrl)), cursor }),
  })
  operation(app, deps, {
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Read one post',
    params: postParams,
    data: onePost,
    run: ({ actor, params }) => readPost(deps, actor, params),
    show: showPost,
  })
  operation(app, deps, {
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/schedule',
    tag,
    summary: 'Schedule a draft or reschedule a queued post',
    params: postParams,
    body: scheduleBody,
    data: onePost,
    run: ({ actor, params, body }, beforeCommit) =>
      schedulePost(deps, actor, readSchedule(params.accountId, params.postId, body), beforeCommit),
    show: showPost,
  })
}
