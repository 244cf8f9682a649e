/**
 * The only formats for times: in mrkdwn a mark, which Slack shows each reader in their own zone, with “today” if it fits. Views
 * for one person get their marks written out by written-times.ts, like plain text: “Mon, Nov 23, 7:15 PM”.
 */
import { counted } from './numbers.js'

/** Slack's code of a language and country, like `de-DE`; null: not known, treated as the United States. */
export type Locale = string | null
/** The person a time is written for. */
export type Reader = { timezone: string; locale: Locale }

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** The formats of a mark: date and time, or one of them. */
export const MARK_FORMATS = { full: '{day_divider_pretty} at {time}', time: '{time}', day: '{date_short}' } as const

/** A mark with weekday, date and time without the year, in each reader's zone; Slack writes “today” only while it is true. */
export const slackDate = (at: Date): string => mark(at, MARK_FORMATS.full, `${timeIn(at, 'UTC', null)} UTC`)
export const slackTime = (at: Date): string => mark(at, MARK_FORMATS.time, `${clockIn(at, 'UTC')} UTC`)
/** A mark with the date only, in the reader's own zone. */
export const slackDay = (at: Date): string => mark(at, MARK_FORMATS.day, dateIn(at, 'UTC', null))

const mark = (at: Date, format: string, fallback: string) => `<!date^${seconds(at)}^${format}|${fallback}>`

/** `Tue, Mar 3, 9:00 AM`, plain text for where Slack takes no markup. @param now null always adds the year */
export const timeIn = (at: Date, timezone: string, now: Date | null, locale: Locale = null): string =>
  dated(at, { timezone, locale }, now, 'time')

/** `Tuesday, March 3`, for a heading. */
export const dayIn = (at: Date, timezone: string, now: Date | null, locale: Locale = null): string =>
  dated(at, { timezone, locale }, now, 'day')

/** `Mar 3`, without a weekday. */
export const dateIn = (at: Date, timezone: string, now: Date | null, locale: Locale = null): string =>
  dated(at, { timezone, locale }, now, 'date')

/** `Mon 9:00 AM` within six days of `now`, when the weekday is enough; else like timeIn(). */
export const soonIn = (at: Date, timezone: string, now: Date, locale: Locale = null): string =>
  Math.abs(at.getTime() - now.getTime()) > NEAR_MS
    ? timeIn(at, timezone, now, locale)
    : `${write(at, { timezone, locale }, 'weekday')} ${clockIn(at, timezone, locale)}`
const NEAR_MS = 6 * 24 * 3_600_000

/** `Mon 9`, above a column. */
export const columnIn = (at: Date, reader: Reader): string => `${write(at, reader, 'weekday')} ${write(at, reader, 'number')}`

/** `9:00 AM`, or `09:00` where clocks have 24 hours. */
export const clockIn = (at: Date, timezone: string, locale: Locale = null): string => write(at, { timezone, locale }, 'clock')

/** Like clockIn(), for a time of day without a date. @param minute the minute of the day */
export const clockOf = (minute: number, locale: Locale = null): string => clockIn(new Date(minute * 60_000), 'UTC', locale)

/** `New York time`, `UTC`; named once in a view, if times are not in the reader's zone. */
export const zoneName = (timezone: string): string => (/^(Etc\/)?(UTC|GMT)$/.test(timezone) ? 'UTC' : `${placeOf(timezone)} time`)

/** `Times in America/New_York`, once in a view; empty if it is the reader's own zone. @param own null: not known */
export const timesIn = (timezone: string, own: string | null): string[] => (timezone === own ? [] : [`Times in ${timezone}`])

/**
 * `You see Berlin time; slots are in New York time`, once in a view; undefined if both clocks agree.
 * @param shown the zone of the times in the view @param account the zone of the slots; null: not set
 */
export function zonesText(shown: string, account: string | null, now: Date): string | undefined {
  if (account === null || shown === account || clockShift(shown, account, now) === 0) return undefined
  return `You see ${zoneName(shown)}; slots are in ${zoneName(account)}`
}

/** The difference between the clocks of two zones, in milliseconds. */
const clockShift = (one: string, other: string, at: Date): number => wallMs(at, one) - wallMs(at, other)
const wallMs = (at: Date, timezone: string): number => Date.parse(`${at.toLocaleString('en-US', { timeZone: timezone })} UTC`)

/** `New York` for America/New_York, short enough for a button. */
export const placeOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

/** Texts are English; the order of a date and the clock are the reader's. */
const languageOf = (locale: Locale): string => (locale === null || /-US$/.test(locale) ? 'en-US' : 'en-GB')

/** A cache by locale; one that Node does not know counts as 12 hours. */
const clocks = new Map<string, boolean>()

/** True if clocks of the locale have AM and PM. */
export function hasTwelveHours(locale: Locale): boolean {
  if (locale === null) return true
  const known = clocks.get(locale) ?? readClock(locale)
  clocks.set(locale, known)
  return known
}

function readClock(locale: string): boolean {
  try {
    return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? true
  } catch {
    return true // a locale that Node does not know
  }
}

const TWELVE_HOURS = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const
const ALL_HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const YEAR = { year: 'numeric' } as const

/** The parts of each format; the clock of `time` and `clock` is added for the reader. */
const PARTS = {
  time: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'short' },
  year: YEAR,
  weekday: { weekday: 'short' },
  number: { day: 'numeric' },
  clock: {},
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Way = keyof typeof PARTS

const partsOf = (way: Way, hasYear: boolean, locale: Locale): Intl.DateTimeFormatOptions => ({
  ...PARTS[way],
  ...((way === 'time' || way === 'clock') && (hasTwelveHours(locale) ? TWELVE_HOURS : ALL_HOURS)),
  ...(hasYear && YEAR),
})

/** Cached, because making a format takes longer than all its uses; there are some 600 zones and a dozen formats. */
const formats = new Map<string, Intl.DateTimeFormat>()

function write(at: Date, { timezone, locale }: Reader, way: Way, hasYear = false): string {
  const language = languageOf(locale)
  const key = `${language} ${hasTwelveHours(locale)} ${timezone} ${way} ${hasYear}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: timezone, ...partsOf(way, hasYear, locale) })
  formats.set(key, known)
  return known
    .format(at)
    .replace(/\u202f/g, ' ')
    .replace(/\b[ap]m$/, (half) => half.toUpperCase())
}

/** Adds the year if it is not that of `now`. In British order a comma follows the weekday only together with the year. */
function dated(at: Date, reader: Reader, now: Date | null, way: Way): string {
  const written = write(at, reader, way, now === null || !isInOneYear(at, now, reader))
  return languageOf(reader.locale) === 'en-GB' ? written.replace(/^(\p{L}+),/u, '$1') : written
}

/** Formats the year in the reader's zone only near January 1, because no zone differs from UTC by more than a day. */
function isInOneYear(at: Date, now: Date, reader: Reader): boolean {
  const [first, last] = at < now ? [at, now] : [now, at]
  if (yearBeside(first, -1) === yearBeside(last, 1)) return true
  if (yearBeside(first, 1) < yearBeside(last, -1)) return false
  return write(at, reader, 'year') === write(now, reader, 'year')
}

function yearBeside(at: Date, days: number): number {
  const beside = new Date(at)
  beside.setUTCDate(at.getUTCDate() + days)
  return beside.getUTCFullYear()
}

/** The length of a video: `0:42`, `12:05`, `1:02:03`. */
export function lengthOf(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1000)) // an empty video has no length to show
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (count: number) => String(count).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${counted(hours, 'hour')} ago` : `${counted(Math.floor(hours / 24), 'day')} ago`
}

/** `in a moment`, `in 5 minutes`, `in 3 hours`, `in 2 days`. */
export function until(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  return Math.round(ms / 60_000) < 1 ? 'in a moment' : `in ${spanOf(ms)}`
}

/** `5 minutes`, `3 hours`, `2 days`. */
export function spanOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/** `Mar 2`, with its year if that is not the year of `now`. @param date a UTC day, YYYY-MM-DD */
export function dayOfYear(date: string, now: Date): string {
  return dateIn(new Date(`${date}T00:00:00Z`), 'UTC', now)
}
