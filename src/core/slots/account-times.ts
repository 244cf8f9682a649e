/** The best times of one account, and its weekly slots as the planning of new ones sees them. */
import { IANAZone } from 'luxon'
import type { Account } from '../accounts/account.js'
import { readPinResults } from './week/pin-results.js'
import type { Sql } from '../ports/deps.js'
import { bestTimes, type BestTimes } from './week/best-times.js'
import { requireOwnTimezone, requireTimezone } from './week/rules.js'
import { MINUTES_A_WEEK, minuteOfWeek, type WeekTime } from './week/spread.js'

/** The requested zone, else the account's. @throws BAD_REQUEST timezone */
export function zoneFor(account: Account, timezone: string | null): string {
  if (timezone === null) return requireOwnTimezone(account)
  requireTimezone(timezone)
  return timezone
}

export async function readBestTimes(sql: Sql, account: Account, timezone: string, now: Date): Promise<BestTimes> {
  return bestTimes(await readPinResults(sql, account, now), timezone)
}

/** Where slots of any zone fall in the week of this one, by the current offsets. */
export function minutesIn(timezone: string, slots: readonly (WeekTime & { timezone: string })[], now: Date): number[] {
  const offset = (zone: string) => Math.round(IANAZone.create(zone).offset(now.getTime()))
  return slots.map((slot) => {
    const minute = minuteOfWeek(slot) - offset(slot.timezone) + offset(timezone)
    return (minute + MINUTES_A_WEEK) % MINUTES_A_WEEK
  })
}
