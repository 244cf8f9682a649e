/** A write that nobody would ask for again: tried over a short absence of the database. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Real time. */
const STORE_MS = 30_000
const AGAIN_MS = { first: 100, most: 2_000 }

/** @throws what the last try threw */
export async function untilStored<T>(store: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + STORE_MS
  for (let waitMs = AGAIN_MS.first; ; waitMs = Math.min(waitMs * 2, AGAIN_MS.most)) {
    try {
      return await store()
    } catch (error) {
      if (performance.now() + waitMs >= endsAt) throw error
      await sleep(waitMs)
    }
  }
}
