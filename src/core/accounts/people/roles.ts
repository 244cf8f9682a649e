/**
 * Compares roles with what an action needs; no other code does. @see docs/slack.md#who-may-do-what: what changes settings is
 * denied by default
 */
import type { Access, Actor, AwayPerson, Role, ViewerBecause } from '../../lib/actor.js'
import { DomainError, notFound } from '../../lib/errors.js'

const ORDER = { none: -2, reviewer: -1, viewer: 0, contributor: 1, scheduler: 2, admin: 3 } satisfies Record<Access, number>
const WORDS = {
  reviewer: 'reviewers and members',
  viewer: 'members',
  contributor: 'contributors, schedulers and admins',
  scheduler: 'schedulers and admins',
  admin: 'admins',
} satisfies Record<Role, string>

const BECAUSE = {
  guest: 'Guests can look but not change anything. An admin can give you a role.',
  elsewhere:
    'Pinslot was set up by another workspace of your enterprise, so you can look but not change anything. An admin can give you a role.',
  agent: 'You signed this program in with less access than this needs. To give it more, sign in again.',
  unknown:
    'Slack did not tell us who you are in this workspace, so you can look but not change anything. Try again in a minute, or ask an admin for a role.',
} satisfies Record<ViewerBecause, string>

/** The fields of an actor that determine the roles. */
export type Holder = Pick<Actor, 'role' | 'accountRoles'>

export const isAtLeast = (role: Access, least: Role): boolean => ORDER[role] >= ORDER[least]

export const roleOn = ({ role, accountRoles }: Holder, accountId: string): Access =>
  role === 'admin' ? 'admin' : (accountRoles?.[accountId] ?? role)

/** True for at least this role on the account. It is for displays: actions use requireRoleOn(). */
export const hasRoleOn = (holder: Holder, accountId: string, least: Role): boolean => isAtLeast(roleOn(holder, accountId), least)

/** True for an admin of the organization, with its people, keys and all accounts. It is for displays. */
export const isOrganizationAdmin = ({ role }: Pick<Actor, 'role'>): boolean => role === 'admin'

/** Returns the highest role on any account: for things that belong to no account, such as an upload. */
export const highestRole = ({ role, accountRoles = {} }: Holder): Access =>
  Object.values(accountRoles).reduce((highest, one) => (ORDER[one] > ORDER[highest] ? one : highest), role)

/** True when the actor sees the account. A reviewer sees none, but the requests that they are asked about. */
export const hasSight = (actor: Holder & Pick<Actor, 'sees'>, accountId: string): boolean =>
  hasRoleOn(actor, accountId, 'viewer') || actor.sees === accountId

/** @throws NOT_FOUND an account that the actor cannot see: the same as for one that does not exist */
export function requireSight(actor: Holder & Pick<Actor, 'sees'>, accountId: string): void {
  if (!hasSight(actor, accountId)) throw notFound('Account')
}

/** Lists the people whom this person stands in for on the account; nobody if an admin gave them no access to it. */
export const awayPeopleOf = (
  { standsInFor = [], accountRoles }: Holder & Pick<Actor, 'standsInFor'>,
  accountId: string,
): readonly AwayPerson[] =>
  accountRoles?.[accountId] === 'none' ? [] : standsInFor.filter((away) => hasRoleOn(away, accountId, 'reviewer'))

/** True for a person who may be asked to decide on the account, for themselves or for somebody who is away. */
export const mayBeAsked = (actor: Holder & Pick<Actor, 'standsInFor'>, accountId: string): boolean =>
  hasRoleOn(actor, accountId, 'reviewer') || awayPeopleOf(actor, accountId).length > 0

/** @throws NOT_FOUND an account that the actor cannot see · FORBIDDEN the role on it is below `least` */
export function requireRoleOn(actor: Actor, accountId: string, least: Role): void {
  requireSight(actor, accountId)
  if (!hasRoleOn(actor, accountId, least)) throw tooLow(isNamed(actor, accountId) ? {} : actor, least)
}

/**
 * Requires a role on any account, for things that belong to none, such as an upload.
 * @throws FORBIDDEN the role is lower on every account
 */
export function requireRoleAnywhere(actor: Actor, least: Role): void {
  if (!isAtLeast(highestRole(actor), least)) throw tooLow(actor, least)
}

/** @throws FORBIDDEN not an admin of the organization */
export function requireOrganizationAdmin(actor: Actor): void {
  if (!isOrganizationAdmin(actor)) throw tooLow(actor, 'admin')
}

/** True when an account role was assigned, which then is the reason for a refusal. */
const isNamed = ({ accountRoles }: Holder, accountId: string): boolean => accountRoles?.[accountId] !== undefined

const tooLow = (because: Pick<Actor, 'viewerBecause'>, least: Role): DomainError =>
  roleRefusal(because, `Only ${WORDS[least]} can do this. Ask an admin of your workspace.`)

/** @param sentence why, unless the person is a viewer for a reason of their own */
export const roleRefusal = ({ viewerBecause }: Pick<Actor, 'viewerBecause'>, sentence: string): DomainError =>
  new DomainError('FORBIDDEN', viewerBecause === undefined ? sentence : BECAUSE[viewerBecause])
