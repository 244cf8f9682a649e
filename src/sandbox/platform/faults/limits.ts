/** X-RateLimit headers in Pinterest's grammar. They count and warn; only a switch or a fault really limits, so that tests may be quick. */
import type { Switches } from './switches.js'

export type Category = 'org_read' | 'org_write' | 'org_analytics' | 'trends_read'

const PER_MINUTE: Record<Category, number> = { org_read: 1000, org_write: 100, org_analytics: 60, trends_read: 60 }
const WINDOW_SECONDS = 60

type Counted = { headers: Record<string, string>; resetSeconds: number; isOver: boolean }

/** Counts per user and category in windows of a minute, in this process. */
export function makeLimits() {
  const used = new Map<string, number>()
  let windowStart = 0
  return {
    /** Reset is seconds to the end of the window, not a time. */
    count(userId: string, category: Category, { now, enforced }: { now: Date; enforced: Switches['enforceLimits'] }): Counted {
      const seconds = Math.floor(now.getTime() / 1000)
      if (seconds - (seconds % WINDOW_SECONDS) !== windowStart) {
        windowStart = seconds - (seconds % WINDOW_SECONDS)
        used.clear()
      }
      const limit = (enforced ? enforced[category] : undefined) ?? PER_MINUTE[category]
      const key = `${category} ${userId} ${limit}` // what was used of another limit does not count
      const count = (used.get(key) ?? 0) + 1
      used.set(key, count)
      const resetSeconds = windowStart + WINDOW_SECONDS - seconds
      return {
        headers: {
          'x-ratelimit-limit': `${limit}, ${limit};w=${WINDOW_SECONDS};name="${category}"`,
          'x-ratelimit-remaining': String(Math.max(0, limit - count)),
          'x-ratelimit-reset': String(resetSeconds),
        },
        resetSeconds,
        isOver: enforced !== false && count > limit,
      }
    },
  }
}
