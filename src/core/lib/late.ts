/**
 * When a pin counts as late: it then goes out one per account and minute, and its team is notified. @see
 * docs/contract.md#late-pins
 */
import { MINUTE_MS } from './duration.js'
export const LATE_AFTER_MS = 10 * MINUTE_MS

/** How far apart late pins go out while an account that Pinterest held back is back for less than a day: a burst could put it on hold again. */
export const LATE_PACE_AFTER_HOLD_MS = 5 * MINUTE_MS
