import type { FeedFault } from '../../core/ports/feed.js'

/** Ends the reading of a feed from any depth. */
export class Faulty extends Error {
  constructor(
    readonly because: FeedFault,
    readonly instead: string | null = null,
  ) {
    super(because)
  }
}
