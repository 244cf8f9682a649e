/** Finds out which instants are taken. One is open with fewer live posts than smart occurrences. @see docs/contract.md#open */
import { before, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import type { SlotInstant, WeeklySlot, Window } from './occurrences.js'
import { isLive } from '../lib/rows/live.js'
import { keptFromOthers, readKept } from './kept.js'

/** A live post: it occupies its instant, and its slot when it is on one. */
export type Occupant = { postId: string; timeslotId: string | null }

/** Reads the smart slots of an account, oldest first. Evergreen slots have no smart occurrences. */
export async function readSmartSlots(sql: Sql, { organizationId, id }: Account): Promise<WeeklySlot[]> {
  return sql<WeeklySlot[]>`
    select id, day, minute, timezone
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'
     order by id`
}

/** Locks those that no transaction is moving or removing, until the end of the transaction, and returns their current state. */
export async function lockSmartSlots(
  sql: Sql,
  { organizationId, id }: Account,
  timeslotIds: readonly string[],
): Promise<WeeklySlot[]> {
  if (timeslotIds.length === 0) return []
  return sql<WeeklySlot[]>`
    select id, day, minute, timezone
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'
       and id = any(${[...timeslotIds]}::bigint[])
     order by id
       for key share skip locked`
}

/**
 * Counts the live posts at each instant of the window, by ms. Slots begin at whole minutes, so other instants are not counted.
 */
export async function countLivePosts(sql: Sql, account: Account, { after, until }: Window): Promise<Map<number, number>> {
  // Packs minutes since 1970 into one value, four bytes each: ten thousand rows would take several times as long to read. `offset
  // 0` computes each once, and comparing numbers finds whole minutes faster than calendar functions would.
  const [row] = await sql<{ minutes: Buffer | null }[]>`
    select string_agg(int4send(minute::int4), '') as minutes
      from (select date_part('epoch', send_at) / 60 as minute
              from posts
             where organization_id = ${account.organizationId} and account_id = ${account.id}
               and ${isLive(sql)}
               and send_at > ${after} and send_at <= ${until}
            offset 0) as live
     where minute = floor(minute)`
  const counts = new Map<number, number>()
  const packed = row?.minutes ?? Buffer.alloc(0)
  for (let at = 0; at < packed.length; at += 4) {
    const atMs = packed.readInt32BE(at) * MINUTE_MS
    counts.set(atMs, (counts.get(atMs) ?? 0) + 1)
  }
  return counts
}

/** Counts the live posts at single instants, by ms. */
export async function countLivePostsAt(
  sql: Sql,
  { organizationId, id }: Account,
  instants: readonly Date[],
): Promise<Map<number, number>> {
  const rows = await sql<{ at: Date; live: number }[]>`
    select send_at as at, count(*)::int as live
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and ${isLive(sql)}
       and send_at = any(${instants.map((at) => at.toISOString())}::timestamptz[])
     group by send_at`
  return new Map(rows.map(({ at, live }) => [at.getTime(), live]))
}

export async function readOccupants(sql: Sql, account: Account, at: Date): Promise<Occupant[]> {
  return sql<Occupant[]>`
    select id as "postId", timeslot_id as "timeslotId"
      from posts
     where organization_id = ${account.organizationId} and account_id = ${account.id}
       and ${isLive(sql)}
       and send_at = ${at}`
}

/** Reads the live posts of an instant, and the pins of others for which its slots are kept. */
export async function readTaken(
  sql: Sql,
  account: Account,
  { at, postId }: { at: Date; postId: string | null },
  now: Date,
): Promise<Occupant[]> {
  const [live, kept] = await Promise.all([
    readOccupants(sql, account, at),
    readKept(sql, account, now, { after: before(at, 1), until: at }),
  ])
  return [...live, ...keptFromOthers(kept, postId)]
}

/**
 * Returns the slots of an instant that are open to one more post, oldest first: as many as smart occurrences exceed live posts,
 * and never one that a live post has (unique index posts_occurrence). `postId` does not block itself, and its current slot comes
 * first, so that a repetition changes nothing.
 */
export function openSlots({ timeslotIds }: SlotInstant, occupants: readonly Occupant[], postId: string | null = null): string[] {
  const own = occupants.find((occupant) => occupant.postId === postId)
  const others = occupants.filter((occupant) => occupant !== own)
  const taken = new Set(others.map((occupant) => occupant.timeslotId))
  const free = timeslotIds.filter((id) => !taken.has(id)).slice(0, Math.max(0, timeslotIds.length - others.length))
  if (!own?.timeslotId || !timeslotIds.includes(own.timeslotId) || free.length === 0) return free
  return [own.timeslotId, ...free.filter((id) => id !== own.timeslotId)].slice(0, free.length)
}
