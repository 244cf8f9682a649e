/** Converts between wall time and instants. This file alone decides about gaps and overlaps. @see docs/contract.md#wall-times */
import { IANAZone } from 'luxon'
import { DAY_MS, MINUTE_MS, WEEK_MS } from './duration.js'

const ZONES_KEPT = 100

/** A calendar day without a zone, counted from 1970-01-01. */
export type WallDay = number

/**
 * Returns the instant of a wall time: one in a gap moves forward by the gap, a repeated one is its first occurrence (RFC 5545
 * 3.3.5).
 * @param wall month 1 to 12; minute of the day, 0 to 1439
 * @throws RangeError the zone is unknown
 */
export function instantOf(wall: { year: number; month: number; day: number; minute: number }, timezone: string): Date {
  return instantOfDay(Date.UTC(wall.year, wall.month - 1, wall.day) / DAY_MS, wall.minute, timezone)
}

/** Like instantOf, for a counted day. */
export const instantOfDay = (day: WallDay, minute: number, timezone: string): Date =>
  instantOfWall(day * DAY_MS + minute * MINUTE_MS, timezone)

/** Returns the same wall time in the zone this many calendar days later: an hour more or less where the clocks change between. */
export function addDays(at: Date, days: number, timezone: string): Date {
  if (days === 0) return at // also when it is the second of a repeated hour
  return instantOfWall(at.getTime() + offsetMs(at.getTime(), timezone) + days * DAY_MS, timezone)
}

/** Returns the instant that is as far from `to` as `at` is from `from`, by wall time in the zone. */
export function asFarAs({ at, from, to }: { at: Date; from: Date; to: Date }, timezone: string): Date {
  if (at.getTime() === from.getTime()) return to // also when it is the second of a repeated hour
  const wall = (one: Date) => one.getTime() + offsetMs(one.getTime(), timezone)
  return instantOfWall(wall(to) + wall(at) - wall(from), timezone)
}

/** @param wallMs the wall time read as if it were UTC; no zone is a day away from UTC */
function instantOfWall(wallMs: number, timezone: string): Date {
  const before = offsetMs(wallMs - DAY_MS, timezone)
  const after = offsetMs(wallMs + DAY_MS, timezone)
  const withBefore = wallMs - before
  if (before === after || offsetMs(withBefore, timezone) === before) return new Date(withBefore) // of two, this is the first
  const withAfter = wallMs - after
  if (offsetMs(withAfter, timezone) === after) return new Date(withAfter)
  return new Date(withBefore) // in a gap: read with the offset before it, which lands later by the gap
}

/** Returns the calendar day that a wall clock in the zone shows at this instant. */
export function wallDayOf(at: Date, timezone: string): WallDay {
  return Math.floor((at.getTime() + offsetMs(at.getTime(), timezone)) / DAY_MS)
}

/**
 * Returns the zone's offset from UTC in ms if it is constant from a day before `from` to a day after `to`: a wall time in between
 * is then its instant plus this.
 */
export function steadyOffset(from: Date, to: Date, timezone: string): number | undefined {
  const zone = zoneOf(timezone)
  const last = Math.floor((to.getTime() + DAY_MS) / WEEK_MS) + 1
  let week = Math.floor((from.getTime() - DAY_MS) / WEEK_MS)
  const offset = offsetAtWeek(week, zone)
  while (++week <= last) if (offsetAtWeek(week, zone) !== offset) return undefined
  return offset
}

/** 0 is Sunday. */
export const weekdayOf = (day: WallDay): number => (((day + 4) % 7) + 7) % 7 // 1970-01-01 was a Thursday

/** True for an IANA name (`Europe/Berlin`, `UTC`), with its exact case; false for offsets. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false // Intl itself also takes `+02:00` and `europe/berlin`
  try {
    const canonical = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    return canonical === name || canonical.toLowerCase() !== name.toLowerCase() // an alias has another canonical name
  } catch {
    return false
  }
}

/** Returns the same calendar date (UTC) `years` later; 29 February becomes 28. */
export function addYears(at: Date, years: number): Date {
  const later = new Date(at)
  later.setUTCFullYear(at.getUTCFullYear() + years)
  if (later.getUTCMonth() !== at.getUTCMonth()) later.setUTCDate(0) // it ran over into March
  return later
}

/** The cached offsets of a zone at the ends of weeks, and when its clocks change within one. A call to Intl takes 20 µs. */
type Zone = { name: string; offsets: Map<number, number>; changes: Map<number, number> }
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  let zone = zones.get(name)
  if (!zone) {
    if (zones.size >= ZONES_KEPT) zones.clear()
    zone = { name, offsets: new Map(), changes: new Map() }
    zones.set(name, zone)
  }
  return zone
}

function offsetMs(atMs: number, timezone: string): number {
  const zone = zoneOf(timezone)
  const week = Math.floor(atMs / WEEK_MS)
  const before = offsetAtWeek(week, zone)
  const after = offsetAtWeek(week + 1, zone)
  if (before === after) return before // no zone changes there and back within a week
  return atMs < changeIn(week, before, zone) ? before : after
}

function offsetAtWeek(week: number, zone: Zone): number {
  let offset = zone.offsets.get(week)
  if (offset === undefined) {
    offset = readOffsetMs(week * WEEK_MS, zone)
    zone.offsets.set(week, offset)
  }
  return offset
}

/** Finds the first instant of the new offset by bisection; clocks change at whole minutes. */
function changeIn(week: number, before: number, zone: Zone): number {
  const known = zone.changes.get(week)
  if (known !== undefined) return known
  let [low, high] = [week * (WEEK_MS / MINUTE_MS), (week + 1) * (WEEK_MS / MINUTE_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffsetMs(middle * MINUTE_MS, zone) === before) low = middle
    else high = middle
  }
  zone.changes.set(week, high * MINUTE_MS)
  return high * MINUTE_MS
}

function readOffsetMs(atMs: number, { name }: Zone): number {
  const offset = IANAZone.create(name).offset(atMs) * MINUTE_MS
  if (Number.isNaN(offset)) throw new RangeError(`Unknown time zone: ${name}`)
  return offset
}
/** Returns the UTC day of an instant. */

export const dateOf = (at: Date): string => at.toISOString().slice(0, 10)
/** Returns the date this many days later; earlier when negative. */

export const addDates = (date: string, days: number): string => dateOf(new Date(Date.parse(date) + days * DAY_MS))
