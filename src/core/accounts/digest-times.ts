/** Computes the instants of digests and slot checks from the account's wall times. Pure. @see src/core/lib/time.ts */
import { IANAZone } from 'luxon'
import { DAY_MS } from '../lib/duration.js'
import { addDates } from '../lib/time.js'
import { dateOf } from '../lib/time.js'
import { instantOfDay, wallDayOf, weekdayOf, type WallDay } from '../lib/time.js'

/** 0 is Sunday; minute of the day, 0 to 1439. */
export type DigestRhythm = { weekday: number; minute: number }
/** `week`: its Monday, YYYY-MM-DD. */
export type DigestTime = { at: Date; week: string }

/**
 * Returns UTC for an account without a zone, or with one that this runtime does not know, which must not stop a sweep over all
 * accounts.
 */
export const zoneOf = ({ timezone }: { timezone: string | null }): string =>
  timezone !== null && IANAZone.isValidZone(timezone) ? timezone : 'UTC'

const mondayOf = (day: WallDay): WallDay => day - ((weekdayOf(day) + 6) % 7)
const dateOfDay = (day: WallDay): string => dateOf(new Date(day * DAY_MS))

/** Returns the Monday of the week that contains this instant in the zone. */
export const weekOf = (at: Date, timezone: string): string => dateOfDay(mondayOf(wallDayOf(at, timezone)))

/**
 * Returns the digest's time in this week: in a gap forward by the gap, a repeated time its first occurrence. @param week its
 * Monday
 */
export function digestIn(week: string, { weekday, minute }: DigestRhythm, timezone: string): DigestTime {
  const monday = Date.parse(week) / DAY_MS
  return { at: instantOfDay(monday + ((weekday + 6) % 7), minute, timezone), week }
}

/** Returns the first digest after the instant, in a later week than `last`. */
export function nextDigest(rhythm: DigestRhythm, timezone: string, after: Date, last: string | null): DigestTime {
  let week = addDates(weekOf(after, timezone), -7) // a gap of a whole day may move the last one into this week
  for (;;) {
    const time = digestIn(week, rhythm, timezone)
    if (time.at > after && (last === null || week > last)) return time
    week = addDates(week, 7)
  }
}

/** Returns the first time of this minute after the instant, on any day. */
export function nextNudgeCheck(minute: number, timezone: string, after: Date): Date {
  for (let day = wallDayOf(after, timezone) - 1; ; day++) {
    const at = instantOfDay(day, minute, timezone)
    if (at > after) return at
  }
}

/** Returns the day in the zone, YYYY-MM-DD. */
export const dayOf = (at: Date, timezone: string): string => dateOfDay(wallDayOf(at, timezone))

/** True when both instants are on the same day in the zone. */
export const isSameDay = (one: Date, other: Date, timezone: string): boolean =>
  wallDayOf(one, timezone) === wallDayOf(other, timezone)

/** Returns midnight at the beginning of this day. @param date YYYY-MM-DD, in the zone */
export const startOfDate = (date: string, timezone: string): Date => instantOfDay(Date.parse(date) / DAY_MS, 0, timezone)
