/** The requested time of a post. */
import type { DayWindow } from '../slots/next-open-slot.js'

/** When a post shall go out. */
/**
 * `spreadDays`: least calendar days to another pin with the same url, where the account has no spacing rule for it. `day`: any open slot of it will do,
 * and nothing but one; `at` is the one that was open when it was read.
 */
export type When = { kind: 'draft' } | { kind: 'at'; at: Date; day?: DayWindow } | { kind: 'nextOpenSlot'; spreadDays?: number }

/**
 * When a post that is there shall go out. `now`: at once. `openSlot`: at this time, and only while a slot is open there. `earlier`,
 * `later`: of one on the schedule, the open slot nearest to its own time.
 */
export type NewTime =
  | Exclude<When, { kind: 'draft' }>
  | { kind: 'now' }
  | { kind: 'openSlot'; at: Date }
  | { kind: 'earlier' }
  | { kind: 'later' }
