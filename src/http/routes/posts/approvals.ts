import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { readApproval, requireApproval } from '../../../core/posts/approval/approval.js'
import { decidePin, type Decided } from '../../../core/posts/approval/decide.js'
import { releaseRequest } from '../../../core/posts/approval/hold.js'
import { listApprovals } from '../../../core/posts/approval/list.js'
import { takeBackRequest, type Withdrawn } from '../../../core/posts/approval/request.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { type ApprovalRules, putApprovalRules, readApprovalRules } from '../../../core/posts/approval/rules/rules.js'
import { REASON_LENGTH } from '../../../core/posts/approval/reason.js'
import { APPROVAL_STATES } from '../../../core/posts/approval/status.js'
import { BOARD_CALLS, DENIALS, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { accountParams, cursor, instant, pathId, queryInteger, text } from '../../schemas.js'
import { approvalInSteps, approvalSchema, approvalToWire } from '../../wire/approval.js'
import { onePostToWire, postSchema } from '../../wire/post.js'
import { approvalRulesBody, approvalRulesSchema, approvalRulesToWire } from './approval-rules-schema.js'
import { postEditBody, readChanges } from './edit-body.js'

const tag = 'Approvals'
const approvalParams = accountParams.extend({ approvalId: pathId('Id of the request') })

const include = z.enum(['steps']).optional().meta({ description: 'Adds stepDetails, decisions' })
const showing = (shown: 'steps' | undefined) => (shown === 'steps' ? approvalInSteps : approvalToWire)

const decisionBody = z.strictObject({
  decision: z.enum(['approve', 'request_changes', 'reject', 'hold']),
  reason: text()
    .max(REASON_LENGTH * 2)
    .optional()
    .meta({ description: 'What to change (required with request_changes), or why it was rejected or put on hold' }),
  postVersion: z.int().min(1).max(2_147_483_647).optional().meta({
    description:
      'The version of the post you reviewed: 409 approval_outdated if it has changed since. Left out: the current version',
  }),
  edit: postEditBody.optional().meta({
    description: 'Only with approve: edits the post, as PATCH does, and approves it in one act, which Undo takes back as one',
  }),
  until: instant().nullable().optional().meta({
    description: 'Only with hold: when it ends by itself, in the future and within a year; null or left out: when it is released',
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
      include,
    }),
    data: z.object({ approvals: z.array(approvalSchema), cursor: z.string().nullable() }),
    run: async ({ actor, params, query: { state, limit = 50, cursor = null, include: shown } }) => ({
      shown,
      ...(await listApprovals(deps, actor, { ...params, state, limit, cursor })),
    }),
    show: ({ approvals, cursor, shown }) => ({
      approvals: approvals.map((one) => showing(shown)(one, deps.clock())),
      cursor,
    }),
  })
  operation(app, deps, {
    id: 'getApproval',
    method: 'GET',
    url: '/accounts/:accountId/approvals/:approvalId',
    tag,
    summary: 'Read an approval request',
    description: 'In any state, even if its post has been deleted.',
    params: approvalParams,
    query: z.object({ include }),
    data: z.object({ approval: approvalSchema }),
    run: async ({ actor, params, query: { include: shown } }) => ({ shown, approval: await readApproval(deps, actor, params) }),
    show: ({ approval, shown }) => ({ approval: showing(shown)(approval, deps.clock()) }),
  })
  operation(app, deps, {
    id: 'decideApproval',
    refusals: [
      'FORBIDDEN',
      'approval_decided',
      'approval_on_hold',
      'approval_outdated',
      'approval_own_edit',
      'approval_steps_left',
      'approval_time_past',
      ...DENIALS,
      'post_not_editable',
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
      'Requires the personal key of someone whom the current step waits for (any scheduler where the account has no rules), who did not ' +
      'make the request and did not edit the post last. Once its last step is approved, the post is scheduled as requested and charged. On hold, it stays pending and nobody approves it until it is released. Otherwise ' +
      'it stays a draft and its author is notified.',
    params: approvalParams,
    body: decisionBody,
    data: z.object({ approval: approvalSchema, post: postSchema }),
    run: ({ actor, params, body: { edit, ...body } }, beforeCommit) =>
      decidePin(deps, actor, { ...params, ...body, edit: edit && readChanges(edit) }, beforeCommit),
    show: async ({ accountId, approvalId, post }: Decided, sql) => ({
      approval: approvalToWire(await requireApproval(sql, post, { accountId, approvalId }), deps.clock()),
      post: await onePostToWire(deps, sql, post),
    }),
  })
  const rules = { url: '/accounts/:accountId/approval-rules', tag, params: accountParams } as const
  operation(app, deps, {
    ...rules,
    id: 'getApprovalRules',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    summary: 'Read the approval rules',
    description: 'For admins. Without rules, any scheduler decides in one step.',
    data: z.object({ approvalRules: approvalRulesSchema }),
    run: ({ actor, params }) => readApprovalRules(deps, actor, params),
    show: (one) => ({ approvalRules: approvalRulesToWire(one) }),
  })
  operation(app, deps, {
    ...rules,
    id: 'putApprovalRules',
    refusals: ['FORBIDDEN'],
    method: 'PUT',
    summary: 'Replace the approval rules',
    description:
      'For admins. Requests that wait keep their steps. A step that fewer known people can fulfil than it asks for is refused; a group ' +
      'counts as enough until somebody of it was seen, a contact as one.',
    body: approvalRulesBody,
    data: z.object({ approvalRules: approvalRulesSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => putApprovalRules(deps, actor, { ...params, ...body }, beforeCommit),
    show: (one: ApprovalRules) => ({ approvalRules: approvalRulesToWire(one) }),
  })
  operation(app, deps, {
    id: 'releaseApproval',
    refusals: ['FORBIDDEN', 'approval_decided'],
    method: 'POST',
    url: '/accounts/:accountId/approvals/:approvalId/release',
    tag,
    summary: 'Release an approval request that is on hold',
    description: 'For whoever may decide it, also if somebody else holds it. One that is not on hold stays as it is.',
    params: approvalParams,
    data: z.object({ approval: approvalSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => releaseRequest(deps, actor, params, beforeCommit),
    show: (approval: Approval) => ({ approval: approvalToWire(approval, deps.clock()) }),
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
