/** Finds the member and current rights of a Slack user. */
import type { WebClient } from '@slack/web-api'
import { findOrMakeMember, type Member, NobodyKnows } from '../../core/accounts/people/members.js'
import type { Deps } from '../../core/ports/deps.js'
import { isPassing } from '../reply/slack-problems.js'
import type { People, Profile, RequestedPerson } from './people.js'

/** The member, or the reason why there is none. `nowhere`: no organization has this workspace. */
export type FoundPerson = { kind: 'member'; member: Member } | { kind: Exclude<Profile['kind'], 'member'> | 'nowhere' }

const UNKNOWN = { standing: null, timezone: null, locale: null }

/**
 * Finds the member by their Slack profile, or by one from the last day while Slack cannot be reached.
 * @throws a permanent refusal of Slack, or its error when it cannot be reached and the person was never seen
 */
export async function findMember(
  deps: Pick<Deps, 'db' | 'clock'>,
  people: People,
  client: WebClient,
  person: RequestedPerson,
): Promise<FoundPerson> {
  const { profile, error } = await profileOrError(people, client, person)
  if (profile && profile.kind !== 'member') return { kind: profile.kind }
  const { standing, timezone, locale } = profile ?? UNKNOWN
  try {
    const member = await findOrMakeMember(deps, { ...person, standing, timezone, locale }, (ids) =>
      people.readGroups(client, person, ids),
    )
    return member ? { kind: 'member', member } : { kind: 'nowhere' }
  } catch (failure) {
    throw failure instanceof NobodyKnows ? error : failure
  }
}

/** @returns `error`: Slack cannot be reached now @throws a permanent refusal of Slack */
async function profileOrError(
  people: People,
  client: WebClient,
  person: RequestedPerson,
): Promise<{ profile: Profile; error?: never } | { profile?: never; error: unknown }> {
  try {
    return { profile: await people.readProfile(client, person) }
  } catch (error) {
    if (!isPassing(error)) throw error
    return { error }
  }
}
