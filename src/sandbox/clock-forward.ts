/** Moves the virtual clock as time would have passed: from due time to due time, with everything processed at each. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceClock } from '../db/clock.js'
import type { Loop } from '../jobs/loop.js'

/** A process that answers requests and knows when none is open. */
export type Listener = { idle(): Promise<void> }

export type Forwarding = { serviceClock: ServiceClock; loops: Loop[]; listeners: Listener[] }

/** Fails instead of waiting forever: due work that cannot be done is our bug. */
const STUCK_MS = 60_000
const RECHECK_MS = 5

/** @throws Error if the due work does not end */
export async function forward({ serviceClock, loops, listeners }: Forwarding, to: Date): Promise<void> {
  await settle({ serviceClock, loops, listeners })
  for (;;) {
    const next = await earliestDue(loops)
    if (!next || next > to) break
    if (next > serviceClock.now()) await serviceClock.moveTo(next)
    await settle({ serviceClock, loops, listeners })
  }
  if (to > serviceClock.now()) await serviceClock.moveTo(to)
  await settle({ serviceClock, loops, listeners })
}

/** Waits until no attempt, outbox row, tick or listener is open and none is due. */
async function settle({ serviceClock, loops, listeners }: Forwarding): Promise<void> {
  const since = performance.now()
  for (;;) {
    for (const listener of listeners) await listener.idle()
    let did = false
    for (const loop of loops) if (await loop.drain()) did = true
    if (!did) {
      const next = await earliestDue(loops)
      if (!next || next > serviceClock.now()) return
      await sleep(RECHECK_MS)
    }
    if (performance.now() - since > STUCK_MS) throw new Error('what is due does not end')
  }
}

async function earliestDue(loops: Loop[]): Promise<Date | null> {
  const times = (await Promise.all(loops.map((loop) => loop.nextDue()))).filter((at) => at !== null)
  return times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null
}
