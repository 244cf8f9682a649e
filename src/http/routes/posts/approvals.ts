import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { readApproval, requireApproval } from '../../../core/posts/approval/approval.js'
import { decidePin, type Decided, REASON_LENGTH } from '../../../core/posts/approval/decide.js'
import { listApprovals } from '../../../core/posts/approval/list.js'
import { takeBackRequest, type Withdrawn } from '../../../core/posts/approval/request.js'
import { APPROVAL_STATES } from '../../../core/posts/approval/status.js'
import { BOARD_CALLS, DENIALS, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { accountParams, cursor, pathId, queryInteger, text } from '../../schemas.js'
import { approvalSchema, approvalToWire } from '../../wire/approval.js'
import { onePostToWire, postSchema } from '../../wire/post.js'

const tag = 'Approvals'
const approvalParams = accountParams.extend({ approvalId: pathId('Id of the request') })

const decisionBody = z.strictObject({
  decision: z.enum(['approve', 'request_changes', 'reject']),
  reason: text()
    .max(REASON_LENGTH * 2)
    .optional()
    .meta({ description: 'What to change (required with request_changes), or why it was rejected' }),
  postVersion: z.int().min(1).max(2_147_483_647).optional().meta({
    description:
      'The version of the post you reviewed: 409 approval_outdated if it has changed since. Left out: the current version',
  }),
})

/** @see docs/contract.md#approvals */
export function approvalRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listApprovals',
    method: 'GET',
    url: '/accounts/:accountId/approvals',
    tag,
    summary: 'List approval requests',
    description: 'Newest first.',
    params: accountParams,
    query: z.object({
      state: z.enum(APPROVAL_STATES).optional().meta({ description: 'Which requests; left out: all' }),
      cursor: cursor().optional().meta({ description: 'From the previous answer' }),
      limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
    }),
    data: z.object({ approvals: z.array(approvalSchema), cursor: z.string().nullable() }),
    run: ({ actor, params, query: { state, limit = 50, cursor = null } }) =>
      listApprovals(deps, actor, { ...params, state, limit, cursor }),
    show: ({ approvals, cursor }) => ({ approvals: approvals.map((one) => approvalToWire(one, deps.clock())), cursor }),
  })
  operation(app, deps, {
    id: 'getApproval',
    method: 'GET',
    url: '/accounts/:accountId/approvals/:approvalId',
    tag,
    summary: 'Read an approval request',
    description: 'In any state, even if its post has been deleted.',
    params: approvalParams,
    data: z.object({ approval: approvalSchema }),
    run: ({ actor, params }) => readApproval(deps, actor, params),
    show: (approval) => ({ approval: approvalToWire(approval, deps.clock()) }),
  })
  operation(app, deps, {
    id: 'decideApproval',
    refusals: [
      'FORBIDDEN',
      'approval_decided',
      'approval_outdated',
      'approval_time_past',
      ...DENIALS,
      'post_not_schedulable',
      'post_status_changed',
      ...SLOT_SEARCH,
      ...BOARD_CALLS,
    ],
    method: 'POST',
    url: '/accounts/:accountId/approvals/:approvalId/decision',
    tag,
    summary: 'Decide an approval request',
    description:
      'Requires the personal key of someone who can schedule on the account and did not make the request. If approved, the post is scheduled as ' +
      'requested and charged; otherwise it stays a draft and its author is notified.',
    params: approvalParams,
    body: decisionBody,
    data: z.object({ approval: approvalSchema, post: postSchema }),
    run: ({ actor, params, body }, beforeCommit) => decidePin(deps, actor, { ...params, ...body }, beforeCommit),
    show: async ({ accountId, approvalId, post }: Decided, sql) => ({
      approval: approvalToWire(await requireApproval(sql, post, { accountId, approvalId }), deps.clock()),
      post: await onePostToWire(deps, sql, post),
    }),
  })
  operation(app, deps, {
    id: 'withdrawApproval',
    refusals: ['FORBIDDEN', 'approval_decided'],
    method: 'POST',
    url: '/accounts/:accountId/approvals/:approvalId/withdraw',
    tag,
    summary: 'Take an approval request back',
    description: 'The post stays a draft.',
    params: approvalParams,
    data: z.object({ approval: approvalSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => takeBackRequest(deps, actor, params, beforeCommit),
    show: ({ approval }: Withdrawn) => ({ approval: approvalToWire(approval, deps.clock()) }),
  })
}
