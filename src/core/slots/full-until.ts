/**
 * The hint that keeps the next open slot quick: up to when no smart occurrence of an account is open, but for instants that
 * live posts left since. Those are noted by triggers, in the transaction that leaves them. @see
 * migrations/0006_smart_schedule.sql
 * A row and the leaving that it notes are committed together: a transaction that does not see the row finds the instant taken,
 * and one that does finds it left. So a row up to the hint is deleted only by a transaction that read it, checked its instant
 * afterwards and found that none is open there. One beyond the hint, or where there is none, may be deleted unread: nothing is
 * said of its instant, and a later transaction that notes the schedule as full up to there checks it after the row was deleted.
 * All this under the schedule lock, for a search that is under way may have read before the row was there.
 *
 * Without the hint every full instant is read again: in `npm run bench -- slots` a search behind 50,000 queued pins then takes 24
 * times as long as one behind 1,000, and 14 times under the schedule lock; the bar is 3. With it, both take 1.0 times.
 */
import { before } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { GoesOn } from '../lib/batch.js'
import { byOrganization, purgeRows, type Rows } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import { countLivePostsAt } from './occupancy.js'
import { slotsAt, type SlotInstant, type WeeklySlot } from './occurrences.js'

export type Hint = {
  /** Not before now; now itself when nothing is known. */
  fullUntil: Date
  /** As the schedule has it; null when it has none that counts. */
  stored: Date | null
  /** The exceptions, earliest first. */
  freed: FreedInstant[]
  /** Whether there are rows beyond: the scan from fullUntil on finds those instants by itself. */
  hasBeyond: boolean
  /** There is one that does not count, but may for a process with other time zone data. */
  isOthers: boolean
}
type FreedInstant = { id: string; at: Date }

/** More exceptions than this are worth a new scan. */
const MOST_FREED = 100
/** So many rows are deleted in a moment. */
const AT_A_TIME = 5000
/** Writing the hint costs as much as passing over so many full instants. */
const WORTH_KEEPING = 50
/** Other time zone data may move occurrences. */
const ZONE_DATA = process.versions.tz ?? 'none'

/** Slots changed: nothing is known any more. The caller holds the schedule lock. */
export async function forgetFull(sql: Sql, { organizationId, id }: Account): Promise<void> {
  await sql`
    update schedules
       set full_until = null, full_until_tz = null
     where organization_id = ${organizationId} and account_id = ${id} and full_until is not null`
}

export type HintRow = {
  fullUntil: Date | null
  isOthers: boolean
  freed: { id: string; at: string }[] | null
  hasBeyond: boolean
}

/** For a select list over `storedHint() s`. One statement reads them all: the hint and its exceptions belong together. */
export const hintColumns = (sql: Sql, organizationId: string, now: Date) => sql`
  s.full_until as "fullUntil", s.is_others as "isOthers",
  (select json_agg(json_build_object('id', f.id::text, 'at', f.at) order by f.at)
     from (select id, at
             from freed_instants
            where organization_id = ${organizationId} and account_id = s.account_id and at > ${now} and at <= s.full_until
            order by at
            limit ${MOST_FREED + 1}) as f) as freed,
  exists (select 1
            from freed_instants
           where organization_id = ${organizationId} and account_id = s.account_id
             and at > coalesce(s.full_until, ${now})) as "hasBeyond"`

/** The schedule of the account, with its hint when that counts. */
export const storedHint = (sql: Sql, { organizationId, id }: Account, now: Date) => sql`(
  select organization_id, account_id,
         case when full_until_tz = ${ZONE_DATA} and full_until > ${now} then full_until end as full_until,
         full_until_tz is not null and full_until_tz <> ${ZONE_DATA} as is_others
    from schedules
   where organization_id = ${organizationId} and account_id = ${id})`

export function toHint({ fullUntil, isOthers, freed, hasBeyond }: HintRow, now: Date): Hint {
  const exceptions = (freed ?? []).map(({ id, at }) => ({ id, at: new Date(at) }))
  const [first] = exceptions
  if (first && exceptions.length > MOST_FREED) {
    return { fullUntil: justBefore(first.at), stored: fullUntil, freed: [], hasBeyond: true, isOthers }
  }
  return { fullUntil: fullUntil ?? now, stored: fullUntil, freed: exceptions, hasBeyond, isOthers }
}

/** Which exceptions are open, and which are none (any more): taken again, or no occurrence. */
export async function checkFreed(
  sql: Sql,
  account: Account,
  slots: readonly WeeklySlot[],
  { freed }: Hint,
): Promise<{ open: SlotInstant[]; idle: string[] }> {
  if (freed.length === 0) return { open: [], idle: [] }
  const instants = new Map(freed.map(({ at }) => [at.getTime(), at]))
  const live = await countLivePostsAt(sql, account, [...instants.values()])
  const open = [...instants].flatMap(([atMs, at]) => {
    const timeslotIds = slotsAt(slots, at)
    return (live.get(atMs) ?? 0) < timeslotIds.length ? [{ at, timeslotIds }] : []
  })
  const isOpen = new Set(open.map(({ at }) => at.getTime()))
  return { open, idle: freed.filter(({ at }) => !isOpen.has(at.getTime())).map(({ id }) => id) }
}

/**
 * Forgets exceptions that are none, and those beyond the hint, some at a time; and with these the hint of others, whose exceptions
 * they may be. To be called before what lies beyond is scanned: an instant left later has a row that this does not see. The caller
 * holds the schedule lock.
 * @returns the hint as it is now
 */
export async function forgetFreed(sql: Sql, account: Account, hint: Hint, idle: readonly string[]): Promise<Hint> {
  const { organizationId, id } = account
  if (hint.isOthers) await forgetFull(sql, account)
  if (idle.length === 0 && !hint.hasBeyond) return { ...hint, isOthers: false }
  const { count } = await sql`
    delete from freed_instants
     where organization_id = ${organizationId}
       and id = any(${[...idle]}::bigint[] || array(select id
                                                      from freed_instants
                                                     where organization_id = ${organizationId} and account_id = ${id}
                                                       and at > ${hint.fullUntil}
                                                     limit ${AT_A_TIME}))`
  return { ...hint, hasBeyond: count - idle.length === AT_A_TIME, isOthers: false }
}

/**
 * Forgets what was left on accounts that nobody searches: rows of the past, and those beyond what their schedule is known to be full
 * to. One of the sweeps over all organizations.
 */
export async function purgeFreed(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, { from: 'freed_instants', key: { id: 'bigint' }, over: sql`t.at <= ${now}`, limit: AT_A_TIME })
  while (goesOn() && (await purgeBeyond(sql, now)));
}

/** Holds the schedules for a moment; those that are in use it leaves for the next time. @returns whether there may be more to delete */
async function purgeBeyond(sql: Sql, now: Date): Promise<boolean> {
  const isBeyond = sql`(s.full_until is null or s.full_until <= ${now} or f.at > s.full_until)`
  const rows = await sql<{ organizationId: string; id: string }[]>`
    select f.organization_id as "organizationId", f.id
      from schedules s
      join freed_instants f on f.organization_id = s.organization_id and f.account_id = s.account_id
     where ${isBeyond}
     limit ${AT_A_TIME}`
  let deleted = 0
  for (const [organizationId, theirs] of byOrganization(rows)) {
    const { count } = await sql`
      with beyond as (
        select f.id
          from schedules s
          join freed_instants f on f.organization_id = s.organization_id and f.account_id = s.account_id
         where s.organization_id = ${organizationId}
           and f.id = any (${theirs.map(({ id }) => id)}::bigint[])
           and ${isBeyond}
           for update of s skip locked
      )
      delete from freed_instants f
       using beyond b
       where f.organization_id = ${organizationId} and f.id = b.id`
    deleted += count
  }
  return deleted > 0 && rows.length === AT_A_TIME
}

/** What a scan that began at the hint has found out. `passedOver`: full instants, up to `fullUntil`. */
export type Learned = { passedOver: number; fullUntil: Date | null }

/** Writes the hint where it changed enough to be worth it. The caller holds the schedule lock. */
export async function keepHint(sql: Sql, { organizationId, id }: Account, hint: Hint, learned: Learned): Promise<void> {
  const isLower = hint.stored !== null && hint.fullUntil < hint.stored
  // Rows that are left beyond would all be exceptions to a higher one.
  const isHigher = !hint.hasBeyond && learned.fullUntil !== null && learned.passedOver >= WORTH_KEEPING
  if (!isLower && !isHigher) return
  await sql`
    update schedules
       set full_until = ${isHigher ? learned.fullUntil : hint.fullUntil}, full_until_tz = ${ZONE_DATA}
     where organization_id = ${organizationId} and account_id = ${id}`
}

/** The last instant that is earlier. */
export const justBefore = (at: Date): Date => before(at, 1)
