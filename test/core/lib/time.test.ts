import { IANAZone } from 'luxon'
import { describe, expect, test } from 'vitest'
import { addYears, instantOf, instantOfDay, isTimezone, wallDayOf, weekdayOf } from '../../../src/core/lib/time.js'
import { fc } from '../../support/random.js'

const at = (wall: string, timezone: string) => {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)$/.exec(wall)!.map(Number)
  return instantOf({ year: year!, month: month!, day: day!, minute: hour! * 60 + minute! }, timezone)
    .toISOString()
    .slice(0, 16)
}

describe('a wall time in a gap moves forward by the gap, a repeated one is its first occurrence', () => {
  test.each([
    // New York: 2:00 jumps to 3:00 on 8 March 2026, 2:00 falls back to 1:00 on 1 November 2026
    ['2026-03-08 01:59', 'America/New_York', '2026-03-08T06:59'],
    ['2026-03-08 02:00', 'America/New_York', '2026-03-08T07:00'],
    ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30'],
    ['2026-03-08 03:30', 'America/New_York', '2026-03-08T07:30'],
    ['2026-03-08 09:00', 'America/New_York', '2026-03-08T13:00'],
    ['2026-11-01 00:59', 'America/New_York', '2026-11-01T04:59'],
    ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30'],
    ['2026-11-01 02:00', 'America/New_York', '2026-11-01T07:00'],
    // Berlin and Sydney: luxon gives the second for one and the first for the other
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30'],
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30'],
    ['2026-04-05 02:30', 'Australia/Sydney', '2026-04-04T15:30'],
    ['2026-10-04 02:30', 'Australia/Sydney', '2026-10-03T16:30'],
    // Lord Howe changes by half an hour: 2:00 to 1:30 on 5 April, 2:00 to 2:30 on 4 October 2026
    ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45'],
    ['2026-04-05 02:00', 'Australia/Lord_Howe', '2026-04-04T15:30'],
    ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:45'],
    ['2026-10-04 02:45', 'Australia/Lord_Howe', '2026-10-03T15:45'],
    // Apia had no 30 December 2011: a gap of 24 hours
    ['2011-12-29 23:00', 'Pacific/Apia', '2011-12-30T09:00'],
    ['2011-12-30 10:00', 'Pacific/Apia', '2011-12-30T20:00'],
    ['2011-12-31 10:00', 'Pacific/Apia', '2011-12-30T20:00'],
    ['2012-01-01 10:00', 'Pacific/Apia', '2011-12-31T20:00'],
    // Kathmandu is 5:45 ahead and never changes
    ['2026-07-01 00:10', 'Asia/Kathmandu', '2026-06-30T18:25'],
    // Casablanca goes back an hour for Ramadan, 15 February to 22 March 2026
    ['2026-02-14 12:00', 'Africa/Casablanca', '2026-02-14T11:00'],
    ['2026-02-15 02:30', 'Africa/Casablanca', '2026-02-15T01:30'],
    ['2026-03-01 12:00', 'Africa/Casablanca', '2026-03-01T12:00'],
    ['2026-03-22 02:30', 'Africa/Casablanca', '2026-03-22T02:30'],
    ['2026-03-23 12:00', 'Africa/Casablanca', '2026-03-23T11:00'],
    ['2026-03-08 02:30', 'UTC', '2026-03-08T02:30'],
  ])('%s in %s is %sZ', (wall, timezone, expected) => {
    expect(at(wall, timezone)).toBe(expected)
  })

  test('an unknown zone is an error, not a wrong time', () => {
    expect(() => at('2026-03-08 02:30', 'Europe/Nowhere')).toThrow('Unknown time zone')
  })
})

test('the wall day of an instant is the day its wall clock shows', () => {
  const day = (iso: string, timezone: string) =>
    new Date(wallDayOf(new Date(iso), timezone) * 86_400_000).toISOString().slice(0, 10)
  expect(day('2026-03-08T04:59:00Z', 'America/New_York')).toBe('2026-03-07')
  expect(day('2026-03-08T05:00:00Z', 'America/New_York')).toBe('2026-03-08')
  expect(day('2011-12-30T09:59:00Z', 'Pacific/Apia')).toBe('2011-12-29')
  expect(day('2011-12-30T10:00:00Z', 'Pacific/Apia')).toBe('2011-12-31')
})

test('weeks start on Sunday, which is day 0', () => {
  expect(weekdayOf(Date.UTC(2026, 2, 1) / 86_400_000)).toBe(0)
  expect(weekdayOf(Date.UTC(2026, 2, 7) / 86_400_000)).toBe(6)
  expect(weekdayOf(Date.UTC(1969, 11, 31) / 86_400_000)).toBe(3)
})

test.each([
  ['America/New_York', true],
  ['Asia/Kolkata', true],
  ['US/Eastern', true],
  ['Europe/Kyiv', true],
  ['America/Argentina/Buenos_Aires', true],
  ['America/Port-au-Prince', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['+02:00', false],
  ['GMT+2', false],
  ['Z', false],
  ['Local', false],
  ['Europe/Nowhere', false],
  ['europe/berlin', false],
  ['AMERICA/NEW_YORK', false],
  [' Europe/Berlin', false],
  ['', false],
])('is %j the name of a time zone: %s', (name, expected) => {
  expect(isTimezone(name)).toBe(expected)
})

test('ten years are calendar years', () => {
  expect(addYears(new Date('2026-03-02T10:00:00Z'), 10).toISOString()).toBe('2036-03-02T10:00:00.000Z')
  expect(addYears(new Date('2028-02-29T10:00:00Z'), 10).toISOString()).toBe('2038-02-28T10:00:00.000Z')
  expect(addYears(new Date('2028-02-29T10:00:00Z'), 4).toISOString()).toBe('2032-02-29T10:00:00.000Z')
})

test('every wall time is the first instant that shows it, or moves forward by the gap', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'America/Sao_Paulo',
    'Asia/Beirut',
  ]
  const day = fc.integer({ min: Date.UTC(2008, 0, 1) / 86_400_000, max: Date.UTC(2037, 0, 1) / 86_400_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, fc.integer({ min: 0, max: 1439 }), (timezone, date, minute) => {
      const wallMs = date * 86_400_000 + minute * 60_000
      const offsetAt = (ms: number) => IANAZone.create(timezone).offset(ms) * 60_000
      const offsets = Array.from({ length: 53 }, (_, hour) => offsetAt(wallMs + (hour - 26) * 3_600_000))
      const shown = offsets.filter((offset) => offsetAt(wallMs - offset) === offset).map((offset) => wallMs - offset)
      const expected = shown.length > 0 ? Math.min(...shown) : wallMs - offsets[0]!
      expect(instantOfDay(date, minute, timezone).getTime()).toBe(expected)
    }),
    { numRuns: 300 },
  )
})
