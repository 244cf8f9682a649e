/** Computes dated occurrences from weekly rules. Pure; no occurrence is stored anywhere. */
import { after, before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import { instantOfDay, steadyOffset, wallDayOf, weekdayOf, type WallDay } from '../lib/time.js'
import type { Timeslot } from './week/timeslot.js'

/** How far ahead a pin may be scheduled, in calendar years. */
export const HORIZON_YEARS = 10

export type WeeklySlot = Pick<Timeslot, 'id' | 'day' | 'minute' | 'timezone'>

/** Instants `at` with after < at <= until. */
export type Window = { after: Date; until: Date }

/** All smart occurrences of one instant: several slots count as capacity. Ids keep the order of the slots given. */
export type SlotInstant = { at: Date; timeslotIds: string[] }

const STEP_MS = 28 * DAY_MS

/** Yields instants, earliest first, computed lazily: ten years of a busy schedule are 50,000 occurrences. */
export function* slotInstants(slots: readonly WeeklySlot[], { after, until }: Window): Generator<SlotInstant> {
  if (slots.length === 0) return
  for (let from = after.getTime(); from < until.getTime(); from += STEP_MS) {
    const step = { after: new Date(from), until: new Date(Math.min(from + STEP_MS, until.getTime())) }
    const idsAt = new Map<number, string[]>()
    const stretches = new Map<string, Stretch>()
    for (const slot of slots) {
      const { timezone } = slot
      const stretch = stretches.get(timezone) ?? stretchOf(timezone, step)
      stretches.set(timezone, stretch)
      for (const atMs of occurrencesOf(slot, step, stretch)) {
        const ids = idsAt.get(atMs)
        if (ids) ids.push(slot.id)
        else idsAt.set(atMs, [slot.id])
      }
    }
    const sorted = [...idsAt].sort(([a], [b]) => a - b)
    for (const [atMs, timeslotIds] of sorted) yield { at: new Date(atMs), timeslotIds }
  }
}

/** Returns the capacity of one instant: ids of the slots that occur exactly then. */
export function slotsAt(slots: readonly WeeklySlot[], at: Date): string[] {
  const [found] = slotInstants(slots, { after: before(at, 1), until: at })
  return found?.timeslotIds ?? []
}

/** Returns the first occurrence after `from`. */
export function firstOccurrence(slot: Omit<WeeklySlot, 'id'>, from: Date): Date {
  const window = { after: from, until: after(from, 9 * DAY_MS) }
  const [first] = occurrencesOf(slot, window, stretchOf(slot.timezone, window))
  if (first === undefined) throw new Error('a weekly slot has no occurrence within nine days') // a gap of a day makes eight of seven
  return new Date(first)
}

/**
 * Splits a window into growing pieces, so that a near result needs little reading and a far one few queries.
 * @param skipTo returns the start of a piece that would begin at the instant, to skip parts without interest
 */
export function* growingWindows({ after, until }: Window, skipTo: (after: Date) => Date = (at) => at): Generator<Window> {
  let from = skipTo(after)
  for (let lengthMs = 28 * DAY_MS; from < until; lengthMs *= 4) {
    const to = new Date(Math.min(from.getTime() + lengthMs, until.getTime()))
    yield { after: from, until: to }
    from = skipTo(to)
  }
}

/** A window in a zone's calendar. `offset`: undefined when the clocks change in it. */
type Stretch = { offset: number | undefined; firstDay: WallDay; lastDay: WallDay }

function stretchOf(timezone: string, { after, until }: Window): Stretch {
  return {
    offset: steadyOffset(after, until, timezone),
    // A gap moves a wall time later, by at most a day (Apia): a day before the window may still fall into it.
    firstDay: wallDayOf(after, timezone) - 1,
    lastDay: wallDayOf(until, timezone) + 1,
  }
}

/** Returns instants in ms, earliest first; the last argument is the window in the slot's zone. */
function occurrencesOf(slot: Omit<WeeklySlot, 'id'>, { after, until }: Window, { offset, firstDay, lastDay }: Stretch): number[] {
  const found: number[] = []
  for (let day = firstDay + ((slot.day - weekdayOf(firstDay) + 7) % 7); day <= lastDay; day += 7) {
    const atMs =
      offset === undefined
        ? instantOfDay(day, slot.minute, slot.timezone).getTime()
        : day * DAY_MS + slot.minute * MINUTE_MS - offset // no change of the clocks near: ten times as quick
    if (atMs > after.getTime() && atMs <= until.getTime()) found.push(atMs)
  }
  return found
}
