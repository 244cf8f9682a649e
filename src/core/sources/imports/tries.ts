/** How often and when temporary failures are retried: over an hour and a half. */
import { SECOND_MS } from '../../lib/duration.js'

export const MOST_TRIES = 10
const FIRST_WAIT_MS = 10 * SECOND_MS

/** Returns the wait before the next try. @param tries before this one */
export const waitMs = (tries: number): number => FIRST_WAIT_MS * 2 ** tries
