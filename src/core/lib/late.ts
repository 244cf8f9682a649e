/**
 * When a pin counts as late: late pins are published one per account and minute, and the team is notified. @see
 * docs/contract.md#late-pins
 */
import { MINUTE_MS } from './duration.js'
export const LATE_AFTER_MS = 10 * MINUTE_MS

/**
 * The interval between late pins on the first day after Pinterest lifted an account's hold: a burst could put it on hold again.
 */
export const LATE_PACE_AFTER_HOLD_MS = 5 * MINUTE_MS
