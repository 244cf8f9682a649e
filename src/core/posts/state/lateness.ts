/** The rule of late pins, as numbers. @see docs/contract.md#late-pins, docs/contract.md#retries */
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.js'

export const LATE_PACE_MS = MINUTE_MS
/** The lateness after which a pin fails instead of going out. */
export const MISSED_AFTER_MS = DAY_MS

const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]
const JITTER = 0.1

/**
 * Returns when to try again after `tries` retries in which nothing was sent.
 * @param chance uniform in [0, 1)
 * @returns undefined when the 24 hours of this scheduling end before that
 */
export function nextRetry(
  { tries, sendAt, chance }: { tries: number; sendAt: Date; chance: number },
  now: Date,
): Date | undefined {
  const waitMs = RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]! // the list is not empty
  return withinDay(after(now, waitMs * (1 + JITTER * chance)), sendAt)
}

/** Returns the time, if it is still within 24 hours. @returns undefined when the 24 hours of this scheduling are over by then */
export const withinDay = (at: Date, sendAt: Date): Date | undefined =>
  at.getTime() - sendAt.getTime() < MISSED_AFTER_MS ? at : undefined
