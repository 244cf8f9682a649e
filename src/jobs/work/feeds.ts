/** The loop over due feeds. A slow website delays only its own organization. */
import { type ClaimedFeed, nextFeedDue } from '../../core/feeds/claim.js'
import { claimDueFeeds, workOnFeed } from '../../core/feeds/work.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Loop } from '../loop.js'
import { type LeasedWork, makeWorkLoop, type WorkLoopOptions } from './loop.js'

const FEEDS: LeasedWork<ClaimedFeed> = {
  name: 'feeds',
  step: 'look at feed',
  maxOpen: 4,
  claim: claimDueFeeds,
  keyOf: ({ organizationId, feedId }) => ({ organizationId, feedId }),
  async work(deps, claimed) {
    const { found, begun } = await workOnFeed(deps, claimed)
    return found + begun > 0 ? { found, begun } : null
  },
  logs: { done: 'a feed has something new', leftToLease: 'a feed is left to its lease' },
  nextDue: nextFeedDue,
}

export const makeFeeds = (deps: Deps, options: WorkLoopOptions = {}): Loop => makeWorkLoop(deps, FEEDS, options)
