/** Reads the days of `/pin queue friday`: a week or a day, in the reader's zone. */
import { before, DAY_MS } from '../../core/lib/duration.js'
import { dayIn } from '../../../blocks/kit/times.js'
import { instantOfDay, wallDayOf, weekdayOf, type WallDay } from '../../core/lib/time.js'

/**
 * The days to show; `end` is inclusive. `name`: such as `Friday 6 March`; `before`, `after`: words for as many days before and
 * after them.
 */
export type QueueWindow = { start: Date; end: Date; isWeek: boolean; name: string; before: string; after: string }
/** `locale`: Slack's name of it, `en-US`; null: unknown. */
type Reader = { now: Date; timezone: string; locale?: string | null }

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
const SUNDAY = 0
const MONDAY = 1
const WEEK = 7

/** Reads a week or a day; no words mean seven days from today. undefined: the words name neither. */
export function windowIn(words: string, reader: Reader): QueueWindow | undefined {
  const requested = words.toLowerCase().replace(/\s+/g, ' ').trim()
  const today = wallDayOf(reader.now, reader.timezone)
  if (requested === '') return windowOf(today, WEEK, reader)
  const first = weekIn(requested, today, firstWeekday(reader))
  if (first !== undefined) return windowOf(first, WEEK, reader)
  const [, from] = /^from (.+)$/.exec(requested) ?? []
  const day = dayOf((from ?? requested).replace(/^(?:on|next) /, ''), today)
  return day === undefined ? undefined : windowOf(day, from === undefined ? 1 : WEEK, reader)
}

function windowOf(first: WallDay, days: number, { now, timezone, locale = null }: Reader): QueueWindow {
  const start = instantOfDay(first, 0, timezone)
  const last = instantOfDay(first + days - 1, 0, timezone)
  const dayName = (at: Date) => dayIn(at, timezone, now, locale)
  const wordsOf = (day: WallDay) => `${days === 1 ? '' : 'from '}${new Date(day * DAY_MS).toISOString().slice(0, 10)}`
  return {
    start,
    end: before(instantOfDay(first + days, 0, timezone), 1),
    isWeek: days === WEEK,
    name: days === 1 ? dayName(start) : `${dayName(start)} to ${dayName(last)}`,
    before: wordsOf(first - days),
    after: wordsOf(first + days),
  }
}

/**
 * The first weekday of the reader's locale. `en-US` is Slack's default for everybody, so their zone decides there: weeks of
 * America begin on Sunday.
 */
function firstWeekday({ locale = null, timezone }: Reader): number {
  const known = locale === null || locale === 'en-US' ? undefined : firstWeekdayOf(locale)
  return known ?? (timezone.startsWith('America/') ? SUNDAY : MONDAY)
}

/** Returns undefined for a locale that Node does not know. */
function firstWeekdayOf(locale: string): number | undefined {
  try {
    const known = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?(): { firstDay: number }
      weekInfo?: { firstDay: number }
    }
    const day = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay
    return day === undefined ? undefined : day % WEEK // Sunday is 7 there
  } catch {
    return undefined
  }
}

const weekStart = (day: WallDay, first: number): WallDay => day - ((weekdayOf(day) + WEEK - first) % WEEK)
const mondayOf = (day: WallDay): WallDay => weekStart(day, MONDAY)

/**
 * Reads `week`, `next week`, `last week`, `2026-W11`, `week 11` (the next one with that number) and `week of 2026-03-11`.
 * @param first its first weekday
 */
function weekIn(requested: string, today: WallDay, first: number): WallDay | undefined {
  if (requested === 'week' || requested === 'this week') return weekStart(today, first)
  if (requested === 'next week') return weekStart(today, first) + WEEK
  if (requested === 'last week') return weekStart(today, first) - WEEK
  const [, of] = /^week of (.+)$/.exec(requested) ?? []
  if (of !== undefined) {
    const day = dayOf(of, today)
    return day === undefined ? undefined : weekStart(day, first)
  }
  const [, year, number] = /^(?:(\d{4})-?)?w(?:eek )?(\d{1,2})$/.exec(requested) ?? []
  if (number === undefined) return undefined
  if (year !== undefined) return isoWeek(Number(year), Number(number))
  const thisYear = yearOf(today)
  const monday = isoWeek(thisYear, Number(number))
  return monday !== undefined && monday < mondayOf(today) ? isoWeek(thisYear + 1, Number(number)) : monday
}

/** Returns the first day of an ISO 8601 week: the week with the year's first Thursday is week 1. */
function isoWeek(year: number, number: number): WallDay | undefined {
  const first = mondayOf(Date.UTC(year, 0, 4) / DAY_MS)
  const monday = first + (number - 1) * WEEK
  const beyond = mondayOf(Date.UTC(year + 1, 0, 4) / DAY_MS)
  return number >= 1 && monday < beyond ? monday : undefined
}

/** Reads "today", "yesterday", "friday" (the next one, today included), `2026-03-06`, `6 March` and `March 6th 2026`. */
function dayOf(requested: string, today: WallDay): WallDay | undefined {
  if (requested === 'today') return today
  if (requested === 'tomorrow') return today + 1
  if (requested === 'yesterday') return today - 1
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

/** Finds a word by at least its first three letters. */
function named(words: readonly string[], requested: string): number | undefined {
  const at = words.findIndex((word) => requested.length >= 3 && word.startsWith(requested))
  return at === -1 ? undefined : at
}

const yearOf = (day: WallDay): number => new Date(day * DAY_MS).getUTCFullYear()

function dateOf(year: number, month: number, day: number): WallDay | undefined {
  const at = new Date(Date.UTC(year, month, day))
  return at.getUTCMonth() === month && at.getUTCDate() === day ? at.getTime() / DAY_MS : undefined
}
