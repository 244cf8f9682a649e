/** The tier of a board from the share and the strength of its contributing pins. */
import { expect, test } from 'vitest'
import { boardScore } from '../../../src/core/insight/relevance/score-board.js'
import { tier } from '../../../src/core/insight/relevance/tiers.js'
import { fc } from '../../support/random.js'

/** Of a pin that contributes. */
const strength = fc.double({ min: 0.55, max: 1, noNaN: true })
const board = fc
  .record({ contributing: fc.array(strength, { maxLength: 30 }), others: fc.nat(30) })
  .map(({ contributing, others }) => ({ contributing, scored: contributing.length + others }))

/** Two sums of the same numbers in another order differ by that. */
const SAME = 1e-9

test.each([
  ['no pin contributes', [], 10, 'poor'],
  ['all are excellent', [0.95, 0.95], 2, 'excellent'],
  ['half of them are excellent', [0.95, 0.95], 4, 'excellent'],
  ['a third is excellent', [0.95, 0.95, 0.95], 9, 'good'],
  ['a fifth is excellent', [0.95, 0.95], 10, 'fair'],
  ['one of twenty is excellent', [0.95], 20, 'poor'],
  ['all are fair', [0.6, 0.6], 2, 'fair'],
  ['half are fair', [0.6], 2, 'fair'],
  ['half are excellent, the others fair', [0.56, 0.95, 0.56, 0.95], 4, 'excellent'],
] as const)('%s', (_, contributing, scored, expected) => expect(tier(boardScore(contributing, scored))).toBe(expected))

test('below half, the mean strength falls by the root of the share', () => {
  expect(boardScore([0.9, 0.7], 16)).toBeCloseTo(0.8 * 0.5)
})

test('it is from 0 to 1, and never above the strongest pin', () => {
  fc.assert(
    fc.property(board, ({ contributing, scored }) => {
      const score = boardScore(contributing, scored)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(Math.max(0, ...contributing) + SAME)
    }),
  )
})

test('the order of the pins does not matter', () => {
  fc.assert(
    fc.property(board, ({ contributing, scored }) => {
      expect(boardScore([...contributing].reverse(), scored)).toBeCloseTo(boardScore(contributing, scored))
    }),
  )
})

test('more contributing pins never lower it', () => {
  fc.assert(
    fc.property(board, strength, ({ contributing, scored }, more) => {
      const before = boardScore(contributing, scored + 1) // one of them does not contribute yet
      expect(boardScore([...contributing, more], scored + 1)).toBeGreaterThanOrEqual(before - SAME)
    }),
  )
})

test('stronger contributing pins never lower it', () => {
  fc.assert(
    fc.property(board, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), ({ contributing, scored }, which, part) => {
      fc.pre(contributing.length > 0)
      const at = which % contributing.length
      const stronger = contributing.map((one, index) => (index === at ? one + (1 - one) * part : one))
      expect(boardScore(stronger, scored)).toBeGreaterThanOrEqual(boardScore(contributing, scored) - SAME)
    }),
  )
})

test('one more pin that is as strong as the strongest never lowers it', () => {
  fc.assert(
    fc.property(board, ({ contributing, scored }) => {
      fc.pre(contributing.length > 0)
      const more = [...contributing, Math.max(...contributing)]
      expect(boardScore(more, scored + 1)).toBeGreaterThanOrEqual(boardScore(contributing, scored) - SAME)
    }),
  )
})

test('one more pin that has nothing of it never raises it', () => {
  fc.assert(
    fc.property(board, ({ contributing, scored }) => {
      expect(boardScore(contributing, scored + 1)).toBeLessThanOrEqual(boardScore(contributing, scored) + SAME)
    }),
  )
})
