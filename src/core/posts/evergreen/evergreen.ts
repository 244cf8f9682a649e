/** What there is to know of the evergreen pins of an account. @see docs/contract.md#evergreen */
import type { Timeslot } from '../../slots/week/timeslot.js'
import type { Post } from '../post.js'

/** Why nothing went out at an evergreen slot, as `evergreen_runs.reason` keeps it. */
export type NothingBecause =
  | 'empty_pool'
  | 'spacing'
  | 'evergreen_paused'
  | 'publishing_paused'
  | 'account_on_hold'
  | 'not_connected'
  | 'no_credit'
  | 'too_late'

export type EvergreenPost = {
  /** The published pin itself. */
  post: Post
  /** When it, or what was made of it, last went out or will. */
  lastOutAt: Date
  /** How often it was published again. */
  runs: number
}
export type EvergreenRun = { at: Date; postId: string | null; reason: NothingBecause | null }

export type Evergreen = {
  state: 'active' | 'paused'
  slots: Timeslot[]
  /** The longest-unpublished first; at most `limit`. */
  pool: EvergreenPost[]
  poolSize: number
  /** The newest first, at most five. */
  runs: EvergreenRun[]
  /** The coming occurrence and what would go out then, as of now. */
  next: { at: Date; post: Post } | { at: Date; post: null; because: NothingBecause } | null
}
