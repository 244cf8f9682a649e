/** When people search for something most, next. */
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { addDates } from '../../../src/core/lib/time.js'
import { LEAD_DAYS, seasonOf } from '../../../src/core/insight/trends/seasons.js'
import { trendsOf } from '../../../src/sandbox/platform/trends.js'
import { fc } from '../../support/random.js'

/** Of the simulated platform, as it tells it on that day. */
function season(keyword: string, day: string) {
  const trend = trendsOf({ region: 'US', type: 'yearly' }, new Date(`${day}T12:00:00Z`)).find((one) => one.keyword === keyword)
  return seasonOf(trend!.weeks, day)
}
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

describe('what has its time of the year', () => {
  test.each([
    ['christmas cookies', '2026-11-23', '2026-12-05', '2026-12-26'],
    ['christmas cookies', '2026-06-01', '2026-12-05', '2026-12-26'],
    ['halloween decorations', '2026-11-23', '2027-10-10', '2027-10-31'],
    ['valentines desserts', '2026-12-28', '2027-02-01', '2027-02-21'],
    ['summer salads', '2026-01-02', '2026-06-25', '2026-07-18'],
    ['raised garden beds', '2027-01-01', '2027-03-25', '2027-04-18'],
  ])('%s, seen on %s, has its peak next from %s to %s', (keyword, day, from, to) => {
    const { peak, startBy } = season(keyword, day)!
    expect(peak >= from && peak <= to, peak).toBe(true)
    expect(daysBetween(startBy, peak)).toBe(LEAD_DAYS)
  })

  test('around New Year its peak is the coming one, from the last week of it to the next autumn', () => {
    const peaks = ['2026-12-20', '2026-12-27', '2027-01-20', '2027-03-01', '2027-09-01'].map((day) => [
      day,
      season('new year quotes', day)!.peak,
    ])
    for (const [day, peak] of peaks) expect(daysBetween(day!, peak!)).toBeGreaterThanOrEqual(0)
    const turn = (peak: string) =>
      Math.abs(daysBetween(peak, `${peak.slice(5) < '07' ? peak.slice(0, 4) : Number(peak.slice(0, 4)) + 1}-01-01`))
    for (const [, peak] of peaks) expect(turn(peak!), peak).toBeLessThanOrEqual(14)
    expect(peaks[0]![1]! < '2027-01-15').toBe(true)
    expect(peaks.at(-1)![1]! > '2027-12-15').toBe(true)
  })

  test('says by when to begin also where that is over', () => {
    const { startBy } = season('thanksgiving recipes', '2026-11-10')!
    expect(startBy < '2026-11-10').toBe(true)
  })
})

test.each(['small living room ideas', 'easy weeknight dinners', 'birthday quotes', 'party decorations'])(
  '%s is searched all year and has no peak',
  (keyword) => {
    for (const day of ['2026-01-03', '2026-04-15', '2026-08-20', '2026-12-30']) expect(season(keyword, day)).toBeNull()
  },
)

const LAST = '2026-11-22'
const weeksOf = (values: readonly number[], last = LAST) =>
  values.map((value, at) => ({ week: addDates(last, -7 * (values.length - 1 - at)), value }))
/** Around the place of its best week, on a circle of 52. */
const bell = (place: number, breadth: number, base: number) =>
  Array.from({ length: 52 }, (_, at) => {
    const away = Math.min(Math.abs(at - place), 52 - Math.abs(at - place))
    return base + 100 * Math.exp(-(away ** 2) / (2 * breadth ** 2))
  })

describe('no season is seen', () => {
  test.each([
    ['where nothing is known', []],
    ['where nobody searches', Array.from({ length: 52 }, () => 0)],
    ['in the same searches all year', Array.from({ length: 52 }, () => 70)],
    ['where half a year is known', bell(40, 3, 2).slice(26)],
    ['in what only grows, be it ever so much', Array.from({ length: 52 }, (_, at) => 100 * 0.85 ** (51 - at))],
    ['in what was a fashion a year ago', Array.from({ length: 52 }, (_, at) => 100 * 0.85 ** at)],
  ])('%s', (_, values) => {
    expect(seasonOf(weeksOf(values), '2026-11-23')).toBeNull()
  })
})

test('a few weeks that Pinterest leaves out do not matter', () => {
  const weeks = weeksOf(bell(20, 4, 3))
  const whole = seasonOf(weeks, '2026-11-23')
  expect(
    seasonOf(
      weeks.filter((_, at) => ![3, 30, 41].includes(at)),
      '2026-11-23',
    ),
  ).toEqual(whole)
})

test('of two years the last one counts', () => {
  const two = weeksOf([...bell(10, 3, 2), ...bell(30, 3, 2)])
  expect(seasonOf(two, '2026-11-23')).toEqual(seasonOf(two.slice(52), '2026-11-23'))
})

describe('whatever the season', () => {
  const seasonal = fc.record({
    place: fc.integer({ min: 0, max: 51 }),
    breadth: fc.double({ min: 2, max: 8, noNaN: true }),
    base: fc.double({ min: 0, max: 15, noNaN: true }),
    daysLater: fc.integer({ min: 0, max: 500 }),
  })

  test('its peak is the same week of the year again, today or within a year, and pins for it begin 45 days before', () => {
    fc.assert(
      fc.property(seasonal, ({ place, breadth, base, daysLater }) => {
        const today = addDates(LAST, daysLater)
        const { peak, startBy } = seasonOf(weeksOf(bell(place, breadth, base)), today)!
        const seen = addDates(LAST, -7 * (51 - place))
        expect(daysBetween(seen, peak) % 364).toBe(0)
        expect(peak >= today).toBe(true)
        expect(daysBetween(today, peak)).toBeLessThan(364)
        expect(startBy).toBe(addDates(peak, -45))
      }),
    )
  })

  test('it is the same in whatever unit searches are counted, and moves with the weeks', () => {
    fc.assert(
      fc.property(
        seasonal,
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (one, factor, moved) => {
          const values = bell(one.place, one.breadth, one.base)
          const today = addDates(LAST, one.daysLater)
          const season = seasonOf(weeksOf(values), today)!
          expect(seasonOf(weeksOf(values.map((value) => value * factor)), today)).toEqual(season)
          const later = (day: string) => addDates(day, 7 * moved)
          expect(seasonOf(weeksOf(values, later(LAST)), later(today))).toEqual({
            peak: later(season.peak),
            startBy: later(season.startBy),
          })
        },
      ),
    )
  })

  test('random searches never make it fail, nor name a day that is over', () => {
    const anyWeeks = fc.array(fc.record({ place: fc.integer({ min: 0, max: 105 }), value: fc.integer({ min: 0, max: 100 }) }), {
      maxLength: 106,
    })
    fc.assert(
      fc.property(anyWeeks, fc.integer({ min: 0, max: 60 }), (some, daysLater) => {
        const values = new Map(some.map(({ place, value }) => [addDates(LAST, -7 * place), value]))
        const weeks = [...values].map(([week, value]) => ({ week, value })).sort((a, b) => (a.week < b.week ? -1 : 1))
        const today = addDates(LAST, daysLater)
        const season = seasonOf(weeks, today)
        if (season) expect(season.peak >= today && daysBetween(season.startBy, season.peak) === 45).toBe(true)
      }),
    )
  })
})
