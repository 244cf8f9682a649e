/**
 * Retries temporary failures, in real time. Not p-retry: that makes its own random waits, which come from deps here, and shortens
 * its last wait, so an unavailable database would get one more request after all callers gave up.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export type RetryOptions = {
  /** The wait in ms after this many failed tries, the last with this error. */
  waitMs: (failed: number, error: unknown) => number
  /** Default: every error is worth another try. */
  isPassing?: (error: unknown) => boolean
  /** The most tries; default: no limit. */
  tries?: number
  /** No wait may end later than this, in ms; default: no limit. */
  withinMs?: number
  /** Aborts a wait. */
  signal?: AbortSignal
  /** Called before each wait. */
  onFailure?: (failed: number, error: unknown) => void
}

/** @throws what the last try threw; AbortError when the signal ended a wait */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { waitMs, isPassing = () => true, tries = Infinity, withinMs = Infinity, signal, onFailure } = options
  const endsAt = performance.now() + withinMs
  for (let failed = 1; ; failed++) {
    try {
      return await work()
    } catch (error) {
      if (failed >= tries || !isPassing(error)) throw error
      const ms = waitMs(failed, error)
      if (performance.now() + ms >= endsAt) throw error
      onFailure?.(failed, error)
      await sleep(ms, undefined, { signal })
    }
  }
}

/** Makes waits in ms that double from `first` up to `most`. */
export const doubling =
  (first: number, most: number) =>
  (failed: number): number =>
    Math.min(first * 2 ** (failed - 1), most)

const STORED_WITHIN_MS = 30_000

/**
 * Retries a write that no caller would repeat, to survive a short outage of the database.
 * @throws what the last try threw, after half a minute
 */
export const untilStored = <T>(store: () => Promise<T>, options: Pick<RetryOptions, 'isPassing' | 'withinMs'> = {}): Promise<T> =>
  retry(store, { waitMs: doubling(100, 2_000), withinMs: STORED_WITHIN_MS, ...options })
