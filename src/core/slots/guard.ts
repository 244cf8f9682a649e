/**
 * What closes the slots of an account: blackouts, and days that have as many pins as its limit. A person's own time is never
 * refused because of it. @see docs/contract.md#guard
 */
import type { Account } from '../accounts/account.js'
import { before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import { isLive } from '../lib/rows/live.js'
import { instantOfDay, type WallDay, wallDayOf } from '../lib/time.js'
import type { Sql } from '../ports/deps.js'
import { keptFromOthers, readKept, type Kept } from './kept.js'

/** Nothing goes out from `from` on until `to`: instants, or days of the account's zone, the last one included. */
export type Blackout = { from: string; to: string; note: string | null }
/** `auto`: by the age of the account and its own past. null: no limit. */
export type PerDay = number | 'auto' | null
export type ClosedBecause = 'blackout' | 'day_full'

/** The highest limit of a day. */
export const MOST_A_DAY = 50
/** The limit of `auto` until the account has been connected for so many days. */
const BY_AGE = [
  { untilDays: 14, perDay: 5 },
  { untilDays: 91, perDay: 15 },
  { untilDays: Infinity, perDay: 30 },
]
/** The days of its own past that raise the limit of `auto`. */
const PAST_DAYS = 30

type Range = { from: number; until: number; blackout: Blackout }
type Owner = Pick<Account, 'organizationId' | 'id' | 'timezone' | 'createdAt'>

export type Guard = {
  timezone: string
  /** The earliest first; they may overlap. */
  ranges: readonly Range[]
  /** null: no limit. */
  limitOn: (day: WallDay) => number | null
  /** Live pins and kept slots of others, from today on; empty without a limit. */
  days: ReadonlyMap<WallDay, number>
}

export type GuardRow = { perDay: number | null; blackouts: Blackout[]; live: Buffer | null; sent: Buffer | null }

export const zoneOfGuard = ({ timezone }: Pick<Account, 'timezone'>): string => timezone ?? 'UTC'

const packed = (sql: Sql, at: ReturnType<Sql>) => sql`string_agg(int4send(floor(date_part('epoch', ${at}) / 60)::int4), '')`

/**
 * Columns over `schedules s`. The minutes of live pins, without those of `postId`, and of published ones are read only where
 * there is a limit; as one value they cost no statement of their own.
 */
export const guardColumns = (sql: Sql, account: Owner, postId: string | null, now: Date) => sql`
  s.per_day as "perDay", s.blackouts,
  case when s.per_day is not null
       then (select ${packed(sql, sql`g.send_at`)}
               from posts g
              where g.organization_id = ${account.organizationId} and g.account_id = ${account.id}
                and ${isLive(sql, 'g')}
                and g.send_at >= ${startOf(wallDayOf(now, zoneOfGuard(account)), zoneOfGuard(account))}
                and g.id is distinct from ${postId}) end as live,
  case when s.per_day = 0
       then (select ${packed(sql, sql`g.sent_at`)}
               from posts g
              where g.organization_id = ${account.organizationId} and g.account_id = ${account.id}
                and g.status = 'sent'
                and g.sent_at > ${before(now, PAST_DAYS * DAY_MS)}) end as sent`

const startOf = (day: WallDay, timezone: string): Date => instantOfDay(day, 0, timezone)

/** @param kept slots that are kept from the pin to be placed: each takes one of its day */
export function toGuard({ perDay, blackouts, live, sent }: GuardRow, account: Owner, kept: readonly Pick<Kept, 'at'>[]): Guard {
  const timezone = zoneOfGuard(account)
  const ranges = rangesOf(blackouts, account)
  if (perDay === null) return { timezone, ranges, limitOn: () => null, days: new Map() }
  const days = countDays(live, timezone)
  for (const { at } of kept) addTo(days, wallDayOf(at, timezone))
  const past = Math.max(0, ...countDays(sent, timezone).values())
  const since = wallDayOf(account.createdAt, timezone)
  const limitOn = (day: WallDay) => {
    if (perDay > 0) return perDay
    const byAge = BY_AGE.find(({ untilDays }) => day - since < untilDays)!.perDay // the last one has no end
    return Math.min(MOST_A_DAY, Math.max(byAge, past))
  }
  return { timezone, ranges, limitOn, days }
}

function countDays(minutes: Buffer | null, timezone: string): Map<WallDay, number> {
  const days = new Map<WallDay, number>()
  for (let at = 0; minutes && at < minutes.length; at += 4)
    addTo(days, wallDayOf(new Date(minutes.readInt32BE(at) * MINUTE_MS), timezone))
  return days
}

const addTo = (days: Map<WallDay, number>, day: WallDay) => days.set(day, (days.get(day) ?? 0) + 1)

/** Returns when each blackout begins and ends, earliest first. */
export const rangesOf = (blackouts: readonly Blackout[], account: Pick<Account, 'timezone'>): Range[] =>
  blackouts
    .map((blackout) => ({ ...spanOf(blackout, zoneOfGuard(account)), blackout }))
    .sort((one, other) => one.from - other.from)

const DAY_ALONE = /^\d{4}-\d\d-\d\d$/

export const isDayAlone = (written: string): boolean => DAY_ALONE.test(written)

/** `until` is no part of it. */
export function spanOf({ from, to }: Pick<Blackout, 'from' | 'to'>, timezone: string): { from: number; until: number } {
  const edge = (written: string, days: number) =>
    isDayAlone(written) ? startOf(Date.parse(written) / DAY_MS + days, timezone).getTime() : Date.parse(written)
  return { from: edge(from, 0), until: edge(to, 1) }
}

/** Returns the blackout in which an instant lies. */
export const blackoutAt = (ranges: readonly Range[], at: Date): Range | undefined =>
  ranges.find(({ from, until }) => from <= at.getTime() && at.getTime() < until)

/** Returns how many more pins the day of this instant takes; Infinity: it has no limit. */
export function roomOn({ limitOn, days, timezone }: Guard, at: Date): number {
  const day = wallDayOf(at, timezone)
  const limit = limitOn(day)
  return limit === null ? Infinity : Math.max(0, limit - (days.get(day) ?? 0))
}

/** Returns why no slot is open at this instant. undefined: the guard closes none. */
export function whyClosed(guard: Guard, at: Date): ClosedBecause | undefined {
  if (blackoutAt(guard.ranges, at)) return 'blackout'
  return roomOn(guard, at) > 0 ? undefined : 'day_full'
}

/**
 * Returns a function that says how many of the open places at an instant pins can take, earlier ones having been taken: no more of
 * a day than it has room for. Each instant is passed once.
 */
export function placesWithin(guard: Guard): (at: Date, open: number) => number {
  const left = new Map<WallDay, number>()
  return (at, open) => {
    if (blackoutAt(guard.ranges, at)) return 0
    const day = wallDayOf(at, guard.timezone)
    const room = left.get(day) ?? roomOn(guard, at)
    const places = Math.max(0, Math.min(open, room))
    left.set(day, room - places)
    return places
  }
}

/** Returns this instant, or the first later one that the guard does not close, as far as days follow each other in order. */
export function openFrom(guard: Guard, at: Date): Date {
  let from = at
  for (;;) {
    const range = blackoutAt(guard.ranges, from)
    const next = range ? new Date(range.until) : roomOn(guard, from) > 0 ? from : nextDayWithRoom(guard, from)
    if (next <= from) return from
    from = next
  }
}

function nextDayWithRoom(guard: Guard, at: Date): Date {
  let day = wallDayOf(at, guard.timezone) + 1
  while ((guard.limitOn(day) ?? Infinity) <= (guard.days.get(day) ?? 0)) day++
  return startOf(day, guard.timezone)
}

/** Reads the guard for one pin that may take a slot. `kept`: the slots that are kept from it, where they are known. */
export async function readGuard(
  sql: Sql,
  account: Owner,
  { postId, kept }: { postId: string | null; kept?: readonly Kept[] },
  now: Date,
): Promise<Guard> {
  const [row] = await sql<[GuardRow]>`
    select ${guardColumns(sql, account, postId, now)}
      from schedules s
     where s.organization_id = ${account.organizationId} and s.account_id = ${account.id}`
  const others = row.perDay === null ? [] : (kept ?? keptFromOthers(await readKept(sql, account, now), postId))
  return toGuard(row, account, others)
}
