import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { requireReachable, timeOfMember } from '../../../src/core/posts/schedule/series-interval.js'
import { INTERVAL_PRESETS, type IntervalPreset, type Series } from '../../../src/core/posts/post.js'
import { fc } from '../../support/random.js'

const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
]
const aSeries = (count: number, fields: Partial<Series> = {}): Series => ({
  boards: Array.from({ length: count }, (_, index) => ({ boardId: String(201 + index), boardSectionId: null })),
  intervalType: 'daily',
  intervalDays: null,
  mode: 'exact',
  ...fields,
})

/** The same by luxon, which moves a time in a gap forward too; of a repeated time it may give either, so the first is picked. */
function byLuxon(first: Date, days: number, zone: string): Date {
  const later = DateTime.fromJSDate(first, { zone }).plus({ days })
  return new Date(Math.min(...later.getPossibleOffsets().map((each) => each.toMillis())))
}

const firstTimes = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01') / 1000, max: Date.parse('2036-01-01') / 1000 }),
  // nights of New York, Berlin, Sydney and Lord Howe in which the clocks change, to the minute
  fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04'),
      fc.integer({ min: -1440, max: 1440 }),
    )
    .map(([day, minutes]) => Date.parse(day) / 1000 + minutes * 60),
)

test('each turn is so many calendar days after the first at its wall time, in every zone', () => {
  fc.assert(
    fc.property(
      firstTimes,
      fc.constantFrom(...ZONES),
      fc.constantFrom<IntervalPreset>('daily', 'weekly', 'biweekly', 'monthly'),
      fc.option(fc.integer({ min: 1, max: 90 })),
      fc.integer({ min: 1, max: 19 }),
      (seconds, zone, intervalType, intervalDays, index) => {
        const first = new Date(seconds * 1000)
        const series = aSeries(20, { intervalType, intervalDays })
        const days = (intervalDays ?? INTERVAL_PRESETS[intervalType]) * index
        expect(timeOfMember(index, first, series, zone)).toEqual(byLuxon(first, days, zone))
      },
    ),
    { numRuns: 3000 },
  )
})

test('the times follow one another, and the first is the first time itself', () => {
  fc.assert(
    fc.property(firstTimes, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 90 }), (seconds, zone, intervalDays) => {
      const first = new Date(seconds * 1000)
      const times = Array.from({ length: 20 }, (_, index) =>
        timeOfMember(index, first, aSeries(20, { intervalDays }), zone).getTime(),
      )
      expect(times[0]).toBe(first.getTime())
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    }),
  )
})

test('a first time in the second of two equal hours stays, and what follows keeps its wall time', () => {
  const first = new Date('2026-11-01T06:30:00Z') // 01:30 in New York for the second time
  const times = [0, 1].map((index) => timeOfMember(index, first, aSeries(2), 'America/New_York').toISOString())
  expect(times).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-02T06:30:00.000Z'])
})

test('without a zone the days are those of UTC', () => {
  expect(timeOfMember(2, new Date('2026-03-07T14:00:00Z'), aSeries(3), null)).toEqual(new Date('2026-03-09T14:00:00Z'))
})

test('exact times reach to ten years from now, to the second', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const series = aSeries(2, { intervalDays: 2 })
  requireReachable(new Date('2036-02-29T10:00:00Z'), series, 'UTC', now)
  expect(() => requireReachable(new Date('2036-02-29T10:00:01Z'), series, 'UTC', now)).toThrow('10 years')
  requireReachable(new Date('2036-02-29T10:00:01Z'), { ...series, mode: 'slots' }, 'UTC', now)
})
