/** Numbers as people read them. */
import { dateIn } from './times.js'

/** `12,480` */
export const whole = (count: number): string => Math.round(count).toLocaleString('en-US')

/** `1.2%`, `0.04%`, `48%` of a fraction. */
export function percent(share: number): string {
  const hundreds = share * 100
  const precise = hundreds < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }
  return `${hundreds.toLocaleString('en-US', precise)}%`
}

/** `+8%`, `−3%` of a fraction of change; `unchanged` below half a percent. */
export function changeText(change: number): string {
  const hundreds = Math.round(change * 100)
  if (hundreds === 0) return 'unchanged'
  return `${hundreds > 0 ? '+' : '−'}${Math.abs(hundreds).toLocaleString('en-US')}%`
}

/** `Mar 2`, with its year where that is not the one of `now`. @param date a UTC day, YYYY-MM-DD */
export function dayOfYear(date: string, now: Date): string {
  return dateIn(new Date(`${date}T00:00:00Z`), 'UTC', now)
}

/** `Mar 1`, `Mar 1 and Mar 2`, `Feb 27, Mar 1 and Mar 2` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
