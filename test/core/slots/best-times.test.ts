import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import type { PinResult } from '../../../src/core/slots/week/pin-results.js'
import { bestTimes, ENOUGH, scoreAt } from '../../../src/core/slots/week/best-times.js'
import { DEFAULT_CURVE } from '../../../src/core/slots/week/curve.js'
import { fc } from '../../support/random.js'

/** Monday 2026-03-02 00:00 UTC. */
const MONDAY = Date.UTC(2026, 2, 2)
const hourOf = (day: number, hour: number) => day * 24 + hour
/** A pin sent in that hour of the week in UTC. @param hour 0 is Sunday 00:00 */
const pin = (hour: number, value: number): PinResult => ({
  sentAt: new Date(MONDAY + (((hour + 144) % 168) + 0.5) * HOUR_MS),
  value,
})
const scoresOf = (pins: PinResult[]) => bestTimes(pins, 'UTC').scores

const anyPin = fc.record({ hour: fc.nat(167), value: fc.oneof(fc.nat(5), fc.double({ min: 0, max: 1e6, noNaN: true })) })
/** Enough to count: eight hours are always there. */
const anyPins = fc
  .array(anyPin, { minLength: ENOUGH.pins - 8, maxLength: 60 })
  .map((some) => [...Array.from({ length: 8 }, (_, index) => ({ hour: index * 21, value: index })), ...some])

describe('the curve for all', () => {
  test('has a score for each hour of the week, the best of them 1', () => {
    expect(DEFAULT_CURVE).toHaveLength(168)
    expect(Math.max(...DEFAULT_CURVE)).toBe(1)
    expect(Math.min(...DEFAULT_CURVE)).toBeGreaterThan(0)
  })

  test.each([0, 1, 2, 3, 4, 5, 6])('on day %i is high in the evening, lower at noon, lowest at night', (day) => {
    const mean = (from: number, to: number) => {
      const hours = DEFAULT_CURVE.slice(hourOf(day, from), hourOf(day, to))
      return hours.reduce((sum, one) => sum + one, 0) / hours.length
    }
    expect(mean(20, 23)).toBeGreaterThan(mean(12, 14))
    expect(mean(12, 14)).toBeGreaterThan(2 * mean(1, 6))
    const best = Math.max(...DEFAULT_CURVE.slice(hourOf(day, 0), hourOf(day, 24)))
    expect(DEFAULT_CURVE[hourOf(day, 21)]).toBe(best)
  })

  test('has no jumps: neighbouring hours are within a third of the best', () => {
    for (const [hour, score] of DEFAULT_CURVE.entries())
      expect(Math.abs(score - DEFAULT_CURVE[(hour + 1) % 168]!)).toBeLessThan(1 / 3)
  })
})

describe('own results', () => {
  const enough = Array.from({ length: 20 }, (_, index) => pin((index % 8) * 20, index))

  test('count from 20 pins in 8 hours of the week on; until then the curve holds', () => {
    expect(bestTimes(enough, 'UTC')).toMatchObject({ basis: 'results', pinsRead: 20 })
    expect(bestTimes(enough.slice(1), 'UTC')).toEqual({ basis: 'default', pinsRead: 19, scores: DEFAULT_CURVE })
    const sevenHours = Array.from({ length: 40 }, (_, index) => pin((index % 7) * 20, index))
    expect(bestTimes(sevenHours, 'UTC')).toEqual({ basis: 'default', pinsRead: 40, scores: DEFAULT_CURVE })
    expect(bestTimes([], 'UTC')).toMatchObject({ basis: 'default', pinsRead: 0 })
  })

  test('belong to the hour that the zone showed, with its summer time', () => {
    const shifted = (pins: PinResult[], hours: number) =>
      pins.map(({ sentAt, value }) => ({ sentAt: new Date(sentAt.getTime() + hours * HOUR_MS), value }))
    const winter = shifted(enough, -2 * 168)
    const summer = shifted(enough, 18 * 168)
    expect(bestTimes(winter, 'Asia/Kathmandu')).toEqual(bestTimes(shifted(winter, 5.75), 'UTC'))
    expect(bestTimes(winter, 'America/New_York')).toEqual(bestTimes(shifted(winter, -5), 'UTC'))
    expect(bestTimes(summer, 'America/New_York')).toEqual(bestTimes(shifted(summer, -4), 'UTC'))
    expect(bestTimes(winter, 'UTC')).not.toEqual(bestTimes(shifted(winter, 1), 'UTC'))
  })

  test('an account whose mornings do better than its evenings is led to mornings', () => {
    const pins = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
      ...[7, 8, 9].map((hour) => pin(hourOf(day, hour), 500 + day)),
      ...[20, 21, 22].map((hour) => pin(hourOf(day, hour), 20 + day)),
    ])
    const scores = scoresOf(pins)
    for (const day of [0, 3, 6]) expect(scores[hourOf(day, 8)]).toBeGreaterThan(scores[hourOf(day, 21)]!)
  })

  test('trying only the evenings leaves them the best times', () => {
    const pins = Array.from({ length: 70 }, (_, index) => pin(hourOf(index % 7, 19 + (index % 5)), (index * 37) % 50))
    const scores = scoresOf(pins)
    for (const day of [0, 1, 2, 3, 4, 5, 6]) expect(scores[hourOf(day, 21)]).toBeGreaterThan(scores[hourOf(day, 15)]!)
  })

  test('one pin that everybody shared changes no more than the best one would', () => {
    const last = enough.length - 1
    const viral = enough.map((one, index) => (index === last ? { ...one, value: 1e9 } : one))
    expect(scoresOf(viral)).toEqual(scoresOf(enough))
  })

  test('hours that were never tried keep close to the curve', () => {
    const scores = scoresOf(enough.map((one) => ({ ...one, sentAt: new Date(MONDAY + (one.value % 8) * HOUR_MS) }))) // Monday, 0 to 8
    for (const hour of [hourOf(3, 15), hourOf(5, 21), hourOf(0, 12)]) expect(scores[hour]).toBeCloseTo(DEFAULT_CURVE[hour]!, 12)
  })

  test('scores are from 0 to 1', () => {
    fc.assert(
      fc.property(anyPins, (pins) => {
        for (const score of scoresOf(pins.map(({ hour, value }) => pin(hour, value)))) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1 + 1e-12)
        }
      }),
    )
  })

  test('the order of the pins changes nothing', () => {
    const shuffled = anyPins.chain((pins) => fc.tuple(fc.constant(pins), fc.shuffledSubarray(pins, { minLength: pins.length })))
    fc.assert(
      fc.property(shuffled, ([pins, others]) => {
        const of = (some: { hour: number; value: number }[]) => scoresOf(some.map(({ hour, value }) => pin(hour, value)))
        for (const [hour, score] of of(pins).entries()) expect(of(others)[hour]).toBeCloseTo(score, 12)
      }),
      { numRuns: 50 },
    )
  })

  test('a better result in an hour never lowers that hour', () => {
    const better = fc.record({
      pins: anyPins,
      which: fc.nat(),
      more: fc.oneof(fc.nat(3), fc.double({ min: 0, max: 1e6, noNaN: true })),
    })
    fc.assert(
      fc.property(better, ({ pins, which, more }) => {
        const index = which % pins.length
        const raised = pins.map((one, at) => (at === index ? { ...one, value: one.value + more } : one))
        const of = (some: { hour: number; value: number }[]) => scoresOf(some.map(({ hour, value }) => pin(hour, value)))
        const { hour } = pins[index]!
        expect(of(raised)[hour]! - of(pins)[hour]!).toBeGreaterThanOrEqual(-1e-12)
      }),
      { numRuns: 500, endOnFailure: true },
    )
  })
})

test('between two hours the score is in between, over the end of the week too', () => {
  const scores = Array.from({ length: 168 }, (_, hour) => hour / 167)
  expect(scoreAt(scores, 60)).toBe(1 / 167)
  expect(scoreAt(scores, 90)).toBeCloseTo(1.5 / 167)
  expect(scoreAt(scores, 167 * 60 + 30)).toBe(0.5)
})
