/** What a person may do at this moment, out of everything that gives them a role. Pure. */
import type { Role, ViewerBecause } from '../../lib/actor.js'
import { hasRole } from './roles.js'

/**
 * What Slack says of a person: an admin or owner of the workspace, or of its whole enterprise; a full member; a guest (of some channels alone,
 * or visiting from a workspace that Slack does not name).
 */
export type SlackStanding = 'admin' | 'enterprise_admin' | 'member' | 'guest'

/** A user group that carries a role. `isIn` undefined: nobody could say whether the person is in it. */
export type GroupMembership = { role: Role; isIn: boolean | undefined }

export type RoleSources = {
  /** null: Slack does not say, and its last answer is too old to count. */
  standing: SlackStanding | null
  /** Whether the workspace is the organization's own; else it is one of many of an enterprise. */
  isHome: boolean
  /** Given to this very person; null: as their groups say. */
  assignedRole: Role | null
  groups: readonly GroupMembership[]
  /** For people without another rule. */
  defaultRole: Role
}
export type EffectiveRole = { role: Role; viewerBecause?: ViewerBecause }

/**
 * Admins of Slack are admins. Else the role assigned to the person counts; without one, guests and people whom Slack does not
 * know may only read. For the others the highest role of their groups counts, then the default, which is read-only for people
 * of other workspaces of the enterprise. Where membership of a group cannot be determined, and they are known to be in none, it
 * is the lowest of the possible roles.
 */
export function effectiveRole({ standing, isHome, assignedRole, groups, defaultRole }: RoleSources): EffectiveRole {
  if (isSlackAdmin(standing, isHome)) return { role: 'admin' }
  if (assignedRole !== null) return { role: assignedRole }
  if (standing === null) return { role: 'viewer', viewerBecause: 'unknown' }
  if (standing === 'guest') return { role: 'viewer', viewerBecause: 'guest' }
  const certain = groups.filter(({ isIn }) => isIn === true).map(({ role }) => role)
  if (certain.length > 0) return { role: certain.reduce((a, b) => (hasRole({ role: a }, b) ? a : b)) }
  if (!isHome) return { role: 'viewer', viewerBecause: 'elsewhere' }
  const possible = groups.filter(({ isIn }) => isIn === undefined).map(({ role }) => role)
  return { role: possible.reduce((a, b) => (hasRole({ role: b }, a) ? a : b), defaultRole) }
}

/** Whether their groups decide, so that Slack has to be called for them. */
export const hangsOnGroups = ({ standing, isHome, assignedRole }: Omit<RoleSources, 'groups' | 'defaultRole'>): boolean =>
  !isSlackAdmin(standing, isHome) && assignedRole === null && standing !== null && standing !== 'guest'

/** An admin of another workspace is nobody here. */
const isSlackAdmin = (standing: SlackStanding | null, isHome: boolean): boolean =>
  standing === 'enterprise_admin' || (standing === 'admin' && isHome)
