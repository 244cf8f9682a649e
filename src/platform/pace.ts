/** Keeps the calls of each account below what the platform allows, in this process. No account waits for another. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformAccess } from '../core/ports/platform.js'
import type { Clock } from '../core/ports/deps.js'
import type { Category } from './operations.js'
import type { RateLimit } from './rate-limit.js'
import { MINUTE_MS } from '../core/lib/duration.js'

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

/**
 * Tracks one account's calls of one category and computes the time of the next one, from known quotas and the platform's headers.
 */
type Quota = { limit: number; seconds: number }
/** Usage in the platform's own window, which other processes share. */
type Reported = { limit: number; remaining: number; resetAt: number; windowMs: number }

/** Instants are ms of the clock in use. */
type Bucket = {
  /** Times of past and scheduled calls, earliest first, at most a minute back. */
  spent: number[]
  /** Calls without an answer yet. */
  open: number
  quotas: Quota[]
  reported: Reported | null
  /** Set by a 429. */
  throttledUntil: number
}

/**
 * Quotas of an app with standard access, for one account. The second of org_read is the limit over all categories. @see
 * docs/platform.md#pace
 */
const KNOWN: Record<Category, Quota[]> = {
  org_read: [
    { limit: 1000, seconds: 60 },
    { limit: 100, seconds: 1 },
  ],
  org_write: [{ limit: 100, seconds: 60 }],
  org_analytics: [{ limit: 60, seconds: 60 }],
  trends_read: [{ limit: 60, seconds: 60 }], // unpublished: as careful as with analytics
}
/** Used if a refusal states no time. */
const THROTTLE_MS = 60_000
/** No call is scheduled this far ahead, unless the clock was set back. */
const CLOCK_BACK_MS = 5_000

export const makeBucket = (category: Category): Bucket => ({
  spent: [],
  open: 0,
  quotas: KNOWN[category],
  reported: null,
  throttledUntil: 0,
})

/**
 * The earliest time of the next call, `now` or later.
 * @param share of each quota that may be used: 1 for all of it
 */
export function earliest(bucket: Bucket, now: number, share: number): number {
  forgetPast(bucket, now)
  const { spent, quotas, reported, throttledUntil } = bucket
  const turns = quotas.map(({ limit, seconds }) => {
    const before = spent[spent.length - most(limit, share)]
    return before === undefined ? now : before + seconds * 1000
  })
  // first come, first served; a call that may use the whole quota goes before those that wait
  const line = share < 1 ? (spent.at(-1) ?? now) : now
  const isUsedUp = reported !== null && reported.remaining <= reported.limit - most(reported.limit, share)
  return Math.max(now, throttledUntil, line, ...turns, isUsedUp ? reported.resetAt : now)
}

/** Never less than one, because a quota without any calls would never be updated again. */
const most = (limit: number, share: number) => Math.max(1, Math.floor(limit * share))

/** Records a call at that time. */
export function spend(bucket: Bucket, at: number): void {
  bucket.spent.push(Math.max(at, bucket.spent.at(-1) ?? at))
  if (bucket.reported) bucket.reported.remaining--
}

/** @param throttleMs wait in a refusal for the rate, null if it states none; absent for any other answer */
function learn(bucket: Bucket, category: Category, rate: RateLimit, now: number, throttleMs?: number | null): void {
  if (throttleMs !== undefined) bucket.throttledUntil = Math.max(bucket.throttledUntil, now + (throttleMs ?? THROTTLE_MS))
  if (rate.items.length > 0) bucket.quotas = tightened(KNOWN[category], rate)
  const reported = toReported(bucket, rate, now)
  if (reported)
    bucket.reported = isSameWindow(bucket.reported, reported)
      ? tighter(bucket.reported, reported)
      : newer(bucket.reported, reported)
}

/** Combines our quotas with stricter ones of the platform. Windows longer than a minute are left to its headers. */
function tightened(known: Quota[], { items }: RateLimit): Quota[] {
  const reported = items.flatMap(({ quota: limit, seconds }) => (seconds !== null && seconds <= 60 ? [{ limit, seconds }] : []))
  return [...known, ...reported]
}

function toReported(bucket: Bucket, { items, remaining, resetMs }: RateLimit, now: number): Reported | null {
  const limit = items[0]?.quota ?? remaining
  const seconds = items.find((item) => item.seconds !== null)?.seconds ?? 60
  const windowMs = seconds * 1000
  if (limit === null || limit === undefined) return null
  // calls in progress may not be counted there yet
  if (remaining !== null && resetMs !== null)
    return { limit, remaining: remaining - bucket.open, resetAt: now + resetMs, windowMs }
  if (windowMs <= MINUTE_MS || (bucket.reported && bucket.reported.resetAt > now)) return null
  return { limit, remaining: limit - 1 - bucket.open, resetAt: now + windowMs, windowMs }
}

/** True if both reports are about the same window: answers arrive late and out of order, but windows are a whole length apart. */
const isSameWindow = (before: Reported | null, reported: Reported): before is Reported =>
  before !== null && Math.abs(reported.resetAt - before.resetAt) < reported.windowMs / 2
const tighter = (before: Reported, reported: Reported): Reported => ({
  ...reported,
  remaining: Math.min(before.remaining, reported.remaining),
})
const newer = (before: Reported | null, reported: Reported): Reported =>
  before && before.resetAt > reported.resetAt ? before : reported

function forgetPast(bucket: Bucket, now: number): void {
  const { spent, reported } = bucket
  if ((spent.at(-1) ?? now) > now + CLOCK_BACK_MS) spent.length = 0
  let past = 0
  while (spent[past] !== undefined && spent[past]! <= now - MINUTE_MS) past++
  if (past > 0) spent.splice(0, past)
  if (reported && reported.resetAt <= now) bucket.reported = null
}

/** True if the bucket has no information that a new one would lack. */
function isIdle(bucket: Bucket, now: number): boolean {
  forgetPast(bucket, now)
  return bucket.open === 0 && bucket.spent.length === 0 && bucket.reported === null && bucket.throttledUntil <= now
}
