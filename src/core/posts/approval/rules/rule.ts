/** A rule for the requests of an account: its steps, until when they are due, and for which requests. */
import { requireBoardId } from '../../../boards/boards.js'
import { type BrokenRule, type DomainError, badRequest } from '../../../lib/errors.js'
import { requireWords } from '../../../lib/prose/text.js'
import { DAY_MS, SECOND_MS } from '../../../lib/duration.js'
import { readLabels } from '../../content.js'
import { CHANGED_FIELDS } from '../steps/fields.js'
import { askedOf, MOST_STEPS, REVIEWER_ROLES, type Reviewer, type Step, tokenOf } from '../steps/steps.js'

export const MOST_RULES = 10
export const MOST_REVIEWERS = 20
export const RULE_NAME_LENGTH = 60
const CONTACT_LENGTH = 80
const LONGEST_DUE_SECONDS = (60 * DAY_MS) / SECOND_MS

/** Requests that the rule is for: those that meet each of these. */
export type RuleWhen = {
  boardIds?: string[]
  requestedBy?: 'agent' | 'person'
  findings?: true
  newDomain?: true
  labels?: string[]
  aiDisclosed?: true
}
/** `admins`: they are reminded once a request is overdue; `hold`: it waits on. Nothing is ever published by silence. */
export type OnSilence = { remind: boolean; deputies: boolean; then: 'admins' | 'hold' }

/** Without `when`, it is the account's own; the others add their steps to it. */
export type ApprovalRule = {
  name: string
  steps: Step[]
  dueBeforeSeconds?: number
  onSilence: OnSilence
  when?: RuleWhen
  keepsSlot: boolean
}
export const SILENCE: OnSilence = { remind: true, deputies: true, then: 'hold' }

/** A rule as it is given. */
export type GivenRule = Omit<ApprovalRule, 'onSilence' | 'keepsSlot'> & {
  onSilence?: OnSilence | undefined
  keepsSlot?: boolean | undefined
}

/** Cleans and checks rules, but for what only the database knows. @throws BAD_REQUEST the field, such as rules[0].steps[1].rule */
export function readRules(given: readonly GivenRule[]): ApprovalRule[] {
  if (given.length > MOST_RULES) throw refused('rules', `Use at most ${MOST_RULES} rules.`)
  const rules = given.map((rule, index) => readRule(rule, `rules[${index}]`))
  rules.forEach((rule, index) => {
    if (!rule.when && rules.findIndex(({ when }) => !when) < index)
      throw refused(`rules[${index}].when`, 'Only one rule has no `when`: it is for every request. Add a condition.')
    if (rules.findIndex(({ name }) => name.toLowerCase() === rule.name.toLowerCase()) < index)
      throw refused(`rules[${index}].name`, 'Each rule needs a name of its own.')
  })
  return rules
}

const refused = (field: string, sentence: string, rule?: BrokenRule): DomainError => badRequest(field, sentence, rule)

function readRule({ name, steps, dueBeforeSeconds, onSilence, when, keepsSlot }: GivenRule, at: string): ApprovalRule {
  if (steps.length < 1 || steps.length > MOST_STEPS) throw refused(`${at}.steps`, `A rule has 1 to ${MOST_STEPS} steps.`)
  if (dueBeforeSeconds !== undefined && (dueBeforeSeconds < 0 || dueBeforeSeconds > LONGEST_DUE_SECONDS))
    throw refused(`${at}.dueBeforeSeconds`, 'Use 0 seconds to 60 days.')
  const condition = when && readWhen(when, `${at}.when`)
  return {
    name: requireWords(`${at}.name`, name, RULE_NAME_LENGTH),
    steps: steps.map((step, index) => readStep(step, `${at}.steps[${index}]`)),
    ...(dueBeforeSeconds !== undefined && { dueBeforeSeconds }),
    onSilence: onSilence ?? SILENCE,
    ...(condition && { when: condition }),
    keepsSlot: keepsSlot ?? true,
  }
}

function readWhen(when: RuleWhen, at: string): RuleWhen {
  if (Object.values(when).every((value) => value === undefined))
    throw refused(at, 'Say for which requests, or leave it out: the rule is for every request then.')
  for (const name of ['boardIds', 'labels'] as const)
    if (when[name]?.length === 0)
      throw refused(`${at}.${name}`, 'An empty list is met by no request. Name at least one, or leave it out.')
  const { boardIds, labels } = when
  return {
    ...when,
    ...(boardIds && { boardIds: boardIds.map((id) => requireBoardId(id, `${at}.boardIds`)) }),
    ...(labels && { labels: readLabels(labels, `${at}.labels`) }),
  }
}

function readStep({ name, reviewers, rule, looksAt }: Step, at: string): Step {
  if (reviewers.length < 1 || reviewers.length > MOST_REVIEWERS)
    throw refused(`${at}.reviewers`, `A step has 1 to ${MOST_REVIEWERS} reviewers.`)
  const step = {
    name: requireWords(`${at}.name`, name, RULE_NAME_LENGTH),
    reviewers: reviewers.map((one, index) => readReviewer(one, `${at}.reviewers[${index}]`)),
    rule,
  }
  if (new Set(step.reviewers.map(tokenOf)).size < reviewers.length) throw refused(`${at}.reviewers`, 'Name each reviewer once.')
  if (rule === 'all' && step.reviewers.some(({ kind }) => kind === 'group' || kind === 'role'))
    throw refused(`${at}.rule`, 'Only people and contacts can all decide. For a group or a role, ask any of them, or a number.')
  if (askedOf(step) > MOST_REVIEWERS || askedOf(step) < 1)
    throw refused(`${at}.rule`, `A step asks for 1 to ${MOST_REVIEWERS} approvals.`)
  if (looksAt && (looksAt.length === 0 || !looksAt.every((field) => CHANGED_FIELDS.includes(field))))
    throw refused(`${at}.looksAt`, `Name some of: ${CHANGED_FIELDS.join(', ')}.`)
  return { ...step, ...(looksAt && { looksAt: CHANGED_FIELDS.filter((field) => looksAt.includes(field)) }) }
}

function readReviewer({ kind, id }: Reviewer, at: string): Reviewer {
  switch (kind) {
    case 'person': {
      const [, userId] = /^(?:[TE][A-Z0-9]+:)?([UW][A-Z0-9]{1,30})$/.exec(id) ?? []
      if (userId === undefined) throw refused(`${at}.id`, 'A person is the id of a Slack user, such as U012AB3CD.')
      return { kind, id: userId }
    }
    case 'group':
      if (!/^S[A-Z0-9]{1,30}$/.test(id)) throw refused(`${at}.id`, 'A group is the id of a Slack user group, such as S012AB3CD.')
      return { kind, id }
    case 'role':
      if (!REVIEWER_ROLES.some((role) => role === id))
        throw refused(`${at}.id`, `A role is one of: ${REVIEWER_ROLES.join(', ')}.`)
      return { kind, id }
    case 'contact':
      return { kind, id: requireWords(`${at}.id`, id, CONTACT_LENGTH) }
  }
}

/** Two steps that ask the same of the same reviewers are one. */
const askOf = ({ reviewers, rule }: Step): string => JSON.stringify([reviewers.map(tokenOf).sort(), rule])

/** The one step of requests without a rule. */
export const ANY_SCHEDULER: Step = { name: 'Approval', reviewers: [{ kind: 'role', id: 'scheduler' }], rule: 'any' }

/** Returns the steps of these rules in their order, none of them twice, at most five. @param had the steps that are there already */
export function stepsOf(rules: readonly ApprovalRule[], had: readonly Step[] = []): Step[] {
  const isOwnThere = had.length > 0 || rules.some(({ when }) => !when)
  const all = [...had, ...(isOwnThere ? [] : [ANY_SCHEDULER]), ...rules.flatMap(({ steps }) => steps)]
  return all.filter((step, index) => all.findIndex((one) => askOf(one) === askOf(step)) === index).slice(0, MOST_STEPS)
}
