/** Plans times by scores: a whole week, or single times beside existing slots. Pure and deterministic. */
import { type BestTime, scoreAt } from './best-times.js'

const MINUTES_A_DAY = 1440
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY
const HOURS_A_DAY = 24

/**
 * The hours of a day over which posting times spread: with n a day, they first keep about 1/n of these apart, whatever their
 * score.
 */
const HOURS_SPREAD = 14
const hoursApart = (perDay: number): number => Math.max(1, Math.round(HOURS_SPREAD / perDay))

/**
 * Distances and grids of candidates, in minutes: first far apart at whole and half hours, closer only when nothing else is left.
 */
const passesFor = (perDay: number) => [
  { apart: hoursApart(perDay) * 60, step: 30 },
  { apart: hoursApart(perDay) * 30, step: 30 },
  { apart: 60, step: 30 },
  { apart: 30, step: 15 },
  { apart: 15, step: 15 },
  { apart: 5, step: 5 },
  { apart: 1, step: 1 },
]

export type WeekTime = { day: number; minute: number }

const toTime = (minuteOfWeek: number): WeekTime => ({
  day: Math.floor(minuteOfWeek / MINUTES_A_DAY),
  minute: minuteOfWeek % MINUTES_A_DAY,
})
export const minuteOfWeek = ({ day, minute }: WeekTime): number => day * MINUTES_A_DAY + minute

/**
 * Plans this many times on each day, by weekday and time. Up to 24 a day, they are the best whole hours that keep their distance,
 * also over midnight, and closer ones where none is left; beyond that, the day is divided evenly.
 */
export function planWeek(scores: readonly number[], perDay: number): WeekTime[] {
  if (perDay <= HOURS_A_DAY) return bestHours(scores, perDay).map(toTime)
  return Array.from({ length: 7 }, (_, day) => evenly(perDay).map((minute) => ({ day, minute }))).flat()
}

function bestHours(scores: readonly number[], perDay: number): number[] {
  const ranked = scores.map((score, hour) => ({ score, hour })).sort((a, b) => b.score - a.score || a.hour - b.hour)
  const picked: number[] = []
  const isFull = (hour: number) => picked.filter((one) => dayOf(one) === dayOf(hour)).length >= perDay
  const isNear = (hour: number, apart: number) => picked.some((one) => distance(one, hour, scores.length) < apart)
  for (let apart = hoursApart(perDay); apart >= 1; apart--) {
    for (const { hour } of ranked) if (!isFull(hour) && !isNear(hour, apart)) picked.push(hour)
  }
  return picked.sort((a, b) => a - b).map((hour) => hour * 60)
}

const dayOf = (hour: number) => Math.floor(hour / HOURS_A_DAY)

/** Wraps around the end of the week. */
const distance = (a: number, b: number, week: number) => Math.min((a - b + week) % week, (b - a + week) % week)

/** Returns the shortest distance between two of these times, in minutes; a whole week for fewer than two. */
export function leastApart(times: readonly WeekTime[]): number {
  const minutes = times.map(minuteOfWeek).sort((a, b) => a - b)
  const gaps = minutes.map((minute, index) => (minute - (minutes.at(index - 1) ?? 0) + MINUTES_A_WEEK) % MINUTES_A_WEEK)
  return minutes.length < 2 ? MINUTES_A_WEEK : Math.min(...gaps)
}

const evenly = (perDay: number) => Array.from({ length: perDay }, (_, index) => Math.floor((index * MINUTES_A_DAY) / perDay))

/**
 * Picks the best `limit` times, best first: whole hours, or half hours near an existing slot. They keep the distance of a week
 * with as many slots from each other and from `taken` (minutes of the week) where possible; otherwise they are closer, but never
 * equal.
 */
export function pickTimes(scores: readonly number[], taken: readonly number[], limit: number): BestTime[] {
  const isTaken = new Uint8Array(MINUTES_A_WEEK)
  for (const minute of taken) isTaken[minute] = 1
  const isFree = (minute: number, apart: number) => {
    for (let off = 1 - apart; off < apart; off++) if (isTaken[(minute + off + MINUTES_A_WEEK) % MINUTES_A_WEEK]) return false
    return true
  }
  const picked: BestTime[] = []
  const perDay = Math.max(2, Math.ceil((taken.length + limit) / 7))
  for (const { apart, step } of passesFor(perDay)) {
    for (const { minute, score } of picked.length < limit ? candidates(scores, step) : []) {
      if (picked.length >= limit) break
      if (!isFree(minute, apart)) continue
      isTaken[minute] = 1
      picked.push({ ...toTime(minute), score })
    }
  }
  return picked.sort((a, b) => b.score - a.score || minuteOfWeek(a) - minuteOfWeek(b))
}

/** Sorts by score; among equals, whole hours first, then earlier ones. */
function candidates(scores: readonly number[], step: number): { minute: number; score: number }[] {
  return Array.from({ length: MINUTES_A_WEEK / step }, (_, index) => ({
    minute: index * step,
    score: scoreAt(scores, index * step),
  })).sort((a, b) => b.score - a.score || (a.minute % 60) - (b.minute % 60) || a.minute - b.minute)
}
