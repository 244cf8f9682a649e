/** Coming occurrences of evergreen slots, at each of which a published pin is published again. @see docs/contract.md#evergreen */
import type { Account } from '../accounts/account.js'
import { before } from '../lib/duration.js'
import { blackoutAt, rangesOf, type Blackout } from './guard.js'
import type { Sql } from '../ports/deps.js'
import { dayOf, zoneOf } from '../accounts/digest-times.js'
import { endOf, isInSeason, listLimits } from './evergreen-limits.js'
import { firstOccurrence, slotInstants, type WeeklySlot, type Window } from './occurrences.js'

/** `slotMadeAt`: when its slot was created. */
export type Repeat = { at: Date; timeslotId: string; slotMadeAt: Date }

/** More than a year, after which each month has come. */
const MOST_WEEKS = 54

type Owner = Pick<Account, 'organizationId' | 'id'>

/**
 * An evergreen slot; `from`: the first instant that is not yet decided; `mayRun`: whether a pin of the pool may go out then, and no
 * blackout forbids it.
 */
type RepeatingSlot = WeeklySlot & { from: Date; createdAt: Date; decidedMs: number[]; mayRun: (at: Date) => boolean }

/**
 * Reads the slots at whose occurrences a pin is expected: none while evergreen is paused or its pool is empty, and none in a
 * blackout. Decided occurrences are excluded, because their pin is on the schedule itself.
 */
export async function readRepeatingSlots(sql: Sql, account: Owner, now: Date): Promise<RepeatingSlot[]> {
  const { organizationId, id } = account
  const rows = await sql<
    (WeeklySlot & { blackouts: Blackout[]; zone: string | null; nextAt: Date | null; createdAt: Date; decidedMs: number[] })[]
  >`
    select t.id, t.day, t.minute, t.timezone, t.next_at as "nextAt", t.created_at as "createdAt", s.blackouts, a.timezone as zone,
           array(select (extract(epoch from r.at) * 1000)::float8
                   from evergreen_runs r
                  where r.organization_id = t.organization_id and r.account_id = t.account_id and r.timeslot_id = t.id
                    and r.at > ${now}) as "decidedMs"
      from timeslots t
      join schedules s on s.organization_id = t.organization_id and s.account_id = t.account_id
      join accounts a on a.organization_id = t.organization_id and a.id = t.account_id
     where t.organization_id = ${organizationId} and t.account_id = ${id} and t.type = 'evergreen'
       and s.evergreen = 'active'
       and exists (select 1 from evergreen_posts e where e.organization_id = ${organizationId} and e.account_id = ${id})
     order by t.id`
  const [first] = rows
  if (!first) return []
  const ranges = rangesOf(first.blackouts, { timezone: first.zone })
  const pool = await listLimits(sql, account)
  const zone = zoneOf({ timezone: first.zone })
  const mayRun = (at: Date) => {
    if (blackoutAt(ranges, at) !== undefined) return false
    const day = dayOf(at, zone)
    return pool.some((limits) => endOf(limits, day) === null && isInSeason(limits, day))
  }
  return rows.map(({ nextAt, blackouts: _, zone: __, ...slot }) => ({
    ...slot,
    from: nextAt !== null && nextAt > now ? before(nextAt, 1) : now,
    mayRun,
  }))
}

/** Returns the repeats in the window, earliest first. */
export function repeatsIn(slots: readonly RepeatingSlot[], window: Window): Repeat[] {
  const byId = new Map(slots.map((slot) => [slot.id, slot]))
  const found: Repeat[] = []
  for (const { at, timeslotIds } of slotInstants(slots, window)) {
    for (const timeslotId of timeslotIds) {
      const slot = byId.get(timeslotId)
      if (!slot || at <= slot.from || slot.decidedMs.includes(at.getTime()) || !slot.mayRun(at)) continue
      found.push({ at, timeslotId, slotMadeAt: slot.createdAt })
    }
  }
  return found
}

/** Returns the next repeat; null: none is expected. */
export function nextRepeat(slots: readonly RepeatingSlot[]): Repeat | null {
  const firsts = slots.flatMap((slot): Repeat[] => {
    let at = firstOccurrence(slot, slot.from)
    let weeks = slot.decidedMs.length + MOST_WEEKS
    while (slot.decidedMs.includes(at.getTime()) || !slot.mayRun(at)) {
      if (weeks-- === 0) return [] // the whole pool has ended
      at = firstOccurrence(slot, at)
    }
    return [{ at, timeslotId: slot.id, slotMadeAt: slot.createdAt }]
  })
  return firsts.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null // stable: the older slot first
}

/** Reads the slots and returns their repeats in the window. */
export async function listRepeats(sql: Sql, account: Owner, window: Window, now: Date): Promise<Repeat[]> {
  return repeatsIn(await readRepeatingSlots(sql, account, now), window)
}
