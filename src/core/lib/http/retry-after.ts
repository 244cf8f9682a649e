/** The header `Retry-After`, read the same way from everybody who sends it. @see RFC 9110, section 10.2.3 */
import { DateTime } from 'luxon'
import { SECOND_MS } from '../duration.js'

/** Ten digits are an instant in Unix time, which the header does not have. */
const SECONDS = /^\d{1,9}(?:\.\d{1,3})?$/

/**
 * The wait that it asks for, in ms: seconds, or a date as HTTP writes it. 0: no longer than now.
 * @param mostMs a longer one is cut to it; nobody else decides how long we are silent
 * @returns null: there is none, or none that can be read
 */
export function readRetryAfterMs(header: string | null | undefined, now: Date, mostMs: number): number | null {
  const text = header?.trim() ?? ''
  const ms = SECONDS.test(text) ? Number(text) * SECOND_MS : DateTime.fromHTTP(text).toMillis() - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostMs)
}
