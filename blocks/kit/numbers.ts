/** Numbers as people read them. */

/** `12,480` */
export const whole = (count: number): string => Math.round(count).toLocaleString('en-US')

/** `1 pin`, `1,204 pins` @param thing what adds an s */
export const counted = (count: number, thing: string): string => `${whole(count)} ${thing}${count === 1 ? '' : 's'}`

/** `1.2%`, `0.04%`, `48%`. @param share a fraction of 1 */
export function percent(share: number): string {
  const hundreds = share * 100
  const precise = hundreds < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }
  return `${hundreds.toLocaleString('en-US', precise)}%`
}

/** `+8%`, `−3%`, or `unchanged` below half a percent. @param change a fraction of 1 */
export function changeText(change: number): string {
  const hundreds = Math.round(change * 100)
  if (hundreds === 0) return 'unchanged'
  return `${hundreds > 0 ? '+' : '−'}${Math.abs(hundreds).toLocaleString('en-US')}%`
}

/** `Mar 1`, `Mar 1 and Mar 2`, `Feb 27, Mar 1 and Mar 2` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
