/**
 * Our rule of gaps and overlaps against an independent one: temporal-polyfill, disambiguation `compatible`, for every zone and ten years.
 * Both read what a zone is from Intl (the polyfill keeps an Intl.DateTimeFormat a zone), so what is compared is the rule, the search for
 * the changes and the arithmetic, not the data: the data itself is held by the named cases, whose instants are written out. A node with a
 * Temporal of its own is taken instead by the polyfill, and then the data are its own as well. Instants before 1970 are out.
 */
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { slotInstants, type WeeklySlot, type Window } from '../../../src/core/slots/occurrences.js'
import { DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { addDays, addYears, instantOf, instantOfDay, isTimezone, steadyOffset } from '../../../src/core/lib/time.js'
import { START } from '../../support/world.js'
import { fc } from '../../support/random.js'
import { ALIASES } from './support/zone-aliases.js'

const LISTED = Intl.supportedValuesOf('timeZone')
const ZONES = [...new Set([...LISTED, ...ALIASES, 'UTC'])]
const END = addYears(START, 10)

const wallOf = (wallMs: number) => {
  const at = new Date(wallMs)
  return new Temporal.PlainDateTime(
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
  )
}
const theirs = (wallMs: number, zone: string) =>
  wallOf(wallMs).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
const ours = (wallMs: number, zone: string) => {
  const day = Math.floor(wallMs / DAY_MS)
  return instantOfDay(day, (wallMs - day * DAY_MS) / MINUTE_MS, zone).getTime()
}
/** What differs, readable; empty when all agree. */
function differences(walls: Iterable<number>, zone: string): string[] {
  const found: string[] = []
  for (const wallMs of walls) {
    const [own, other] = [ours(wallMs, zone), theirs(wallMs, zone)]
    if (own === other) continue
    const say = (ms: number) => new Date(ms).toISOString().slice(0, 16)
    found.push(`${zone} ${say(wallMs)}: ours ${say(own)}Z, theirs ${say(other)}Z`)
  }
  return found
}

/** `from` and `to`: what a clock shows when it is changed and just after, as if that were UTC. */
type Change = { atMs: number; from: number; to: number }

const kept = new Map<string, Change[]>()
/** When the clocks of a zone change within the ten years, as the other implementation finds it. */
function changesOf(zone: string): Change[] {
  const known = kept.get(zone)
  if (known) return known
  const changes: Change[] = []
  kept.set(zone, changes)
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(START.getTime()).toZonedDateTimeISO(zone)
  for (;;) {
    const offsetBefore: number = at.offsetNanoseconds / 1e6
    at = at.getTimeZoneTransition('next')
    if (!at || at.epochMilliseconds > END.getTime()) return changes
    const atMs: number = at.epochMilliseconds
    changes.push({ atMs, from: atMs + offsetBefore, to: atMs + at.offsetNanoseconds / 1e6 })
  }
}

/** Of zones whose clocks change at the same instants by the same hours, the first alone: those are the ones to ask minute by minute. */
const DISTINCT = [...new Map(LISTED.map((zone) => [JSON.stringify(changesOf(zone)), zone])).values()]

/** Every wall minute of a change: from an hour before what is skipped or repeated to an hour after. */
function* wallMinutesNear({ from, to }: Change): Generator<number> {
  const until = Math.max(from, to) + 60 * MINUTE_MS
  for (let wallMs = Math.min(from, to) - 60 * MINUTE_MS; wallMs <= until; wallMs += MINUTE_MS) yield wallMs
}

test('every minute around every change of the clocks in ten years is the same instant', () => {
  let minutes = 0
  const wrong = DISTINCT.flatMap((zone) =>
    changesOf(zone).flatMap((change) => {
      const walls = [...wallMinutesNear(change)]
      minutes += walls.length
      return differences(walls, zone)
    }),
  )
  expect(minutes).toBeGreaterThan(100_000)
  expect(wrong).toEqual([])
})

test('the edges of each change and any other minute are the same instant, in every zone and under every name of one', () => {
  const minute = fc.integer({ min: START.getTime() / MINUTE_MS, max: END.getTime() / MINUTE_MS })
  const wrong = ZONES.flatMap((zone) => {
    const edges = changesOf(zone).flatMap(({ from, to }) =>
      [from, to].flatMap((edge) => [edge - MINUTE_MS, edge, edge + MINUTE_MS]),
    )
    const anywhere = fc.sample(minute, 100).map((at) => at * MINUTE_MS)
    return differences([...edges, ...anywhere], zone)
  })
  expect(ZONES.length).toBeGreaterThan(550)
  expect(wrong).toEqual([])
})

test('every name of a zone is one that we take', () => {
  expect(ZONES.filter((zone) => !isTimezone(zone))).toEqual([])
})

test.each([
  // a gap of an hour, and an hour twice
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  // half an hour
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
  // a day that never was
  ['Pacific/Apia', '2011-12-29T23:59', '2011-12-30T09:59'],
  ['Pacific/Apia', '2011-12-30T00:00', '2011-12-30T10:00'],
  ['Pacific/Apia', '2011-12-30T12:34', '2011-12-30T22:34'],
  ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00'],
  // a quarter of an hour, never changed
  ['Asia/Kathmandu', '2026-07-01T00:10', '2026-06-30T18:25'],
  // back for Ramadan and forward again: the winter of other zones in the middle of the year
  ['Africa/Casablanca', '2026-02-15T02:30', '2026-02-15T01:30'],
  ['Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T02:30'],
])('%s %s is %sZ, for both', (zone, wall, expected) => {
  const local = Temporal.PlainDateTime.from(wall)
  const { year, month, day, hour, minute } = local
  expect(
    instantOf({ year, month, day, minute: hour * 60 + minute }, zone)
      .toISOString()
      .slice(0, 16),
  ).toBe(expected)
  const instant = local.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant()
  expect(instant.toString().slice(0, 16)).toBe(expected)
})

/** Where the clocks of zones do change, so that random days meet a change. */
const CHANGING = LISTED.filter((zone) => steadyOffset(START, END, zone) === undefined)
const anyZone = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CHANGING) },
  { weight: 1, arbitrary: fc.constantFrom(...ZONES) },
)

test('so many calendar days later is the same wall time, moved only out of a gap', () => {
  const anyMinute = fc.integer({ min: START.getTime() / MINUTE_MS, max: END.getTime() / MINUTE_MS })
  const compare = (at: Date, days: number, zone: string) => {
    const expected = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).add({ days }).epochMilliseconds
    expect(addDays(at, days, zone).getTime(), `${at.toISOString()} + ${days} in ${zone}`).toBe(expected)
  }
  fc.assert(
    fc.property(anyZone, anyMinute, fc.integer({ min: 0, max: 400 }), (zone, minute, days) =>
      compare(new Date(minute * MINUTE_MS), days, zone),
    ),
    { numRuns: 5_000 },
  )
  // onto each change, and from each, also from the second of a repeated hour
  for (const zone of DISTINCT)
    for (const { atMs } of changesOf(zone).slice(0, 4))
      for (const minutes of [-61, -60, -30, -1, 0, 1, 30, 59, 60])
        for (const days of [-7, 0, 1, 30]) {
          const there = new Date(atMs + minutes * MINUTE_MS)
          compare(there, days, zone)
          compare(new Date(there.getTime() - days * DAY_MS), days, zone)
        }
})

test('a week of slots over ten years is what a naive expansion gives, week by week', () => {
  const anySlot = fc.record({
    id: fc.constant(''),
    day: fc.integer({ min: 0, max: 6 }),
    minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 240 })), // clocks change at night
    timezone: anyZone,
  })
  const slotsOf = fc.array(anySlot, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(slotsOf, (drawn) => {
      const slots = drawn.map((slot, n) => ({ ...slot, id: String(n + 1) }))
      const found = [...slotInstants(slots, { after: START, until: END })].map(({ at, timeslotIds }) => [
        at.getTime(),
        ...timeslotIds,
      ])
      expect(found).toEqual(naively(slots, { after: START, until: END }))
    }),
    { numRuns: 60 },
  )
})

test('a window that begins or ends anywhere around a change of the clocks has what a naive expansion gives', () => {
  for (const timezone of DISTINCT)
    for (const { atMs, from, to } of changesOf(timezone).slice(0, 2)) {
      const walls = [from, to].flatMap((edge) => [-60, -30, -1, 0, 1, 30].map((minutes) => edge + minutes * MINUTE_MS))
      const slots = [...new Set(walls)].map((wallMs, n) => {
        const { dayOfWeek, hour, minute } = wallOf(wallMs)
        return { id: String(n + 1), day: dayOfWeek % 7, minute: hour * 60 + minute, timezone }
      })
      for (const minutes of [-61, -60, -31, -1, 0, 29, 59]) {
        const after = new Date(atMs + minutes * MINUTE_MS)
        for (const window of [
          { after, until: new Date(after.getTime() + 35 * DAY_MS) }, // longer than one step of the expansion
          { after: new Date(after.getTime() - 9 * DAY_MS), until: after },
        ]) {
          const found = [...slotInstants(slots, window)].map(({ at, timeslotIds }) => [at.getTime(), ...timeslotIds])
          expect(found, `${timezone} ${window.after.toISOString()} ${window.until.toISOString()}`).toEqual(naively(slots, window))
        }
      }
    }
})

/** Each slot's weekday and time, a week at a time, made instants one by one; those of one instant stand together. */
function naively(slots: WeeklySlot[], { after, until }: Window): (number | string)[][] {
  const idsAt = new Map<number, string[]>()
  const sunday = Math.floor(after.getTime() / DAY_MS / 7) * 7 - 11 // 1970-01-01 was a Thursday
  const weeks = Math.ceil((until.getTime() - after.getTime()) / DAY_MS / 7) + 4
  for (const { id, day, minute, timezone } of slots)
    for (let week = 0; week < weeks; week++) {
      const atMs = theirs((sunday + week * 7 + day) * DAY_MS + minute * MINUTE_MS, timezone)
      if (atMs > after.getTime() && atMs <= until.getTime()) idsAt.set(atMs, [...(idsAt.get(atMs) ?? []), id])
    }
  return [...idsAt].sort(([a], [b]) => a - b).map(([atMs, ids]) => [atMs, ...ids])
}
