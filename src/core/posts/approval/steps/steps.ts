/** The steps of a request: who decides, in which order, and how far it is. Pure. */
import { isSlackPerson } from '../../../lib/actor.js'
import type { StepDecision } from './decisions.js'
import type { ChangedField } from './fields.js'

/** `id`: `U1` of a person, `S1` of a user group, the name of a role or of a contact. */
export type Reviewer = { kind: 'person' | 'group' | 'role' | 'contact'; id: string }
/** How many of the reviewers approve it. */
export type StepRule = 'any' | 'all' | { atLeast: number }
/** `looksAt`: an edit of these fields restarts it; absent: of any field but the section. */
export type Step = { name: string; reviewers: Reviewer[]; rule: StepRule; looksAt?: ChangedField[] }

export const REVIEWER_ROLES = ['reviewer', 'scheduler', 'admin'] as const
export const MOST_STEPS = 5

/** `waiting`: an earlier step is pending. */
export type StepState = 'waiting' | 'pending' | 'approved' | 'skipped'
/** `decisions`: approvals that count for it. `missing`: how many more it asks for. */
export type StepProgress = Step & { number: number; state: StepState; decisions: StepDecision[]; missing: number }

/** Returns whom a reviewer stands for: a person, each of a group or with a role, a contact by name. */
export const tokenOf = ({ kind, id }: Reviewer): string => `${kind}:${kind === 'contact' ? contactKey(id) : id}`

/** The name of a contact, compared without case. */
export const contactKey = (name: string): string => name.trim().toLowerCase()

/**
 * Returns how far each step is. A decision counts while what its step looks at is as it was.
 * @param prints of what each step looks at now; null: not known, because the request is settled
 */
export function progressOf(
  steps: readonly Step[],
  decisions: readonly StepDecision[],
  prints: readonly string[] | null,
): StepProgress[] {
  let isReached = true
  return steps.map((step, index): StepProgress => {
    const ours = decisions.filter(
      (one) => one.step === index + 1 && (prints === null || one.fingerprint === null || one.fingerprint === prints[index]),
    )
    const counted = ours.filter(({ decision }) => decision === 'approve')
    const missing = missingOf(step, counted)
    const isSkipped = ours.some(({ decision }) => decision === 'skip')
    const state = isSkipped ? 'skipped' : missing === 0 ? 'approved' : isReached ? 'pending' : 'waiting'
    if (state === 'pending') isReached = false
    return { ...step, number: index + 1, state, decisions: counted, missing }
  })
}

/** Returns how many approvals a step asks for. */
export const askedOf = ({ reviewers, rule }: Pick<Step, 'reviewers' | 'rule'>): number =>
  rule === 'any' ? 1 : rule === 'all' ? new Set(reviewers.map(tokenOf)).size : rule.atLeast

function missingOf(step: Step, approvals: readonly StepDecision[]): number {
  const given =
    step.rule === 'all'
      ? new Set(step.reviewers.map(tokenOf).filter((token) => approvals.some((one) => one.token === token)))
      : new Set(approvals.map(deciderOf))
  return Math.max(0, askedOf(step) - given.size)
}

/** Two links of one contact are one decider, and so is a deputy and whom they decide for. */
const deciderOf = ({ token, decidedBy, decidedFor }: StepDecision): string =>
  token?.startsWith('contact:') ? token : personIn(decidedFor ?? decidedBy)

const personIn = (userId: string): string => userId.slice(userId.indexOf(':') + 1)

/** Returns the step that is decided next; of a request whose steps are all approved, the last one. */
export const pendingOf = (progress: readonly StepProgress[]): StepProgress | undefined =>
  progress.find(({ state }) => state === 'pending') ?? progress.at(-1)

/**
 * Returns whom the pending step waits for, as tokens; `not:U1` for people who may not decide it: they decided it already, or
 * edited the pin last.
 */
export function waitsForOf(progress: readonly StepProgress[], editedBy: string | null): string[] {
  const step = pendingOf(progress)
  if (!step) return []
  const given = new Set(step.decisions.flatMap(({ token }) => (token !== null && isOfOne(token) ? [token] : [])))
  const not = [...step.decisions.flatMap(({ decidedBy, decidedFor }) => [decidedBy, decidedFor]), editedBy]
  return [
    ...new Set([
      ...step.reviewers.map(tokenOf).filter((token) => !given.has(token)),
      ...not.flatMap((person) => (person !== null && isSlackPerson(person) ? [notToken(person)] : [])),
    ]),
  ]
}

const isOfOne = (token: string): boolean => token.startsWith('person:') || token.startsWith('contact:')

/** Excludes a person from a step. @param userId `T1:U1` */
export const notToken = (userId: string): string => `not:${personIn(userId)}`
