/** Resolves the requested days (UTC) of numbers. Pure. @see docs/contract.md#windows */
import { badRequest } from '../../lib/errors.js'
import { addDates, dateOf } from '../../lib/time.js'
import type { Days } from '../../ports/platform.js'

/** UTC days, YYYY-MM-DD; both or neither. */
export type RequestedWindow = { startDate?: string | undefined; endDate?: string | undefined }
/** UTC days, YYYY-MM-DD, both included. */
export type Window = { startDate: string; endDate: string }

/** Today and the 29 days before. */
const USUAL_DAYS = 30
/** How far back the platform reports, and how many days at a time. */
const PLATFORM = { daysBack: 90, daysLong: 90 }
/** Stored days have no limit of age; at most a leap year at a time. */
const KEPT = { daysBack: Infinity, daysLong: 365 }

/**
 * Resolves a window that the platform accepts: by default the last 30 days, and never beyond today. @throws BAD_REQUEST
 * startDate, endDate
 */
export const resolveWindow = (requested: RequestedWindow, now: Date): Window => resolve(requested, dateOf(now), PLATFORM)

/** Resolves a window of stored days of any age; at most 366 days. @throws BAD_REQUEST startDate, endDate */
export const resolveKeptWindow = (requested: RequestedWindow, now: Date): Window => resolve(requested, dateOf(now), KEPT)

export const daysOf = ({ startDate, endDate }: Window): Days => ({ first: startDate, last: endDate })

function resolve({ startDate, endDate }: RequestedWindow, today: string, { daysBack, daysLong }: typeof PLATFORM): Window {
  if (startDate === undefined && endDate === undefined) return { startDate: addDates(today, 1 - USUAL_DAYS), endDate: today }
  if (startDate === undefined) throw lone('startDate', 'endDate')
  if (endDate === undefined) throw lone('endDate', 'startDate')
  requireDate('startDate', startDate)
  requireDate('endDate', endDate)
  if (startDate > today)
    throw badRequest('startDate', (of) => `${of('startDate')} must not be after today, which is ${today} in UTC.`)
  if (Number.isFinite(daysBack) && startDate < addDates(today, -daysBack)) {
    const earliest = addDates(today, -daysBack)
    throw badRequest(
      'startDate',
      (of) => `${of('startDate')} must be at most ${daysBack} days before today: ${earliest} or later.`,
    )
  }
  if (endDate < startDate)
    throw badRequest('endDate', (of) => `${of('endDate')} must not be before ${of('startDate')}, ${startDate}.`)
  const latest = addDates(startDate, daysLong)
  if (endDate > latest)
    throw badRequest(
      'endDate',
      (of) => `${of('endDate')} must be at most ${daysLong} days after ${of('startDate')}: ${latest} or earlier.`,
    )
  return { startDate, endDate: endDate > today ? today : endDate }
}

const lone = (missing: string, given: string) =>
  badRequest(missing, (of) => `${of(missing)} is required with ${given}: give both, or neither for the last ${USUAL_DAYS} days.`)

/** Restricts years to four digits, so that dates compare as text; other years are typing errors. */
function requireDate(field: string, text: string): void {
  const at = /^(?:19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at) && dateOf(new Date(at)) === text) return
  throw badRequest(field, (of) => `${of(field)} must be a calendar day as YYYY-MM-DD, for example 2026-03-02.`)
}
