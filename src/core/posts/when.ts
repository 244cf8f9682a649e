/** The requested time of a post. */
import type { DayWindow } from '../slots/next-open-slot.js'

/** The time at which a post is published. */
/**
 * `spreadDays`: the least calendar days to another pin with the same url, where the account has no spacing rule for it. `day`:
 * only an open slot of that day is taken, and `at` is the one that was open when it was read.
 */
export type When = { kind: 'draft' } | { kind: 'at'; at: Date; day?: DayWindow } | { kind: 'nextOpenSlot'; spreadDays?: number }

/**
 * The new time of an existing post. `now`: at once. `openSlot`: at this time, and only while a slot is open there. `earlier`,
 * `later`: the open slot nearest to the time of a post on the schedule.
 */
export type NewTime =
  | Exclude<When, { kind: 'draft' }>
  | { kind: 'now' }
  | { kind: 'openSlot'; at: Date }
  | { kind: 'earlier' }
  | { kind: 'later' }
