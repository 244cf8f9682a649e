/** How long a worker has a post without a word of it. */
export const LEASE_MS = 60_000

export const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS)
