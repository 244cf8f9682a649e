/** UTC days of the simulated platform's analytics: windows, seeded days, sums. */
import { z } from 'zod'
import { DAY_MS } from '../../../core/lib/duration.js'
import type { Sql } from '../../../core/ports/deps.js'

/** Values by the platform's names. */
export type Metrics = Record<string, number>
export type Day = { date: string; status: string; metrics: Metrics }
/** Days counted from 1970, both inclusive. */
export type Window = { first: number; last: number }
/** Days by date. */
export type Seeded = Map<string, Day>

/** Today and yesterday are not ready. */
const PROCESSING_DAYS = 2
const DAYS_BACK = 90
const LONGEST_DAYS = 90

/** A UTC day, counted from 1970. */
export const dayOf = (at: Date | string) => Math.floor(new Date(at).getTime() / DAY_MS)
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
export const lastReadyDay = (now: Date) => dayOf(now) - PROCESSING_DAYS

export const windowQuery = z.object({ start_date: z.iso.date(), end_date: z.iso.date() })

/** Returns undefined for a window that begins too early, is too long, or ends before it begins. */
export function readWindow({ start_date, end_date }: z.output<typeof windowQuery>, now: Date): Window | undefined {
  const [first, last] = [dayOf(start_date), dayOf(end_date)]
  const isInReach = last >= first && last - first <= LONGEST_DAYS && first >= dayOf(now) - DAYS_BACK
  return isInReach ? { first, last } : undefined
}

/** A comma-separated list of known names. */
export const metricTypes = (known: string[]) =>
  z
    .string()
    .transform((list) => list.split(','))
    .refine((names) => names.every((name) => known.includes(name)))

/**
 * Reads seeded days by pin ('' for the account itself). Leaves out days that were being processed when seeded, because time has
 * passed.
 */
export async function readSeeded(sql: Sql, userId: string): Promise<Map<string, Seeded>> {
  const rows = await sql<(Day & { pinId: string })[]>`
    select pin_id as "pinId", day::text as date, status, metrics
      from sim_days
     where user_id = ${userId} and status <> 'PROCESSING'
     order by day`
  const byPin = new Map<string, Seeded>()
  for (const { pinId, ...day } of rows) byPin.set(pinId, (byPin.get(pinId) ?? new Map<string, Day>()).set(day.date, day))
  return byPin
}

type Making = {
  window: Window
  now: Date
  seeded: Seeded | undefined
  /** The first day with data. */
  begin: number
  before: string
  make: (day: number) => Metrics
}

/** One entry a day up to today, the earliest first: seeded, else made up. */
export function daysOf({ window: { first, last }, now, seeded, begin, before, make }: Making): Day[] {
  const [ready, end] = [lastReadyDay(now), Math.min(last, dayOf(now))]
  const days: Day[] = []
  for (let day = first; day <= end; day++) {
    const date = dateOf(day)
    if (day > ready) days.push({ date, status: day < begin ? before : 'PROCESSING', metrics: {} })
    else
      days.push(
        (day >= begin && seeded?.get(date)) ||
          (day < begin ? { date, status: before, metrics: {} } : { date, status: 'READY', metrics: make(day) }),
      )
  }
  return days
}

const RATES: Record<string, string> = {
  SAVE_RATE: 'SAVE',
  PIN_CLICK_RATE: 'PIN_CLICK',
  OUTBOUND_CLICK_RATE: 'OUTBOUND_CLICK',
  ENGAGEMENT_RATE: 'ENGAGEMENT',
}
const AVERAGE = 'VIDEO_AVG_WATCH_TIME'

/** Sums metrics. Rates and averages cannot be summed and are computed from the sums. */
export function sumUp(all: Metrics[]): Metrics {
  const sums: Metrics = {}
  for (const metrics of all) {
    for (const [name, value] of Object.entries(metrics)) {
      if (!(name in RATES) && name !== AVERAGE) sums[name] = (sums[name] ?? 0) + value
    }
  }
  const { VIDEO_V50_WATCH_TIME: watched, VIDEO_START: starts } = sums
  if (watched !== undefined && starts) sums[AVERAGE] = watched / starts
  return withRates(sums)
}

export function withRates(metrics: Metrics): Metrics {
  const shown = metrics.IMPRESSION
  if (!shown) return metrics
  const rates = Object.entries(RATES).flatMap(([rate, name]) => {
    const count = metrics[name]
    return count === undefined ? [] : [[rate, count / shown] as const]
  })
  return { ...metrics, ...Object.fromEntries(rates) }
}

export const withEngagement = (metrics: Metrics): Metrics => ({
  ...metrics,
  ENGAGEMENT: (metrics.SAVE ?? 0) + (metrics.PIN_CLICK ?? 0) + (metrics.OUTBOUND_CLICK ?? 0),
})

export const only = (metrics: Metrics, names: string[]): Metrics =>
  Object.fromEntries(Object.entries(metrics).filter(([name]) => names.includes(name)))

export const toWireDays = (days: Day[], names: string[]) =>
  days.map(({ date, status, metrics }) => ({ date, data_status: status, metrics: only(metrics, names) }))
