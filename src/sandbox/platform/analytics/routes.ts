/** GET /pins/{pin_id}/analytics: seeded days, else made-up ones; the platform is two days behind. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import * as days from './days.js'
import type { Serve, V5 } from '../endpoints.js'
import { lifetimeOf, pinDays, type PinFacts } from './made-up-days.js'
import { badPinAnalytics, pinAnalyticsRefused, pinOfAnalyticsNotFound } from '../faults/refusals.js'

const LIFETIME = ['TOTAL_COMMENTS', 'TOTAL_REACTIONS']
/** Pins have no ENGAGEMENT. */
const METRICS = [
  ...['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE', ...LIFETIME, 'USER_FOLLOW', 'PROFILE_VISIT'],
  ...['VIDEO_MRC_VIEW', 'VIDEO_10S_VIEW', 'QUARTILE_95_PERCENT_VIEW', 'VIDEO_V50_WATCH_TIME', 'VIDEO_START'],
  'VIDEO_AVG_WATCH_TIME',
]
const question = days.windowQuery.extend({
  metric_types: days.metricTypes(METRICS),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  split_field: z.literal('NO_SPLIT').optional(), // the others are not modelled
})

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
      const parsed = question.safeParse(query)
      const window = parsed.success && days.readWindow(parsed.data, now)
      if (!window) throw badPinAnalytics()
      const { metric_types: names } = parsed.data
      const pin = await findPin(sql, params.pinId ?? '')
      if (!pin) throw pinOfAnalyticsNotFound()
      // analytics exist for business accounts only
      if (pin.ownerId !== caller.userId || !pin.isBusiness) throw pinAnalyticsRefused()
      const seeded = (await days.readSeeded(sql, pin.ownerId)).get(pin.id)
      const read = (window: days.Window) => daysOfPin(pin, { window, now, seeded })
      const request = read(window)
      const daily = request.map(({ metrics }) => metrics)
      return {
        all: {
          summary_metrics: days.only(
            days.sumUp(daily),
            names.filter((name) => !LIFETIME.includes(name)),
          ),
          daily_metrics: days.toWireDays(request, names),
          ...(names.some((name) => LIFETIME.includes(name)) && {
            lifetime_metrics: days.only(ofWholeLife(pin, now, read), names),
          }),
        },
      }
    },
  )
}

function ofWholeLife(pin: Pin, now: Date, read: (window: days.Window) => days.Day[]): days.Metrics {
  const life = read({ first: days.dayOf(pin.createdAt), last: days.dayOf(now) })
  return lifetimeOf(pin, days.sumUp(life.map(({ metrics }) => metrics)).IMPRESSION ?? 0)
}

export const daysOfPin = (pin: PinFacts, of: { window: days.Window; now: Date; seeded: days.Seeded | undefined }) =>
  days.daysOf({ ...of, begin: days.dayOf(pin.createdAt), before: 'BEFORE_PIN_CREATED', make: pinDays(pin) })

type Pin = PinFacts & { ownerId: string; isBusiness: boolean }

async function findPin(sql: Sql, pinId: string): Promise<Pin | undefined> {
  const [pin] = await sql<Pin[]>`
    select p.id, p.owner_id as "ownerId", p.created_at as "createdAt", v.duration_ms as "durationMs",
           u.account_type = 'BUSINESS' as "isBusiness"
      from sim_pins p
      join sim_users u on u.id = p.owner_id
      left join sim_media v on v.id = p.video_id
     where p.id = ${pinId}`
  return pin
}
