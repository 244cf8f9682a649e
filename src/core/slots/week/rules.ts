/** The rules for a timeslot. Pure; the messages name the fields of the contract. @see docs/contract.md#timeslots */
import type { Account } from '../../accounts/account.js'
import { badRequest } from '../../lib/errors.js'
import { isTimezone } from '../../lib/time.js'

/** Evergreen slots repeat published pins; smart ones are the rest. */
export type SlotKind = 'smart' | 'evergreen'

/**
 * Limits per account. 285 smart slots a day exceed any use and keep every search small; more than seven evergreen ones a day
 * would repeat pins too soon.
 */
export const MOST_SLOTS = {
  smart: { most: 2000, word: 'timeslots' },
  evergreen: { most: 50, word: 'evergreen slots' },
} satisfies Record<SlotKind, { most: number; word: string }>

/** @throws BAD_REQUEST dayPreference */
export function requireDay(day: number): void {
  if (Number.isInteger(day) && day >= 0 && day <= 6) return
  throw badRequest('dayPreference', (of) => `${of('dayPreference')} must be a whole number from 0 (Sunday) to 6 (Saturday).`)
}

/** Returns the minute of the day for HH:MM. @throws BAD_REQUEST time */
export function readMinute(time: string): number {
  const [, hours, minutes] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(time) ?? []
  if (hours === undefined || minutes === undefined)
    throw badRequest('time', (of) => `${of('time')} must be 24-hour HH:MM, like 09:30.`)
  return Number(hours) * 60 + Number(minutes)
}

/** @throws BAD_REQUEST timezone */
export function requireTimezone(timezone: string): void {
  if (!isTimezone(timezone))
    throw badRequest('timezone', (of) => `${of('timezone')} must be an IANA time zone name, like America/New_York.`)
}

/** @throws BAD_REQUEST timezone */
export function requireOwnTimezone({ timezone }: Account): string {
  if (timezone !== null) return timezone
  throw badRequest(
    'timezone',
    (of) => `${of('timezone')} is required, because the account has none: choose one, like America/New_York.`,
  )
}
