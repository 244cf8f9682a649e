/** Open slots near a post's time: the nearest before it, the next after it, and a chosen one. */
import type { Account } from '../accounts/account.js'
import { RefusedBecause } from '../lib/errors.js'
import { after, before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import { justBefore } from './full-until.js'
import { readGuard, whyClosed } from './guard.js'
import { nextOpenSlot, type FoundSlot } from './next-open-slot.js'
import { openSlots, readSmartSlots, readTaken } from './occupancy.js'
import { slotsAt, type Window } from './occurrences.js'
import { openOccurrences, readSearchContext, type SlotSearch } from './open-search.js'
import type { Occurrence } from './week/timeslot.js'

/** A scheduled post: its time, and what spaces it. */
export type Placed = SlotSearch & { at: Date }

const NOTHING_PASSED = { passedOver: [], more: 0, spacingDays: null }

/** Finds the first open slot after the post's time. @throws UNPROCESSABLE_ENTITY no_open_slot */
export const slotAfter = (sql: Sql, account: Account, { at, ...search }: Placed, now: Date): Promise<FoundSlot> =>
  nextOpenSlot(sql, account, { ...search, notBefore: after(at, 1) }, now)

/**
 * Finds the last open slot before the post's time. The caller holds the schedule lock.
 * @returns undefined when there is none between now and then
 */
export async function slotBefore(
  sql: Sql,
  account: Account,
  { at, ...search }: Placed,
  now: Date,
): Promise<FoundSlot | undefined> {
  if (at <= now) return undefined
  const context = await readSearchContext(sql, account, search, { now, isLocked: true })
  for (const window of windowsBack({ after: now, until: justBefore(at) })) {
    let last: Occurrence | undefined
    for await (const occurrence of openOccurrences(sql, account, context, window)) last = occurrence
    if (last) return { sendAt: last.at, timeslotId: last.timeslotId, placement: NOTHING_PASSED }
  }
  return undefined
}

/** Splits a window into growing pieces from its end, so that a near result needs little reading. */
function* windowsBack({ after: start, until }: Window): Generator<Window> {
  let to = until
  for (let lengthMs = 28 * DAY_MS; to > start; lengthMs *= 4) {
    const from = new Date(Math.max(before(to, lengthMs).getTime(), start.getTime()))
    yield { after: from, until: to }
    to = from
  }
}

/**
 * Returns the open slot at a chosen instant, regardless of spacing. The post's own slot counts as open.
 * @throws CONFLICT slot_not_open
 */
export async function openSlotAt(
  sql: Sql,
  account: Account,
  { at, postId }: { at: Date; postId: string | null },
  now: Date,
): Promise<FoundSlot> {
  const timeslotIds = slotsAt(await readSmartSlots(sql, account), at)
  const [timeslotId] = openSlots({ at, timeslotIds }, await readTaken(sql, account, { at, postId }, now), postId)
  const isClosed = whyClosed(await readGuard(sql, account, { postId }, now), at) !== undefined
  if (timeslotId === undefined || isClosed) throw new RefusedBecause('slot_not_open', { about: 'there' })
  return { sendAt: at, timeslotId, placement: NOTHING_PASSED }
}
