/**
 * Random cases. New ones in each run; `SEED=7 npm test` gives those of seed 7 again. How processes and requests come in between each other
 * is new in any case.
 */
import crypto from 'node:crypto'
import fc from 'fast-check'

/** Of this test file's cases, in 0..2³¹-1. */
export const seed = Number(process.env['SEED'] ?? crypto.randomInt(2 ** 31))
fc.configureGlobal({ seed })

let calls = 0
/** In least..most, each as likely; from the seed, and another at each call. */
export const randomInt = (least: number, most: number): number =>
  fc.sample(fc.noBias(fc.integer({ min: least, max: most })), { seed: seed + calls++, numRuns: 1 })[0]!

export { fc }
