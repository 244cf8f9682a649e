/**
 * When a pin counts as late: it then goes out one per account and minute, and its team is notified. @see
 * docs/contract.md#late-pins
 */
import { MINUTE_MS } from './duration.js'
export const LATE_AFTER_MS = 10 * MINUTE_MS
