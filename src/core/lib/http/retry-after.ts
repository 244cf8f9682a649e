/** Reads the header `Retry-After`, in the same way for all senders. @see RFC 9110, section 10.2.3 */
import { DateTime } from 'luxon'
import { SECOND_MS } from '../duration.js'

/** Matches at most nine digits: ten would be an instant in Unix time, which the header does not allow. */
const SECONDS = /^\d{1,9}(?:\.\d{1,3})?$/

/**
 * Returns the requested wait in ms, from seconds or an HTTP date; 0 when the time has passed.
 * @param mostMs upper limit, so that no other server decides how long we stay silent
 * @returns null when there is no header, or it cannot be read
 */
export function readRetryAfterMs(header: string | null | undefined, now: Date, mostMs: number): number | null {
  const text = header?.trim() ?? ''
  const ms = SECONDS.test(text) ? Number(text) * SECOND_MS : DateTime.fromHTTP(text).toMillis() - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostMs)
}
