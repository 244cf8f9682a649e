/** Analytics of an account and its best pins; the account's days include those of its pins. */
import { z } from 'zod'
import { DAY_MS } from '../../../core/lib/duration.js'
import type { Sql } from '../../../core/ports/deps.js'
import * as days from './days.js'
import { daysOfPin } from './routes.js'
import type { Serve, V5 } from '../endpoints.js'
import type { SimulatedRequest } from '../simulated-request.js'
import { accountDays, pinDays, together, type PinFacts } from './made-up-days.js'
import { accountAnalyticsRefused, badAccountAnalytics } from '../faults/refusals.js'

const METRICS = [
  ...['ENGAGEMENT', 'ENGAGEMENT_RATE', 'IMPRESSION', 'OUTBOUND_CLICK', 'OUTBOUND_CLICK_RATE'],
  ...['PIN_CLICK', 'PIN_CLICK_RATE', 'SAVE', 'SAVE_RATE'],
]
/** Accepts every value of a list or a filter; only dates and metric names have an effect here. */
const question = days.windowQuery.extend({
  metric_types: days.metricTypes(METRICS).default(METRICS),
  from_claimed_content: z.enum(['OTHER', 'CLAIMED', 'BOTH']).optional(),
  pin_format: z
    .enum(['ALL', 'ORGANIC_IMAGE', 'ORGANIC_PRODUCT', 'ORGANIC_VIDEO', 'ADS_STANDARD', 'ADS_PRODUCT', 'ADS_VIDEO', 'ADS_IDEA'])
    .optional(),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  content_type: z.enum(['ALL', 'PAID', 'ORGANIC']).optional(),
  source: z.enum(['ALL', 'YOUR_PINS', 'OTHER_PINS']).optional(),
  split_field: z.literal('NO_SPLIT').optional(),
})
const topQuestion = question.omit({ split_field: true }).extend({
  sort_by: z.enum(['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE']),
  num_of_pins: z.coerce.number().pipe(z.int().min(1).max(50)).default(10),
  created_in_last_n_days: z.literal('30').optional(),
})

export function accountAnalyticsRoutes(serve: Serve, { db: { sql } }: V5): void {
  const url = '/user_account/analytics'
  const category = 'org_analytics'

  serve({ method: 'GET', url, scopes: ['user_accounts:read'], call: 'account_analytics', category }, async (request) => {
    const { account, now } = await requireBusiness(sql, request)
    const { window, metric_types: names } = parse(question, request)
    const daily = daysOfAccount(account, window, now)
    const summary = days.sumUp(daily.map(({ metrics }) => metrics))
    return { all: { summary_metrics: days.only(summary, names), daily_metrics: days.toWireDays(daily, names) } }
  })

  const scopes = ['pins:read', 'user_accounts:read'] as const
  serve({ method: 'GET', url: `${url}/top_pins`, scopes: [...scopes], call: 'top_pins', category }, async (request) => {
    const { account, now } = await requireBusiness(sql, request)
    const query = parse(topQuestion, request)
    const { window, metric_types: names, sort_by: sortBy } = query
    const since = query.created_in_last_n_days ? days.dayOf(now) - Number(query.created_in_last_n_days) : 0
    const ranked = account.pins
      .filter((pin) => days.dayOf(pin.createdAt) >= since)
      .map((pin) => ({ id: pin.id, metrics: ofWindow(account, pin, window, now) }))
      .filter(({ metrics }) => metrics.IMPRESSION !== undefined)
      .sort((a, b) => (b.metrics[sortBy] ?? 0) - (a.metrics[sortBy] ?? 0))
    const latest = (days.lastReadyDay(now) + 1) * DAY_MS - 1000
    return {
      date_availability: { latest_available_timestamp: latest, is_realtime: false },
      sort_by: sortBy,
      pins: ranked.slice(0, query.num_of_pins).map(({ id, metrics: all }) => {
        const metrics = days.only(all, names)
        return { pin_id: id, metrics, data_status: Object.fromEntries(Object.keys(metrics).map((name) => [name, 'READY'])) }
      }),
    }
  })
}

type Account = { id: string; createdAt: Date; pins: PinFacts[]; seeded: Map<string, days.Seeded> }

/** @throws Refusal 403 */
async function requireBusiness(
  sql: Sql,
  { caller: { userId: id }, now }: SimulatedRequest,
): Promise<{ account: Account; now: Date }> {
  const [user] = await sql<{ createdAt: Date }[]>`
    select created_at as "createdAt" from sim_users where id = ${id} and account_type = 'BUSINESS'`
  if (!user) throw accountAnalyticsRefused()
  const [pins, seeded] = await Promise.all([
    sql<PinFacts[]>`
      select p.id, p.created_at as "createdAt", v.duration_ms as "durationMs"
        from sim_pins p
        left join sim_media v on v.id = p.video_id
       where p.owner_id = ${id}
       order by p.number desc`,
    days.readSeeded(sql, id),
  ])
  return { account: { id, createdAt: user.createdAt, pins: [...pins], seeded }, now }
}

/** @throws Refusal 400 */
function parse<T extends typeof question | typeof topQuestion>(
  shape: T,
  { query, now }: SimulatedRequest,
): z.output<T> & { window: days.Window } {
  const parsed = shape.safeParse(query)
  const window = parsed.success && days.readWindow(parsed.data, now)
  if (!window) throw badAccountAnalytics()
  return { ...(parsed.data as z.output<T>), window } // a success has this very shape
}

function daysOfAccount({ id, createdAt, pins, seeded }: Account, window: days.Window, now: Date): days.Day[] {
  const ofAccount = seeded.get('')
  const ofPins = together(
    pins.map((pin) => {
      const [begin, make, known] = [days.dayOf(pin.createdAt), pinDays(pin), seeded.get(pin.id)]
      return (day) => (day < begin ? {} : (known?.get(days.dateOf(day))?.metrics ?? make(day)))
    }),
  )
  const first = [...(ofAccount?.keys() ?? [])].slice(0, 1)
  const begin = Math.min(...[createdAt, ...pins.map((pin) => pin.createdAt), ...first].map((at) => days.dayOf(at)))
  const make = accountDays(id, ofAccount, ofPins)
  return days.daysOf({ window, now, seeded: ofAccount, begin, before: 'BEFORE_BUSINESS_CREATED', make })
}

/** A pin's metrics over its ready days. */
function ofWindow({ seeded }: Account, pin: PinFacts, window: days.Window, now: Date): days.Metrics {
  const own = daysOfPin(pin, { window, now, seeded: seeded.get(pin.id) })
  const sums = days.sumUp(own.map(({ metrics }) => metrics))
  return sums.IMPRESSION === undefined ? {} : days.withRates(days.withEngagement(sums))
}
