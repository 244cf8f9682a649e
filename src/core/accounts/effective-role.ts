/** What a person may do at this moment, out of everything that gives them a role. Pure. */
import type { Role } from '../actor.js'
import { hasRole } from './roles.js'

/** A user group that carries a role. `isIn` undefined: nobody could say whether the person is in it. */
export type GroupMembership = { role: Role; isIn: boolean | undefined }

export type RoleSources = {
  /** Of the Slack workspace: an admin or owner. */
  isSlackAdmin: boolean
  /** Given to this very person; null: as their groups say. */
  assignedRole: Role | null
  groups: readonly GroupMembership[]
  /** For whom nothing else says it. */
  defaultRole: Role
}

/**
 * Admins of Slack are admins. Else what was given to the person counts, else the highest of their groups, else the default. Where it is not
 * known whether they are in some group, and they are known to be in none, it is the least of what it could be.
 * @see design "Identity": deny by default
 */
export function effectiveRole({ isSlackAdmin, assignedRole, groups, defaultRole }: RoleSources): Role {
  if (isSlackAdmin) return 'admin'
  if (assignedRole !== null) return assignedRole
  const certain = groups.filter(({ isIn }) => isIn === true).map(({ role }) => role)
  if (certain.length > 0) return certain.reduce((a, b) => (hasRole({ role: a }, b) ? a : b))
  const possible = groups.filter(({ isIn }) => isIn === undefined).map(({ role }) => role)
  return possible.reduce((a, b) => (hasRole({ role: b }, a) ? a : b), defaultRole)
}
