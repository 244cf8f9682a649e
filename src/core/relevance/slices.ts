/** Long work in short slices, so that other requests are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A tenth of the longest stall allowed (20 ms): garbage collection and a busy machine take their share of the rest. The clock
 * is read before every item, as one takes long before its code is compiled; a read is a hundredth of a pin's score.
 */
const SLICE_MS = 2

/** What `work` makes of each item, in their order. @throws the signal's reason once it is aborted: the budget is out */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T) => R, signal?: AbortSignal): Promise<R[]> {
  let sliceEnd = performance.now() + SLICE_MS
  const results: R[] = []
  for (const item of items) {
    if (performance.now() >= sliceEnd) {
      await nextTurn()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    results.push(work(item))
  }
  return results
}
