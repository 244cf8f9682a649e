/** From scores to times: a whole week, or single times beside the slots there are. Pure and always the same. */
import { type BestTime, scoreAt } from './best-times.js'

const MINUTES_A_DAY = 1440
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY
const HOURS_A_DAY = 24

/** Least distance and grid of candidates, in minutes: whole and half hours an hour apart; closer only where nothing else is left. */
const PASSES = [
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
 * So many times on each day, by weekday and time. Up to 24 a day they are the best whole hours of the day, so none is closer than an
 * hour to the next, over midnight neither; beyond, the day is divided evenly.
 */
export function planWeek(scores: readonly number[], perDay: number): WeekTime[] {
  return Array.from({ length: 7 }, (_, day) =>
    (perDay <= HOURS_A_DAY ? bestHours(scores, day, perDay) : evenly(perDay)).map(on(day)),
  ).flat()
}

const on = (day: number) => (minute: number) => ({ day, minute })

function bestHours(scores: readonly number[], day: number, perDay: number): number[] {
  return Array.from({ length: HOURS_A_DAY }, (_, hour) => ({ minute: hour * 60, score: scores[day * HOURS_A_DAY + hour]! }))
    .sort((a, b) => b.score - a.score || a.minute - b.minute)
    .slice(0, perDay)
    .map(({ minute }) => minute)
    .sort((a, b) => a - b)
}

const evenly = (perDay: number) => Array.from({ length: perDay }, (_, index) => Math.floor((index * MINUTES_A_DAY) / perDay))

/**
 * The best `limit` times, best first: whole hours, or half hours where a slot is too near to a whole one. None is closer than
 * an hour to another one or to `taken` (minutes of the week) while possible; then they are closer, but never the same.
 */
export function pickTimes(scores: readonly number[], taken: readonly number[], limit: number): BestTime[] {
  const isTaken = new Uint8Array(MINUTES_A_WEEK)
  for (const minute of taken) isTaken[minute] = 1
  const isFree = (minute: number, apart: number) => {
    for (let off = 1 - apart; off < apart; off++) if (isTaken[(minute + off + MINUTES_A_WEEK) % MINUTES_A_WEEK]) return false
    return true
  }
  const picked: BestTime[] = []
  for (const { apart, step } of PASSES) {
    for (const { minute, score } of picked.length < limit ? candidates(scores, step) : []) {
      if (picked.length >= limit) break
      if (!isFree(minute, apart)) continue
      isTaken[minute] = 1
      picked.push({ ...toTime(minute), score })
    }
  }
  return picked.sort((a, b) => b.score - a.score || minuteOfWeek(a) - minuteOfWeek(b))
}

/** Best first, of equal ones a whole hour, then the earlier one. */
function candidates(scores: readonly number[], step: number): { minute: number; score: number }[] {
  return Array.from({ length: MINUTES_A_WEEK / step }, (_, index) => ({
    minute: index * step,
    score: scoreAt(scores, index * step),
  })).sort((a, b) => b.score - a.score || (a.minute % 60) - (b.minute % 60) || a.minute - b.minute)
}
