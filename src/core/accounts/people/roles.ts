/** What a member may do. Keys of /v1 have full access. @see docs/slack.md#who-may-do-what: denied by default for what changes settings */
import type { Actor, Role, ViewerBecause } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'

const ORDER = { viewer: 0, contributor: 1, scheduler: 2, admin: 3 } satisfies Record<Role, number>
const WORDS = {
  viewer: 'members',
  contributor: 'contributors, schedulers and admins',
  scheduler: 'schedulers and admins',
  admin: 'admins',
} satisfies Record<Role, string>

const BECAUSE = {
  guest: 'Guests can look but not change anything. An admin can give you a role.',
  elsewhere:
    'Pinslot was set up by another workspace of your enterprise, so you can look but not change anything. An admin can give you a role.',
  unknown: 'Slack did not say who you are in this workspace, so you can look but not change anything. Try again in a minute.',
} satisfies Record<ViewerBecause, string>

/** For what is shown; what is done asks requireRole(). */
export const hasRole = ({ role }: Pick<Actor, 'role'>, least: Role): boolean => ORDER[role] >= ORDER[least]

/** @throws FORBIDDEN the actor's role is below `least` */
export function requireRole(actor: Actor, least: Role): void {
  if (hasRole(actor, least)) return
  throw roleRefusal(actor, `Only ${WORDS[least]} can do this. Ask an admin of your workspace.`)
}

/** @param sentence why, unless the person is a viewer for a reason of their own */
export const roleRefusal = ({ viewerBecause }: Pick<Actor, 'viewerBecause'>, sentence: string): DomainError =>
  new DomainError('FORBIDDEN', viewerBecause === undefined ? sentence : BECAUSE[viewerBecause])
