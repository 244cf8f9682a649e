/** Weekly slots in words: `Tuesday 9:00 AM`, the city of a zone, the origin of a slot. */
import { counted } from '../kit/numbers.js'
import { clockOf, hasTwelveHours, type Locale, placeOf, zoneName } from '../kit/times.js'
import type { Basis } from '../../src/core/slots/week/best-times.js'
import type { SlotRule, TimeslotType } from '../../src/core/slots/week/timeslot.js'

export const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** Weekdays from Monday, as people read a week; in the data 0 is Sunday. */
export const DAYS_IN_ORDER = [1, 2, 3, 4, 5, 6, 0] as const

export const dayName = (day: number): string => DAY_NAMES[day] ?? `Day ${day}`

/** `Every day`, `Monday to Friday`, `Saturday, Sunday`. */
export function daysText(some: readonly number[]): string {
  const days = DAYS_IN_ORDER.filter((day) => some.includes(day))
  const [first = 1, last = 1] = [days[0], days.at(-1)]
  if (days.length === DAYS_IN_ORDER.length) return 'Every day'
  const isRow = DAYS_IN_ORDER.indexOf(last) - DAYS_IN_ORDER.indexOf(first) === days.length - 1
  return days.length > 2 && isRow ? `${dayName(first)} to ${dayName(last)}` : days.map(dayName).join(', ')
}

/** `09:05`, the format of form fields. @param minute the minute of the day */
export function hourOf(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** `8, 9:30 and 10 PM`, by the reader's clock. @param minutes minutes of the day, in order */
export const shortTimes = (minutes: readonly number[], locale: Locale = null, last = ', '): string => {
  const halfOf = (words: string | undefined) => words?.slice(-2)
  const words = minutes.map((minute) =>
    hasTwelveHours(locale) ? clockOf(minute, locale).replace(':00', '') : clockOf(minute, locale),
  )
  const short = words.map((one, index) =>
    /^\d+ .M$/.test(one) && halfOf(one) === halfOf(words[index + 1]) ? one.slice(0, -3) : one,
  )
  return [...short.slice(0, -2), short.slice(-2).join(last)].join(', ')
}

/** `9:05 AM`, with the zone's city if the zone is not the usual one. */
export const hourWithPlace = ({ minute, timezone }: SlotRule, usual: string | null, locale: Locale = null): string =>
  timezone === usual ? clockOf(minute, locale) : `${clockOf(minute, locale)} ${placeOf(timezone)}`

/** `Tuesday 9:05 AM`, with its zone if that is not the usual one. */
export const slotName = ({ day, minute, timezone }: SlotRule, usual: string | null, locale: Locale = null): string =>
  `${dayName(day)} ${clockOf(minute, locale)}${timezone === usual ? '' : ` (${zoneName(timezone)})`}`

export const originOf = (type: TimeslotType): string => ORIGIN[type]
const ORIGIN = {
  'auto-created': 'added automatically',
  recommended: 'added from suggestions',
  manual: 'added manually',
  evergreen: 'for evergreen pins',
} satisfies Record<TimeslotType, string>

export const pinsCounted = (count: number): string => counted(count, 'pin')

/** The source of the suggested times. `pinsRead`: the number of pins whose results were read, if known. */
export function basisText({ basis, pinsRead }: { basis: Basis; pinsRead?: number | undefined }): string {
  if (basis === 'results')
    return `Based on the results of ${pinsRead === undefined ? 'your pins' : `${counted(pinsRead, 'pin')} of yours`}`
  const soFar = pinsRead === undefined ? '' : ` (${counted(pinsRead, 'pin')})`
  return `Based on general Pinterest data; you have too few results so far${soFar}`
}
