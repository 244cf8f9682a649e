import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { firstOccurrence, growingWindows, slotInstants, slotsAt, type WeeklySlot } from '../../../src/core/slots/occurrences.js'
import { instantOfDay, weekdayOf } from '../../../src/core/lib/time.js'
import { fc } from '../../support/random.js'

const slot = (id: string, day: number, time: string, timezone: string): WeeklySlot => {
  const [hours, minutes] = time.split(':').map(Number)
  return { id, day, minute: hours! * 60 + minutes!, timezone }
}
const between = (slots: WeeklySlot[], after: string, until: string) =>
  [...slotInstants(slots, { after: new Date(after), until: new Date(until) })].map(({ at, timeslotIds }) => [
    at.toISOString().slice(0, 16),
    ...timeslotIds,
  ])

test('a window leaves out its beginning and includes its end', () => {
  const slots = [slot('1', 1, '09:00', 'UTC')]
  expect(between(slots, '2026-03-02T09:00:00Z', '2026-03-16T09:00:00Z')).toEqual([
    ['2026-03-09T09:00', '1'],
    ['2026-03-16T09:00', '1'],
  ])
})

test("Apia's Friday that never was falls on the Saturday after it, beside that Saturday's own slot", () => {
  const slots = [slot('1', 5, '10:00', 'Pacific/Apia'), slot('2', 6, '10:00', 'Pacific/Apia')]
  expect(between(slots, '2011-12-22T00:00:00Z', '2012-01-07T00:00:00Z')).toEqual([
    ['2011-12-23T20:00', '1'],
    ['2011-12-24T20:00', '2'],
    ['2011-12-30T20:00', '1', '2'],
    ['2012-01-05T20:00', '1'],
    ['2012-01-06T20:00', '2'],
  ])
})

test('Lord Howe keeps its wall time over half an hour', () => {
  const slots = [slot('1', 0, '02:15', 'Australia/Lord_Howe')]
  expect(between(slots, '2026-09-25T00:00:00Z', '2026-10-12T00:00:00Z')).toEqual([
    ['2026-09-26T15:45', '1'],
    ['2026-10-03T15:45', '1'], // in the gap: 02:45
    ['2026-10-10T15:15', '1'],
  ])
})

test('slots of different zones at one instant stand together, in the order given', () => {
  const slots = [slot('7', 1, '12:00', 'Europe/Berlin'), slot('9', 1, '11:00', 'UTC'), slot('3', 1, '16:45', 'Asia/Kathmandu')]
  expect(slotsAt(slots, new Date('2026-03-02T11:00:00Z'))).toEqual(['7', '9', '3'])
  expect(slotsAt(slots, new Date('2026-06-01T11:00:00Z'))).toEqual(['9', '3'])
  expect(slotsAt(slots, new Date('2026-03-02T11:00:01Z'))).toEqual([])
})

test('the first occurrence lies after the instant, never on it', () => {
  const rule = slot('1', 1, '09:00', 'UTC')
  expect(firstOccurrence(rule, new Date('2026-03-02T08:59:59Z')).toISOString()).toBe('2026-03-02T09:00:00.000Z')
  expect(firstOccurrence(rule, new Date('2026-03-02T09:00:00Z')).toISOString()).toBe('2026-03-09T09:00:00.000Z')
})

test('growing windows cover the whole without a gap or an overlap', () => {
  const whole = { after: new Date('2026-03-02T10:00:00Z'), until: new Date('2036-03-02T10:00:00Z') }
  const windows = [...growingWindows(whole)]
  expect(windows[0]?.after).toEqual(whole.after)
  expect(windows.at(-1)?.until).toEqual(whole.until)
  for (const [index, window] of windows.entries()) if (index > 0) expect(window.after).toEqual(windows[index - 1]?.until)
  expect(windows.length).toBeLessThan(8)
})

test('the quick way and the day by day way agree in every zone and season', () => {
  const zones = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
  const anySlot = fc.record({
    id: fc.constant('1'),
    day: fc.integer({ min: 0, max: 6 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    timezone: fc.constantFrom(...zones),
  })
  const start = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) })
  fc.assert(
    fc.property(anySlot, start, fc.integer({ min: 1, max: 120 }), (rule, afterMs, days) => {
      const untilMs = afterMs + days * DAY_MS
      const expected: number[] = []
      for (let date = Math.floor(afterMs / DAY_MS) - 3; date <= untilMs / DAY_MS + 3; date++) {
        const atMs = instantOfDay(date, rule.minute, rule.timezone).getTime()
        if (weekdayOf(date) === rule.day && atMs > afterMs && atMs <= untilMs) expected.push(atMs)
      }
      const found = [...slotInstants([rule], { after: new Date(afterMs), until: new Date(untilMs) })].map(({ at }) =>
        at.getTime(),
      )
      expect(found).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('where one window ends the next begins: cut anywhere, nothing is lost or told twice', () => {
  const slots = [
    slot('1', 0, '02:30', 'America/New_York'),
    slot('2', 0, '03:30', 'America/New_York'),
    slot('3', 6, '23:59', 'UTC'),
  ]
  const whole = { after: new Date('2026-02-20T00:00:00Z'), until: new Date('2026-12-01T00:00:00Z') }
  const instants = (window: { after: Date; until: Date }) =>
    [...slotInstants(slots, window)].map(({ at, timeslotIds }) => `${at.getTime()} ${timeslotIds.join()}`)
  const all = instants(whole)
  const atOne = fc.constantFrom(...all.map((one) => Number(one.split(' ')[0]))) // a cut at an occurrence itself
  const anywhere = fc.integer({ min: whole.after.getTime(), max: whole.until.getTime() })
  fc.assert(
    fc.property(fc.oneof(atOne, anywhere), (cutMs) => {
      const cut = new Date(cutMs)
      expect([...instants({ ...whole, until: cut }), ...instants({ ...whole, after: cut })]).toEqual(all)
    }),
    { numRuns: 100 },
  )
})

test('an empty window and an account without slots have no occurrences', () => {
  const at = '2026-03-02T09:00:00Z'
  expect(between([slot('1', 1, '09:00', 'UTC')], at, at)).toEqual([])
  expect(between([slot('1', 1, '09:00', 'UTC')], at, '2026-03-01T09:00:00Z')).toEqual([])
  expect(between([], at, '2036-03-02T09:00:00Z')).toEqual([])
})
