/** How long an item is read before others may try it again. */
import { HOUR_MS, MINUTE_MS } from '../../lib/duration.js'

/** Longer than a file takes to download after twenty-nine others. */
export const LEASE_MS = 3 * MINUTE_MS
/** How long an item waits for the drafts of its page: longer than these may take. The generation itself reports its end. */
export const PAGE_LEASE_MS = HOUR_MS + 10 * MINUTE_MS
