/** The statistics of two versions, against known values and by simulation. */
import { expect, test } from 'vitest'
import { compareShares, neededOf, type Share, THRESHOLD } from '../../../../src/core/insight/twins/proportions.js'
import { fc } from '../../../support/random.js'

const share = (count: number, of: number): Share => ({ count, of })

test('the p-value is that of the textbooks', () => {
  // Agresti, Introduction to Categorical Data Analysis: aspirin and heart attacks, z = 5.00, p = 5.7e-7
  expect(compareShares(share(189, 11_034), share(104, 11_037))).toBeCloseTo(5.7e-7, 8)
  // z = 1 with equal samples: p = 0.3173; counted backwards from z = 2.1783: the threshold
  expect(compareShares(share(55, 100), share(47.9466, 100))).toBeCloseTo(0.3183, 2)
  // Pearson's chi-squared of 60 of 100 against 40 of 100 is 8, whose p is 0.00468
  expect(compareShares(share(60, 100), share(40, 100))).toBeCloseTo(0.004678, 6)
  expect(compareShares(share(50, 100), share(50, 100))).toBeCloseTo(1, 6)
})

test('with fewer than five expected in a cell nothing is said', () => {
  expect(compareShares(share(0, 0), share(0, 0))).toBeNull()
  expect(compareShares(share(0, 5000), share(9, 5000))).toBeNull()
  expect(compareShares(share(0, 5000), share(10, 5000))).not.toBeNull()
  expect(compareShares(share(100, 100), share(100, 100))).toBeNull()
})

test('the order of the versions changes nothing, and a p-value is between 0 and 1', () => {
  const some = fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([of, rate]) => share(Math.round(of * rate), of))
  fc.assert(
    fc.property(some, some, (one, other) => {
      const pValue = compareShares(one, other)
      expect(compareShares(other, one)).toBe(pValue)
      expect(neededOf(other, one)).toBe(neededOf(one, other))
      if (pValue !== null) expect(pValue >= 0 && pValue <= 1).toBe(true)
    }),
  )
})

/** A linear congruential generator: thousands of tests in a second, the same in each run. */
function draws(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}
const drawn = (next: () => number, of: number, rate: number): number => {
  let count = 0
  for (let at = 0; at < of; at++) if (next() < rate) count++
  return count
}

test('without a difference at most one of twenty tests finds one, over both looks', () => {
  const next = draws(7)
  const RUNS = 3000
  let found = 0
  for (let run = 0; run < RUNS; run++) {
    const first = [drawn(next, 1400, 0.02), drawn(next, 1400, 0.02)] as const
    const last = [first[0] + drawn(next, 700, 0.02), first[1] + drawn(next, 700, 0.02)] as const
    const looks = [
      compareShares(share(first[0], 1400), share(first[1], 1400)),
      compareShares(share(last[0], 2100), share(last[1], 2100)),
    ]
    if (looks.some((pValue) => pValue !== null && pValue < THRESHOLD)) found++
  }
  expect(found / RUNS).toBeLessThanOrEqual(0.05)
  expect(found / RUNS).toBeGreaterThan(0.025) // and it is no test that never finds anything
})

test('with as many impressions as it says, four of five tests find the difference', () => {
  const needed = neededOf(share(20, 1000), share(30, 1000))!
  const next = draws(11)
  const RUNS = 1500
  let found = 0
  for (let run = 0; run < RUNS; run++) {
    const pValue = compareShares(share(drawn(next, needed, 0.02), needed), share(drawn(next, needed, 0.03), needed))
    if (pValue !== null && pValue < THRESHOLD) found++
  }
  expect(found / RUNS).toBeGreaterThan(0.77)
  expect(found / RUNS).toBeLessThan(0.83)
  expect(neededOf(share(20, 1000), share(200, 10_000))).toBeNull()
})
