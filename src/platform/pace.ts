/** Keeps the calls of each account below what the platform allows, in this process. Nobody waits for another account. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformAccess } from '../core/ports/platform.js'
import type { Clock } from '../core/ports/deps.js'
import type { Category } from './operations.js'
import { earliest, isIdle, learn, makeBucket, spend, type Bucket } from './pace-bucket.js'
import type { RateLimit } from './rate-limit.js'

/** Of each quota, for those who can wait: the rest is for pins, and for what others do in the account's name. */
const SHARE = 0.9
/** For what nobody waits for. */
const BACKGROUND_SHARE = 0.5
/** Real time; a caller who would wait longer gets an error. */
const LONGEST_WAIT_MS = 1_000
const FIRST_SWEEP_AT = 1_000

export type Turn =
  /**
   * `done` must be called once: with the result of the call, or with nothing where no answer came. It returns for how many ms
   * such a call is throttled from then on; undefined where nothing ever is.
   */
  { kind: 'go'; done(answer?: { rate: RateLimit; throttleMs?: number | null }): number | undefined } | Held
/** Nothing may be sent: the account has used up what the platform allows. */
export type Held = { kind: 'held'; retryAfterMs: number }

export type Asker = {
  payer: string
  category: Category
  waits: boolean
  /** Nobody waits for it: it goes at once or not at all, and leaves half of the quota. */
  isBackground?: true
  signal: AbortSignal
  longestWaitMs: number
}
export type Pace = {
  /** Now, or within a second; `held` says from when on it may be tried. First come, first served. */
  turn(asker: Asker): Promise<Turn>
  /** Of how many accounts and categories something is known. */
  size(): number
}

/** Whose quota a token draws on: the account's, also after its token is renewed. */
export const payerOf = ({ account, accessToken }: PlatformAccess): string =>
  account ?? `token ${createHash('sha256').update(accessToken).digest('base64url')}`

/** @param clock whose windows these are; waiting itself is real time */
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
        const throttledMs = bucket.throttledUntil - clock().getTime() // a refusal may have come meanwhile
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

/** @returns how many are left */
function sweep(buckets: Map<string, Bucket>, now: number): number {
  for (const [key, bucket] of buckets) if (isIdle(bucket, now)) buckets.delete(key)
  return buckets.size
}

/** For what is not paced: every call goes. */
export const noPace: Pace = { turn: async () => ({ kind: 'go', done: () => undefined }), size: () => 0 }
