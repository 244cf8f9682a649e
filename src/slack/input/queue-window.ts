/** The days that somebody means by `/pin queue friday`: a week or a day, in the reader's zone. */
import { before, DAY_MS } from '../../core/lib/duration.js'
import { dayIn } from '../../../blocks/kit/times.js'
import { instantOfDay, wallDayOf, weekdayOf, type WallDay } from '../../core/lib/time.js'

/** `end` is inclusive. `name`: "on Friday 6 March". */
export type QueueWindow = { start: Date; end: Date; name: string }
type Reader = { now: Date; timezone: string }

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MONDAY = 1
const WEEK = 7

/** null: no window was typed. undefined: it is no week and no day. */
export function windowIn(words: string, reader: Reader): QueueWindow | null | undefined {
  const requested = words.toLowerCase().replace(/\s+/g, ' ').trim()
  if (requested === '') return null
  const today = wallDayOf(reader.now, reader.timezone)
  const monday = weekIn(requested, today)
  if (monday !== undefined) return windowOf(monday, WEEK, reader)
  const day = dayOf(requested.replace(/^(?:on|next) /, ''), today)
  return day === undefined ? undefined : windowOf(day, 1, reader)
}

function windowOf(first: WallDay, days: number, { now, timezone }: Reader): QueueWindow {
  const start = instantOfDay(first, 0, timezone)
  const last = instantOfDay(first + days - 1, 0, timezone)
  const dayName = (at: Date) => dayIn(at, timezone, now)
  return {
    start,
    end: before(instantOfDay(first + days, 0, timezone), 1),
    name: days === 1 ? `on ${dayName(start)}` : `from ${dayName(start)} to ${dayName(last)}`,
  }
}

const mondayOf = (day: WallDay): WallDay => day - ((weekdayOf(day) + WEEK - MONDAY) % WEEK)

/** `week`, `next week`, `2026-W11`, `week 11` (the next one of that number), `week of 2026-03-11`. */
function weekIn(requested: string, today: WallDay): WallDay | undefined {
  if (requested === 'week' || requested === 'this week') return mondayOf(today)
  if (requested === 'next week') return mondayOf(today) + WEEK
  const [, of] = /^week of (.+)$/.exec(requested) ?? []
  if (of !== undefined) {
    const day = dayOf(of, today)
    return day === undefined ? undefined : mondayOf(day)
  }
  const [, year, number] = /^(?:(\d{4})-?)?w(?:eek )?(\d{1,2})$/.exec(requested) ?? []
  if (number === undefined) return undefined
  if (year !== undefined) return isoWeek(Number(year), Number(number))
  const thisYear = yearOf(today)
  const monday = isoWeek(thisYear, Number(number))
  return monday !== undefined && monday < mondayOf(today) ? isoWeek(thisYear + 1, Number(number)) : monday
}

/** ISO 8601: the week with the year's first Thursday is week 1. */
function isoWeek(year: number, number: number): WallDay | undefined {
  const first = mondayOf(Date.UTC(year, 0, 4) / DAY_MS)
  const monday = first + (number - 1) * WEEK
  const beyond = mondayOf(Date.UTC(year + 1, 0, 4) / DAY_MS)
  return number >= 1 && monday < beyond ? monday : undefined
}

/** `today`, `friday` (the next one, today included), `2026-03-06`, `6 March`, `March 6th 2026`. */
function dayOf(requested: string, today: WallDay): WallDay | undefined {
  if (requested === 'today') return today
  if (requested === 'tomorrow') return today + 1
  const weekday = named(WEEKDAYS, requested)
  if (weekday !== undefined) return today + ((weekday - weekdayOf(today) + WEEK) % WEEK)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(requested) ?? []
  if (isoYear !== undefined) return dateOf(Number(isoYear), Number(isoMonth) - 1, Number(isoDay))
  const [, before, word = '', after, year] =
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?([a-z]+)(?: (\d{1,2})(?:st|nd|rd|th)?)?(?:,? (\d{4}))?$/.exec(requested) ?? []
  const month = named(MONTHS, word)
  const day = before ?? after
  if (month === undefined || day === undefined || (before !== undefined && after !== undefined)) return undefined
  if (year !== undefined) return dateOf(Number(year), month, Number(day))
  const thisYear = dateOf(yearOf(today), month, Number(day))
  return thisYear !== undefined && thisYear < today ? dateOf(yearOf(today) + 1, month, Number(day)) : thisYear
}

/** By the whole word, or three letters of it and more. */
function named(words: readonly string[], requested: string): number | undefined {
  const at = words.findIndex((word) => requested.length >= 3 && word.startsWith(requested))
  return at === -1 ? undefined : at
}

const yearOf = (day: WallDay): number => new Date(day * DAY_MS).getUTCFullYear()

function dateOf(year: number, month: number, day: number): WallDay | undefined {
  const at = new Date(Date.UTC(year, month, day))
  return at.getUTCMonth() === month && at.getUTCDate() === day ? at.getTime() / DAY_MS : undefined
}
