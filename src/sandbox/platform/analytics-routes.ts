/** GET /pins/{pin_id}/analytics: what was seeded for a day, else made up; the platform is two days behind. */
import { z } from 'zod'
import type { Sql } from '../../core/ports.js'
import { DAY_MS } from '../../core/time.js'
import type { Serve, V5 } from './endpoints.js'
import { madeUpDay, type PinFacts } from './made-up-days.js'
import { badPinAnalytics, pinAnalyticsRefused, pinOfAnalyticsNotFound } from './refusals.js'

/** Today and yesterday. */
const PROCESSING_DAYS = 2
const DAYS_BACK = 90
const LONGEST_DAYS = 90

const METRICS = [
  ...['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE'],
  ...['TOTAL_COMMENTS', 'TOTAL_REACTIONS', 'USER_FOLLOW', 'PROFILE_VISIT'],
  ...[
    'VIDEO_MRC_VIEW',
    'VIDEO_10S_VIEW',
    'QUARTILE_95_PERCENT_VIEW',
    'VIDEO_V50_WATCH_TIME',
    'VIDEO_START',
    'VIDEO_AVG_WATCH_TIME',
  ],
]
const asked = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  metric_types: z
    .string()
    .transform((list) => list.split(','))
    .refine((names) => names.every((name) => METRICS.includes(name))),
})

type WireDay = { date: string; data_status: string; metrics: Record<string, number> }
type Window = { first: number; last: number; metrics: string[] }

/** A day in UTC, counted from 1970. */
const dayOf = (at: Date | string) => Math.floor(new Date(at).getTime() / DAY_MS)
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

export function analyticsRoutes(serve: Serve, { db: { sql } }: V5): void {
  serve(
    {
      method: 'GET',
      url: '/pins/:pinId/analytics',
      scopes: ['boards:read', 'pins:read'],
      call: 'pin_analytics',
      category: 'org_analytics',
    },
    async ({ caller, params, query, now }) => {
      const window = readWindow(query, now)
      const pin = await findPin(sql, params.pinId ?? '')
      if (!pin) throw pinOfAnalyticsNotFound()
      // Analytics are there for business accounts alone.
      if (pin.ownerId !== caller.userId || !pin.isBusiness) throw pinAnalyticsRefused()
      const days = await readDays(sql, pin, window, now)
      return { all: { summary_metrics: sumUp(days), daily_metrics: days } }
    },
  )
}

/** @throws Refusal 400 */
function readWindow(query: unknown, now: Date): Window {
  const parsed = asked.safeParse(query)
  if (!parsed.success) throw badPinAnalytics()
  const { start_date, end_date, metric_types: metrics } = parsed.data
  const [first, last] = [dayOf(start_date), dayOf(end_date)]
  if (last < first || last - first > LONGEST_DAYS || first < dayOf(now) - DAYS_BACK) throw badPinAnalytics()
  return { first, last, metrics }
}

type Pin = PinFacts & { ownerId: string; isBusiness: boolean }

async function findPin(sql: Sql, pinId: string): Promise<Pin | undefined> {
  const [pin] = await sql<Pin[]>`
    select p.id, p.owner_id as "ownerId", p.created_at as "createdAt", u.account_type = 'BUSINESS' as "isBusiness"
      from sim_pins p
      join sim_users u on u.id = p.owner_id
     where p.id = ${pinId}`
  return pin
}

/** One entry a day up to today, earliest first. */
async function readDays(sql: Sql, pin: Pin, { first, last, metrics }: Window, now: Date): Promise<WireDay[]> {
  const seeded = await readSeeded(sql, pin)
  const today = dayOf(now)
  const days: WireDay[] = []
  for (let day = first; day <= Math.min(last, today); day++) {
    const date = dateOf(day)
    const empty = (status: string): WireDay => ({ date, data_status: status, metrics: {} })
    if (day < dayOf(pin.createdAt)) days.push(empty('BEFORE_PIN_CREATED'))
    else if (day > today - PROCESSING_DAYS) days.push(empty('PROCESSING'))
    else {
      const { status, metrics: all } = seeded.get(date) ?? { status: 'READY', metrics: madeUpDay(pin, day) }
      const named = Object.entries(all).filter(([name]) => metrics.includes(name))
      days.push({ date, data_status: status, metrics: Object.fromEntries(named) })
    }
  }
  return days
}

type Seeded = { status: string; metrics: Record<string, number> }

/** Without those that were being processed when they were seeded: time has gone on since. */
async function readSeeded(sql: Sql, { ownerId, id }: Pin): Promise<Map<string, Seeded>> {
  const rows = await sql<(Seeded & { date: string })[]>`
    select day::text as date, status, metrics
      from sim_days
     where user_id = ${ownerId} and pin_id = ${id} and status <> 'PROCESSING'`
  return new Map(rows.map(({ date, ...day }) => [date, day]))
}

/** Rates are no sums. */
function sumUp(days: WireDay[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { metrics } of days) {
    for (const [name, value] of Object.entries(metrics)) if (!name.endsWith('_RATE')) sums[name] = (sums[name] ?? 0) + value
  }
  return sums
}
