/** When a digest is sent, and when slots are checked: wall times of the account as instants. Pure. @see src/core/lib/time.ts */
import { IANAZone } from 'luxon'
import { DAY_MS } from '../lib/duration.js'
import { addDates } from '../lib/time.js'
import { dateOf } from '../lib/time.js'
import { instantOfDay, wallDayOf, weekdayOf, type WallDay } from '../lib/time.js'

/** 0 is Sunday; minute of the day, 0 to 1439. */
export type DigestRhythm = { weekday: number; minute: number }
/** `week`: its Monday, YYYY-MM-DD. */
export type DigestTime = { at: Date; week: string }

/** An account without a zone goes by UTC, and so does one whose zone this runtime does not know: it must not stop a sweep over all. */
export const zoneOf = ({ timezone }: { timezone: string | null }): string =>
  timezone !== null && IANAZone.isValidZone(timezone) ? timezone : 'UTC'

const mondayOf = (day: WallDay): WallDay => day - ((weekdayOf(day) + 6) % 7)
const dateOfDay = (day: WallDay): string => dateOf(new Date(day * DAY_MS))

/** The Monday of the week that the zone's calendar shows at this instant. */
export const weekOf = (at: Date, timezone: string): string => dateOfDay(mondayOf(wallDayOf(at, timezone)))

/** The digest of this week: in a gap forward by the gap, a repeated time its first occurrence. @param week its Monday */
export function digestIn(week: string, { weekday, minute }: DigestRhythm, timezone: string): DigestTime {
  const monday = Date.parse(week) / DAY_MS
  return { at: instantOfDay(monday + ((weekday + 6) % 7), minute, timezone), week }
}

/** The first one after the instant, of a week after the one sent last. */
export function nextDigest(rhythm: DigestRhythm, timezone: string, after: Date, last: string | null): DigestTime {
  let week = addDates(weekOf(after, timezone), -7) // a gap of a whole day may move the last one into this week
  for (;;) {
    const time = digestIn(week, rhythm, timezone)
    if (time.at > after && (last === null || week > last)) return time
    week = addDates(week, 7)
  }
}

/** The first time of this minute after the instant, on whatever day. */
export function nextNudgeCheck(minute: number, timezone: string, after: Date): Date {
  for (let day = wallDayOf(after, timezone) - 1; ; day++) {
    const at = instantOfDay(day, minute, timezone)
    if (at > after) return at
  }
}

/** The day that the zone's calendar shows, YYYY-MM-DD. */
export const dayOf = (at: Date, timezone: string): string => dateOfDay(wallDayOf(at, timezone))

/** Whether the zone's calendar shows the same day at both. */
export const isSameDay = (one: Date, other: Date, timezone: string): boolean =>
  wallDayOf(one, timezone) === wallDayOf(other, timezone)

/** Midnight at the beginning of this day. @param date YYYY-MM-DD, of the zone's calendar */
export const startOfDate = (date: string, timezone: string): Date => instantOfDay(Date.parse(date) / DAY_MS, 0, timezone)
