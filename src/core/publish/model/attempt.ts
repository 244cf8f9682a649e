/** The attempt row: what is known of a create call, written before and after it. */
import type { Db, Sql } from '../../ports/deps.js'
import type { Claimed } from './claimed-post.js'
import type { Payload } from './payload.js'
import { after } from '../../lib/duration.js'
import { acrossOrganizations, within } from '../../lib/rows/by-organization.js'

export type AttemptKey = Pick<Claimed, 'organizationId' | 'postId' | 'attemptNumber'>

/** The platform's response, for the operator. */
export type PlatformResponse = { status: number | null; code: number | null; message: string | null; requestId: string | null }

/** Renews the leases of a worker. A locked post is renewed the next time, so that the others do not wait. */
export async function renewLeases(
  db: Pick<Db, 'sql' | 'isDistributed'>,
  claimed: readonly AttemptKey[],
  now: Date,
): Promise<void> {
  await acrossOrganizations(db, claimed, async (some, organizationId) => {
    await renew(db.sql, some, now, organizationId)
    return some
  })
}

/** Renews leases. @param organizationId of all of them; absent: they are of several */
async function renew(sql: Sql, claimed: readonly AttemptKey[], now: Date, organizationId?: string): Promise<void> {
  if (claimed.length === 0) return
  await sql`
    with mine as (
      select p.organization_id, p.id
        from unnest(${claimed.map((one) => one.organizationId)}::bigint[], ${claimed.map((one) => one.postId)}::bigint[],
                    ${claimed.map((one) => one.attemptNumber)}::int[]) as w(organization_id, id, attempt_number)
        join posts p on p.organization_id = w.organization_id and p.id = w.id and p.attempt_number = w.attempt_number
       where case when p.status = 'uploading' then p.lease_until is not null end ${within(sql, 'p', organizationId)}
         for no key update of p skip locked
    )
    update posts p
       set lease_until = ${leaseUntil(now)}
      from mine m
     where p.organization_id = m.organization_id
       and p.id = m.id ${within(sql, 'p', organizationId)}`
}

/** A board at a complete read-back. It is a hint and no proof: the platform may count late, or not at all. */
export type BoardSeen = { pinCount: number; pinsModifiedAt: string }

export type AttemptRow = {
  state: AttemptState
  sendingAt: Date | null
  payload: Payload | null
  /** Read-backs of its board so far. */
  readBacks: number
  boardSeen: BoardSeen | null
}
export type AttemptState =
  | 'claimed'
  | 'sending'
  | 'confirmed'
  | 'refused'
  | 'retry'
  | 'unknown'
  | 'found'
  | 'absent'
  | 'ambiguous'

export async function readAttempt(
  sql: Sql,
  { organizationId, postId, attemptNumber }: AttemptKey,
): Promise<AttemptRow | undefined> {
  const [row] = await sql<AttemptRow[]>`
    select state, sending_at as "sendingAt", payload, read_backs as "readBacks", board_seen as "boardSeen"
      from publish_attempts
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and number = ${attemptNumber}`
  return row
}

/** Counts create calls of this scheduling that left no trace on the board. */
export async function countAbsent(
  sql: Sql,
  { organizationId, postId, sendAt }: Pick<Claimed, 'organizationId' | 'postId' | 'sendAt'>,
): Promise<number> {
  const [row] = await sql<[{ absent: number }]>`
    select count(*)::int as absent
      from publish_attempts
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and send_at = ${sendAt}
       and state = 'absent'`
  return row.absent
}

/** Sets the platform's response on an attempt; without one, the stored response stays. */
export const platformResponse = (sql: Sql, response: PlatformResponse | null) => sql`
  platform_status = coalesce(${response?.status ?? null}, platform_status),
  platform_code = coalesce(${response?.code ?? null}, platform_code),
  platform_message = coalesce(${response?.message ?? null}, platform_message),
  platform_request_id = coalesce(${response?.requestId ?? null}, platform_request_id)`

type Ending = {
  /** The states that the attempt may be in; in any other one another process has ended it. */
  from: AttemptState[]
  to: AttemptState
  reason: string | null
  response?: PlatformResponse | null
}

/** Ends an attempt. @returns false when another process has ended it */
export async function endAttempt(
  sql: Sql,
  { organizationId, postId, attemptNumber }: AttemptKey,
  { from, to, reason, response = null }: Ending,
  now: Date,
): Promise<boolean> {
  const ended = await sql`
    update publish_attempts
       set state = ${to}, settled_at = ${now}, reason = coalesce(${reason}, reason),
           ${platformResponse(sql, response)}
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and number = ${attemptNumber}
       and state = any(${from}::text[])`
  return ended.count === 1
}

export const LEASE_MS = 60_000

export const leaseUntil = (now: Date) => after(now, LEASE_MS)
