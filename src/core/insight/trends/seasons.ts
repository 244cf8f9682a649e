/** Finds when in the year people search most for something, and when to publish pins for it. Pure. */
import { DAY_MS } from '../../lib/duration.js'
import { addDates } from '../../lib/time.js'
import type { PlatformTrend } from '../../ports/platform.js'

/** Pins take this long to be found: pins for the peak are published from then on. */
export const LEAD_DAYS = 45

const YEAR = 52
const WEEK_DAYS = 7
/** The fewest known weeks for a statement about a year. */
const LEAST_WEEKS = 48
/** The best weeks have at least this many times the searches of the year's median week. */
const CLEAR = 2
/**
 * How close to the end of the known weeks the best week counts as at the edge: the other end must continue from there, otherwise
 * the searches only grow or are a fashion.
 */
const EDGE = 4
const MOST_OF_A_STEP = 3

/** UTC days. `peak`: the day on which the best week ends, today or later; `startBy`: may be in the past. */
export type Season = { peak: string; startBy: string }

/** @returns null when it has no clear season, or less than a year is known */
export function seasonOf(weeks: PlatformTrend['weeks'], today: string): Season | null {
  const last = weeks.at(-1)?.week
  const year = last === undefined ? null : yearOf(weeks, last)
  const best = year && bestWeekOf(year)
  if (last === undefined || best === null) return null
  const seen = addDates(last, -WEEK_DAYS * (YEAR - 1 - best))
  const years = Math.max(0, Math.ceil(daysBetween(seen, today) / (YEAR * WEEK_DAYS)))
  const peak = addDates(seen, years * YEAR * WEEK_DAYS) // by whole weeks, as feasts move
  return { peak, startBy: addDates(peak, -LEAD_DAYS) }
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Returns the last 52 weeks, oldest first; a missing one repeats the one before. */
function yearOf(weeks: PlatformTrend['weeks'], last: string): number[] | null {
  const known = new Array<number | undefined>(YEAR).fill(undefined)
  for (const { week, value } of weeks) {
    const place = YEAR - 1 - Math.round(daysBetween(week, last) / WEEK_DAYS)
    if (place >= 0) known[place] = value
  }
  const values = known.filter((value) => value !== undefined)
  if (values.length < LEAST_WEEKS) return null
  let before = values[0]!
  return known.map((value) => (before = value ?? before))
}

/** Returns the index of the best week; among equals the earliest. The year is circular: the week before the first is the last. */
function bestWeekOf(year: readonly number[]): number | null {
  const at = (place: number) => year[(place + YEAR) % YEAR]!
  const smooth = year.map((value, place) => (at(place - 1) + 2 * value + at(place + 1)) / 4)
  const most = Math.max(...smooth)
  const best = smooth.indexOf(most)
  const middle = [...smooth].sort((one, other) => one - other)[YEAR / 2]!
  if (most <= 0 || most < CLEAR * middle) return null
  const [first, last] = [at(0), at(-1)]
  const isAtEdge = best < EDGE || best >= YEAR - EDGE
  return isAtEdge && Math.max(first, last) > MOST_OF_A_STEP * Math.min(first, last) ? null : best
}
