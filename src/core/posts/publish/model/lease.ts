/** How long a worker has a post without a word of it. */
import { after } from '../../../lib/duration.js'
export const LEASE_MS = 60_000

export const leaseUntil = (now: Date) => after(now, LEASE_MS)
