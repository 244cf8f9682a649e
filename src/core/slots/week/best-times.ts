/** Computes when an account's pins do best, by weekday and hour of its zone. Pure. @see docs/schedule.md#best-times */
import { DateTime } from 'luxon'
import type { PinResult } from './pin-results.js'
import { DEFAULT_CURVE, HOURS_A_WEEK } from './curve.js'

/** `day` 0 is Sunday, `minute` is of the day, both in the zone; the score is relative, 0 to 1. */
export type BestTime = { day: number; minute: number; score: number }
/** The source of the scores: the account's own results, or the documented curve. */
export type Basis = 'results' | 'default'

export type BestTimes = {
  basis: Basis
  /** Pins whose results are known, even if they are too few to count. */
  pinsRead: number
  /** Hours of the week from Sunday 00:00 in the zone. */
  scores: readonly number[]
}

/** "Enough" results of an account: this many pins, in this many different hours of the week. */
export const ENOUGH = { pins: 20, hours: 8 } as const

/** How many pins the curve counts as, in each hour. */
const CURVE_PINS = 2
/** The weight of a pin for the hours next to its own, and for its hour on other days. */
const BESIDE = 0.5
const OTHER_DAYS = 0.25

/** Computes the scores. The order of the pins does not matter, and a better result in an hour never lowers that hour. */
export function bestTimes(pins: readonly PinResult[], timezone: string): BestTimes {
  const hours = pins.map(({ sentAt }) => hourOfWeek(sentAt, timezone))
  if (pins.length < ENOUGH.pins || new Set(hours).size < ENOUGH.hours) {
    return { basis: 'default', pinsRead: pins.length, scores: DEFAULT_CURVE }
  }
  const sums = new Array<number>(HOURS_A_WEEK).fill(0)
  const counts = new Array<number>(HOURS_A_WEEK).fill(0)
  for (const { hour, worth } of worthOf(pins, hours)) {
    for (const { hour: near, weight } of reachOf(hour)) {
      sums[near]! += weight * worth // the index is within the week
      counts[near]! += weight
    }
  }
  const scores = DEFAULT_CURVE.map((curve, hour) => (sums[hour]! + CURVE_PINS * curve) / (counts[hour]! + CURVE_PINS))
  return { basis: 'results', pinsRead: pins.length, scores }
}

/** Interpolates between two hours. @param minute of the week */
export function scoreAt(scores: readonly number[], minute: number): number {
  const hour = Math.floor(minute / 60)
  const part = (minute % 60) / 60
  return scores[hour]! * (1 - part) + scores[(hour + 1) % HOURS_A_WEEK]! * part
}

function hourOfWeek(at: Date, timezone: string): number {
  const wall = DateTime.fromJSDate(at, { zone: timezone })
  return (wall.weekday % 7) * 24 + wall.hour
}

/**
 * Converts results to the scale of the curve by rank, so that one widely shared pin is merely the best: the best pin gets the
 * best hour that the account has tried, the worst the worst. So an account that tries only evenings does not make evenings seem
 * average. Equal results share their value.
 */
function worthOf(pins: readonly PinResult[], hours: readonly number[]): { hour: number; worth: number }[] {
  const tried = hours.map((hour) => DEFAULT_CURVE[hour]!).sort((a, b) => a - b)
  const byValue = pins
    .map(({ value }, index) => ({ value, hour: hours[index]! }))
    .sort((a, b) => a.value - b.value || a.hour - b.hour)
  const worths: { hour: number; worth: number }[] = []
  for (let from = 0; from < byValue.length; ) {
    let to = from
    while (to < byValue.length && byValue[to]!.value === byValue[from]!.value) to++
    const worth = tried.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from)
    for (const { hour } of byValue.slice(from, to)) worths.push({ hour, worth })
    from = to
  }
  return worths
}

/** Weights the hour itself most; otherwise a better result in an hour could lower it through its neighbours. */
function reachOf(hour: number): { hour: number; weight: number }[] {
  const around = (hours: number) => (hour + hours + HOURS_A_WEEK) % HOURS_A_WEEK
  return [
    { hour, weight: 1 },
    { hour: around(-1), weight: BESIDE },
    { hour: around(1), weight: BESIDE },
    ...[1, 2, 3, 4, 5, 6].map((days) => ({ hour: around(24 * days), weight: OTHER_DAYS })),
  ]
}
