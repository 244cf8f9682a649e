/** Long work in short slices, so that others have their turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A tenth of the longest stall allowed (20 ms): garbage collection and a busy machine take their share of the rest. The clock
 * is read before every item, as one takes long before its code is compiled; a read is a hundredth of a pin's score.
 */
const SLICE_MS = 2

/** @returns to be called between two items: the turn of the others, to be awaited, where a slice is over */
export function makeSlices(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS
  const turn = async () => {
    await nextTurn()
    sliceEnd = performance.now() + SLICE_MS
  }
  return () => (performance.now() >= sliceEnd ? turn() : undefined)
}

/** What `work` makes of each item, in their order. @throws the signal's reason once it is aborted: the budget is out */
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
