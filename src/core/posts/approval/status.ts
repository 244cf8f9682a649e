/** The status of an approval, including an expiry by time alone. */
import { UNDO_MS } from '../../lib/undo-time.js'
import type { Approval } from './model.js'

export const APPROVAL_STATES = ['pending', 'approved', 'changes_requested', 'rejected', 'expired', 'withdrawn'] as const
export type ApprovalStatus = (typeof APPROVAL_STATES)[number]

/** True while a decision can be undone. */
export const canUndo = ({ state, decidedAt }: Pick<Approval, 'state' | 'decidedAt'>, now: Date): boolean =>
  decidedAt !== null && state !== 'withdrawn' && now.getTime() - decidedAt.getTime() <= UNDO_MS

export function statusOf({ state, requestedTime }: Pick<Approval, 'state' | 'requestedTime'>, now: Date): ApprovalStatus {
  if (state !== 'open') return state
  return requestedTime.kind === 'at' && requestedTime.at <= now ? 'expired' : 'pending'
}
