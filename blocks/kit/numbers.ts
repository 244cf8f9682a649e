/** Numbers as people read them. */

/** `12,480` */
export const whole = (count: number): string => Math.round(count).toLocaleString('en-US')

/** No line ends between a number and its sign. */
const SPACE = '\u00a0'

/** `1.2 %`, `0.04 %`, `48 %` of a fraction. */
export function percent(share: number): string {
  const hundreds = share * 100
  const precise = hundreds < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }
  return `${hundreds.toLocaleString('en-US', precise)}${SPACE}%`
}

/** `+8 %`, `−3 %` of a fraction of change; `unchanged` below half a percent. */
export function changeText(change: number): string {
  const hundreds = Math.round(change * 100)
  if (hundreds === 0) return 'unchanged'
  return `${hundreds > 0 ? '+' : '−'}${Math.abs(hundreds).toLocaleString('en-US')}${SPACE}%`
}

/** `2 Mar`, with its year where that is not the one of `now`. @param date a UTC day, YYYY-MM-DD */
export function dayOfYear(date: string, now: Date): string {
  const year = date.slice(0, 4) === now.toISOString().slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  const at = new Date(`${date}T00:00:00Z`)
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', ...year }).format(at)
}

/** `1 Mar`, `1 Mar and 2 Mar`, `27 Feb, 1 Mar and 2 Mar` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
