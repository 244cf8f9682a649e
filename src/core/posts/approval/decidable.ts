/** Checks whether a person may decide an approval, and whether it is on hold. */
import { hasRoleOn, hasSight, requireSight } from '../../accounts/people/roles.js'
import { type Actor, isClient, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isHeld } from '../../slots/kept.js'
import { requireApproval, type ApprovalRef } from './approval.js'
import { progressNow } from './judge.js'
import type { Approval } from './model.js'
import { asSeer, withSight } from './sight.js'
import { holdNow } from './status.js'
import { pendingOf } from './steps/steps.js'
import { type Decider, isWaitedFor, waitsForActor } from './steps/tokens.js'

/** Checks that the actor is a person who may be asked on the account, or a contact of it. @throws FORBIDDEN a key without a person · NOT_FOUND */
export function requireDecider(actor: Actor, accountId: string): void {
  requireSight(asSeer(actor, accountId), accountId)
  if (!isSlackPerson(actor.userId) && actor.contact === undefined)
    throw new DomainError('FORBIDDEN', 'Only people can decide approvals. Use the personal key of a scheduler or admin.')
}

/** Checks that the actor may schedule, as who decides requests without steps. @throws FORBIDDEN · NOT_FOUND */
export function requireApprover(actor: Actor, accountId: string): void {
  requireDecider(actor, accountId)
  if (!hasRoleOn(actor, accountId, 'scheduler'))
    throw new DomainError('FORBIDDEN', 'Only schedulers and admins can approve pins. Ask one of them.')
}

/** Refuses a whole press of somebody who decides none of these requests. @throws FORBIDDEN */
export function requireApproverOf(actor: Actor, accountId: string, approvals: readonly Pick<Approval, 'plan'>[]): void {
  if (approvals.every(({ plan }) => !plan)) requireApprover(actor, accountId)
}

type Person = Pick<Actor, 'userId'>
type Waiting = Pick<Approval, 'accountId' | 'askedBy' | 'waitsFor'>

/** True for a person who may decide this request while it is open. It is for messages: decisions use requireDecidable(). */
export const mayDecide = (person: Decider, { accountId, askedBy, waitsFor }: Waiting): boolean =>
  isWaitedFor(waitsFor, person, { accountId, askedBy }) && !isSamePerson(askedBy, person.userId)

/**
 * True for a person who is reminded of this request: who may decide it, and the admins once it is overdue, where its rule says
 * so.
 */
export const isAskedOf = (person: Decider, approval: Waiting & Pick<Approval, 'dueAt' | 'onSilence'>, now: Date): boolean =>
  mayDecide(person, approval) ||
  (approval.onSilence === 'admins' &&
    approval.dueAt !== null &&
    approval.dueAt <= now &&
    hasRoleOn(person, approval.accountId, 'admin') &&
    !isSamePerson(approval.askedBy, person.userId))

/** Checks that an approval is open and that this approver did not request it. @throws FORBIDDEN · CONFLICT approval_decided */
export function requireOpenFor({ state, askedBy }: Pick<Approval, 'state' | 'askedBy'>, { userId }: Person): void {
  if (state !== 'open') throw new RefusedBecause('approval_decided', { about: state })
  if (isSamePerson(askedBy, userId))
    throw new DomainError('FORBIDDEN', 'You cannot approve your own request. Ask another scheduler or admin.')
}

/** Checks that the request waits for this person, as who may schedule or by its pending step. @throws FORBIDDEN */
export function requireTurn(approval: Approval, actor: Actor): void {
  const { accountId, plan, waitsFor } = approval
  if (!plan) return requireApprover(actor, accountId)
  if (isWaitedFor(waitsFor, actor, approval)) return
  if (isOwnEdit(approval, actor)) throw new RefusedBecause('approval_own_edit')
  const step = pendingOf(progressNow(approval))
  throw new DomainError('FORBIDDEN', `The request waits for the step “${step?.name ?? ''}”, and for other people than you.`)
}

export type ToDecide = Pick<Approval, 'organizationId' | 'accountId' | 'askedBy' | 'editedBy'>

/**
 * Checks that an approval is open and waits for this approver, who neither requested it nor edited its pin last.
 * @throws FORBIDDEN also approval_own_edit · NOT_FOUND a person who does not see it · CONFLICT approval_decided
 */
export async function requireUndecided(sql: Sql, approval: Approval, person: Actor, now: Date): Promise<void> {
  const { id: approvalId, accountId } = approval
  const actor = await withSight(sql, person, { accountId, approvalId })
  if (!hasSight(actor, accountId)) throw notFound('Approval')
  if (!approval.plan) requireTurn(approval, actor)
  requireOpenFor(approval, actor)
  if (approval.plan) requireTurn(approval, actor)
  else await requireEditedByAnother(sql, approval, actor, now)
}

/**
 * Checks that the pin was not edited last by this person. Who has nobody beside themselves may decide: the audit says so.
 * @throws FORBIDDEN approval_own_edit
 */
export async function requireEditedByAnother(sql: Sql, approval: ToDecide, person: Person, now: Date): Promise<void> {
  if (isOwnEdit(approval, person) && (await hasOtherApprover(sql, approval, person, now)))
    throw new RefusedBecause('approval_own_edit')
}

/** True if this person edited the pin last. */
export const isOwnEdit = ({ editedBy }: Pick<Approval, 'editedBy'>, { userId }: Person): boolean =>
  editedBy !== null && isSamePerson(editedBy, userId)

/** How long a person who may decide counts after they were last here: Slack does not say who has left. */
const COUNTS_MS = 30 * DAY_MS

/** True if a person who neither made the request nor is this one may schedule on the account, and was here lately. */
async function hasOtherApprover(
  sql: Sql,
  { organizationId, accountId, askedBy }: ToDecide,
  { userId }: Person,
  now: Date,
): Promise<boolean> {
  const [other] = await sql`
    select 1
      from members m
     where m.organization_id = ${organizationId}
       and m.seen_at > ${before(now, COUNTS_MS)}
       and m.slack_user_id <> all (${[askedBy, userId].map(personIn)}::text[])
       and (coalesce(m.assigned_role, m.role) = 'admin'
            or coalesce(m.account_roles ->> ${accountId}, m.assigned_role, m.role) in ('scheduler', 'admin'))
     limit 1`
  return other !== undefined
}
const personIn = (userId: string): string => userId.slice(userId.indexOf(':') + 1)

/** Checks that an approval is not on hold. @throws CONFLICT approval_on_hold */
export function requireNotOnHold(approval: Pick<Approval, 'state' | 'hold'>, now: Date): void {
  if (holdNow(approval, now)) throw new RefusedBecause('approval_on_hold')
}

/**
 * Returns the approval if this person may decide it and it is still open. @throws FORBIDDEN also approval_own_edit ·
 * NOT_FOUND · CONFLICT approval_decided
 */
export async function requireDecidable(sql: Sql, actor: Actor, ref: ApprovalRef, now: Date): Promise<Approval> {
  requireDecider(actor, ref.accountId)
  const approval = await requireApproval(sql, actor, ref)
  await requireUndecided(sql, approval, actor, now)
  return approval
}

/** Returns the approval if this person may approve it now. @throws as requireDecidable() · CONFLICT approval_on_hold */
export async function requireApprovable(sql: Sql, actor: Actor, ref: ApprovalRef, now: Date): Promise<Approval> {
  const approval = await requireDecidable(sql, actor, ref, now)
  requireNotOnHold(approval, now)
  return approval
}

export const readDecidable = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, ref: ApprovalRef): Promise<Approval> =>
  requireDecidable(db.sql, actor, ref, clock())

/** Compares like isSamePerson(): the same person in any workspace of an enterprise. A client asks for nothing. */
export const isAsker = (sql: Sql, { userId }: Pick<Actor, 'userId'>) =>
  isClient(userId) ? sql`false` : sql`split_part(a.asked_by, ':', 2) = split_part(${userId}, ':', 2)`

/** The same rule as requireUndecided(), as a condition on open `approvals a`. */
export const isDecidable = (sql: Sql, actor: Actor, { accountId, now }: { accountId: string; now: Date }) =>
  sql`(not (${isAsker(sql, actor)}) and not (${isHeld(sql, now)}) and ${waitsForActor(sql, actor, accountId)})`
