/** Counts points per minute for each of the most recent ids. Each process counts by itself, by the service's clock. */
import { MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import type { Clock } from '../../ports/deps.js'
import { makeNewest } from './newest.js'

export type MinuteLimit = {
  /** Counts points. @returns the seconds to wait when the limit is exceeded */
  take(id: string, points?: number): number | undefined
  /** Like take(), without counting. */
  waitOf(id: string): number | undefined
}

export function makeMinuteLimit(clock: Clock, most: number): MinuteLimit {
  const counted = makeNewest<{ points: number; until: number }>()
  const current = (id: string, now: number) => {
    const known = counted.get(id)
    return known && known.until > now && known.until <= now + MINUTE_MS ? known : undefined
  }
  const waitAt = ({ points, until }: { points: number; until: number }, now: number) =>
    points > most ? Math.max(1, Math.ceil((until - now) / SECOND_MS)) : undefined
  return {
    take(id, points = 1) {
      const now = clock().getTime()
      const count = current(id, now) ?? { points: 0, until: now + MINUTE_MS }
      count.points += points
      counted.set(id, count)
      return waitAt(count, now)
    },
    waitOf(id) {
      const now = clock().getTime()
      const count = current(id, now)
      return count && waitAt(count, now)
    },
  }
}
