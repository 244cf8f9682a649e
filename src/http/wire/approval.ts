import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import type { Approval } from '../../core/posts/approval/model.js'
import { CHANGED_FIELDS } from '../../core/posts/approval/model.js'
import { APPROVAL_STATES, holdNow, keepingOf, statusOf } from '../../core/posts/approval/status.js'
import type { StepDecision } from '../../core/posts/approval/steps/decisions.js'
import { progressNow } from '../../core/posts/approval/judge.js'
import { MOST_REVIEWERS, RULE_NAME_LENGTH } from '../../core/posts/approval/rules/rule.js'
import { pendingOf, type Step } from '../../core/posts/approval/steps/steps.js'
import { text } from '../schemas.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

/** The name of a rule or of a step. */
export const ruleName = (what: string) => text().meta({ description: what, minLength: 1, maxLength: RULE_NAME_LENGTH })

/** A step of a rule and of a request. */
export const stepShape = {
  name: ruleName('What the step is called, such as Brand'),
  reviewers: z
    .array(
      z.strictObject({
        kind: z.enum(['person', 'group', 'role', 'contact']).meta({ description: 'Who decides' }),
        id: text().meta({
          maxLength: 80,
          description:
            'U… of a person in Slack, S… of a user group, reviewer, scheduler or admin, or the name of a client’s contact',
        }),
      }),
    )
    .meta({ description: 'The people who decide it', minItems: 1, maxItems: MOST_REVIEWERS }),
  rule: z
    .union([z.enum(['any', 'all']), z.strictObject({ atLeast: z.int().meta({ minimum: 1, maximum: MOST_REVIEWERS }) })])
    .meta({ description: 'How many of them approve; all is for people and contacts' }),
  looksAt: z.array(z.enum(CHANGED_FIELDS)).exactOptional().meta({
    description: 'The fields whose edit restarts the step; left out: all but the section',
    maxItems: CHANGED_FIELDS.length,
  }),
}

export const stepToWire = ({ name, reviewers, rule, looksAt }: Step) => ({ name, reviewers, rule, ...(looksAt && { looksAt }) })

const decisionSchema = z.object({
  step: z
    .int()
    .nullable()
    .meta({ description: 'The step that it decides; null: none, such as the word of a client whom no step asks' }),
  decision: z
    .enum(['approve', 'request_changes', 'reject', 'skip'])
    .meta({ description: 'skip: the rule did not ask for the step' }),
  decidedBy: z
    .string()
    .meta({ description: 'In the form of requestedBy; link:… for a client with a review link, client:T…:U… for one in Slack' }),
  onBehalfOf: z.string().nullable().meta({ description: 'The person who is away, for whom a deputy decided; null: nobody' }),
  name: z.string().nullable().meta({ description: 'What a client calls themselves; null: a person in Slack' }),
  postVersion: z.int().min(1).meta({ description: 'The version of the post that was decided' }),
  at: secondsSchema,
  reason: z.string().nullable().meta({ description: 'What to change, or why it was rejected' }),
})

const stepSchema = z.object({
  ...stepShape,
  state: z.enum(['waiting', 'pending', 'approved', 'skipped']).meta({
    description:
      'waiting: for an earlier step; pending: it is decided next. An edit restarts the steps that look at what changed',
  }),
  decidedBy: z.array(decisionSchema).meta({ description: 'The approvals that count for it' }),
})

const decisionToWire = (one: StepDecision): z.output<typeof decisionSchema> => ({
  step: one.step,
  decision: one.decision,
  decidedBy: one.decidedBy,
  onBehalfOf: one.decidedFor,
  name: one.name,
  postVersion: one.postVersion,
  at: seconds(one.decidedAt),
  reason: one.reason,
})

/** Shows an approval with its steps and decisions. */
export const approvalInSteps = (approval: Approval, now: Date): z.output<typeof approvalSchema> => ({
  ...approvalToWire(approval, now),
  stepDetails: progressNow(approval).map(({ state, decisions, ...step }) => ({
    ...stepToWire(step),
    state,
    decidedBy: decisions.map(decisionToWire),
  })),
  decisions: approval.decisions.map(decisionToWire),
})

/** @see docs/contract.md#approvals */
export const approvalSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the request' }),
    postId: z.string().meta({ description: 'Id of the draft that needs approval' }),
    batchId: z.string().nullable().meta({ description: 'The batch that requested several at once; null: requested alone' }),
    state: z.enum(APPROVAL_STATES).meta({
      description:
        'expired: the requested time passed without a decision; withdrawn: the post was deleted, or its author did something else with it. It is pending again if an approved scheduling was undone',
    }),
    sendAt: secondsSchema.nullable().meta({ description: 'The requested time; null: the next open slot' }),
    requestedBy: z.string().meta({ description: 'key:… for an API key, T…:U… for a person in Slack' }),
    requestedWith: z
      .object({ keyId: z.string(), keyName: z.string().nullable(), agent: z.string().nullable() })
      .nullable()
      .meta({ description: 'The key of the requesting program and its User-Agent; null: requested in Slack' }),
    requestedAt: secondsSchema,
    dueAt: secondsSchema.nullable().meta({
      description: 'Until when it should be decided; it does not expire then. null: a request from before due times',
    }),
    keptSlotAt: secondsSchema.nullable().meta({
      description:
        'The open slot that is kept for it while it is pending and not overdue: others get later ones, and an approval takes it. null: none is kept',
    }),
    keptSlotUntil: secondsSchema.nullable().meta({
      description: 'Until when keptSlotAt is kept; null: none is kept, or it is on hold without an end',
    }),
    decideBy: secondsSchema.nullable().meta({ description: 'When it expires; null: it does not expire' }),
    decidedBy: z.string().nullable().meta({ description: 'Who decided, in the form of requestedBy; null: nobody yet' }),
    decidedAt: secondsSchema.nullable().meta({ description: 'When, Unix seconds' }),
    reason: z.string().nullable().meta({ description: 'What to change, or why it was rejected' }),
    heldBy: z.string().nullable().meta({
      description: 'Who put it on hold, in the form of requestedBy: until it is released, nobody approves it; null: not on hold',
    }),
    heldUntil: secondsSchema.nullable().meta({ description: 'When the hold ends by itself; null: when somebody releases it' }),
    heldReason: z.string().nullable().meta({ description: 'Why it is on hold; null: no reason was given' }),
    postVersion: z.int().min(1).meta({ description: 'Version of the post that is up for approval' }),
    changes: z
      .array(
        z.object({
          field: z.enum(CHANGED_FIELDS).meta({ description: 'What was edited' }),
          before: z.string().nullable().meta({ description: 'Value when the request was made; null: not set' }),
          after: z.string().nullable().meta({ description: 'Value now; null: not set' }),
        }),
      )
      .meta({
        description:
          'Edits since the request, while it is undecided: the values then and now. Once it is approved: what its approver ' +
          'edited in the same act. For media, only the kind: image, video or carousel of n',
      }),
    step: z.int().min(1).meta({ description: 'The current step, out of `steps`' }),
    steps: z.int().min(1).meta({ description: 'How many steps decide, one after another' }),
    stepDetails: z.array(stepSchema).optional().meta({
      description: 'Only with include=steps: each step as the rule was when it was requested; empty: any scheduler decides',
    }),
    decisions: z.array(decisionSchema).optional().meta({
      description: 'Only with include=steps: every decision that was not undone, the oldest first',
    }),
  })
  .meta({ id: 'Approval', description: 'A request to schedule a post, decided by a person' })

/** The answer of a write that needs a person's approval. */
export const pendingApproval = {
  approval: approvalSchema.optional().meta({ description: 'Only with 202: the request that is waiting for a decision' }),
}

/** Shows the request for approval of a post that was just written, if it has one. */
export const pendingToWire = ({ approval }: Placed, now: Date): { approval?: z.output<typeof approvalSchema> } =>
  approval ? { approval: approvalToWire(approval, now) } : {}

/** The path of a request for approval. */
export const approvalPath = ({ accountId }: { accountId: string }, approval: { id: string } | undefined): string | undefined =>
  approval && `/v1/accounts/${accountId}/approvals/${approval.id}`

/** @param now when the answer is made: an undecided request expires at its time */
export const approvalToWire = (approval: Approval, now: Date): z.output<typeof approvalSchema> => {
  const { id, postId, batchId, requestedTime, askedBy, askedWith, askedAt, decidedBy, decidedAt, reason, postVersion, changes } =
    approval
  const hold = holdNow(approval, now)
  const wantedAt = requestedTime.kind === 'at' ? requestedTime.at : null
  const keeping = keepingOf(approval, now)
  return {
    id,
    postId,
    batchId,
    state: statusOf(approval, now),
    sendAt: secondsOrNull(wantedAt),
    requestedWith: askedWith && { keyId: askedWith.apiKeyId, keyName: askedWith.keyName, agent: askedWith.agent },
    requestedBy: askedBy,
    requestedAt: seconds(askedAt),
    dueAt: secondsOrNull(approval.dueAt),
    keptSlotAt: secondsOrNull(keeping?.sendAt ?? null),
    keptSlotUntil: secondsOrNull(keeping?.until ?? null),
    decideBy: secondsOrNull(wantedAt),
    decidedBy,
    decidedAt: secondsOrNull(decidedAt),
    reason,
    heldBy: hold?.by ?? null,
    heldUntil: secondsOrNull(hold?.until ?? null),
    heldReason: hold?.reason ?? null,
    postVersion,
    step: pendingOf(progressNow(approval))?.number ?? 1,
    steps: approval.plan?.steps.length ?? 1,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  }
}
