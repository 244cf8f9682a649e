/** What a person may do at this moment, out of everything that gives them a role. Pure. */
import type { Access, ViewerBecause } from '../../lib/actor.js'
import { isAtLeast } from './roles.js'

/**
 * What Slack says of a person: an admin or owner of the workspace, or of its whole enterprise; a full member; a guest (of some channels alone,
 * or visiting from a workspace that Slack does not name).
 */
export type SlackStanding = 'admin' | 'enterprise_admin' | 'member' | 'guest'

/** A user group that carries a role. `isIn` undefined: nobody could say whether the person is in it. */
export type GroupMembership = { role: Access; isIn: boolean | undefined }

export type RoleSources = {
  /** null: Slack does not say, and its last answer is too old to count. */
  standing: SlackStanding | null
  /** Whether the workspace is the organization's own; else it is one of many of an enterprise. */
  isHome: boolean
  /** Given to this very person; null: as their groups say. */
  assignedRole: Access | null
  groups: readonly GroupMembership[]
  /** For people without another rule. */
  defaultRole: Access
  /** On one account: given to the person, or to groups. */
  accounts?: readonly AccountRules[]
}
export type AccountRules = { accountId: string; assignedRole: Access | null; groups: readonly GroupMembership[] }
export type EffectiveRole = { role: Access; accountRoles?: Record<string, Access>; viewerBecause?: ViewerBecause }

/**
 * Admins of Slack are admins. Else the role assigned to the person counts; without one, guests and people whom Slack does not
 * know may only read. For the others the highest role of their groups counts, then the default, which is read-only for people
 * of other workspaces of the enterprise. Where membership of a group cannot be determined, and they are known to be in none, it
 * is the lowest of the possible roles. Who may see nothing by default may not as a guest either.
 *
 * On an account with rules of its own these go first, in the same order: the person's own role on it, their role in the
 * organization, the highest role of their groups on it; where none says anything, it is as everywhere.
 */
export function effectiveRole(sources: RoleSources): EffectiveRole {
  const overall = inOrganization(sources)
  if (overall.role === 'admin') return overall
  const roles = (sources.accounts ?? []).flatMap(({ accountId, assignedRole, groups }) => {
    const role = assignedRole ?? fromGroups(sources, overall.role, groups)
    return role === undefined ? [] : [[accountId, role] as const]
  })
  return roles.length === 0 ? overall : { ...overall, accountRoles: Object.fromEntries(roles) }
}

function inOrganization({ standing, isHome, assignedRole, groups, defaultRole }: RoleSources): EffectiveRole {
  if (isSlackAdmin(standing, isHome)) return { role: 'admin' }
  if (assignedRole !== null) return { role: assignedRole }
  if (standing === null) return atMostViewer(defaultRole, 'unknown')
  if (standing === 'guest') return atMostViewer(defaultRole, 'guest')
  const certain = highestOf(groups)
  if (certain !== undefined) return { role: certain }
  if (!isHome) return atMostViewer(defaultRole, 'elsewhere')
  return { role: lowestOf(groups, defaultRole) }
}

/** undefined: no group says anything about this account. */
function fromGroups(
  { standing, assignedRole }: RoleSources,
  overall: Access,
  groups: readonly GroupMembership[],
): Access | undefined {
  if (assignedRole !== null || standing === null || standing === 'guest') return undefined
  const isPossible = groups.some(({ isIn }) => isIn === undefined)
  return highestOf(groups) ?? (isPossible ? lowestOf(groups, overall) : undefined)
}

const highestOf = (groups: readonly GroupMembership[]): Access | undefined => {
  const certain = groups.filter(({ isIn }) => isIn === true).map(({ role }) => role)
  return certain.length === 0 ? undefined : certain.reduce(higher)
}
const lowestOf = (groups: readonly GroupMembership[], otherwise: Access): Access =>
  groups
    .filter(({ isIn }) => isIn === undefined)
    .map(({ role }) => role)
    .reduce(lower, otherwise)

const higher = (a: Access, b: Access): Access => (isHigher(a, b) ? a : b)
const lower = (a: Access, b: Access): Access => (isHigher(a, b) ? b : a)
const isHigher = (a: Access, b: Access): boolean => b === 'none' || isAtLeast(a, b)

const atMostViewer = (defaultRole: Access, viewerBecause: ViewerBecause): EffectiveRole =>
  defaultRole === 'none' ? { role: 'none', viewerBecause } : { role: 'viewer', viewerBecause }

/** Whether their groups decide, so that Slack has to be called for them. */
export const hangsOnGroups = ({
  standing,
  isHome,
  assignedRole,
}: Pick<RoleSources, 'standing' | 'isHome' | 'assignedRole'>): boolean =>
  !isSlackAdmin(standing, isHome) && assignedRole === null && standing !== null && standing !== 'guest'

/** An admin of another workspace is nobody here. */
const isSlackAdmin = (standing: SlackStanding | null, isHome: boolean): boolean =>
  standing === 'enterprise_admin' || (standing === 'admin' && isHome)
