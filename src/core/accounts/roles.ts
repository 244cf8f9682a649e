/** What a member may do. Keys of /v1 have full access. @see design, "Identity": denied by default for what changes settings */
import type { Actor, Role } from '../actor.js'
import { DomainError } from '../errors.js'

const ORDER = { viewer: 0, contributor: 1, scheduler: 2, admin: 3 } satisfies Record<Role, number>
const WORDS = {
  viewer: 'members',
  contributor: 'contributors, schedulers and admins',
  scheduler: 'schedulers and admins',
  admin: 'admins',
} satisfies Record<Role, string>

/** For what is shown; what is done asks requireRole(). */
export const hasRole = ({ role }: Pick<Actor, 'role'>, least: Role): boolean => ORDER[role] >= ORDER[least]

/** @throws FORBIDDEN the actor's role is below `least` */
export function requireRole(actor: Actor, least: Role): void {
  if (hasRole(actor, least)) return
  throw new DomainError('FORBIDDEN', `Only ${WORDS[least]} may do this. Ask an admin of your workspace.`)
}
