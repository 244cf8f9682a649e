/** Authentication of REST clients: is the key good, and is this request within its daily limit. */
import { DAY_MS } from '../../lib/duration.js'
import type { Actor, Role } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { Member } from '../people/members.js'
import { readApiKey } from './api-keys.js'
import { revokeKeysOfPerson } from './revoke.js'
import { type AddressLimit, makeAddressLimits, requireFewFailures } from './address-limit.js'
import { makeUnknownKeys } from './unknown-keys.js'

export type Authenticated = {
  actor: Actor
  apiKeyId: string
  limit: number
  remaining: number
  /** Unix seconds of the next midnight UTC. */
  resetAt: number
  /** True when this request is one too many: answer 429 with the headers. */
  exceeded: boolean
}

/**
 * Checks a bearer key and counts the request against its daily limit, exactly, over all instances. Requests that wait on one
 * key share a single update (without synchronous commit).
 */
export type Authenticator = {
  /**
   * undefined: missing, malformed, unknown, expired or revoked. A revocation counts at once.
   * @param address of the client
   * @throws TOO_MANY_REQUESTS no key that works, after too much else of that address failed
   */
  authenticate(bearer: string | undefined, address: string): Promise<Authenticated | undefined>
  actorNow: ActorNow
  /** Whose a key is that worked in this process lately. Nothing is asked or counted; undefined: it has to be authenticated first. */
  organizationOf(bearer: string | undefined): string | undefined
}

/**
 * An actor with what they may do at this moment: for work that outlasts the request it began with. Nothing is counted.
 * @throws UNAUTHORIZED their key was revoked or has expired, or its person is gone
 */
export type ActorNow = (actor: Actor) => Promise<Actor>

/**
 * A person of Slack at this moment, behind a personal key. `gone`: deactivated, or no member of the workspace any more. undefined:
 * nobody can say, so that the key opens nothing now.
 */
export type FindPerson = (person: {
  organizationId: string
  teamId: string
  userId: string
}) => Promise<Pick<Member, 'actor'> | 'gone' | undefined>

/** Where there is no Slack, there are no persons. */
export const nobody: FindPerson = async () => undefined

type Waiting = { resolve: (authenticatedFor: Authenticated | undefined) => void; reject: (error: unknown) => void }
type Line = { organizationId: string; hash: Buffer; waiting: Waiting[] }

export function makeAuthenticator(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  findPerson: FindPerson = nobody,
  failures: AddressLimit = makeAddressLimits(clock).failures,
): Authenticator {
  const limit = settings.dailyRequestLimit
  const lines = new Map<string, Line>()
  const unknownKeys = makeUnknownKeys({ db, clock }, failures)

  /** Works a line off, all that wait at a time, and leaves when nobody waits any more. */
  async function work(bearer: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const batch = line.waiting
      line.waiting = []
      try {
        const now = clock()
        const counted = await count(db.sql, line, { requests: batch.length, limit, now })
        const actor = counted && (await actorOf(line, counted))
        batch.forEach(({ resolve }, index) => resolve(actor && authenticatedFor(actor, counted, index, now)))
      } catch (error) {
        batch.forEach(({ reject }) => reject(error))
      }
    }
    lines.delete(bearer)
  }

  /** undefined: a personal key whose person is gone, or of whom nobody can say anything. */
  async function actorOf({ organizationId }: { organizationId: string }, { apiKeyId, ...key }: Key): Promise<Actor | undefined> {
    const via = { organizationId, via: 'api', apiKeyId } as const
    if (key.role !== null) {
      const userId = `key:${apiKeyId}`
      if (key.accountIds === null) return { ...via, role: key.role, userId }
      const { role } = key
      return { ...via, role: 'none', accountRoles: Object.fromEntries(key.accountIds.map((id) => [id, role])), userId }
    }
    const person = { organizationId, teamId: key.slackTeamId ?? '', userId: key.slackUserId ?? '' }
    const found = await findPerson(person)
    if (found === 'gone') await revokeKeysOfPerson({ db, clock }, { ...person, teamIds: [person.teamId] })
    return found === 'gone' || found === undefined ? undefined : { ...found.actor, ...via }
  }

  function authenticatedFor(actor: Actor, { apiKeyId, before }: Counted, index: number, now: Date): Authenticated {
    const number = before === null ? limit + 1 : before + index + 1
    return {
      actor,
      apiKeyId,
      limit,
      remaining: Math.max(0, limit - number),
      resetAt: (Math.floor(now.getTime() / DAY_MS) + 1) * (DAY_MS / 1000),
      exceeded: number > limit,
    }
  }

  return {
    async actorNow(actor) {
      const { organizationId, apiKeyId, agent } = actor
      if (apiKeyId === undefined) return actor // no key, but a person who waits
      const key = await findKeyInForce(db.sql, { organizationId, apiKeyId }, clock())
      const now = key && (await actorOf(actor, key))
      if (!now) throw new DomainError('UNAUTHORIZED', 'The API key no longer works.')
      return { ...now, agent }
    },
    organizationOf(bearer) {
      const key = bearer === undefined ? undefined : readApiKey(bearer)
      return key && unknownKeys.isKnown(key) ? key.organizationId : undefined
    },
    async authenticate(bearer, address) {
      const key = bearer === undefined ? undefined : readApiKey(bearer)
      if (!bearer || !key) {
        requireFewFailures(failures, address)
        return undefined
      }
      if (!(await unknownKeys.isGood(key, address))) return undefined
      const authenticated = await new Promise<Authenticated | undefined>((resolve, reject) => {
        const running = lines.get(bearer)
        if (running) {
          running.waiting.push({ resolve, reject })
          return
        }
        const line: Line = { ...key, waiting: [{ resolve, reject }] }
        lines.set(bearer, line)
        void work(bearer, line) // never rejects: a failure goes to those who wait
      })
      if (!authenticated) unknownKeys.forget(key)
      return authenticated
    },
  }
}

type Key = {
  apiKeyId: string
  role: Role | null
  accountIds: string[] | null
  slackTeamId: string | null
  slackUserId: string | null
}
/** `before`: requests of the day before this batch; null when the day was used up. */
type Counted = Key & { before: number | null }

/**
 * One statement, one round trip: an unknown key writes nothing, a used-up day is not counted further. Losing the last counts
 * in a crash of the database is worth not waiting for its disk, so this statement alone commits without it.
 */
async function count(
  sql: Sql,
  { organizationId, hash }: Line,
  { requests, limit, now }: { requests: number; limit: number; now: Date },
): Promise<Counted | undefined> {
  const day = now.toISOString().slice(0, 10)
  const [row] = await sql<Counted[]>`
    with key as (
      select id, last_used_at, role, names_accounts, slack_team_id, slack_user_id, set_config('synchronous_commit', 'off', true)
        from api_keys
       where organization_id = ${organizationId}
         and hash = ${hash}
         and revoked_at is null
         and (expires_at is null or expires_at > ${now})
    ), counted as (
      insert into api_key_days as d (organization_id, api_key_id, day, requests)
      select ${organizationId}, id, ${day}, ${requests}
        from key
      on conflict (organization_id, api_key_id, day) do update
         set requests = d.requests + excluded.requests
       where d.requests < ${limit}
      returning requests
    ), used as (
      update api_keys
         set last_used_at = ${now}
       where organization_id = ${organizationId}
         and id = (select id from key where last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')
    )
    select ${keyColumns(sql, organizationId)}, counted.requests - ${requests} as before
      from key
      left join counted on true`
  return row
}

/** undefined: it does not work any more. */
export async function findKeyInForce(
  sql: Sql,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  now: Date,
): Promise<Key | undefined> {
  const [row] = await sql<Key[]>`
    select ${keyColumns(sql, organizationId)}
      from api_keys key
     where key.organization_id = ${organizationId}
       and key.id = ${apiKeyId}
       and key.revoked_at is null
       and (key.expires_at is null or key.expires_at > ${now})`
  return row
}

/** Of `key`. */
const keyColumns = (sql: Sql, organizationId: string) => sql`
  key.id as "apiKeyId", key.role,
  case when key.names_accounts
       then (select coalesce(json_agg(a.account_id::text), '[]')
               from api_key_accounts a
              where a.organization_id = ${organizationId} and a.api_key_id = key.id) end as "accountIds",
  key.slack_team_id as "slackTeamId", key.slack_user_id as "slackUserId"`
