/**
 * The hint that keeps the search for the next open slot fast: no smart occurrence up to it is open, except freed instants, which
 * are recorded in the transaction that frees them, and kept slots whose request is overdue. Without it, in `npm run bench -- slots`, a search behind 50,000 queued pins
 * takes 24 times as long as one behind 1,000 (14 times under the schedule lock; the limit is 3), with it 1.0 times.
 *
 * All writes hold the schedule lock, because a running search may have read before a row existed. A row up to the hint is deleted
 * only by a transaction that read it and then found nothing open at its instant; a row beyond the hint may be deleted unread,
 * because a later transaction checks its instant before it raises the hint.
 * @see migrations/0008_slots.sql
 */
import { before } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { GoesOn } from '../lib/work/batch.js'
import { byOrganization, purgeRows, type Rows } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import { withKept, type Kept } from './kept.js'
import { countLivePostsAt } from './occupancy.js'
import { slotsAt, type SlotInstant, type WeeklySlot } from './occurrences.js'

export type Hint = {
  /** The hint, never before now; now itself when nothing is known. */
  fullUntil: Date
  /** The schedule's own value; null when it has none that is valid. */
  stored: Date | null
  /** The exceptions, earliest first. */
  freed: FreedInstant[]
  /** True when rows exist beyond the hint: the scan from fullUntil finds those instants by itself. */
  hasBeyond: boolean
  /** True when a hint exists that is valid only for processes with other time zone data. */
  isOthers: boolean
}
type FreedInstant = { id: string; at: Date }

/** A new scan is cheaper than keeping more exceptions than this. */
const MOST_FREED = 100
/** Rows deleted at a time. */
const AT_A_TIME = 5000
/** Writing the hint costs as much as passing over this many full instants. */
const WORTH_KEEPING = 50
/** The version of the time zone data: other versions may move occurrences. */
const ZONE_DATA = process.versions.tz ?? 'none'

/** Deletes the hint after a change of slots. The caller holds the schedule lock. */
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

/** Columns over `storedHint() s`. One statement reads the hint and its exceptions, because they belong together. */
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

/** The schedule of the account, with its hint if that is valid. */
export const storedHint = (sql: Sql, { organizationId, id }: Account, now: Date) => sql`(
  select organization_id, account_id, per_day, blackouts,
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

/** `lapsed`: instants that may be open though no row says so. `kept`: slots that are kept from this search. */
type Around = { slots: readonly WeeklySlot[]; lapsed: readonly Date[]; kept: readonly Kept[] }

/**
 * Separates exceptions that are open from idle ones: taken again, or no occurrence any more.
 * @returns `open`: earliest first, lapsed ones up to the hint included
 */
export async function checkFreed(
  sql: Sql,
  account: Account,
  { slots, lapsed, kept }: Around,
  { freed, fullUntil }: Hint,
): Promise<{ open: SlotInstant[]; idle: string[] }> {
  const near = [...freed.map(({ at }) => at), ...lapsed.filter((at) => at <= fullUntil)]
  if (near.length === 0) return { open: [], idle: [] }
  const instants = new Map(near.sort((a, b) => a.getTime() - b.getTime()).map((at) => [at.getTime(), at]))
  const live = withKept(await countLivePostsAt(sql, account, [...instants.values()]), kept)
  const open = [...instants].flatMap(([atMs, at]) => {
    const timeslotIds = slotsAt(slots, at)
    return (live.get(atMs) ?? 0) < timeslotIds.length ? [{ at, timeslotIds }] : []
  })
  const isOpen = new Set(open.map(({ at }) => at.getTime()))
  return { open, idle: freed.filter(({ at }) => !isOpen.has(at.getTime())).map(({ id }) => id) }
}

/**
 * Deletes idle exceptions, rows beyond the hint (some at a time), and a hint of other time zone data, whose exceptions they may
 * be. Call it before scanning beyond the hint, since an instant freed later has a row that this does not see. The caller holds
 * the schedule lock.
 * @returns the current hint
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

/** Deletes rows of accounts that are never searched: those in the past, and those beyond the hint. Covers all organizations. */
export async function purgeFreed(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, { from: 'freed_instants', key: { id: 'bigint' }, over: sql`t.at <= ${now}`, limit: AT_A_TIME })
  while (goesOn() && (await purgeBeyond(sql, now)));
}

/** Locks schedules briefly and skips those in use. @returns true when there may be more to delete */
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

/** The result of a scan that began at the hint. `passedOver`: full instants, up to `fullUntil`. */
export type Learned = { passedOver: number; fullUntil: Date | null }

/** Writes the hint if it changed enough. The caller holds the schedule lock. */
export async function keepHint(sql: Sql, { organizationId, id }: Account, hint: Hint, learned: Learned): Promise<void> {
  const isLower = hint.stored !== null && hint.fullUntil < hint.stored
  // Remaining rows beyond would all become exceptions of a higher hint.
  const isHigher = !hint.hasBeyond && learned.fullUntil !== null && learned.passedOver >= WORTH_KEEPING
  if (!isLower && !isHigher) return
  await sql`
    update schedules
       set full_until = ${isHigher ? learned.fullUntil : hint.fullUntil}, full_until_tz = ${ZONE_DATA}
     where organization_id = ${organizationId} and account_id = ${id}`
}

/** Returns the previous millisecond. */
export const justBefore = (at: Date): Date => before(at, 1)
