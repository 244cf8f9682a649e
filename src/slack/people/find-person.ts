/** Finds the person of a personal key, with the token of their workspace. */
import type { FindPerson } from '../../core/accounts/keys/key-actor.js'
import type { Member } from '../../core/accounts/people/members.js'
import type { Actor } from '../../core/lib/actor.js'
import { findInstallation, tokenFor } from '../install/installations.js'
import type { TokenDeps } from '../transport/access.js'
import type { Waiting } from '../install/tokens.js'
import { isPassing } from '../reply/slack-problems.js'
import { makeClients } from '../transport/clients.js'
import { findMember } from './find-member.js'
import type { People } from './people.js'

/** Makes a finder that calls Slack at most every ten minutes for each person, as for clicks. */
export function makeFindPerson(
  deps: TokenDeps,
  people: People,
): (person: Parameters<FindPerson>[0]) => Promise<Member | 'gone' | undefined> {
  const clientFor = makeClients(deps)
  return async ({ organizationId, teamId, userId }) => {
    const [installation] = await deps.db.sql<{ enterpriseId: string | null }[]>`
      select enterprise_id as "enterpriseId"
        from slack_installations
       where organization_id = ${organizationId}
         and revoked_at is null
         and (team_id = ${teamId} or is_enterprise)
       order by (team_id = ${teamId}) desc
       limit 1`
    const token = installation && (await tokenFor(deps, { organizationId, teamId }))
    if (token === undefined) return undefined // the app was removed from their workspace
    const person = people.person({ teamId, userId, enterpriseId: installation?.enterpriseId ?? null })
    const found = await findMember(deps, people, clientFor(token), person).catch((error: unknown) => {
      if (!isPassing(error)) throw error
      return { kind: 'nowhere' } as const
    })
    switch (found.kind) {
      case 'member':
        // a person whom Slack has not confirmed for a day may have left
        return found.member.isUnknown !== true && found.member.actor.organizationId === organizationId ? found.member : undefined
      case 'nowhere':
        return undefined
      default:
        return 'gone'
    }
  }
}

export type Named = { teamId: string; userId: string; enterpriseId: string | null }
/** `actor`: undefined for somebody who is no member. */
export type Found = { organizationId: string; botToken: string; actor: Actor | undefined }

/** Makes a finder of the person whom Slack names. undefined: the app is not installed there. */
export function makeFindNamed(deps: TokenDeps, people: People, waiting: Waiting) {
  const clientFor = makeClients(deps)
  return async (asked: Named): Promise<Found | undefined> => {
    const { teamId, userId, enterpriseId } = asked
    const found = await findInstallation(deps, { teamId, enterpriseId: enterpriseId ?? undefined }, waiting)
    if (found.kind !== 'installed') return undefined
    const { organizationId, botToken } = found
    const person = userId === '' ? undefined : await findMember(deps, people, clientFor(botToken), people.person(asked))
    const actor = person?.kind === 'member' ? person.member.actor : undefined
    return { organizationId, botToken, actor: actor?.organizationId === organizationId ? actor : undefined }
  }
}
