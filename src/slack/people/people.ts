/** Slack's data about a person and its user groups, fetched at most every ten minutes. */
import { type UsersInfoResponse, WebAPIPlatformError, type WebClient } from '@slack/web-api'
import { DAY_MS, MINUTE_MS } from '../../core/lib/duration.js'
import type { SlackStanding } from '../../core/accounts/people/effective-role.js'
import type { Clock } from '../../core/ports/deps.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { TIMEOUTS, type Timeouts } from '../forms/timeout.js'
import { SlackIsSilent } from '../reply/slack-problems.js'

export type Profile =
  | { kind: 'member'; standing: SlackStanding; timezone: string | null; locale: string | null }
  /** A person of another workspace, in a channel that both workspaces share. */
  | { kind: 'stranger' }
  | { kind: 'deactivated' | 'bot' }
export type Person = { teamId: string; userId: string; enterpriseId: string | null }
/** A person to read. `until`: the deadline of the caller, on the clock of `performance.now()`. */
export type RequestedPerson = Person & { until: number }
export type People = {
  /** Starts the time limit `whoMs` for all calls about this person. */
  person(who: Person): RequestedPerson
  /** @throws Slack's error, when it cannot be reached; a member's last profile is in the database, with its time */
  readProfile(client: WebClient, person: RequestedPerson): Promise<Profile>
  /** Returns for each group if the person is in it; a group that could never be fetched is left out. */
  readGroups(client: WebClient, person: RequestedPerson, groupIds: string[]): Promise<Map<string, boolean>>
}

const KEEP_MS = 10 * MINUTE_MS
/** The oldest answer that is still used. */
const STANDS_MS = DAY_MS
const MOST_KEPT = 10_000

export function makePeople(wallClock: Clock, timeouts: Pick<Timeouts, 'whoMs'> = TIMEOUTS): People {
  // a member's last standing is in the database with its time; a person who is no member stays none
  const profiles = keeping<Profile>(wallClock, ({ kind }) => kind !== 'member')
  const groups = keeping<ReadonlySet<string>>(wallClock, () => true)

  return {
    person: (who) => ({ ...who, until: performance.now() + timeouts.whoMs }),

    readProfile: (client, person) => profiles(`${person.teamId}:${person.userId}`, () => fetchProfile(client, person), person),

    async readGroups(client, person, groupIds) {
      const { teamId, userId } = person
      const isIn = new Map<string, boolean>()
      await Promise.all(
        groupIds.map(async (groupId) => {
          const requested = groups(`${teamId}:${groupId}`, () => fetchGroup(client, teamId, groupId), person)
          const users = await requested.catch(() => undefined)
          if (users) isIn.set(groupId, users.has(userId))
        }),
      )
      return isIn
    },
  }
}

/**
 * Keeps an answer for ten minutes. After that it is used, for at most a day, only if `outlives` allows it and Slack cannot be
 * reached.
 */
function keeping<T>(
  wallClock: Clock,
  outlives: (answer: T) => boolean,
): (key: string, ask: () => Promise<T>, waiting: Pick<RequestedPerson, 'until'>) => Promise<T> {
  const kept = new Map<string, { answer: T; until: number }>()
  return async (key, ask, { until }) => {
    const now = wallClock().getTime()
    const known = kept.get(key)
    if (known && known.until > now) return known.answer
    const asking = ask().then((answer) => {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, { answer, until: now + KEEP_MS })
      return answer
    })
    try {
      if (!(await settlesWithin(asking, Math.max(0, until - performance.now()))))
        throw new SlackIsSilent('slack does not say who somebody is')
      return await asking
    } catch (error) {
      if (known && outlives(known.answer) && now - known.until < STANDS_MS - KEEP_MS) return known.answer
      throw error
    }
  }
}

/** @see https://docs.slack.dev/reference/methods/users.info: `team_id` is the workspace a person belongs to, `is_stranger` one of a shared channel */
async function fetchProfile(client: WebClient, { teamId, userId, enterpriseId }: Person): Promise<Profile> {
  try {
    const { user } = await client.users.info({ user: userId, include_locale: true })
    const isOtherTeam = user?.team_id !== undefined && user.team_id !== teamId && !isInAsWell(user, { teamId, enterpriseId })
    if (user?.is_stranger === true || isOtherTeam) return { kind: 'stranger' }
    if (user?.deleted === true) return { kind: 'deactivated' }
    if (user?.is_bot === true) return { kind: 'bot' }
    return {
      kind: 'member',
      standing: standingOf(user, { teamId, enterpriseId }),
      timezone: readTimezone(user?.tz),
      locale: user?.locale ?? null,
    }
  } catch (error) {
    if (isRefusal(error, ['user_not_found', 'user_not_visible'])) return { kind: 'stranger' } // not of this workspace, as far as the app can see
    throw error
  }
}

/**
 * Returns the person's standing. A guest is in some channels only, and so is, for us, a person who is in the workspace only
 * through its enterprise.
 */
function standingOf(
  user: UsersInfoResponse['user'],
  { teamId, enterpriseId }: Pick<Person, 'teamId' | 'enterpriseId'>,
): SlackStanding {
  const known = user?.enterprise_user
  if (user?.is_restricted === true || user?.is_ultra_restricted === true) return 'guest'
  const isOfEnterprise = enterpriseId !== null && known?.enterprise_id === enterpriseId
  if (isOfEnterprise && (known.is_admin === true || known.is_owner === true)) return 'enterprise_admin'
  const isNamed = user?.team_id === undefined || user.team_id === teamId || (known?.teams?.includes(teamId) ?? false)
  if (!isNamed) return 'guest'
  return user?.is_admin === true || user?.is_owner === true ? 'admin' : 'member'
}

/** True when the person is also in this workspace: an enterprise may put a person in several of its workspaces. */
function isInAsWell(
  { enterprise_user: known }: NonNullable<UsersInfoResponse['user']>,
  { teamId, enterpriseId }: Pick<Person, 'teamId' | 'enterpriseId'>,
): boolean {
  return enterpriseId !== null && known?.enterprise_id === enterpriseId && (known.teams?.includes(teamId) ?? true)
}

/** Fetches a group's people; a group that is deleted or disabled has none. */
async function fetchGroup(client: WebClient, teamId: string, groupId: string): Promise<ReadonlySet<string>> {
  try {
    const { users } = await client.usergroups.users.list({ usergroup: groupId, team_id: teamId })
    return new Set(users ?? [])
  } catch (error) {
    if (isRefusal(error, ['no_such_subteam', 'subteam_not_found'])) return new Set()
    throw error
  }
}

const isRefusal = (error: unknown, codes: string[]): boolean =>
  error instanceof WebAPIPlatformError && codes.includes(error.data.error)

/** Returns the zone, or null: Slack may know zones that this runtime does not. */
function readTimezone(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return null
  }
}
