/** Keeps the calls of each account below what the platform allows, in this process. No account waits for another. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformAccess } from '../core/ports/platform.js'
import type { Clock } from '../core/ports/deps.js'
import type { Category } from './operations.js'
import { earliest, isIdle, learn, makeBucket, spend, type Bucket } from './pace-bucket.js'
import type { RateLimit } from './rate-limit.js'

/** The share of each quota for callers that can wait; the rest is for pins, and for others who act in the account's name. */
const SHARE = 0.9
/** The share for background calls. */
const BACKGROUND_SHARE = 0.5
/** Real time; a caller that would have to wait longer gets an error. */
const LONGEST_WAIT_MS = 1_000
const FIRST_SWEEP_AT = 1_000

export type Turn =
  /**
   * `done` must be called once: with the result of the call, or without arguments if there was no answer. It returns the ms for
   * which such a call is throttled; undefined if nothing is paced.
   */
  { kind: 'go'; done(answer?: { rate: RateLimit; throttleMs?: number | null }): number | undefined } | Held
/** Nothing may be sent, because the account has used up its quota. */
export type Held = { kind: 'held'; retryAfterMs: number }

export type Asker = {
  payer: string
  category: Category
  waits: boolean
  /** Background: it goes at once or not at all, and leaves half of the quota. */
  isBackground?: true
  signal: AbortSignal
  longestWaitMs: number
}
export type Pace = {
  /** Resolves within a second, first come, first served; `held` states when to try again. */
  turn(asker: Asker): Promise<Turn>
  /** The number of accounts and categories that are tracked. */
  size(): number
}

/** The owner of a token's quota: the account, which stays the same after its token is renewed. */
export const payerOf = ({ account, accessToken }: PlatformAccess): string =>
  account ?? `token ${createHash('sha256').update(accessToken).digest('base64url')}`

/** @param clock of the windows; waiting itself is real time */
export function makePace(clock: Clock): Pace {
  const buckets = new Map<string, Bucket>()
  let sweepAt = FIRST_SWEEP_AT
  const bucketOf = (payer: string, category: Category): Bucket => {
    const key = `${category} ${payer}`
    const known = buckets.get(key)
    if (known) return known
    if (buckets.size >= sweepAt) sweepAt = Math.max(FIRST_SWEEP_AT, 2 * sweep(buckets, clock().getTime()))
    const bucket = makeBucket(category)
    buckets.set(key, bucket)
    return bucket
  }
  return {
    async turn({ payer, category, waits, isBackground, signal, longestWaitMs }) {
      const bucket = bucketOf(payer, category)
      const now = clock().getTime()
      const share = isBackground ? BACKGROUND_SHARE : waits ? SHARE : 1
      const at = earliest(bucket, now, share)
      const waitMs = at - now
      if (waitMs > (waits && !isBackground ? Math.min(LONGEST_WAIT_MS, longestWaitMs) : 0))
        return { kind: 'held', retryAfterMs: waitMs }
      spend(bucket, at)
      bucket.open++
      if (waitMs > 0) {
        await sleep(waitMs, undefined, { signal }).catch(() => undefined)
        const throttledMs = bucket.throttledUntil - clock().getTime() // a refusal may have arrived meanwhile
        if (throttledMs > 0) {
          bucket.open--
          return { kind: 'held', retryAfterMs: throttledMs }
        }
      }
      return {
        kind: 'go',
        done(answer) {
          bucket.open--
          const answeredAt = clock().getTime()
          if (answer) learn(bucket, category, answer.rate, answeredAt, answer.throttleMs)
          return earliest(bucket, answeredAt, share) - answeredAt
        },
      }
    },
    size: () => buckets.size,
  }
}

/** @returns the number of remaining buckets */
function sweep(buckets: Map<string, Bucket>, now: number): number {
  for (const [key, bucket] of buckets) if (isIdle(bucket, now)) buckets.delete(key)
  return buckets.size
}

/** Lets every call go at once. */
export const noPace: Pace = { turn: async () => ({ kind: 'go', done: () => undefined }), size: () => 0 }
