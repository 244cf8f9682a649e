/** When in the year most people search for something, and when to begin with pins for it. Pure. */
import { DAY_MS } from '../lib/duration.js'
import { addDates } from '../lib/time.js'
import type { PlatformTrend } from '../ports/platform.js'

/** Pins take that long to be found: what is to be seen at the peak is published from then on. */
export const LEAD_DAYS = 45

const YEAR = 52
const WEEK_DAYS = 7
/** With fewer weeks known nothing is said of a year. */
const LEAST_WEEKS = 48
/** Its best weeks have that many times the searches of the middle one of the year. */
const CLEAR = 2
/** Of a best week so near to the end of what is known: the other end has to go on from there, else it only grows or is a fashion. */
const EDGE = 4
const MOST_OF_A_STEP = 3

/** UTC days. `peak`: the day on which the best week ends, today or later; `startBy`: may be over. */
export type Season = { peak: string; startBy: string }

/** @returns null: it has no clear season, or a year of it is not known */
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

/** The last 52 weeks, oldest first; one that is missing is as the one before it. */
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

/** Its place in the year; of equal ones the earliest. The year is a circle: what is behind the last week was before the first one. */
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
