/** Reads calendar days as people and other programs write them. A text that is not read completely is not read at all. */
import { DAY_MS } from '../../lib/duration.js'
import { monthsNamed, weekdaysNamed } from './date-names.js'

export type Day = { year: number; month: number; day: number }
export const DATE_ORDERS = ['day', 'month'] as const
/** The order of the two numbers in dates such as 3/4/2027. */
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A day, or the two that it could be; `problem`: why it is none. */
export type ReadDay = { days: [Day, Day?] } | { problem: 'unknown' | 'not on the calendar' | 'another weekday' | 'two months' }

const UNKNOWN: ReadDay = { problem: 'unknown' }

/** Reads a day. @param order of dates like 3/4/2026, if the file names it */
export function readDay(text: string, order: DateOrder | null): ReadDay {
  const plain = text.replace(/\.\s+(?=\d)/g, '.').replace(/(?<=\d)\.$/, '')
  const read = readNumbers(plain, order) ?? readNamed(plain)
  if (read) return onCalendar(read)
  const [, word = '', rest = ''] = /^([\p{L}\p{M}.]+),? (\S.*)$/u.exec(plain) ?? []
  const weekdays = word === '' ? [] : weekdaysNamed(word)
  const after = weekdays.length > 0 ? (readNumbers(rest, order) ?? readNamed(rest)) : undefined
  if (!after) return UNKNOWN
  const found = onCalendar(after)
  if ('problem' in found) return found
  const [first, ...others] = found.days.filter((day) => day && weekdays.includes(weekdayOf(day)))
  return first ? { days: [first, ...others] as [Day, Day?] } : { problem: 'another weekday' }
}

function onCalendar(read: ReadDay): ReadDay {
  if ('problem' in read) return read
  return isDay(read.days[0]) ? read : { problem: 'not on the calendar' }
}

const isDay = ({ year, month, day }: Day) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 && year < 3000
}

/** 1 is Monday. */
const weekdayOf = ({ year, month, day }: Day): number => ((Date.UTC(year, month - 1, day) / DAY_MS + 3) % 7) + 1

function readNumbers(text: string, order: DateOrder | null): ReadDay | undefined {
  const yearFirst =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?$/u.exec(text)
  if (yearFirst) return { days: [{ year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) }] }
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!yearLast) return undefined
  const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4])]
  return { days: readYearLast({ first, second, year }, yearLast[2] === '.' ? 'day' : order) }
}

/** Reads a date with the year last: 3/4/2026 is March to some and April to others; 2.3.2026 has the day first everywhere. */
function readYearLast(
  { first, second, year }: { first: number; second: number; year: number },
  order: DateOrder | null,
): [Day, Day?] {
  const dayFirst = { year, month: second, day: first }
  const monthFirst = { year, month: first, day: second }
  if (first > 12) return [dayFirst]
  if (second > 12 || first === second) return [monthFirst]
  if (order !== null) return [order === 'day' ? dayFirst : monthFirst]
  return [monthFirst, dayFirst]
}

/** Words between the parts of a date in various languages. */
const BETWEEN = new Set('of the de del den der di d m г года год р року рік gada ko e el'.split(' '))
const DAY_NUMBER = /^(\d{1,2})(?:\.|st|nd|rd|th|er|re|º|ª|°|e|:e|-?го|-?є)?$/iu
const YEAR_NUMBER = /^(\d{4})\.?$/

/** Reads day, month and year in any order that puts the year first or last; the month is a name. */
function readNamed(text: string): ReadDay | undefined {
  const words = text
    .replace(/(?<=\p{L})[-/](?=\d)|(?<=\d)[-/](?=\p{L})/gu, ' ')
    .replace(/\.(?=\p{L})/gu, '. ')
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !BETWEEN.has(word.toLowerCase().replace(/\.$/, '')))
  if (words.length < 3) return undefined
  const [first = '', second = ''] = words
  const [beforeLast = '', last = ''] = words.slice(-2)
  const readings = [
    { day: first, month: words.slice(1, -1), year: last },
    { day: beforeLast, month: words.slice(0, -2), year: last },
    { day: last, month: words.slice(1, -1), year: first },
    { day: second, month: words.slice(2), year: first },
  ]
  for (const reading of readings) {
    const day = DAY_NUMBER.exec(reading.day)?.[1]
    const year = YEAR_NUMBER.exec(reading.year)?.[1]
    const [month, other] = day === undefined || year === undefined ? [] : monthsNamed(reading.month.join(' '))
    if (month === undefined) continue
    return other === undefined ? { days: [{ year: Number(year), month, day: Number(day) }] } : { problem: 'two months' }
  }
  return undefined
}
