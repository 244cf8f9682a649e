/** Splits long work into short slices, so that other work runs in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A tenth of the longest allowed stall (20 ms), since garbage collection and a busy machine take their share. The clock is read
 * before every item, because an item is slow until its code is compiled; a read costs a hundredth of a pin's score.
 */
const SLICE_MS = 2

/** @returns a function to call between two items: when a slice is over, it returns a promise to await while other work runs */
export function makeSlices(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS
  const turn = async () => {
    await nextTurn()
    sliceEnd = performance.now() + SLICE_MS
  }
  return () => (performance.now() >= sliceEnd ? turn() : undefined)
}

/** Maps the items in their order. @throws the signal's reason once it is aborted, because the budget is spent */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T) => R, signal?: AbortSignal): Promise<R[]> {
  const betweenItems = makeSlices()
  const results: R[] = []
  for (const item of items) {
    const turn = betweenItems()
    if (turn) {
      await turn
      signal?.throwIfAborted()
    }
    results.push(work(item))
  }
  return results
}
