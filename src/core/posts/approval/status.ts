/** The status of an approval, including an expiry by time alone. */
import { UNDO_MS } from '../../lib/undo-time.js'
import type { StepDecision } from './steps/decisions.js'
import { progressNow } from './judge.js'
import type { Approval, Hold } from './model.js'
import type { StepProgress } from './steps/steps.js'

export const APPROVAL_STATES = ['pending', 'approved', 'changes_requested', 'rejected', 'expired', 'withdrawn'] as const
export type ApprovalStatus = (typeof APPROVAL_STATES)[number]

/** True while a decision can be undone: the one that settled it, or the last one on a step. */
export const canUndo = (approval: Pick<Approval, 'state' | 'decidedAt' | 'plan' | 'decisions'>, now: Date): boolean => {
  const at = lastDecidedAt(approval)
  return at !== null && approval.state !== 'withdrawn' && now.getTime() - at.getTime() <= UNDO_MS
}

/** Returns when it was settled, or its last step was decided; null: nothing was decided yet. */
export const lastDecidedAt = (approval: Pick<Approval, 'decidedAt' | 'plan' | 'decisions'>): Date | null =>
  approval.decidedAt ?? lastStepOf(approval)?.decidedAt ?? null

/** Returns the last decision on a step of an open request. */
export const lastStepOf = ({ plan, decisions }: Pick<Approval, 'plan' | 'decisions'>): StepDecision | undefined =>
  plan ? decisions.findLast(({ step, decision }) => step !== null && decision === 'approve') : undefined

/** Returns the hold that a request is on; null: it is on none, or its hold has ended. */
export const holdNow = ({ state, hold }: Pick<Approval, 'state' | 'hold'>, now: Date): Hold | null =>
  state === 'open' && hold !== null && (hold.until === null || hold.until > now) ? hold : null

/** The slot that a waiting request keeps from others. `until` null: until somebody releases it. */
type Keeping = { sendAt: Date; until: Date | null }

/** A request at one moment, as views show it: with the hold that lasts, the slot that is kept, and how far its steps are. */
export type ShownApproval = Approval & { keeping: Keeping | null; progress: StepProgress[] }

export const asShown = (approval: Approval, now: Date): ShownApproval => ({
  ...approval,
  hold: holdNow(approval, now),
  keeping: keepingOf(approval, now),
  progress: progressNow(approval),
})

/** Returns the slot that a waiting request keeps from others, and until when; null: none, or it is overdue. */
export function keepingOf(
  { state, dueAt, keptSlot, hold }: Pick<Approval, 'state' | 'dueAt' | 'keptSlot' | 'hold'>,
  now: Date,
): Keeping | null {
  if (state !== 'open' || keptSlot === null || keptSlot.sendAt <= now) return null
  const { sendAt } = keptSlot
  if (hold && hold.until === null) return { sendAt, until: null }
  const until = Math.max(dueAt?.getTime() ?? 0, hold?.until?.getTime() ?? 0)
  return until > now.getTime() ? { sendAt, until: new Date(Math.min(until, sendAt.getTime())) } : null
}

export function statusOf({ state, requestedTime }: Pick<Approval, 'state' | 'requestedTime'>, now: Date): ApprovalStatus {
  if (state !== 'open') return state
  return requestedTime.kind === 'at' && requestedTime.at <= now ? 'expired' : 'pending'
}
