/** Times as people and other programs write them, by the clock of the account. */
import { DateTime } from 'luxon'
import { MINUTE_MS } from '../lib/duration.js'
import { instantOf } from '../lib/time.js'

/** `problem`: why it is none, and how to write it. */
export type ReadTime = { at: Date } | { problem: string }

const FIX = 'Write 2026-03-02 15:00, or 2026-03-02T15:00:00Z for a time in UTC.'
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})T\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Day = { year: number; month: number; day: number }

/** @param clock of a column of its own; '' where the date has it */
export function readTime(date: string, clock: string, timezone: string): ReadTime {
  const read = readParts(date, clock)
  if (!('days' in read)) return read
  const { dayText, days, given } = read
  const [day, other] = days
  if (other) return { problem: `“${dayText}” could be in month ${day.month} or month ${other.month}. ${FIX}` }
  if (given === '') return { problem: `“${dayText}” has no time of day. ${FIX}` }
  const minute = readClock(given)
  if (minute === undefined) return { problem: `“${given}” is not a time of day. Write 15:00 or 3:00 PM.` }
  return { at: instantOf({ ...day, minute }, timezone) }
}

/**
 * Whether a date is what the clock of the account shows at this instant, to the minute, or to the day where it has no time of day; of a day
 * that could be two, either. A clock shows the repeated hour of autumn twice.
 */
export function isTimeOf(at: Date, date: string, clock: string, timezone: string): boolean {
  const read = readParts(date, clock)
  if ('at' in read) return Math.floor(read.at.getTime() / MINUTE_MS) === Math.floor(at.getTime() / MINUTE_MS)
  if (!('days' in read)) return false
  const wall = DateTime.fromJSDate(at, { zone: timezone })
  const isSameDay = (day?: Day) => wall.year === day?.year && wall.month === day.month && wall.day === day.day
  return read.days.some(isSameDay) && (read.given === '' || readClock(read.given) === wall.hour * 60 + wall.minute)
}

/** `days`: one, or the two that it could be; `given`: the time of day, as it is written. */
type Parts = { at: Date } | { problem: string } | { dayText: string; days: [Day, Day?]; given: string }

function readParts(date: string, clock: string): Parts {
  const text = date.trim().replace(/\s+/g, ' ')
  if (ISO.test(text)) {
    const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase())
    return Number.isNaN(at.getTime()) || !isDay(dayOfIso(text)) ? { problem: `“${text}” is not a time. ${FIX}` } : { at }
  }
  const [, beforeClock = '', own = ''] = /^(.*?\d{4}|\d{4}\D.*?)(?:(?:T|,? )(\d{1,2}(?::.*|\s*[ap]m)))?$/i.exec(text) ?? []
  const dayText = beforeClock.replace(/,$/, '').trim()
  const days = readDay(dayText)
  if (!days) return { problem: `“${text}” is not a date we recognize. ${FIX}` }
  if (!isDay(days[0])) return { problem: `“${dayText}” is not a day on the calendar. ${FIX}` }
  return { dayText, days, given: own || clock.trim() }
}

function dayOfIso(text: string): Day {
  const [, year, month, day] = ISO.exec(text) ?? []
  return { year: Number(year), month: Number(month), day: Number(day) }
}

function readDay(text: string): [Day, Day?] | undefined {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return [{ year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) }]
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (yearLast) return readYearLast(Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4]), yearLast[2] === '.')
  const named = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})$/i.exec(text)
  if (named) return [{ year: Number(named[3]), month: monthOf(named[2]), day: Number(named[1]) }]
  const american = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (american) return [{ year: Number(american[3]), month: monthOf(american[1]), day: Number(american[2]) }]
  return undefined
}

/** 3/4/2026 is March to some and April to others; 2.3.2026 is written day first wherever it is. */
function readYearLast(first: number, second: number, year: number, isDotted: boolean): [Day, Day?] {
  if (isDotted || first > 12) return [{ year, month: second, day: first }]
  const monthFirst = { year, month: first, day: second }
  return second > 12 || first === second ? [monthFirst] : [monthFirst, { year, month: second, day: first }]
}

const monthOf = (name = '') => MONTHS.indexOf(name.toLowerCase()) + 1
const isDay = ({ year, month, day }: Day) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 && year < 3000
}

/** @returns minute of the day */
function readClock(text: string): number | undefined {
  const [, hours, minutes, , half] = CLOCK.exec(text) ?? []
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return of24 * 60 + minute
}
