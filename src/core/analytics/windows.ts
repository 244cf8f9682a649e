/** Which days (UTC) of numbers are requested. Pure. @see docs/contract.md#windows */
import { badRequest } from '../lib/errors.js'
import { addDates, dateOf } from '../lib/time.js'
import type { Days } from '../ports/platform.js'

/** UTC days, YYYY-MM-DD; both or neither. */
export type RequestedWindow = { startDate?: string | undefined; endDate?: string | undefined }
/** UTC days, YYYY-MM-DD, both included. */
export type Window = { startDate: string; endDate: string }

/** Today and the 29 days before. */
const USUAL_DAYS = 30
/** How far back the platform reports, and how much at a time. */
const PLATFORM = { daysBack: 90, daysLong: 90 }
/** What we kept has no end; a leap year at a time. */
const KEPT = { daysBack: Infinity, daysLong: 365 }

/**
 * The window that the platform accepts; both left out, the last 30 days. An end after today is today. @throws BAD_REQUEST
 * startDate, endDate
 */
export const resolveWindow = (requested: RequestedWindow, now: Date): Window => resolve(requested, dateOf(now), PLATFORM)

/** What was kept may be of any age; at most 366 days at a time. @throws BAD_REQUEST startDate, endDate */
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

/** Dates of four digits compare as text; outside of these years somebody mistyped. */
function requireDate(field: string, text: string): void {
  const at = /^(?:19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at) && dateOf(new Date(at)) === text) return
  throw badRequest(field, (of) => `${of(field)} must be a calendar day as YYYY-MM-DD, for example 2026-03-02.`)
}
