import { describe, expect, test } from 'vitest'
import { digestIn, nextDigest, nextNudgeCheck, startOfDate, weekOf } from '../../../src/core/accounts/digest-times.js'

const MONDAY_NINE = { weekday: 1, minute: 540 }
const at = (iso: string) => new Date(iso)

describe('a digest is told at nine on the wall of its account', () => {
  test.each([
    // zone, after, last sent
    ['America/New_York', '2026-03-02T14:00:00Z', '2026-03-09T13:00:00.000Z'], // the clocks went forward on Sunday the 8th
    ['America/New_York', '2026-10-26T13:00:00Z', '2026-11-02T14:00:00.000Z'], // and back on 1 November
    ['Australia/Lord_Howe', '2026-03-29T22:00:00Z', '2026-04-05T22:30:00.000Z'], // back by half an hour on 5 April
    ['Australia/Lord_Howe', '2026-09-28T00:00:00Z', '2026-10-04T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-02T03:15:00Z', '2026-03-09T03:15:00.000Z'],
    ['UTC', '2026-03-02T08:59:59Z', '2026-03-02T09:00:00.000Z'],
    ['UTC', '2026-03-02T09:00:00Z', '2026-03-09T09:00:00.000Z'],
    ['UTC', '2026-12-28T09:00:01Z', '2027-01-04T09:00:00.000Z'], // over the end of a year
    ['UTC', '2026-02-23T10:00:00Z', '2026-03-02T09:00:00.000Z'], // and of a month
    ['Pacific/Apia', '2011-12-26T20:00:00Z', '2012-01-01T19:00:00.000Z'], // a week with six days
  ])('%s after %s', (zone, after, enqueued) => {
    expect(nextDigest(MONDAY_NINE, zone, at(after), null).at.toISOString()).toBe(enqueued)
  })
})

describe('on the days when the clocks change', () => {
  test.each([
    // [zone, weekday, minute], Monday of the week, sent at
    ['America/New_York', 0, 150, '2026-03-02', '2026-03-08T07:30:00.000Z'], // 02:30 is in the gap: 03:30
    ['America/New_York', 0, 90, '2026-10-26', '2026-11-01T05:30:00.000Z'], // 01:30 comes twice: the first
    ['Australia/Lord_Howe', 0, 135, '2026-09-28', '2026-10-03T15:45:00.000Z'], // 02:15 is in the half hour that is left out: 02:45
    ['Australia/Lord_Howe', 0, 105, '2026-03-30', '2026-04-04T14:45:00.000Z'], // 01:45 comes twice
    ['Pacific/Apia', 5, 540, '2011-12-26', '2011-12-30T19:00:00.000Z'], // there was no Friday: Saturday, of the same week
    ['Pacific/Apia', 6, 540, '2011-12-26', '2011-12-30T19:00:00.000Z'],
  ])('%s, weekday %i, minute %i', (zone, weekday, minute, week, enqueued) => {
    expect(digestIn(week, { weekday, minute }, zone).at.toISOString()).toBe(enqueued)
  })

  test('a Friday that was left out is told once, and the next one a week later', () => {
    const friday = { weekday: 5, minute: 540 }
    const first = nextDigest(friday, 'Pacific/Apia', at('2011-12-28T00:00:00Z'), null)
    expect(first.week).toBe('2011-12-26')
    const second = nextDigest(friday, 'Pacific/Apia', first.at, first.week)
    expect(second).toEqual({ at: at('2012-01-05T19:00:00.000Z'), week: '2012-01-02' })
  })
})

test('in a week that has been told there is no second one, whatever day and time are set', () => {
  for (let weekday = 0; weekday < 7; weekday++) {
    for (const minute of [0, 540, 1439]) {
      const { week } = nextDigest({ weekday, minute }, 'America/New_York', at('2026-03-03T12:00:00Z'), '2026-03-02')
      expect(week).toBe('2026-03-09')
    }
  }
})

test.each([
  ['2026-03-08T23:59:00Z', 'UTC', '2026-03-02'],
  ['2026-03-09T00:00:00Z', 'UTC', '2026-03-09'],
  ['2026-03-09T03:00:00Z', 'America/New_York', '2026-03-02'], // still Sunday there
  ['2026-01-01T00:00:00Z', 'UTC', '2025-12-29'],
])('%s in %s is in the week of %s', (instant, zone, week) => expect(weekOf(at(instant), zone)).toBe(week))

test('slots are looked at once each day, also where a day is left out', () => {
  const looks = [at('2011-12-28T00:00:00Z')]
  for (let count = 0; count < 5; count++) looks.push(nextNudgeCheck(540, 'Pacific/Apia', looks.at(-1)!))
  expect(looks.slice(1).map((one) => one.toISOString())).toEqual([
    '2011-12-28T19:00:00.000Z',
    '2011-12-29T19:00:00.000Z',
    '2011-12-30T19:00:00.000Z',
    '2011-12-31T19:00:00.000Z',
    '2012-01-01T19:00:00.000Z',
  ])
})

test('a day begins where its zone has it', () => {
  expect(startOfDate('2026-03-09', 'America/New_York').toISOString()).toBe('2026-03-09T04:00:00.000Z')
  expect(startOfDate('2026-03-02', 'Asia/Kathmandu').toISOString()).toBe('2026-03-01T18:15:00.000Z')
})
