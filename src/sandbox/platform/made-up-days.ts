/** What a pin of the simulated platform gets on a day: made of its id and the hour it was created at, so always the same. */
import { createHash } from 'node:crypto'
import { DateTime } from 'luxon'
import { DAY_MS } from '../../core/time.js'

export type PinFacts = { id: string; createdAt: Date }

/** Where those who look at pins live here. */
const AUDIENCE = 'America/New_York'
/** They are there most at half past seven, and on Wednesdays and Sundays: not the curve of the service, so that it has something to learn. */
const BEST_HOUR = 19.5
const SPREAD_HOURS = 3
const WEEKDAYS = [1.3, 0.95, 1, 1.25, 1, 0.9, 1.05] // Sunday first
const BASE = 120

/** @param day in UTC, counted from 1970; not before that of the creation */
export function madeUpDay({ id, createdAt }: PinFacts, day: number): Record<string, number> {
  const age = day - Math.floor(createdAt.getTime() / DAY_MS)
  const share = age === 0 ? 1 - (createdAt.getTime() % DAY_MS) / DAY_MS : 1 // the first day is not a whole one
  const grown = Math.min(1, (age + 1) / 3) * 0.97 ** age
  const luck = (0.8 + 0.4 * chance(id)) * (0.85 + 0.3 * chance(`${id} ${day}`))
  const impressions = Math.max(1, Math.round(BASE * audienceAt(createdAt) * grown * luck * share))
  const part = (of: number) => Math.round(impressions * of)
  const saves = part(0.025)
  return {
    IMPRESSION: impressions,
    SAVE: saves,
    SAVE_RATE: saves / impressions,
    PIN_CLICK: part(0.04),
    OUTBOUND_CLICK: part(0.01),
  }
}

/** From 0.3 to 2.3 or so: the evening is several times the night. */
function audienceAt(at: Date): number {
  const wall = DateTime.fromJSDate(at, { zone: AUDIENCE })
  const apart = Math.abs(wall.hour + wall.minute / 60 - BEST_HOUR)
  const hours = Math.min(apart, 24 - apart)
  return (0.3 + 1.5 * Math.exp(-((hours / SPREAD_HOURS) ** 2))) * (WEEKDAYS[wall.weekday % 7] ?? 1)
}

/** Of a text, in [0, 1). */
const chance = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
