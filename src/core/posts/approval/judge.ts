/** Judges what a person decides of a request: its pending step, or all steps that are left. */
import { type Actor, isSamePerson } from '../../lib/actor.js'
import type { Sql } from '../../ports/deps.js'
import type { DecisionKind, NewDecision, StepDecision } from './steps/decisions.js'
import type { Approval } from './model.js'
import { pendingOf, progressOf, type StepProgress, waitsForOf } from './steps/steps.js'
import { type Decider, isWaitedFor, standingOf } from './steps/tokens.js'

type Judged = Pick<Approval, 'id' | 'accountId' | 'askedBy' | 'editedBy' | 'postVersion' | 'plan' | 'decisions' | 'state'>

/** Returns how far each step is; empty: the request has the one step for any scheduler. */
export const progressNow = ({ plan, decisions, state }: Pick<Approval, 'plan' | 'decisions' | 'state'>): StepProgress[] =>
  plan ? progressOf(plan.steps, decisions, state === 'open' ? plan.prints : null) : []

/** Returns the decision that a person makes by approving or declining now. The caller has checked that it is theirs. */
export function decisionOf(
  approval: Judged,
  actor: Decider,
  { decision, reason = null, settles = false }: { decision: DecisionKind; reason?: string | null; settles?: boolean },
): NewDecision {
  const { id: approvalId, postVersion, plan, editedBy } = approval
  const progress = progressNow(approval)
  const step = pendingOf(progress)
  const { token = null, decidedFor = null } = standingOf(plan && waitsForOf(progress, editedBy), actor, approval) ?? {}
  return {
    approvalId,
    step: step?.number ?? 1,
    decision,
    decidedBy: actor.userId,
    decidedFor,
    name: actor.calledAs ?? actor.contact ?? null,
    postVersion,
    fingerprint: (step && plan?.prints?.[step.number - 1]) ?? null,
    reason,
    token,
    settles,
  }
}

const made = (one: NewDecision): StepDecision => ({ ...one, id: '', decidedAt: new Date(0) })

/** True if the request has only its pending step left, and this approval completes it. */
export function completesWith(approval: Judged, approve: NewDecision): boolean {
  if (!approval.plan) return true
  const after = progressNow({ ...approval, decisions: [...approval.decisions, made(approve)] })
  return after.every(({ state }) => state === 'approved' || state === 'skipped')
}

/**
 * Returns what a person decides by scheduling the pin: every step that is left, if they may complete each.
 * @returns `left`: the first step that they may not complete
 */
export function decideAllLeft(approval: Judged, actor: Decider): { decides: NewDecision[]; left?: StepProgress } {
  if (!approval.plan) return { decides: [decisionOf(approval, actor, { decision: 'approve', settles: true })] }
  const decides: NewDecision[] = []
  for (;;) {
    const now = { ...approval, decisions: [...approval.decisions, ...decides.map(made)] }
    const progress = progressNow(now)
    const step = progress.find(({ state }) => state === 'pending')
    if (!step) return { decides }
    const isTheirs =
      !isSamePerson(approval.askedBy, actor.userId) && isWaitedFor(waitsForOf(progress, approval.editedBy), actor, approval)
    if (!isTheirs) return { decides, left: step }
    decides.push(decisionOf(now, actor, { decision: 'approve', settles: true }))
  }
}

/** Writes whom these open requests wait for, after a change of them, of their decisions or of their pins. */
export async function writeWaitsFor(sql: Sql, approvals: readonly Approval[]): Promise<void> {
  for (const approval of approvals) {
    if (approval.state !== 'open' || !approval.plan) continue
    const waitsFor = waitsForOf(progressNow(approval), approval.editedBy)
    if (waitsFor.join('\n') === approval.waitsFor?.join('\n')) continue
    approval.waitsFor = waitsFor
    await sql`
      update approvals
         set waits_for = ${waitsFor}
       where organization_id = ${approval.organizationId}
         and id = ${approval.id}`
  }
}

/** Does what an actor of previews stands for: whoever decides the step. Its work is rolled back. */
export const ANYBODY = 'preview'
export const isAnybody = ({ via, userId }: Pick<Actor, 'via' | 'userId'>): boolean => via === 'operator' && userId === ANYBODY
