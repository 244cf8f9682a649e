/** Reads times as people and other programs write them: in the zone that they name, or by a clock. */
import { DateTime } from 'luxon'
import { MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { quoted } from '../../lib/prose/text.js'
import { instantOf, isTimezone } from '../../lib/time.js'
import { type DateOrder, type Day, type ReadDay, readDay } from './days.js'

/** `problem`: why it is no time, and how to write one. */
export type ReadTime =
  | { at: Date }
  /** The text has no time of day. */
  | { day: Day }
  | { problem: string /** The day is ambiguous, unless the order of its numbers is known. */; isUnsureDay?: true }

export type Reading = {
  order?: DateOrder | null
  /** The minute of the day for a day without a time; null: the file does not define it. */
  dayAloneAt?: number | null
}

/** Longer than any written time. */
const LONGEST = 100
const FIX = 'Write 2026-03-02 15:00, or 2026-03-02T15:00:00Z for a time in UTC.'
const ZONE = String.raw`Z|UTC|GMT|(?:UTC|GMT)?[+\u2212-]\d{1,2}(?::?\d{2})?|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+\d*`
const CLOCK = String.raw`(\d{1,2})(?:[:.h](\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?)?\s?([ap]\.?\s?m\.?(?![a-z])|h(?![a-z])|Uhr)?`
/** Words between a day and its time in various languages. */
const BEFORE_CLOCK = 'at|um|klo|kl\\.?|à|a las?|às|alle|om|o|u|в|о'
const CLOCK_ALONE = new RegExp(String.raw`^${CLOCK}\s?(${ZONE})?$`, 'iu')
/** Matches a day, then a time of day, maybe with a zone. */
const DAY_AND_CLOCK = new RegExp(
  String.raw`^(.*?[\d\p{L}\p{M}日일.])(?:T|,? (?:(?:${BEFORE_CLOCK}) )?)(${CLOCK}\s?(?:${ZONE})?)$`,
  'iu',
)
const COMPACT = /^(\d{8})T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{4})?$/i
/** Matches what a program writes after an offset: `GMT+0100 (Central European Standard Time)`. */
const NAME_OF_OFFSET = /(?<=[+-]\d{2}:?\d{2}|UTC|GMT)\s?\([^()]*\)$/

export const noTimeOfDay = (text: string): string => `${quoted(text)} has no time of day. ${FIX}`

type Clock = { seconds: number; zone: string | null }
/** `days`: one, or the two that it could be; `clock` null: no time of day. */
type Parts = { at: Date } | { problem: string } | { dayText: string; days: [Day, Day?]; clock: Clock | null }

/** Reads a time. @param clock of a column of its own; '' where the date has it */
export function readTime(
  date: string,
  clock: string,
  timezone: string,
  { order = null, dayAloneAt = null }: Reading = {},
): ReadTime {
  const read = readParts(date, clock, order)
  if (!('days' in read)) return read
  const { dayText, days, clock: own } = read
  const [day, other] = days
  if (other)
    return { problem: `${quoted(dayText)} could be in month ${day.month} or month ${other.month}. ${FIX}`, isUnsureDay: true }
  const given = own ?? (dayAloneAt === null ? null : { seconds: dayAloneAt * 60, zone: null })
  if (!given) return { day }
  const at = instantOfClock(day, given, timezone)
  return at ? { at } : { problem: `${quoted(given.zone ?? '')} is not a time zone. ${FIX}` }
}

/**
 * True when a date is what the account's clock shows at this instant, to the minute, or to the day without a time of day; for an
 * ambiguous day, either one. A clock shows the repeated hour of autumn twice.
 */
export function isTimeOf(at: Date, date: string, clock: string, timezone: string, { order = null }: Reading = {}): boolean {
  const read = readParts(date, clock, order)
  if ('at' in read) return isSameMinute(read.at, at)
  if (!('days' in read)) return false
  const { days, clock: own } = read
  if (own?.zone != null)
    return days.some((day) => day && isSameMinute(instantOfClock(day, own, timezone) ?? new Date(Number.NaN), at))
  const wall = DateTime.fromJSDate(at, { zone: timezone })
  const isSameDay = (day?: Day) => wall.year === day?.year && wall.month === day.month && wall.day === day.day
  return days.some(isSameDay) && (own === null || Math.floor(own.seconds / 60) === wall.hour * 60 + wall.minute)
}

/** True for a cell that can only be a time, for columns with an unknown name. */
export function isTimeAlone(text: string): boolean {
  if (/^\d*$/.test(text)) return false // an id, a price, a count
  const read = readParts(text, '', null)
  return 'at' in read || 'days' in read
}

const isSameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / MINUTE_MS) === Math.floor(other.getTime() / MINUTE_MS)

const plainText = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')

function readParts(date: string, clock: string, order: DateOrder | null): Parts {
  const text = plainText(date).replace(NAME_OF_OFFSET, '')
  const beside = plainText(clock)
  if (text.length > LONGEST) return { problem: `${quoted(text)} is not a date we recognize. ${FIX}` }
  if (/^\d{10}(?:\d{3})?$/.test(text) && beside === '')
    return { at: new Date(Number(text) * (text.length === 10 ? SECOND_MS : 1)) }
  const compact = COMPACT.exec(text)
  const [, beforeClock, ownClock] = compact
    ? [text, compact[1], `${compact[2]}:${compact[3]}:${compact[4] ?? '00'}${compact[5] ?? ''}`]
    : (DAY_AND_CLOCK.exec(text) ?? [])
  const own = ownClock === undefined ? null : readClock(ownClock)
  const dayText = own === null ? text : (beforeClock ?? '').replace(/,$/, '').trim()
  const day = readDay(dayText, order)
  if ('problem' in day)
    return { problem: own === null && readClock(text) ? noDate(text) : problemOf(day, { text, dayText, own }) }
  if (beside === '') return own === undefined ? notAClock(ownClock ?? '') : { dayText, days: day.days, clock: own }
  const other = readClock(beside)
  if (!other) return notAClock(beside)
  if (own && own.seconds !== 0 && own.seconds !== other.seconds)
    return { problem: `${quoted(text)} and ${quoted(beside)} are two times of day. Clear one of them.` }
  return { dayText, days: day.days, clock: other }
}

const notAClock = (text: string) => ({ problem: `${quoted(text)} is not a time of day. Write 15:00 or 3:00 PM.` })
const noDate = (text: string) => `${quoted(text)} has no date. ${FIX}`

type Given = { text: string; dayText: string; own: Clock | null | undefined }

function problemOf({ problem }: Extract<ReadDay, { problem: string }>, { text, dayText, own }: Given): string {
  switch (problem) {
    case 'not on the calendar':
      return `${quoted(own?.zone == null ? dayText : text)} is not ${own?.zone == null ? 'a day on the calendar' : 'a time'}. ${FIX}`
    case 'another weekday':
      return `${quoted(dayText)} names another weekday than that day has. ${FIX}`
    case 'two months':
      return `${quoted(dayText)} names a month that is another one in another language. ${FIX}`
    case 'unknown':
      return `${quoted(text)} is not a date we recognize. ${FIX}`
  }
}

/** Reads a time of day. undefined: there is none */
function readClock(text: string): Clock | undefined {
  const [, hours, minutes, seconds, word, zone] = CLOCK_ALONE.exec(text) ?? []
  const isHourAlone = minutes === undefined && word === undefined && !/\d\s?h$/i.test(text)
  if (hours === undefined || isHourAlone) return undefined
  const half = /^[ap]/i.exec(word ?? '')?.[0]?.toLowerCase()
  const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number((seconds ?? '0').replace(',', '.'))]
  if (minute > 59 || second >= 60 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return { seconds: (of24 * 60 + minute) * 60 + second, zone: zone ?? null }
}

/** Returns the instant of a time of day. undefined: the zone does not exist */
function instantOfClock(day: Day, { seconds, zone }: Clock, timezone: string): Date | undefined {
  const minute = Math.floor(seconds / 60)
  const rest = Math.round((seconds % 60) * SECOND_MS)
  const [, sign, hours, minutes] = /^(?:UTC|GMT)?([+\u2212-])(\d{1,2}):?(\d{2})?$/i.exec(zone ?? '') ?? []
  if (sign !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '+' ? 1 : -1)
    if (Number(minutes ?? 0) > 59 || Math.abs(offset) > 14 * 60) return undefined
    return new Date(Date.UTC(day.year, day.month - 1, day.day) + (minute - offset) * MINUTE_MS + rest)
  }
  const named = zone === null ? timezone : /^(?:Z|UTC|GMT)$/i.test(zone) ? 'UTC' : zone
  if (zone !== null && named !== 'UTC' && !isTimezone(named)) return undefined
  return new Date(instantOf({ ...day, minute }, named).getTime() + rest)
}
