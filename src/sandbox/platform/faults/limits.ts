/**
 * X-RateLimit headers in Pinterest's syntax. They count and warn; requests are only refused by a switch or a fault, so that tests
 * are quick.
 */
import type { Switches } from './switches.js'

export type Category = 'org_read' | 'org_write' | 'org_analytics' | 'trends_read'

const PER_MINUTE: Record<Category, number> = { org_read: 1000, org_write: 100, org_analytics: 60, trends_read: 60 }
const WINDOW_SECONDS = 60
/** Daily limits of an app with Trial access, for all its accounts together. */
const PER_DAY: Record<Category, number> = { org_read: 1000, org_write: 300, org_analytics: 1000, trends_read: 1000 }
const DAY_SECONDS = 86_400

type Counted = { headers: Record<string, string>; resetSeconds: number; isOver: boolean }

type Counting = { now: Date; enforced: Switches['enforceLimits']; isTrial?: boolean }

/** Counts in this process, per user and category by the minute, or per category by the day for an app with Trial access. */
export function makeLimits() {
  const used = new Map<string, { windowStart: number; count: number }>()
  return {
    /** Reset is the seconds to the end of the window, not a time. */
    count(userId: string, category: Category, { now, enforced, isTrial = false }: Counting): Counted {
      const seconds = Math.floor(now.getTime() / 1000)
      const window = isTrial ? DAY_SECONDS : WINDOW_SECONDS
      const windowStart = seconds - (seconds % window)
      const limit = (enforced ? enforced[category] : undefined) ?? (isTrial ? PER_DAY : PER_MINUTE)[category]
      const key = `${category} ${isTrial ? 'app' : userId} ${limit}` // usage of another limit does not count
      const before = used.get(key)
      const count = before?.windowStart === windowStart ? before.count + 1 : 1
      used.set(key, { windowStart, count })
      const resetSeconds = windowStart + window - seconds
      return {
        headers: {
          'x-ratelimit-limit': `${limit}, ${limit};w=${window};name="${category}"`,
          'x-ratelimit-remaining': String(Math.max(0, limit - count)),
          'x-ratelimit-reset': String(resetSeconds),
        },
        resetSeconds,
        isOver: enforced !== false && count > limit,
      }
    },
  }
}
