/** How an approval stands, with what time alone has done to it. */
import type { Approval } from './model.js'

export const APPROVAL_STATES = ['pending', 'approved', 'changes_requested', 'rejected', 'expired', 'withdrawn'] as const
export type ApprovalStatus = (typeof APPROVAL_STATES)[number]

export function statusOf({ state, requestedTime }: Pick<Approval, 'state' | 'requestedTime'>, now: Date): ApprovalStatus {
  if (state !== 'open') return state
  return requestedTime.kind === 'at' && requestedTime.at <= now ? 'expired' : 'pending'
}
