import { z } from 'zod'
import { LABEL_LENGTH, MOST_LABELS } from '../../../core/posts/content.js'
import { type ApprovalRule, MOST_RULES } from '../../../core/posts/approval/rules/rule.js'
import type { ApprovalRules } from '../../../core/posts/approval/rules/rules.js'
import { MOST_STEPS } from '../../../core/posts/approval/steps/steps.js'
import { boardId, text } from '../../schemas.js'
import { ruleName, stepShape, stepToWire } from '../../wire/approval.js'
import { secondsOrNull, secondsSchema } from '../../wire/time.js'

const onSilence = z.strictObject({
  remind: z.boolean().meta({ description: 'Whether the people it waits for get reminders' }),
  deputies: z.boolean().meta({ description: 'Whether deputies get them for people who are away' }),
  then: z.enum(['admins', 'hold']).meta({ description: 'When it is overdue: admins get a reminder, too, or it only waits on' }),
})

const when = z.strictObject({
  boardIds: z
    .array(boardId())
    .exactOptional()
    .meta({ description: 'The pin is on one of these boards', minItems: 1, maxItems: 100 }),
  labels: z
    .array(text().meta({ maxLength: LABEL_LENGTH }))
    .exactOptional()
    .meta({ description: 'The pin has one of these labels, ignoring case', minItems: 1, maxItems: MOST_LABELS }),
  requestedBy: z.enum(['agent', 'person']).exactOptional().meta({ description: 'agent: a key without a person, or a model' }),
  findings: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'The last check of the pin found something when it was requested' }),
  aiDisclosed: z.literal(true).exactOptional().meta({ description: 'The pin declares something about AI' }),
  newDomain: z.literal(true).exactOptional().meta({ description: 'No scheduled or published pin links to its host' }),
})

/** The rules of an account, as they are set. @see docs/contract.md#approvals */
export const approvalRulesBody = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        name: ruleName('What the rule is called; each has its own'),
        steps: z.array(z.strictObject(stepShape)).meta({ description: 'In their order', minItems: 1, maxItems: MOST_STEPS }),
        dueBeforeSeconds: z.int().exactOptional().meta({
          description: 'How long before its time a request is due; left out: a day, and without a time 48 hours after it',
          minimum: 0,
        }),
        onSilence: onSilence.exactOptional().meta({ description: 'Left out: reminders, and then it waits on' }),
        when: when.exactOptional().meta({
          description: 'Which requests get its steps, after those of the rule without it; left out: every request',
        }),
        keepsSlot: z
          .boolean()
          .exactOptional()
          .meta({ description: 'Whether the next open slot is kept while it waits; default true' }),
      }),
    )
    .meta({ description: 'Empty: any scheduler decides', maxItems: MOST_RULES }),
})

export const approvalRulesSchema = z.object({
  rules: approvalRulesBody.shape.rules,
  changedAt: secondsSchema.nullable().meta({ description: 'When they were set; null: never' }),
  changedBy: z.string().nullable().meta({ description: 'By whom, in the form of requestedBy; null: nobody' }),
})

const ruleToWire = ({ steps, ...rule }: ApprovalRule) => ({ ...rule, steps: steps.map(stepToWire) })

export const approvalRulesToWire = ({ rules, changedAt, changedBy }: ApprovalRules): z.output<typeof approvalRulesSchema> => ({
  rules: rules.map(ruleToWire),
  changedAt: secondsOrNull(changedAt),
  changedBy,
})
