/** Keeps pins with the same url apart. @see docs/contract.md#spacing-rules */
import { before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { instantOfDay, wallDayOf, type WallDay } from '../lib/time.js'
import { isLive } from '../lib/rows/live.js'

/** A live pin with the url; `at`: when it goes out or was published, to the minute. */
export type SpacedPin = { postId: string; at: Date; day: WallDay }

/** Calendar days, both included. */
export type DayRange = { first: WallDay; last: WallDay }

/** The rule that applies to a url, with the pins it is measured against. */
export type Spacing = {
  days: number
  timezone: string
  /** Pins by day, then by time of day. */
  pins: SpacedPin[]
  /** Disjoint ranges, earliest first. */
  blocked: DayRange[]
}

/**
 * How many days a pin's time may lie before its publication. It is published at most two days later (24 hours late, and 24 more
 * with an unknown outcome); the rest is a margin for differing clocks and calendars, because a missed pin would break the rule.
 */
export const LATEST_DAYS = 7

/** Returns the days that are less than `days` calendar days from one of `pinDays`, in both directions. */
export function blockedDays(pinDays: readonly WallDay[], days: number): DayRange[] {
  const ranges: DayRange[] = []
  for (const day of [...pinDays].sort((a, b) => a - b)) {
    const [first, last] = [day - days + 1, day + days - 1]
    const before = ranges.at(-1)
    if (before && first <= before.last + 1) before.last = last
    else ranges.push({ first, last })
  }
  return ranges
}

export function makeSpacing(rule: { days: number; timezone: string }, pins: readonly Omit<SpacedPin, 'day'>[]): Spacing {
  const dated = pins.map(({ postId, at }) => ({ postId, at, day: wallDayOf(at, rule.timezone) })).sort(compare)
  return {
    ...rule,
    pins: dated,
    blocked: blockedDays(
      dated.map(({ day }) => day),
      rule.days,
    ),
  }
}

type Place = Pick<SpacedPin, 'at' | 'day'>
const compare = (one: Place, other: Place) => one.day - other.day || one.at.getTime() - other.at.getTime()

/** True when spacing forbids a pin with the url at this instant. null: there is no rule. */
export function isBlocked(spacing: Spacing | null, at: Date): boolean {
  return spacing !== null && rangeAround(spacing, at) !== undefined
}

/** Returns this instant or the first later one whose day is not blocked, as far as days follow each other in order. */
export function freeFrom(spacing: Spacing | null, at: Date): Date {
  const range = spacing ? rangeAround(spacing, at) : undefined
  if (!spacing || !range) return at
  const free = instantOfDay(range.last + 1, 0, spacing.timezone)
  return free > at ? free : at // clocks that go back over midnight show the day after first, and then the blocked one again
}

/** Returns the pin nearest to an instant, by calendar days, as the rule counts. */
export function nearestPin({ pins, timezone }: Spacing, at: Date): SpacedPin | undefined {
  const place = { at, day: wallDayOf(at, timezone) }
  const index = firstWhere(pins, (pin) => compare(pin, place) >= 0)
  const [before, after] = [pins[index - 1], pins[index]]
  if (!before || !after) return before ?? after
  const byDays = place.day - before.day - (after.day - place.day)
  const byClock = at.getTime() - before.at.getTime() - (after.at.getTime() - at.getTime())
  return (byDays || byClock) <= 0 ? before : after
}

function rangeAround({ blocked, timezone }: Spacing, at: Date): DayRange | undefined {
  const day = wallDayOf(at, timezone)
  const range = blocked[firstWhere(blocked, ({ last }) => last >= day)]
  return range && range.first <= day ? range : undefined
}

/** Returns the first index for which `holds` is true, as for all that follow; the length if for none. */
function firstWhere<T>(sorted: readonly T[], holds: (entry: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * A column with the days of the url's rule: its own, else the account's DEFAULT; null: none.
 * @param urlKey the key, or the column that has it
 */
export const spacingDays = (sql: Sql, { organizationId, id }: Account, urlKey: string | null | ReturnType<Sql>) =>
  urlKey === null
    ? sql`null::int`
    : sql`(
        select r.days
          from spacing_rules r
         where r.organization_id = ${organizationId} and r.account_id = ${id} and r.url_key in (${urlKey}, '')
         order by r.url_key = ''
         limit 1)`

/**
 * Reads the spacing. `postId`: the pin to be placed, which does not block itself; `intervalGroupId`: its series, whose own
 * interval keeps its boards apart; `waiting`: pins with the url for which a slot is kept.
 */
export async function readSpacing(
  sql: Sql,
  { organizationId, id, timezone }: Account,
  {
    urlKey,
    postId,
    days,
    intervalGroupId = null,
    waiting = [],
  }: {
    urlKey: string
    postId: string | null
    days: number
    intervalGroupId?: string | null
    waiting?: readonly Omit<SpacedPin, 'day'>[]
  },
  now: Date,
): Promise<Spacing> {
  const since = before(now, (days + LATEST_DAYS) * DAY_MS)
  // Packs pins into one value, twelve bytes each: thousands of rows would take several times as long to read.
  const [row] = await sql<{ packed: Buffer | null }[]>`
    select string_agg(int8send(id) || int4send(floor(date_part('epoch', case status when 'sent' then sent_at else send_at end) / 60)::int4), '') as packed
      from posts
     where organization_id = ${organizationId} and account_id = ${id} and url_key = ${urlKey}
       and ${isLive(sql)}
       and send_at > ${since}
       and id is distinct from ${postId}
     ${intervalGroupId === null ? sql`` : sql`and interval_group_id is distinct from ${intervalGroupId}`}`
  const packed = row?.packed ?? Buffer.alloc(0)
  const pins: Omit<SpacedPin, 'day'>[] = waiting.map((pin) => ({ postId: pin.postId, at: pin.at }))
  for (let at = 0; at < packed.length; at += 12) {
    pins.push({ postId: String(packed.readBigInt64BE(at)), at: new Date(packed.readInt32BE(at + 8) * MINUTE_MS) })
  }
  return makeSpacing({ days, timezone: timezone ?? 'UTC' }, pins)
}
