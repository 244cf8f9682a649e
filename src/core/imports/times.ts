/** Times as people and other programs write them, by the clock of the account. */
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
  const text = date.trim().replace(/\s+/g, ' ')
  if (ISO.test(text)) {
    const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase())
    return Number.isNaN(at.getTime()) || !isDay(dayOfIso(text)) ? { problem: `“${text}” is no time. ${FIX}` } : { at }
  }
  const [, dayText = '', own = ''] = /^(.*?\d{4}|\d{4}\D.*?)(?:(?:T|,? )(\d{1,2}(?::.*|\s*[ap]m)))?$/i.exec(text) ?? []
  const day = readDay(dayText.replace(/,$/, '').trim())
  if (day === undefined || 'problem' in day) return day ?? { problem: `“${text}” is no date that we know. ${FIX}` }
  const given = own || clock.trim()
  if (given === '') return { problem: `“${text}” has no time of day. ${FIX}` }
  const minute = readClock(given)
  if (minute === undefined) return { problem: `“${given}” is no time of day. Write 15:00 or 3:00 PM.` }
  return { at: instantOf({ ...day, minute }, timezone) }
}

function dayOfIso(text: string): Day {
  const [, year, month, day] = ISO.exec(text) ?? []
  return { year: Number(year), month: Number(month), day: Number(day) }
}

function readDay(text: string): Day | { problem: string } | undefined {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return whole(text, Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (yearLast) return readYearLast(text, Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4]), yearLast[2] === '.')
  const named = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})$/i.exec(text)
  if (named) return whole(text, Number(named[3]), monthOf(named[2]), Number(named[1]))
  const american = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (american) return whole(text, Number(american[3]), monthOf(american[1]), Number(american[2]))
  return undefined
}

/** 3/4/2026 is March to some and April to others; 2.3.2026 is written day first wherever it is. */
function readYearLast(text: string, first: number, second: number, year: number, isDotted: boolean): Day | { problem: string } {
  if (isDotted || first > 12) return whole(text, year, second, first)
  if (second > 12 || first === second) return whole(text, year, first, second)
  return { problem: `“${text}” may be in month ${first} or in month ${second}. ${FIX}` }
}

const monthOf = (name = '') => MONTHS.indexOf(name.toLowerCase()) + 1
const isDay = ({ year, month, day }: Day) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 && year < 3000
}
const whole = (text: string, year: number, month: number, day: number): Day | { problem: string } =>
  isDay({ year, month, day }) ? { year, month, day } : { problem: `“${text}” is no day of the calendar. ${FIX}` }

/** @returns minute of the day */
function readClock(text: string): number | undefined {
  const [, hours, minutes, , half] = CLOCK.exec(text) ?? []
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return of24 * 60 + minute
}
