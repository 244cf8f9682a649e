/** Checks whether a person may decide an approval, and whether they saw its current version. */
import { hasRoleOn, requireSight } from '../../accounts/people/roles.js'
import { type Actor, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { conflict, DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { requireApproval, type ApprovalRef } from './approval.js'
import type { Approval } from './model.js'

/**
 * Checks that the actor may decide approvals. @throws FORBIDDEN a key without a person, or a person who may not schedule ·
 * NOT_FOUND
 */
export function requireApprover(actor: Actor, accountId: string): void {
  requireSight(actor, accountId)
  if (!isSlackPerson(actor.userId))
    throw new DomainError('FORBIDDEN', 'Only people can decide approvals. Use the personal key of a scheduler or admin.')
  if (!hasRoleOn(actor, accountId, 'scheduler'))
    throw new DomainError('FORBIDDEN', 'Only schedulers and admins can approve pins. Ask one of them.')
}

/** Checks that an approval is open and that this approver did not request it. @throws FORBIDDEN · CONFLICT approval_decided */
export function requireUndecided({ state, askedBy }: Pick<Approval, 'state' | 'askedBy'>, actor: Pick<Actor, 'userId'>): void {
  if (state !== 'open') throw conflict('approval_decided', DECIDED[state])
  if (isSamePerson(askedBy, actor.userId))
    throw new DomainError('FORBIDDEN', 'You cannot approve your own request. Ask another scheduler or admin.')
}

/**
 * Returns the approval if this person may decide it and it is still open. @throws FORBIDDEN · NOT_FOUND · CONFLICT
 * approval_decided
 */
export async function requireDecidable(sql: Sql, actor: Actor, ref: ApprovalRef): Promise<Approval> {
  requireApprover(actor, ref.accountId)
  const approval = await requireApproval(sql, actor, ref)
  requireUndecided(approval, actor)
  return approval
}

export const readDecidable = ({ db }: Pick<Deps, 'db'>, actor: Actor, ref: ApprovalRef): Promise<Approval> =>
  requireDecidable(db.sql, actor, ref)

/** Each entry point adds who decided, and when. */
const DECIDED: Record<Exclude<Approval['state'], 'open'>, string> = {
  approved: 'This pin is already approved.',
  changes_requested: 'Changes were already requested.',
  rejected: 'This pin is already rejected.',
  withdrawn: 'This request was withdrawn.',
}

export const outdated = () =>
  conflict('approval_outdated', 'The pin changed after you saw it, so nothing was scheduled. Check the new version.')

export const timePast = () =>
  new DomainError(
    'BAD_REQUEST',
    'The requested time has passed, so nothing was scheduled. Approve it for the next open slot or request another time.',
    {
      reason: 'approval_time_past',
    },
  )
