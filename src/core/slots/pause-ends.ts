/** When a pause may end by itself. */
import type { Actor } from '../lib/actor.js'
import { HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import { instantOfDay, type WallDay, wallDayOf, weekdayOf } from '../lib/time.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Deps } from '../ports/deps.js'
import { readSmartSlots } from './occupancy.js'

/** Where the day has no slot. */
const START = (9 * HOUR_MS) / MINUTE_MS

/** Lists when a pause may end: with the first slot of tomorrow, and of the next Monday. @throws NOT_FOUND */
export async function listPauseEnds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Date[]> {
  const account = await requireAccount(db.sql, actor, accountId)
  const slots = await readSmartSlots(db.sql, account)
  const timezone = account.timezone ?? 'UTC'
  const today = wallDayOf(clock(), timezone)
  const startOf = (day: WallDay): Date => {
    const times = slots.filter((slot) => slot.day === weekdayOf(day)).map((slot) => instantOfDay(day, slot.minute, slot.timezone))
    return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? instantOfDay(day, START, timezone)
  }
  const monday = today + 7 - ((weekdayOf(today) + 6) % 7)
  return [...new Set([today + 1, monday])].map(startOf)
}
