/** Lengths of time in ms, and instants at such distances. Hours are 60 minutes and days 24 hours; wall time is in time.ts. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/** Returns the instant `ms` earlier. */
export const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

/** Returns the instant `ms` later. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
