/** Scores a large pool without holding up the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { prepare, type PinText } from './score.js'

/** A fifth of the longest stall allowed (20 ms): a busy machine takes its share of the rest. */
const SLICE_MS = 4
const PINS_BETWEEN_LOOKS = 4

/** In the order of the pins. @throws the signal's reason once it is aborted: the budget is out */
export async function scoreAll(keyword: string, pins: readonly PinText[], signal?: AbortSignal): Promise<number[]> {
  let sliceEnd = performance.now() + SLICE_MS
  const score = prepare(keyword)
  const scores: number[] = []
  for (const pin of pins) {
    scores.push(score(pin))
    if (scores.length % PINS_BETWEEN_LOOKS !== 0 || performance.now() < sliceEnd) continue
    await nextTurn()
    signal?.throwIfAborted()
    sliceEnd = performance.now() + SLICE_MS
  }
  return scores
}
