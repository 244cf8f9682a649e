/** Makes up the daily analytics of a pin and its account from their ids and times, so they are always the same. */
import { createHash } from 'node:crypto'
import { DateTime } from 'luxon'
import { DAY_MS } from '../../../core/lib/duration.js'
import { type Metrics, type Seeded, dateOf, sumUp, withEngagement, withRates } from './days.js'

export type PinFacts = {
  id: string
  createdAt: Date
  /** Only for a video. */
  durationMs: number | null
}

/** The zone of the simulated audience. */
const AUDIENCE = 'America/New_York'
/**
 * The audience peaks at half past seven, on Wednesdays and Sundays: a different curve from the service's default, so that it has
 * something to learn.
 */
const BEST_HOUR = 19.5
const SPREAD_HOURS = 3
const WEEKDAYS = [1.3, 0.95, 1, 1.25, 1, 0.9, 1.05] // Sunday first
const BASE = 120

/** Metrics by UTC day, counted from 1970; from the day of creation on. */
export function pinDays({ id, createdAt, durationMs }: PinFacts): (day: number) => Metrics {
  const level = BASE * audienceAt(createdAt) * (0.8 + 0.4 * chance(id))
  return (day) => {
    const age = day - Math.floor(createdAt.getTime() / DAY_MS)
    const share = age === 0 ? 1 - (createdAt.getTime() % DAY_MS) / DAY_MS : 1 // the first day is incomplete
    const grown = Math.min(1, (age + 1) / 3) * 0.97 ** age
    const impressions = Math.max(1, Math.round(level * grown * (0.85 + 0.3 * chance(`${id} ${day}`)) * share))
    const part = (of: number) => Math.round(impressions * of)
    const saves = part(0.025)
    return {
      IMPRESSION: impressions,
      SAVE: saves,
      SAVE_RATE: saves / impressions,
      PIN_CLICK: part(0.04),
      OUTBOUND_CLICK: part(0.01),
      USER_FOLLOW: part(0.002),
      PROFILE_VISIT: part(0.006),
      ...(durationMs !== null && videoMetrics(impressions, durationMs)),
    }
  }
}

function videoMetrics(impressions: number, durationMs: number): Metrics {
  const starts = Math.round(impressions * 0.6)
  const watched = starts * durationMs * 0.45
  return {
    VIDEO_START: starts,
    VIDEO_MRC_VIEW: Math.round(starts * 0.7),
    VIDEO_10S_VIEW: durationMs >= 10_000 ? Math.round(starts * 0.3) : 0,
    QUARTILE_95_PERCENT_VIEW: Math.round(starts * 0.2),
    VIDEO_V50_WATCH_TIME: Math.round(watched),
    ...(starts > 0 && { VIDEO_AVG_WATCH_TIME: watched / starts }),
  }
}

/**
 * Totals of a pin's whole life.
 * @param impressions of its whole life
 */
export const lifetimeOf = ({ id }: { id: string }, impressions: number): Metrics => ({
  TOTAL_COMMENTS: Math.floor(impressions * 0.004 * chance(`${id} comments`)),
  TOTAL_REACTIONS: Math.floor(impressions * 0.02 * (0.5 + chance(`${id} reactions`))),
})

/** Days of seeded data that define the account's level; without them the account has a little besides its pins. */
const LEVEL_DAYS = 28

/**
 * The metrics of an account on a day: those of its pins, and of other sources.
 * @param ofPins metrics of all its pins on a day
 */
export function accountDays(
  userId: string,
  seeded: Seeded | undefined,
  ofPins: (day: number) => Metrics,
): (day: number) => Metrics {
  const known = [...(seeded?.values() ?? [])].filter(({ status }) => status === 'READY').slice(-LEVEL_DAYS)
  const gaps = known.map(({ date, metrics }) => (metrics.IMPRESSION ?? 0) - (ofPins(Date.parse(date) / DAY_MS).IMPRESSION ?? 0))
  const level =
    gaps.length > 0 ? Math.max(0, gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) : 60 + 120 * chance(`${userId} level`)
  return (day) => {
    const weekend = [0, 6].includes(new Date(dateOf(day)).getUTCDay()) ? 1.2 : 0.92
    const elsewhere = Math.round(level * weekend * (0.9 + 0.2 * chance(`${userId} ${day}`)))
    const part = (of: number) => Math.round(elsewhere * of)
    const { IMPRESSION, SAVE, PIN_CLICK, OUTBOUND_CLICK } = ofPins(day)
    const counts = {
      IMPRESSION: (IMPRESSION ?? 0) + elsewhere,
      SAVE: (SAVE ?? 0) + part(0.021),
      PIN_CLICK: (PIN_CLICK ?? 0) + part(0.034),
      OUTBOUND_CLICK: (OUTBOUND_CLICK ?? 0) + part(0.008),
    }
    return withRates(withEngagement(counts))
  }
}

/** The sum of several pins. */
export const together = (pins: ((day: number) => Metrics)[]) => (day: number) => sumUp(pins.map((of) => of(day)))

/** A factor from 0.3 to about 2.3: the evening is several times the night. */
function audienceAt(at: Date): number {
  const wall = DateTime.fromJSDate(at, { zone: AUDIENCE })
  const apart = Math.abs(wall.hour + wall.minute / 60 - BEST_HOUR)
  const hours = Math.min(apart, 24 - apart)
  return (0.3 + 1.5 * Math.exp(-((hours / SPREAD_HOURS) ** 2))) * (WEEKDAYS[wall.weekday % 7] ?? 1)
}

/** A number in [0, 1) that depends on the text alone. */
const chance = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
