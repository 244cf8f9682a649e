import { describe, expect, test } from 'vitest'
import { DEFAULT_CURVE } from '../../../src/core/slots/week/curve.js'
import { leastApart, minuteOfWeek, pickTimes, planWeek } from '../../../src/core/slots/week/spread.js'
import { fc } from '../../support/random.js'

const WEEK = 10_080
const anyScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 168, maxLength: 168 })
const apart = (a: number, b: number) => Math.min((a - b + WEEK) % WEEK, (b - a + WEEK) % WEEK)
/** The least distance of two of them, around the end of the week too. */
const closest = (minutes: number[]) => Math.min(...minutes.map((one, index) => apart(one, minutes.at(index - 1)!)))

describe('a planned week', () => {
  test('has so many times on each day, an hour apart, over midnight too, up to 24', () => {
    fc.assert(
      fc.property(anyScores, fc.integer({ min: 1, max: 24 }), (scores, perDay) => {
        const week = planWeek(scores, perDay)
        for (const day of [0, 1, 2, 3, 4, 5, 6]) expect(week.filter((time) => time.day === day)).toHaveLength(perDay)
        expect(closest(week.map(minuteOfWeek))).toBeGreaterThanOrEqual(60)
        expect(week).toEqual([...week].sort((a, b) => minuteOfWeek(a) - minuteOfWeek(b)))
      }),
      { numRuns: 50 },
    )
  })

  test('takes the best hours of each day that keep their distance', () => {
    expect(planWeek(DEFAULT_CURVE, 3).filter(({ day }) => day === 1)).toEqual(
      [7, 12, 21].map((hour) => ({ day: 1, minute: hour * 60 })),
    )
    const mornings = DEFAULT_CURVE.map((score, hour) => (hour % 24 === 8 ? 2 : score))
    expect(planWeek(mornings, 1)).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, minute: 480 })))
  })

  test.each([
    [2, 7],
    [3, 5],
    [4, 4],
    [5, 3],
    [7, 2],
  ])('%i a day are about 14 hours by their number apart: %i hours', (perDay, hours) => {
    expect(leastApart(planWeek(DEFAULT_CURVE, perDay))).toBe(hours * 60)
  })

  test.each([25, 30, 47, 48, 50])('%i a day stand as evenly as minutes allow', (perDay) => {
    const minutes = planWeek(DEFAULT_CURVE, perDay).map(minuteOfWeek)
    expect(new Set(minutes).size).toBe(perDay * 7)
    expect(closest(minutes)).toBe(Math.floor(1440 / perDay))
  })
})

describe('picked times', () => {
  const minutesOf = (taken: number[], limit: number) => pickTimes(DEFAULT_CURVE, taken, limit).map(minuteOfWeek)

  test('come best first, at whole hours where nothing is near', () => {
    const times = pickTimes(DEFAULT_CURVE, [], 10)
    expect(times[0]).toEqual({ day: 6, minute: 1260, score: 1 })
    expect(times.map(({ score }) => score)).toEqual(times.map(({ score }) => score).sort((a, b) => b - a))
    expect(times.every(({ minute }) => minute % 60 === 0)).toBe(true)
    expect(pickTimes(DEFAULT_CURVE, [], 4)).toEqual(times.slice(0, 4))
  })

  test('keep the distance of a week with as many slots, from each other and from what is taken', () => {
    const satNine = 6 * 1440 + 1260
    expect(pickTimes(DEFAULT_CURVE, [satNine - 75, satNine + 45], 1)).toEqual([{ day: 0, minute: 1260, score: 0.98 }])
    expect(closest(minutesOf([], 10))).toBeGreaterThanOrEqual(420)
    expect(closest(minutesOf([], 50))).toBeGreaterThanOrEqual(120)
  })

  test('stand at half hours where everything else is near a slot', () => {
    const hours = Array.from({ length: 168 }, (_, hour) => hour * 60)
    const satNine = 6 * 1440 + 1260
    expect(minutesOf(hours, 1)).toEqual([satNine - 30])
  })

  test('are an hour from each other and from what is taken while there is room, and never on one another', () => {
    const anyTaken = fc.array(fc.nat(WEEK - 1), { maxLength: 200 })
    fc.assert(
      fc.property(anyScores, anyTaken, fc.integer({ min: 1, max: 50 }), (scores, taken, limit) => {
        const picked = pickTimes(scores, taken, limit).map(minuteOfWeek)
        const all = [...new Set(taken), ...picked]
        expect(picked).toHaveLength(limit)
        expect(new Set(all).size).toBe(new Set(taken).size + limit)
        const isClose = picked.some((one) => all.some((other) => other !== one && apart(one, other) < 60))
        const hasRoom = Array.from({ length: WEEK / 30 }, (_, at) => at * 30).some((at) =>
          all.every((one) => apart(one, at) >= 60),
        )
        expect(isClose && hasRoom).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('still come when every half hour is taken', () => {
    const halfHours = Array.from({ length: 336 }, (_, index) => index * 30)
    const picked = minutesOf(halfHours, 5)
    expect(picked.map((minute) => minute % 30)).toEqual([15, 15, 15, 15, 15])
    const all = Array.from({ length: WEEK }, (_, minute) => minute)
    expect(minutesOf(all, 5)).toEqual([])
    expect(minutesOf(all.slice(1), 5)).toEqual([0])
  })
})
