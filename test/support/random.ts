/**
 * Random cases. New ones in each run; `SEED=7 npm test` gives those of seed 7 again. How processes and requests come in between each other
 * is new in any case.
 */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** Of this test file's cases, in 0..2³¹-1. */
export const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
fc.configureGlobal({ seed })

export { fc }
