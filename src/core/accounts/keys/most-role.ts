/** How much a signed-in program may do: never more than its person. */
import type { Access, Actor } from '../../lib/actor.js'
import { isAtLeast } from '../people/roles.js'

/** `contributor` is “drafts only”. There is no `admin`: settings, roles, keys and connections are for people. */
export const MOST_ROLES = ['viewer', 'contributor', 'scheduler'] as const
export type MostRole = (typeof MOST_ROLES)[number]

/** The scope of each, in OAuth. */
export const SCOPE = {
  viewer: 'pins:read',
  contributor: 'pins:draft',
  scheduler: 'pins:schedule',
} as const satisfies Record<MostRole, string>
export const SCOPES: readonly string[] = Object.values(SCOPE)

/** What a person chooses if they only press “Allow”. */
export const DEFAULT_ROLE: MostRole = 'contributor'

/** Returns the most that a program asks for. Without a scope of ours it leaves the choice to the person. */
export function mostAsked(scope: string | undefined): MostRole {
  const asked = (scope ?? '').split(' ')
  return MOST_ROLES.findLast((role) => asked.includes(SCOPE[role])) ?? 'scheduler'
}

/** Lists what a person may choose for a program that asks for `most`. */
export const choicesFor = (most: MostRole): MostRole[] => MOST_ROLES.filter((role) => isAtLeast(most, role))

/** Lowers an actor's roles to the most that their program may have. It stands in for nobody: only people decide. */
export function atMost(actor: Actor, most: MostRole): Actor {
  const lower = (role: Access): Access => (isAtLeast(role, most) ? most : role)
  const { role, accountRoles, standsInFor: _, ...rest } = actor
  return {
    ...rest,
    role: lower(role),
    // an admin of the organization is one of each account, whatever these say
    ...(accountRoles &&
      role !== 'admin' && {
        accountRoles: Object.fromEntries(Object.entries(accountRoles).map(([id, one]) => [id, lower(one)])),
      }),
    ...(lower(role) !== role && { viewerBecause: 'agent' as const }),
  }
}
