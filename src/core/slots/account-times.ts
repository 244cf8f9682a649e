/** The best times of an account, and its weekly slots in a form for planning new ones. */
import { IANAZone } from 'luxon'
import type { Account } from '../accounts/account.js'
import { readPinResults } from './week/pin-results.js'
import type { Sql } from '../ports/deps.js'
import { bestTimes, type BestTimes } from './week/best-times.js'
import { requireOwnTimezone, requireTimezone } from './week/rules.js'
import { MINUTES_A_WEEK, minuteOfWeek, type WeekTime } from './week/spread.js'

/** Returns the requested zone, else the account's. @throws BAD_REQUEST timezone */
export function zoneFor(account: Account, timezone: string | null): string {
  if (timezone === null) return requireOwnTimezone(account)
  requireTimezone(timezone)
  return timezone
}

export async function readBestTimes(sql: Sql, account: Account, timezone: string, now: Date): Promise<BestTimes> {
  return bestTimes(await readPinResults(sql, account, now), timezone)
}

/** Converts slots of any zone to minutes of this zone's week, by the current offsets. */
export function minutesIn(timezone: string, slots: readonly (WeekTime & { timezone: string })[], now: Date): number[] {
  const offset = (zone: string) => Math.round(IANAZone.create(zone).offset(now.getTime()))
  return slots.map((slot) => {
    const minute = minuteOfWeek(slot) - offset(slot.timezone) + offset(timezone)
    return (minute + MINUTES_A_WEEK) % MINUTES_A_WEEK
  })
}
