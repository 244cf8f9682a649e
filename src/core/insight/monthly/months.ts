/** Months of the calendar, YYYY-MM. Pure. */
import { addDates } from '../../lib/time.js'
import { dayOf } from '../../accounts/digest-times.js'
import type { Window } from '../analytics/windows.js'

/** True for the months from 2000 to 2999. */
export const isMonth = (text: string): boolean => /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(text)

/** Returns the month that contains the instant in the zone. */
export const monthOf = (at: Date, timezone: string): string => dayOf(at, timezone).slice(0, 7)

/** Returns the month that many months later. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return first.toISOString().slice(0, 7)
}

export const daysOfMonth = (month: string): Window => ({
  startDate: `${month}-01`,
  endDate: addDates(`${addMonths(month, 1)}-01`, -1),
})
