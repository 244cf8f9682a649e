/** Numbers, days and lists as English prose has them. */

/** `12,480` */
export const whole = (count: number): string => Math.round(count).toLocaleString('en-US')

/** `Mar 1`, `Mar 1 and Mar 2`, `Feb 27, Mar 1 and Mar 2` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

/** `Mar 2`. @param date a UTC day, YYYY-MM-DD */
export const dayName = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
