/**
 * Scores how well a pin fits a keyword: the grade from 0 to 1 that people would give, from its words alone. The score of a pin is
 * the same in any request, board and pool.
 */
import { assess } from './assess.js'
import { parseKeyword } from './keyword.js'
import type { PinText } from './pin.js'
import { mapInSlices } from '../../lib/work/slices.js'

export type { PinText } from './pin.js'

export type Scorer = (pin: PinText) => number

/** Compiles a keyword to score many pins; each word is analysed once. */
export function prepare(keyword: string): Scorer {
  const parsed = parseKeyword(keyword)
  return (pin) => assess(parsed, pin).score
}

/** Returns 0 to 1; tier() names it. The last keyword stays compiled, because a pool is mostly scored by one. */
export function score(keyword: string, pin: PinText): number {
  if (last?.keyword !== keyword) last = { keyword, scorer: prepare(keyword) }
  return last.scorer(pin)
}
let last: { keyword: string; scorer: Scorer } | undefined

/**
 * Scores a large pool, in the order of the pins, without blocking the event loop. @throws the signal's reason once it is aborted,
 * because the budget is spent
 */
export const scoreAll = (keyword: string, pins: readonly PinText[], signal?: AbortSignal): Promise<number[]> =>
  mapInSlices(pins, prepare(keyword), signal)
