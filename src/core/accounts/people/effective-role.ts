/** Computes a person's current role from everything that gives them one. Pure. */
import type { Access, ViewerBecause } from '../../lib/actor.js'
import { isAtLeast } from './roles.js'

/**
 * The person's standing in Slack: an admin or owner of the workspace, or of the whole enterprise; a full member; a guest (of some
 * channels, or from a workspace that Slack does not name).
 */
export type SlackStanding = 'admin' | 'enterprise_admin' | 'member' | 'guest'

/** A user group with a role. `isIn` undefined: membership is unknown. */
export type GroupMembership = { role: Access; isIn: boolean | undefined }

export type RoleSources = {
  /** null: Slack does not say, and its last answer is too old. */
  standing: SlackStanding | null
  /** True for the organization's own workspace; false for another one of the enterprise. */
  isHome: boolean
  /** Assigned to the person; null: their groups decide. */
  assignedRole: Access | null
  groups: readonly GroupMembership[]
  /** The role of people without another rule. */
  defaultRole: Access
  /** Rules of single accounts, for the person or groups. */
  accounts?: readonly AccountRules[]
}
export type AccountRules = { accountId: string; assignedRole: Access | null; groups: readonly GroupMembership[] }
export type EffectiveRole = { role: Access; accountRoles?: Record<string, Access>; viewerBecause?: ViewerBecause }

/**
 * Applies the first rule that matches: Slack admin; assigned role; viewer at most for guests and unknown people; the highest role
 * of their groups; viewer at most for other workspaces; the default. If membership of a group is unknown and no group is certain,
 * the lowest possible role counts; "viewer at most" is the default if that is lower. Account rules come first, in the same
 * order: the person's role on it, the role in the organization, groups on it.
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

/** Returns undefined when no group has a rule for this account. */
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

const atMostViewer = (defaultRole: Access, viewerBecause: ViewerBecause): EffectiveRole => ({
  role: lower(defaultRole, 'viewer'),
  viewerBecause,
})

/** True when groups decide, so Slack has to be asked for them. */
export const hangsOnGroups = ({
  standing,
  isHome,
  assignedRole,
}: Pick<RoleSources, 'standing' | 'isHome' | 'assignedRole'>): boolean =>
  !isSlackAdmin(standing, isHome) && assignedRole === null && standing !== null && standing !== 'guest'

/** True for admins of the enterprise or of the own workspace, not of another one. */
const isSlackAdmin = (standing: SlackStanding | null, isHome: boolean): boolean =>
  standing === 'enterprise_admin' || (standing === 'admin' && isHome)
