/** The form behind the settings for the steps of an account's own approval rule. */
import type { ViewOutput } from '@slack/bolt'
import { action, FORM_STEPS, NO_ROLE, stepField, stepsView, view } from '../../../../blocks/settings/approval-steps.js'
import { settingsMemory, stepsMemory } from '../../../../blocks/settings/memory.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import type { ApprovalRule } from '../../../core/posts/approval/rules/rule.js'
import { putApprovalRules, readApprovalRules } from '../../../core/posts/approval/rules/rules.js'
import type { Reviewer, Step } from '../../../core/posts/approval/steps/steps.js'
import { chosen, chosenPeople, typed } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { saving } from './forms.js'

onAction(action.settingsSteps, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const set = await readApprovalRules(deps, context.member.actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: stepsView(memory, set) })
})

/** Saves the steps, and keeps the rules that are for some pins; without steps, the account has no rule of its own. */
onView(view.steps, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const { seenAt } = stepsMemory.read(args.view)
    const { rules } = await readApprovalRules(deps, actor, { accountId })
    const others = rules.filter(({ when }) => when)
    const own = rules.find(({ when }) => !when) ?? { name: newName(others) }
    const filled = Array.from({ length: FORM_STEPS }, (_, index) => ({ index, step: stepIn(args.view, index) })).flatMap(
      ({ index, step }) => (step ? { index, step } : []),
    )
    const steps = filled.map(({ step }) => step)
    const set = [...(steps.length === 0 ? [] : [{ ...own, steps }]), ...others]
    const seen = seenAt === null ? null : new Date(seenAt)
    await putApprovalRules(deps, actor, { accountId, rules: set, seen }).catch((error: unknown) => {
      throw underItsInput(
        error,
        filled.map(({ index }) => index),
      )
    })
    return steps.length === 0 ? 'No steps: any scheduler or admin decides.' : 'Approval steps saved.'
  }),
)

/** Each rule has a name of its own. */
function newName(others: readonly ApprovalRule[]): string {
  const isFree = (name: string) => others.every((other) => other.name.toLowerCase() !== name.toLowerCase())
  const names = others.map((_, index) => `Every pin ${index + 2}`)
  return ['Every pin', ...names].find(isFree) ?? 'Every pin'
}

/** @returns undefined for a step of which nothing was filled in */
function stepIn(form: ViewOutput, index: number): Step | undefined {
  const name = typed(form, stepField(index, 'name')).trim()
  const role = chosen(form, stepField(index, 'role'))?.id ?? NO_ROLE
  const contact = typed(form, stepField(index, 'contact')).trim()
  const asked = chosen(form, stepField(index, 'rule'))?.id ?? 'any'
  const reviewers: Reviewer[] = [
    ...chosenPeople(form, stepField(index, 'reviewers')).map((id) => ({ kind: 'person' as const, id })),
    ...(role === NO_ROLE ? [] : [{ kind: 'role' as const, id: role }]),
    ...(contact === '' ? [] : [{ kind: 'contact' as const, id: contact }]),
  ]
  if (name === '' && reviewers.length === 0) return undefined
  return { name, reviewers, rule: asked === 'any' || asked === 'all' ? asked : { atLeast: Number(asked) } }
}

/** Moves a refusal to the input it is about, which has another number after a step that was left out. */
function underItsInput(error: unknown, indexes: readonly number[]): unknown {
  if (!(error instanceof DomainError)) return error
  const [, at, part] = /^rules\[0\]\.steps\[(\d+)\]\.(name|reviewers|rule)/.exec(error.details.field ?? '') ?? []
  const index = indexes[Number(at)]
  return index === undefined ? error : badRequest(stepField(index, part as 'name'), error.sentence)
}
