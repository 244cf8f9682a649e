/** The loop over Homes: publishes changes to people who have theirs open, a few a second. */
import { after } from '../core/lib/duration.js'
import { areHomesDue, claimHomes } from '../core/notices/claim-homes.js'
import type { HomeKey } from '../core/notices/homes.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type HomesOptions = {
  /** Publishes one Home through the Slack layer. */
  show: (home: HomeKey) => Promise<void>
  closeMs?: number
}

const MAX_OPEN = 20
const CLOSE_MS = 10_000
/** The interval between scans while some Homes may not be published yet. */
const PAUSE_MS = 700

/** Uses real time, because an open Home does not depend on a clock that is moved forward. */
export function makeHomes({ db, clock, wallClock, log }: Deps, { show, closeMs = CLOSE_MS }: HomesOptions): Loop {
  const publish = (home: HomeKey): Promise<void> =>
    show(home).catch((error: unknown) => log.warn({ ...home, err: error }, 'a Home was not published; it is tried again'))
  return makeDueLoop(
    { db, clock, log },
    {
      name: 'homes',
      channel: 'homes_dirty',
      maxOpen: MAX_OPEN,
      closeMs,
      begin: async (capacity) => (await claimHomes(db, capacity, wallClock())).map(publish),
      nextDue: async () => null,
      nextTake: async () => ((await areHomesDue(db.sql, wallClock())) ? after(clock(), PAUSE_MS) : null),
    },
  )
}
