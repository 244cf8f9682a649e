import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { FAILURE_REASONS } from '../../../core/ports/notice.js'
import { LABEL_LENGTH } from '../../../core/posts/content.js'
import { createPosts } from '../../../core/posts/create/create.js'
import { listPosts, readPostAsked } from '../../../core/posts/list.js'
import type { Placed } from '../../../core/posts/post.js'
import { BOARD_CALLS, DENIALS, MEDIA, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { accountParams, cursor, postParams, queryBoolean, queryInstant, queryInteger, text } from '../../schemas.js'
import { placementMeta } from '../../wire/placement.js'
import { approvalPath, pendingApproval, pendingToWire } from '../../wire/approval.js'
import { onePostToWire, postSchema, postsToWire } from '../../wire/post.js'
import { bothMeta, warningsMeta } from '../../wire/warnings.js'
import { newPostBody, readNewPost } from './new-body.js'

const tag = 'Posts'

/** The filter of a list or an export. */
export const whichPosts = {
  status: z.enum(['draft', 'queued', 'sent', 'uploading']).default('queued').meta({ description: 'Which posts' }),
  startDate: queryInstant().optional().meta({ description: 'The earliest sendAt; required for sent and uploading' }),
  endDate: queryInstant().optional().meta({ description: 'The latest sendAt, inclusive; required for sent and uploading' }),
}
const listQuery = z.object({
  ...whichPosts,
  failed: queryBoolean('true: only drafts whose last publishing failed').optional(),
  failureReason: z
    .enum(FAILURE_REASONS)
    .optional()
    .meta({ description: 'Only drafts whose last publishing failed for this reason' }),
  label: text()
    .optional()
    .meta({ minLength: 1, maxLength: LABEL_LENGTH, description: 'Only posts with this label, ignoring case' }),
  cursor: cursor().optional().meta({ description: 'From the previous answer' }),
  limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
})

/** Creates and reads posts; files beside this one change them. */
export function postRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createPost',
    refusals: ['FORBIDDEN', ...DENIALS, ...MEDIA, ...SLOT_SEARCH, ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/posts',
    tag,
    summary: 'Create a post',
    description:
      'Without sendAt and useNextOpenSlot, the post is saved as a draft; with one of them, it is scheduled at once and charged. ' +
      'With intervalBoards, there is one post and one charge per board, all or none. With a key that cannot schedule, on an account ' +
      'with approvals: 202, the post is a draft, and `approval` is the request.',
    params: accountParams,
    body: newPostBody,
    status: 201,
    data: z.object({
      post: postSchema,
      intervalPosts: z
        .array(postSchema)
        .optional()
        .meta({ description: 'In board order, starting with the post itself; only if intervalBoards made more than one pin' }),
      ...pendingApproval,
    }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => createPosts(deps, actor, readNewPost(params.accountId, body), beforeCommit),
    show: async (created: Placed[], sql) => ({
      ...showCreated(await postsToWire(deps, sql, created)),
      ...(created[0] && pendingToWire(created[0], deps.clock())),
    }),
    isPending: ([first]) => first?.approval !== undefined,
    location: ({ approval }, params) => approvalPath(params, approval),
    locatedBy: [202],
    meta: bothMeta(
      placementMeta(([first]: Placed[]) => first),
      warningsMeta((created) => created),
    ),
  })
  operation(app, deps, {
    id: 'listPosts',
    method: 'GET',
    url: '/accounts/:accountId/posts',
    tag,
    summary: 'List posts',
    description: 'Queued posts soonest first, drafts and sent posts newest first, uploading posts oldest first.',
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
        failed: query.failureReason ?? (query.failed ? 'any' : undefined),
        label: query.label,
      }),
    show: async ({ posts, cursor }, sql) => ({ posts: await postsToWire(deps, sql, posts), cursor }),
  })
  operation(app, deps, {
    id: 'getPost',
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId',
    tag,
    summary: 'Read one post',
    description: 'In any status. `state` says where it stands right now, and why.',
    params: postParams,
    data: z.object({ post: postSchema }),
    isLight: true,
    run: ({ actor, params }) => readPostAsked(deps, actor, params),
    show: async (post, sql) => ({ post: await onePostToWire(deps, sql, post) }),
  })
}

function showCreated<Wire>(posts: Wire[]): { post: Wire; intervalPosts?: Wire[] } {
  const [post] = posts
  if (post === undefined) throw new Error('creating gives at least the post itself')
  return { post, ...(posts.length > 1 && { intervalPosts: posts }) }
}
