/** The weekly slots with the state of their next occurrence. */
import { after, DAY_MS } from '../lib/duration.js'
import type { Actor } from '../lib/actor.js'
import type { Deps } from '../ports/deps.js'
import { readSchedule } from './calendar.js'
import { slotInstants } from './occurrences.js'
import type { Timeslot } from './week/timeslot.js'
import { listTimeslots } from './week/timeslots.js'

/** Every slot occurs within this time: a day that a zone skips turns seven days into eight. */
const COMING_DAYS = 9

/** True when the next occurrence of the slot is open. */
export type ComingSlot = Timeslot & { isOpen: boolean }

/**
 * Lists slots by weekday and time.
 * @throws NOT_FOUND · GATEWAY_TIMEOUT schedule_timeout
 */
export async function listComingSlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<ComingSlot[]> {
  const now = deps.clock()
  const until = after(now, COMING_DAYS * DAY_MS)
  const timeslots = await listTimeslots(deps, actor, { accountId })
  const { entries } = await readSchedule(deps, actor, { accountId, from: null, to: until })
  const placesOpen = new Set(
    entries.flatMap(({ state, timeslotId, sendAt }) => (state === 'open' ? [`${timeslotId} ${sendAt.getTime()}`] : [])),
  )
  const seen = new Set<string>()
  const open = new Set<string>()
  for (const { at, timeslotIds } of slotInstants(timeslots, { after: now, until })) {
    for (const id of timeslotIds) {
      if (!seen.has(id) && placesOpen.has(`${id} ${at.getTime()}`)) open.add(id)
      seen.add(id)
    }
  }
  return timeslots.map((slot) => ({ ...slot, isOpen: open.has(slot.id) }))
}
