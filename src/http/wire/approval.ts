import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import type { Approval } from '../../core/posts/approval/model.js'
import { CHANGED_FIELDS } from '../../core/posts/approval/model.js'
import { APPROVAL_STATES, statusOf } from '../../core/posts/approval/status.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

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
    decideBy: secondsSchema.nullable().meta({ description: 'When it expires; null: it does not expire' }),
    decidedBy: z.string().nullable().meta({ description: 'Who decided, in the form of requestedBy; null: nobody yet' }),
    decidedAt: secondsSchema.nullable().meta({ description: 'When, Unix seconds' }),
    reason: z.string().nullable().meta({ description: 'What to change, or why it was rejected' }),
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
          'Edits since the request, while it is undecided: the values then and now. For media, only the kind: ' +
          'image, video or carousel of n',
      }),
    step: z.int().min(1).meta({ description: 'The current step, out of `steps`' }),
    steps: z.int().min(1).meta({ description: 'How many people decide, one after another' }),
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
  const wantedAt = requestedTime.kind === 'at' ? requestedTime.at : null
  return {
    id,
    postId,
    batchId,
    state: statusOf(approval, now),
    sendAt: secondsOrNull(wantedAt),
    requestedWith: askedWith && { keyId: askedWith.apiKeyId, keyName: askedWith.keyName, agent: askedWith.agent },
    requestedBy: askedBy,
    requestedAt: seconds(askedAt),
    decideBy: secondsOrNull(wantedAt),
    decidedBy,
    decidedAt: secondsOrNull(decidedAt),
    reason,
    postVersion,
    step: 1,
    steps: 1,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  }
}
