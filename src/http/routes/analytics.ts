import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readAccountAnalytics } from '../../core/insight/analytics/account-analytics.js'
import { readAccountHistory } from '../../core/insight/analytics/history.js'
import { readPinAnalytics } from '../../core/insight/analytics/pin-analytics.js'
import { readTopPins } from '../../core/insight/analytics/top-pins.js'
import type { Deps } from '../../core/ports/deps.js'
import { ANALYTICS } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, pathId } from '../schemas.js'
import * as wire from '../wire/analytics.js'

const tag = 'Analytics'
/** Documents a date. The core checks its form together with the other rules of the window. */
const date = (description: string) =>
  z
    .string()
    .optional()
    .meta({ format: 'date', maxLength: 10, description, examples: ['2026-03-02'] })

const window = z.object({
  startDate: date('First UTC day, YYYY-MM-DD; at most 90 days before today'),
  endDate: date('Last UTC day, inclusive; at most 90 days after startDate. Days after today count as today'),
})
const keptWindow = z.object({
  startDate: date('First UTC day, YYYY-MM-DD; any day in the past'),
  endDate: date('Last UTC day, inclusive; at most 365 days after startDate. Days after today count as today'),
})
const WINDOW = 'Send both dates, or neither for the last 30 days (UTC).'
const ERRORS =
  'Cached for 15 minutes for the same account and request. 403 platform_analytics_forbidden: Pinterest gives analytics to business accounts only; retrying does not help. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again.'

export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getAccountAnalytics',
    refusals: [...ANALYTICS],
    method: 'GET',
    url: '/accounts/:accountId/analytics',
    tag,
    summary: "Read an account's analytics",
    description: `For the whole account, by day and in total. ${WINDOW} ${ERRORS}`,
    params: accountParams,
    query: window,
    data: wire.accountAnalyticsSchema,
    run: ({ actor, params, query }) => readAccountAnalytics(deps, actor, { ...params, ...query }),
    show: wire.accountAnalyticsToWire,
  })
  operation(app, deps, {
    id: 'getAccountAnalyticsHistory',
    method: 'GET',
    url: '/accounts/:accountId/analytics/history',
    tag,
    summary: 'Read an account’s stored days',
    description: `Days as Pinterest last reported them, including those it no longer reports. Days that were never read are missing. Does not call Pinterest. ${WINDOW}`,
    params: accountParams,
    query: keptWindow,
    data: wire.historySchema,
    run: ({ actor, params, query }) => readAccountHistory(deps, actor, { ...params, ...query }),
    show: wire.historyToWire,
  })
  operation(app, deps, {
    id: 'listTopPins',
    refusals: [...ANALYTICS],
    method: 'GET',
    url: '/accounts/:accountId/top-pins',
    tag,
    summary: 'Read an account’s top pins',
    description: `The top ten pins by one metric, in Pinterest’s order. ${WINDOW} ${ERRORS}`,
    params: accountParams,
    query: window.extend({ sortBy: wire.sortBySchema.optional().meta({ description: 'Default ENGAGEMENT' }) }),
    data: wire.topPinsSchema,
    run: ({ actor, params, query }) => readTopPins(deps, actor, { ...params, ...query }),
    show: wire.topPinsToWire,
    meta: { schema: wire.topPinsMetaSchema, show: wire.topPinsMeta },
  })
  operation(app, deps, {
    id: 'getPinAnalytics',
    refusals: [...ANALYTICS],
    method: 'GET',
    url: '/accounts/:accountId/pins/:pinId/analytics',
    tag,
    summary: 'Read the analytics of a pin',
    description: `For one of the account’s own pins, even if it was not published here; any other pin is a 404. ${WINDOW} ${ERRORS}`,
    params: accountParams.extend({ pinId: pathId('Pinterest’s id of the pin') }),
    query: window,
    data: wire.pinAnalyticsSchema,
    run: ({ actor, params, query }) => readPinAnalytics(deps, actor, { ...params, ...query }),
    show: wire.pinAnalyticsToWire,
  })
}
