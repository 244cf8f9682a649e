/** Keeps pins with the same url apart. @see docs/contract.md#spacing-rules */
import { before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { instantOfDay, wallDayOf, type WallDay } from '../lib/time.js'
import { isLive } from '../lib/rows/live.js'

/** A live pin with the url; `at` is when it goes out or, of a published one, when it did, to the minute. */
export type SpacedPin = { postId: string; at: Date; day: WallDay }

/** Calendar days, both included. */
export type DayRange = { first: WallDay; last: WallDay }

/** The rule that holds for one url, with what it is measured against. */
export type Spacing = {
  days: number
  timezone: string
  /** By day, those of a day by the clock. */
  pins: SpacedPin[]
  /** Apart from each other, earliest first. */
  blocked: DayRange[]
}

/**
 * Further back no pin has its time that is published today. It is published two days after its time at the latest, 24 hours late and its
 * outcome unknown for 24 more; the rest is for clocks and calendars that differ, and for reading too much: a pin that is left out breaks the rule.
 */
export const LATEST_DAYS = 7

/** Days that are nearer than `days` calendar days to one of `pinDays`, in both directions. */
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

/** Whether spacing forbids a pin with the url at this instant. null: there is no rule. */
export function isBlocked(spacing: Spacing | null, at: Date): boolean {
  return spacing !== null && rangeAround(spacing, at) !== undefined
}

/** The first instant, this one or a later one, whose day is not blocked, as far as the days follow each other in order. */
export function freeFrom(spacing: Spacing | null, at: Date): Date {
  const range = spacing ? rangeAround(spacing, at) : undefined
  if (!spacing || !range) return at
  const free = instantOfDay(range.last + 1, 0, spacing.timezone)
  return free > at ? free : at // clocks that go back over midnight show the day after first, and then the blocked one again
}

/** Of the pins in the way of an instant, the nearest: by calendar days, as the rule counts. */
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

/** Index of the first entry for which it holds, as it does for all that follow; the length when it holds for none. */
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
 * Of the rule that holds for the url, for a select list: the one of its own before the DEFAULT of the account; null: none.
 * @param urlKey or the column that has it
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
 * @param pin postId: of the pin to be placed, which does not block itself; intervalGroupId: of its series, whose own interval keeps its
 * boards apart
 */
export async function readSpacing(
  sql: Sql,
  { organizationId, id, timezone }: Account,
  {
    urlKey,
    postId,
    days,
    intervalGroupId = null,
  }: { urlKey: string; postId: string | null; days: number; intervalGroupId?: string | null },
  now: Date,
): Promise<Spacing> {
  const since = before(now, (days + LATEST_DAYS) * DAY_MS)
  // Twelve bytes a pin in one value: thousands of rows would take several times as long to read.
  const [row] = await sql<{ packed: Buffer | null }[]>`
    select string_agg(int8send(id) || int4send(floor(date_part('epoch', case status when 'sent' then sent_at else send_at end) / 60)::int4), '') as packed
      from posts
     where organization_id = ${organizationId} and account_id = ${id} and url_key = ${urlKey}
       and ${isLive(sql)}
       and send_at > ${since}
       and id is distinct from ${postId}
     ${intervalGroupId === null ? sql`` : sql`and interval_group_id is distinct from ${intervalGroupId}`}`
  const packed = row?.packed ?? Buffer.alloc(0)
  const pins: Omit<SpacedPin, 'day'>[] = []
  for (let at = 0; at < packed.length; at += 12) {
    pins.push({ postId: String(packed.readBigInt64BE(at)), at: new Date(packed.readInt32BE(at + 8) * MINUTE_MS) })
  }
  return makeSpacing({ days, timezone: timezone ?? 'UTC' }, pins)
}
