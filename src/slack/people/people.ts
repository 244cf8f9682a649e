/** What Slack knows of a person, and of its user groups, fetched at most every ten minutes. */
import { type UsersInfoResponse, WebAPIPlatformError, type WebClient } from '@slack/web-api'
import { DAY_MS, MINUTE_MS } from '../../core/lib/duration.js'
import type { SlackStanding } from '../../core/accounts/people/effective-role.js'
import type { Clock } from '../../core/ports/deps.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { TIMEOUTS, type Timeouts } from '../forms/timeout.js'
import { SlackIsSilent } from '../reply/slack-problems.js'

export type Profile =
  | { kind: 'member'; standing: SlackStanding; timezone: string | null; locale: string | null }
  /** Of another workspace, met in a channel that both share. */
  | { kind: 'stranger' }
  | { kind: 'deactivated' | 'bot' }
export type Person = { teamId: string; userId: string; enterpriseId: string | null }
/** `until`: by performance.now(), when the caller must have an answer about them. */
export type RequestedPerson = Person & { until: number }
export type People = {
  /** From now on there is `whoMs` for all calls about them. */
  person(who: Person): RequestedPerson
  /** @throws Slack's error, when it cannot be reached: what it said of a member before is in the database, with its time */
  readProfile(client: WebClient, person: RequestedPerson): Promise<Profile>
  /** Which of these groups the person is in; one that could never be fetched is left out. */
  readGroups(client: WebClient, person: RequestedPerson, groupIds: string[]): Promise<Map<string, boolean>>
}

const KEEP_MS = 10 * MINUTE_MS
/** Nobody stands by an older answer. */
const STANDS_MS = DAY_MS
const MOST_KEPT = 10_000

export function makePeople(wallClock: Clock, timeouts: Pick<Timeouts, 'whoMs'> = TIMEOUTS): People {
  // a member's last standing is kept with its time in the database; one who is none stays none
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
 * An answer is kept for ten minutes. After that it stands for itself only where `outlives` says so, and for a day at most: what was true yesterday
 * may be wrong today, and only its age says how wrong.
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
    if (isRefusal(error, ['user_not_found', 'user_not_visible'])) return { kind: 'stranger' } // not of this workspace, as far as it can see
    throw error
  }
}

/** A guest is in some channels alone. Who is in the workspace by its enterprise, as far as Slack says, and is not named in it, is no more. */
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

/** Of a workspace that is not their first: an enterprise has each person in as many of its own as it likes. */
function isInAsWell(
  { enterprise_user: known }: NonNullable<UsersInfoResponse['user']>,
  { teamId, enterpriseId }: Pick<Person, 'teamId' | 'enterpriseId'>,
): boolean {
  return enterpriseId !== null && known?.enterprise_id === enterpriseId && (known.teams?.includes(teamId) ?? true)
}

/** A group that is gone or switched off has nobody in it. */
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

/** Slack may know zones that this runtime does not. */
function readTimezone(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return null
  }
}
