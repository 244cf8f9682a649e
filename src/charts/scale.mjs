/** Numbers and days along the sides of a chart. */

/** @import { PictureDay } from '../core/ports/charts.js' */
/** @import { Scale } from './elements.js' */

/** Steps between two lines, without their zeros. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10]

/**
 * Divides 0 to at least `most` into round steps, at least two unless the step is 1, with the lowest possible top; of equal ones
 * the smallest steps.
 * @param {number} most
 * @param {number} mostSteps between the lines
 * @returns {Scale}
 */
export function scaleOf(most, mostSteps) {
  if (most <= 0) return { top: 1, ticks: [0] }
  const power = 10 ** Math.floor(Math.log10(most / mostSteps))
  const steps = [power, power * 10]
    .flatMap((zeros) => ROUND_STEPS.map((step) => step * zeros))
    .filter((step) => Number.isInteger(step) && Math.ceil(most / step) <= mostSteps && (step === 1 || most > step))
  /** @param {number} step */
  const topOf = (step) => Math.ceil(most / step) * step
  const step = steps.toSorted((one, other) => topOf(one) - topOf(other) || one - other)[0] ?? 1
  return { top: topOf(step), ticks: Array.from({ length: topOf(step) / step + 1 }, (_, index) => index * step) }
}

/** Formats `950`, `1.5k`, `12M`: short enough for the side of a line. @param {number} count */
export const short = (count) => new Intl.NumberFormat('en-US', { notation: 'compact' }).format(count).replace('K', 'k')
/** @param {number} count */
export const whole = (count) => count.toLocaleString('en-US')

/**
 * @param {string} date YYYY-MM-DD
 * @param {Intl.DateTimeFormatOptions} options
 */
const write = (date, options) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(new Date(`${date}T00:00:00Z`))

/** `Mar 2` @param {string} date YYYY-MM-DD */
export const dated = (date) => write(date, { day: 'numeric', month: 'short' })

/**
 * `Feb 2 to Mar 3, 2026`, `Dec 30, 2025 to Jan 5, 2026`
 * @param {string} first YYYY-MM-DD
 * @param {string} last YYYY-MM-DD
 */
export function spanOf(first, last) {
  /** @param {string} date */
  const whenOf = (date) => write(date, { day: 'numeric', month: 'short', year: 'numeric' })
  return `${first.slice(0, 4) === last.slice(0, 4) ? dated(first) : whenOf(first)} to ${whenOf(last)}`
}

/**
 * Every day if there are few; else Mondays, or every second one of many.
 * @param {readonly PictureDay[]} days
 * @returns the places that bear a line, and of those the words
 */
export function daysBelow(days) {
  if (days.length <= 10)
    return days.map(({ date }, at) => ({ at, words: `${write(date, { weekday: 'short' })} ${write(date, { day: 'numeric' })}` }))
  const mondays = days.flatMap(({ date }, at) =>
    new Date(`${date}T00:00:00Z`).getUTCDay() === 1 ? [{ at, words: dated(date) }] : [],
  )
  return mondays.map((one, index) => (days.length > 45 && (mondays.length - 1 - index) % 2 === 1 ? { ...one, words: '' } : one))
}
