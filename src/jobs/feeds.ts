/** The loop over feeds that somebody should look after: one of each organization at a time. */
import { type ClaimedFeed, nextFeedDue } from '../core/feeds/claim.js'
import { claimDueFeeds, workOnFeed } from '../core/feeds/work.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type FeedsOptions = {
  /** How long closing waits for what is open, in ms of real time. */
  closeMs?: number
}

/** Organizations at a time: a slow website holds up nobody but its own. */
const MAX_OPEN = 4
const CLOSE_MS = 12_000

/** A feed is looked at by one: what a worker began and did not commit is left to its lease, and begun again. */
export function makeFeeds(deps: Deps, { closeMs = CLOSE_MS }: FeedsOptions = {}): Loop {
  return makeDueLoop(deps, {
    name: 'feeds',
    channel: 'feeds_due',
    maxOpen: MAX_OPEN,
    closeMs,
    async begin(capacity) {
      return (await claimDueFeeds(deps, capacity)).map((claimed) =>
        deps.tracing.step('look at feed', {}, () => work(deps, claimed)),
      )
    },
    nextDue: () => nextFeedDue(deps.db.sql),
  })
}

/** Whatever happens, it ends: when the database is gone, the feed is left to its lease. */
async function work(deps: Deps, claimed: ClaimedFeed): Promise<void> {
  const { organizationId, feedId } = claimed
  try {
    const { found, begun } = await workOnFeed(deps, claimed)
    if (found + begun > 0) deps.log.info({ organizationId, feedId, found, begun }, 'a feed has something new')
  } catch (error) {
    deps.log.error({ organizationId, feedId, error }, 'a feed is left to its lease')
  }
}
