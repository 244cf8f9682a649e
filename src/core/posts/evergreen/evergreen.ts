/** The evergreen state of an account. @see docs/contract.md#evergreen */
import type { Limited } from '../../slots/evergreen-limits.js'
import type { Timeslot } from '../../slots/week/timeslot.js'
import type { Post } from '../post.js'

/** Why nothing was published at an evergreen slot, as `evergreen_runs.reason` keeps it. */
export type NothingBecause =
  | 'empty_pool'
  | 'out_of_season'
  | 'dead_links'
  | 'spacing'
  | 'blackout'
  | 'day_full'
  | 'evergreen_paused'
  | 'publishing_paused'
  | 'account_on_hold'
  | 'not_connected'
  | 'no_credit'
  | 'too_late'

export type EvergreenPost = {
  /** The published pin itself. */
  post: Post
  /** When the pin or its last copy was published, or will be. */
  lastOutAt: Date
  /** How often it was published again. */
  runs: number
  limits: Limited
  /** `on`: its last day, or that of its last repeat. null: it goes on. */
  ended: { because: 'until' | 'atMost'; on: string } | null
}
export type EvergreenRun = { at: Date; postId: string | null; reason: NothingBecause | null }

export type Evergreen = {
  state: 'active' | 'paused'
  slots: Timeslot[]
  /** The longest-unpublished first, up to the requested number. */
  pool: EvergreenPost[]
  poolSize: number
  /** What has ended and can join again, the last one first. */
  ended: EvergreenPost[]
  /** The newest first, at most five. */
  runs: EvergreenRun[]
  /** The coming occurrence and what it would publish, if decided now. */
  next: { at: Date; post: Post } | { at: Date; post: null; because: NothingBecause } | null
}
