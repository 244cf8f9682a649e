/** The steps of an account's own approval rule: their row in the settings, and the form of up to three. */
import type { AnyBlock, InputBlock, ModalView } from '@slack/types'
import type { ApprovalRule } from '../../src/core/posts/approval/rules/rule.js'
import type { ApprovalRules } from '../../src/core/posts/approval/rules/rules.js'
import type { Step } from '../../src/core/posts/approval/steps/steps.js'
import { ROLE_NAME } from '../admin/role-text.js'
import { shared } from '../ids.js'
import { button, context, divider, form, inline, input, option, section, text } from '../kit/kit.js'
import { reviewersText } from '../kit/reviewers.js'
import { type SettingsMemory, stepsMemory } from './memory.js'

export const action = { settingsSteps: 'open_approval_steps' } as const
export const view = { steps: 'approval_steps' } as const

/** How many steps the form has. */
export const FORM_STEPS = 3
export const NO_ROLE = 'none'
type StepPart = 'name' | 'reviewers' | 'role' | 'contact' | 'rule'

/** Returns the id of an input: the core's field, because the account's own rule is saved as the first one. */
export const stepField = (index: number, part: StepPart): string => `rules[0].steps[${index}].${part}`

type Rules = readonly ApprovalRule[]
const ownIn = (rules: Rules): ApprovalRule | undefined => rules.find(({ when }) => !when)

export function stepsPart(rules: Rules): AnyBlock[] {
  const steps = ownIn(rules)?.steps ?? []
  const names = steps.map(({ name }) => inline(name, 60)).join(', ')
  const words = steps.length === 0 ? NO_STEPS : `${steps.length === 1 ? '1 step' : `${steps.length} steps`}: ${names}`
  const change = button({ text: 'Edit', actionId: action.settingsSteps, label: 'Edit: approval steps' })
  return [section(['*Approval steps*', words, ...othersText(rules)].join('\n'), change)]
}

const NO_STEPS = 'None: any scheduler or admin decides.'

function othersText(rules: Rules): string[] {
  const count = rules.filter(({ when }) => when).length
  if (count === 0) return []
  return [`${count === 1 ? '1 rule of the API adds' : `${count} rules of the API add`} steps for some pins.`]
}

/** A rule that has more than the form can show is only read here, so that saving loses nothing of it. */
export function stepsView(memory: SettingsMemory, { rules, changedAt }: Pick<ApprovalRules, 'rules' | 'changedAt'>): ModalView {
  const steps = ownIn(rules)?.steps ?? []
  const others = othersText(rules).map(context)
  if (!fitsForm(steps)) {
    const lines = steps.map((step, index) => `*${index + 1}. ${inline(step.name, 60)}*\n${reviewersText(step)}`)
    return {
      type: 'modal',
      title: text(TITLE, 24),
      close: text('Back', 24),
      blocks: [...lines.map((line) => section(line)), context('The API set these steps. Change them there.'), ...others],
    }
  }
  return form({
    callbackId: view.steps,
    title: TITLE,
    submit: 'Save',
    memory: stepsMemory.write({ ...memory, seenAt: changedAt?.toISOString() ?? null }),
    blocks: [
      section('Requests pass these steps in order. Without steps, any scheduler or admin decides.'),
      ...Array.from({ length: FORM_STEPS }, (_, index) => [divider(), ...stepInputs(index, steps[index])]).flat(),
      context('Requests that wait keep their steps.'),
      ...others,
    ],
  })
}

const TITLE = 'Approval steps'
const MOST_ASKED = 3

const fitsForm = (steps: readonly Step[]): boolean =>
  steps.length <= FORM_STEPS &&
  steps.every(({ reviewers, rule, looksAt }) => {
    const count = (wanted: Step['reviewers'][number]['kind']) => reviewers.filter(({ kind }) => kind === wanted).length
    const isRuleShown = typeof rule === 'string' || (rule.atLeast > 1 && rule.atLeast <= MOST_ASKED)
    return looksAt === undefined && isRuleShown && count('group') === 0 && count('role') <= 1 && count('contact') <= 1
  })

const ROLES = [
  option('None', NO_ROLE),
  ...(['reviewer', 'scheduler', 'admin'] as const).map((role) => option(ROLE_NAME[role], role)),
]
const ASKED = [option('Anyone', 'any'), option('Everyone', 'all'), option('2 of them', '2'), option('3 of them', '3')]

function stepInputs(index: number, step: Step | undefined): InputBlock[] {
  const { name = '', reviewers = [], rule = 'any' } = step ?? {}
  const idsOf = (wanted: string) => reviewers.flatMap(({ kind, id }) => (kind === wanted ? id : []))
  const people = idsOf('person')
  const one = (part: StepPart, label: string, element: InputBlock['element'], hint?: string) =>
    input({
      blockId: stepField(index, part),
      label: `Step ${index + 1}: ${label}`,
      optional: element.type !== 'static_select',
      element,
      ...(hint && { hint }),
    })
  const line = (value: string | undefined, most: number) =>
    ({ type: 'plain_text_input', action_id: shared.value, max_length: most, ...(value && { initial_value: value }) }) as const
  const select = (options: typeof ROLES, chosen: string) => {
    const initial = options.find(({ value }) => value === chosen)
    return { type: 'static_select', action_id: shared.value, options, ...(initial && { initial_option: initial }) } as const
  }
  return [
    one('name', 'name', line(name, 60)),
    one('reviewers', 'people', {
      type: 'multi_users_select',
      action_id: shared.value,
      placeholder: text('Choose people', 150),
      ...(people.length > 0 && { initial_users: people }),
    }),
    one('role', 'role', select(ROLES, idsOf('role')[0] ?? NO_ROLE)),
    one('contact', 'client', line(idsOf('contact')[0], 80), 'The name in their client link, such as Rosa.'),
    one('rule', 'who approves', select(ASKED, typeof rule === 'string' ? rule : String(rule.atLeast))),
  ]
}
