/** Authenticates REST clients: checks the key and its daily limit. */
import { DAY_MS } from '../../lib/duration.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { readAgentToken, readApiKey } from './api-keys.js'
import { type FindPerson, type Key, keyActor, keyColumns, nobody } from './key-actor.js'
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
  /** True when this request exceeds the limit: answer 429 with the headers. */
  exceeded: boolean
}

/**
 * Checks a bearer key and counts the request exactly against its daily limit over all instances. Requests waiting on one key
 * share an update, which does not wait for the database's disk.
 */
export type Authenticator = {
  /**
   * Returns undefined when the key is missing, malformed, unknown, expired or revoked. A revocation takes effect at once.
   * @param address the client's
   * @param takesAgents whether the access token of a signed-in program is a key here
   * @throws TOO_MANY_REQUESTS the key does not work, and too many requests from that address failed before
   */
  authenticate(bearer: string | undefined, address: string, takesAgents?: boolean): Promise<Authenticated | undefined>
  /**
   * Returns the organization of a key that recently worked in this process, without a query; undefined: it must be authenticated
   * first.
   */
  organizationOf(bearer: string | undefined): string | undefined
}

const personUnknown = () =>
  new DomainError(
    'UNAUTHORIZED',
    'Slack does not say whether the person behind this key is still in the workspace, so the key does not work now. Try again later.',
  )

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

  /** Processes the waiting requests of a key in batches until none is left. */
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

  /** Returns undefined for a personal key whose person is gone. @throws UNAUTHORIZED Slack cannot say anything about them */
  async function actorOf({ organizationId }: { organizationId: string }, key: Key): Promise<Actor | undefined> {
    const found = await keyActor({ organizationId }, key, findPerson)
    if (found === undefined) throw personUnknown()
    if (found !== 'gone') return found
    const { slackTeamId, slackUserId } = key
    await revokeKeysOfPerson({ db, clock }, { organizationId, teamIds: [slackTeamId ?? ''], userId: slackUserId ?? '' })
    return undefined
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
    organizationOf(bearer) {
      const key = readBearer(bearer, true)
      return key && unknownKeys.isKnown(key) ? key.organizationId : undefined
    },
    async authenticate(bearer, address, takesAgents = false) {
      const key = readBearer(bearer, takesAgents)
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

const readBearer = (bearer: string | undefined, takesAgents: boolean) =>
  bearer === undefined ? undefined : (readApiKey(bearer) ?? (takesAgents ? readAgentToken(bearer) : undefined))

/** `before`: requests of the day before this batch; null when the limit was reached. */
type Counted = Key & { before: number | null }

/**
 * Counts in one statement: an unknown key writes nothing, and a used-up day is not counted further. It commits without waiting
 * for the disk; losing the last counts in a crash of the database is acceptable.
 */
async function count(
  sql: Sql,
  { organizationId, hash }: Line,
  { requests, limit, now }: { requests: number; limit: number; now: Date },
): Promise<Counted | undefined> {
  const day = now.toISOString().slice(0, 10)
  const [row] = await sql<Counted[]>`
    with key as (
      select id, name, last_used_at, role, names_accounts, slack_team_id, slack_user_id, most_role,
             set_config('synchronous_commit', 'off', true)
        from api_keys
       where organization_id = ${organizationId}
         and hash = ${hash}
         and revoked_at is null
         and (expires_at is null or expires_at > ${now})
         and (hash_until is null or hash_until > ${now})
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
