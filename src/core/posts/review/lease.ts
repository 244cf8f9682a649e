/** How long an item is read before others may try it again. */
import { MINUTE_MS } from '../../lib/duration.js'

/** Longer than a file may take to come, and than twenty-nine others before it. */
export const LEASE_MS = 3 * MINUTE_MS
