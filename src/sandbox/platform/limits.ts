/** X-RateLimit headers in Pinterest's grammar. They count and warn; only a fault really limits, so that tests may be quick. */
export type Category = 'org_read' | 'org_write' | 'org_analytics'

const PER_MINUTE: Record<Category, number> = { org_read: 1000, org_write: 100, org_analytics: 60 }
const WINDOW_SECONDS = 60

/** Counts per user and category in windows of a minute, in this process. */
export function makeLimits() {
  const used = new Map<string, number>()
  let windowStart = 0
  return {
    /** Reset is seconds to the end of the window, not a time. */
    count(userId: string, category: Category, now: Date): Record<string, string> {
      const seconds = Math.floor(now.getTime() / 1000)
      if (seconds - (seconds % WINDOW_SECONDS) !== windowStart) {
        windowStart = seconds - (seconds % WINDOW_SECONDS)
        used.clear()
      }
      const limit = PER_MINUTE[category]
      const count = (used.get(`${category} ${userId}`) ?? 0) + 1
      used.set(`${category} ${userId}`, count)
      return {
        'x-ratelimit-limit': `${limit}, ${limit};w=${WINDOW_SECONDS};name="${category}"`,
        'x-ratelimit-remaining': String(Math.max(0, limit - count)),
        'x-ratelimit-reset': String(windowStart + WINDOW_SECONDS - seconds),
      }
    },
  }
}
