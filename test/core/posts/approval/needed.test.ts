/** Who needs an approval to schedule is one question; whether they may ask for it another, and that one refuses. */
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { isApprovalNeeded, requireMayScheduleOrAsk } from '../../../../src/core/posts/approval/request.js'

const of = (role: Role): Actor => ({ organizationId: '1', via: 'slack', role, userId: 'T1:U1' })

test.each([
  ['contributor', 'none', { isNeeded: true, isRefused: true }],
  ['contributor', 'required', { isNeeded: true, isRefused: false }],
  ['scheduler', 'none', { isNeeded: false, isRefused: false }],
  ['scheduler', 'required', { isNeeded: false, isRefused: false }],
  ['admin', 'none', { isNeeded: false, isRefused: false }],
] as const)('a %s where approvals are %s', (role, approvalPolicy, { isNeeded, isRefused }) => {
  expect(isApprovalNeeded(of(role), '7')).toBe(isNeeded)
  const schedule = () => requireMayScheduleOrAsk(of(role), { id: '7', approvalPolicy })
  if (isRefused) expect(schedule).toThrow(/^Only schedulers and admins can schedule pins/)
  else expect(schedule).not.toThrow()
})
