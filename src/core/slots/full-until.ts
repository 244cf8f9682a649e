/**
 * The hint that keeps the next open slot quick: up to when no smart occurrence of an account is open, but for instants that live
 * posts left since. Those are noted by triggers, in the transaction that leaves them. @see migrations/0006
 *
 * Who reads without seeing a row will find the instant taken, for both are committed at once. So a row may be forgotten once its
 * instant was looked at afterwards; a row that was not read is never forgotten.
 */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports.js'
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
}
type FreedInstant = { id: string; at: Date }

/** More exceptions than this are worth a new scan. */
const MOST_FREED = 100
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

export type HintRow = { fullUntil: Date | null; freed: { id: string; at: string }[] | null; hasBeyond: boolean }

/** For a select list over `storedHint() s`. One statement reads them all: the hint and its exceptions belong together. */
export const hintColumns = (sql: Sql, now: Date) => sql`
  s.full_until as "fullUntil",
  (select json_agg(json_build_object('id', f.id::text, 'at', f.at) order by f.at)
     from (select id, at
             from freed_instants
            where organization_id = s.organization_id and account_id = s.account_id and at > ${now} and at <= s.full_until
            order by at
            limit ${MOST_FREED + 1}) as f) as freed,
  exists (select
            from freed_instants
           where organization_id = s.organization_id and account_id = s.account_id
             and at > coalesce(s.full_until, ${now})) as "hasBeyond"`

/** The schedule of the account, with its hint when that counts. */
export const storedHint = (sql: Sql, { organizationId, id }: Account, now: Date) => sql`(
  select organization_id, account_id,
         case when full_until_tz = ${ZONE_DATA} and full_until > ${now} then full_until end as full_until
    from schedules
   where organization_id = ${organizationId} and account_id = ${id})`

export function toHint({ fullUntil, freed, hasBeyond }: HintRow, now: Date): Hint {
  const exceptions = (freed ?? []).map(({ id, at }) => ({ id, at: new Date(at) }))
  const [first] = exceptions
  if (first && exceptions.length > MOST_FREED) {
    return { fullUntil: justBefore(first.at), stored: fullUntil, freed: [], hasBeyond: true }
  }
  return { fullUntil: fullUntil ?? now, stored: fullUntil, freed: exceptions, hasBeyond }
}

/** Which exceptions are open, and which are none (any more): taken again, or no occurrence. */
export async function lookAtFreed(
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
 * Forgets exceptions that are none, and all beyond the hint. To be called before what lies beyond is scanned: an instant left
 * later has a row that this statement does not see. The caller holds the schedule lock.
 */
export async function forgetFreed(sql: Sql, { organizationId, id }: Account, hint: Hint, idle: readonly string[]): Promise<void> {
  if (idle.length === 0 && !hint.hasBeyond) return
  await sql`
    delete from freed_instants
     where organization_id = ${organizationId} and account_id = ${id}
       and (id = any(${[...idle]}::bigint[]) or at > ${hint.fullUntil})`
}

/** What a scan that began at the hint has found out. `passedOver`: full instants, up to `fullUntil`. */
export type Learned = { passedOver: number; fullUntil: Date | null }

/** Writes the hint where it changed enough to be worth it. The caller holds the schedule lock. */
export async function keepHint(sql: Sql, { organizationId, id }: Account, hint: Hint, learned: Learned): Promise<void> {
  const isLower = hint.stored !== null && hint.fullUntil < hint.stored
  const isHigher = learned.fullUntil !== null && learned.passedOver >= WORTH_KEEPING
  if (!isLower && !isHigher) return
  await sql`
    update schedules
       set full_until = ${isHigher ? learned.fullUntil : hint.fullUntil}, full_until_tz = ${ZONE_DATA}
     where organization_id = ${organizationId} and account_id = ${id}`
}

/** The last instant that is earlier. */
export const justBefore = (at: Date): Date => new Date(at.getTime() - 1)
