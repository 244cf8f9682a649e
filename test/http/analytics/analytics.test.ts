import { afterAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { addDays } from '../../../src/sandbox/platform/seed-api.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { accountAnalyticsSchema } from '../../../src/http/wire/analytics.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aClock, anAnalyst, dateAgo, notices, tokenStatusOf, type Analyst } from './support/analytics-fixtures.js'

const { db } = await aDatabase()
const clock = aClock()
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const read = async (analyst: Analyst, query = '') => {
  const answer = await analyst.call('GET', `${analyst.url}/analytics${query}`)
  return { ...answer, data: accountAnalyticsSchema.strict().optional().parse(answer.body.data) }
}
const callsOf = ({ asked }: Analyst, name: string) => asked.filter((one) => one === name).length

test('the labels of the pins that were published in the window are counted again, although Pinterest’s answer is kept', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  expect((await read(analyst)).data?.labels).toEqual([])
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, labels, pin_id, sent_at, send_at, created_via, created_at, updated_at)
    select organization_id, id, 'sent', 'image', '{Spring,sale}', extract(epoch from at)::text, at, at, 'api', at, at
      from accounts, (values (${dateAgo(clock, 3)}::timestamptz), (${dateAgo(clock, 4)}), (${dateAgo(clock, 40)})) as sent (at)
     where id = ${analyst.accountId}`
  expect((await read(analyst)).data?.labels).toEqual([
    { label: 'sale', pins: 2 },
    { label: 'Spring', pins: 2 },
  ])
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(1)
})

test('the last 30 days come summed up and one by one, under camel-cased names', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await addDays(db.sql, { userId: analyst.userId }, [
    {
      day: dateAgo(clock, 3),
      metrics: { IMPRESSION: 200, SAVE: 4, SAVE_RATE: 0.02, PIN_CLICK: 8, OUTBOUND_CLICK: 2, ENGAGEMENT: 14 },
    },
  ])
  const { status, data, body } = await read(analyst)
  expect(status).toBe(200)
  expect(body.meta).toEqual({ requestId: expect.any(String) as string })
  expect(data).toMatchObject({ accountId: analyst.accountId, startDate: '2026-02-01', endDate: '2026-03-02' })
  expect(data?.dailyMetrics).toHaveLength(30)
  expect(data?.dailyMetrics.at(-4)).toEqual({
    date: '2026-02-27',
    dataStatus: 'READY',
    metrics: { impression: 200, save: 4, saveRate: 0.02, pinClick: 8, outboundClick: 2, engagement: 14 },
  })
  expect(data?.summaryMetrics.impression).toBe(
    data?.dailyMetrics.reduce((sum, { metrics }) => sum + (metrics.impression ?? 0), 0),
  )
  expect(Object.keys(data?.summaryMetrics ?? {}).sort()).toEqual([
    'engagement',
    'engagementRate',
    'impression',
    'outboundClick',
    'outboundClickRate',
    'pinClick',
    'pinClickRate',
    'save',
    'saveRate',
  ])
})

test('metrics of a day that is processed are null, those that will never come are absent, and any status passes through', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await addDays(db.sql, { userId: analyst.userId }, [
    { day: dateAgo(clock, 5), status: 'READY', metrics: { IMPRESSION: 7 } },
    { day: dateAgo(clock, 4), status: 'SOMETHING_NEW', metrics: {} },
    { day: dateAgo(clock, 3), status: 'BEFORE_BUSINESS_CREATED', metrics: {} },
  ])
  const { data } = await read(analyst, `?startDate=${dateAgo(clock, 5)}&endDate=${dateAgo(clock, 1)}`)
  expect(data?.dailyMetrics.map(({ dataStatus, metrics }) => [dataStatus, metrics])).toEqual([
    ['READY', { impression: 7 }],
    ['SOMETHING_NEW', {}],
    ['BEFORE_BUSINESS_CREATED', {}],
    ['READY', expect.objectContaining({ impression: expect.any(Number) as number }) as object],
    [
      'PROCESSING',
      {
        engagement: null,
        engagementRate: null,
        impression: null,
        outboundClick: null,
        outboundClickRate: null,
        pinClick: null,
        pinClickRate: null,
        save: null,
        saveRate: null,
      },
    ],
  ])
})

test('an end after today is read and told as today', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { data } = await read(analyst, '?startDate=2026-02-28&endDate=2026-05-01')
  expect(data).toMatchObject({ startDate: '2026-02-28', endDate: '2026-03-02' })
  expect(data?.dailyMetrics.map(({ date }) => date)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
})

test.each([
  ['?startDate=2026-02-01', 'endDate', 'endDate is required with startDate: give both, or neither for the last 30 days.'],
  ['?endDate=2026-02-01', 'startDate', 'startDate is required with endDate: give both, or neither for the last 30 days.'],
  ['?startDate=&endDate=', 'startDate', 'startDate must be a calendar day as YYYY-MM-DD, for example 2026-03-02.'],
  [
    '?startDate=2026-02-30&endDate=2026-03-01',
    'startDate',
    'startDate must be a calendar day as YYYY-MM-DD, for example 2026-03-02.',
  ],
  [
    '?startDate=2025-12-01&endDate=2026-01-01',
    'startDate',
    'startDate must be at most 90 days before today: 2025-12-02 or later.',
  ],
  ['?startDate=2026-03-01&endDate=2026-02-01', 'endDate', 'endDate must not be before startDate, 2026-03-01.'],
  ['?startDate=2026-03-01&endDate=2026-03-02&startDate=2026-03-02', 'startDate', 'startDate must be given once.'],
])('%s is a 400 that names %s, and nobody is asked', async (query, field, message) => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { status, body } = await analyst.call('GET', `${analyst.url}/analytics${query}`)
  expect([status, body.error]).toEqual([400, { code: 'BAD_REQUEST', field, message }])
  expect(analyst.asked).toEqual([])
})

test('of a foreign account there is nothing, whatever is wrong with the window', async () => {
  const [analyst, other] = [await anAnalyst(db, simulator, clock), await anAnalyst(db, simulator, clock)]
  for (const id of [other.accountId, '999999', 'x']) {
    const { status, body } = await analyst.call('GET', `/v1/accounts/${id}/analytics?startDate=no`)
    expect([status, body.error]).toEqual([404, { code: 'NOT_FOUND', message: 'Account not found.' }])
  }
})

test('the same question is asked once in 15 minutes, also with its dates written out', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const first = await read(analyst)
  await simulator.fault({ operation: 'account_analytics', fault: 'unauthorized', times: 100 }) // would show
  expect((await read(analyst)).data).toEqual(first.data)
  expect((await read(analyst, '?startDate=2026-02-01&endDate=2026-03-02')).data).toEqual(first.data)
  expect((await read(analyst, '?startDate=2026-02-01&endDate=2026-04-02')).data).toEqual(first.data)
  clock.advance(15 * MINUTE_MS - 1)
  expect((await read(analyst)).data).toEqual(first.data)
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(1)
  await clearFaults(db.sql)
  clock.advance(1)
  expect((await read(analyst)).status).toBe(200)
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(2)
  await read(analyst, '?startDate=2026-02-02&endDate=2026-03-02')
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(3)
})

test('who ask the same at once share one question', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(analyst)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(1)
})

test('an error is not kept: the next caller asks again', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'account_analytics', fault: 'rate_limited', times: 100 })
  const { status, body, headers } = await read(analyst)
  expect([status, body.error]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE', reason: 'platform_rate_limited' }])
  expect(headers['retry-after']).toBe('30')
  await clearFaults(db.sql)
  expect((await read(analyst)).status).toBe(200)
})

test('a platform that fails is a 504 that may be asked again', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'account_analytics', fault: 'fail_500', times: 100 })
  const { status, body } = await read(analyst)
  expect([status, body.error]).toMatchObject([504, { code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }])
})

test('old tokens are renewed once, and the answer comes', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'account_analytics', fault: 'unauthorized' })
  expect((await read(analyst)).status).toBe(200)
  expect(analyst.asked).toEqual(['readAccountAnalytics', 'refreshToken', 'readAccountAnalytics'])
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['authorized', []])
})

test('dead tokens are a 422, make the account unauthorized and are told once; then nobody is asked, also where an answer was kept', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  expect((await read(analyst, '?startDate=2026-02-01&endDate=2026-02-02')).status).toBe(200)
  const gone = Buffer.from('gone')
  await db.sql`update connections set access_token = ${gone}, refresh_token = ${gone} where organization_id = ${analyst.organizationId}`
  const refused = [422, { code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }]
  for (let times = 0; times < 2; times++) {
    const { status, body } = await read(analyst)
    expect([status, body.error]).toMatchObject(refused)
  }
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['unauthorized', ['reconnectNeeded']])
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(2)
  const { status, body } = await read(analyst, '?startDate=2026-02-01&endDate=2026-02-02')
  expect([status, body.error]).toMatchObject(refused)
})

test('what an earlier connection was told is asked again after reconnecting', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await read(analyst)
  await db.sql`update accounts set connection_number = connection_number + 1 where organization_id = ${analyst.organizationId}`
  await read(analyst)
  expect(callsOf(analyst, 'readAccountAnalytics')).toBe(2)
})

const forbidden = [403, { code: 'FORBIDDEN', reason: 'platform_analytics_forbidden' }]

test('a personal account is read once, and refused for good without asking for analytics', async () => {
  const analyst = await anAnalyst(db, simulator, clock, { isBusiness: false })
  for (const path of ['analytics', 'top-pins', 'analytics']) {
    const { status, body } = await analyst.call('GET', `${analyst.url}/${path}`)
    expect([status, body.error]).toMatchObject(forbidden)
  }
  expect(analyst.asked).toEqual(['readUser'])
  clock.advance(15 * MINUTE_MS)
  expect((await read(analyst)).status).toBe(403)
  expect(analyst.asked).toEqual(['readUser', 'readUser'])
})

test('a personal account that became a business is known as one from then on', async () => {
  const analyst = await anAnalyst(db, simulator, clock, { isBusiness: true, believed: false })
  expect((await read(analyst)).status).toBe(200)
  expect(analyst.asked).toEqual(['readUser', 'readAccountAnalytics'])
  const [row] = await db.sql`select username, is_business from accounts where organization_id = ${analyst.organizationId}`
  expect(row).toEqual({ username: expect.stringMatching(/^analyst/) as string, is_business: true })
  await read(analyst, '?startDate=2026-02-20&endDate=2026-02-21')
  expect(callsOf(analyst, 'readUser')).toBe(1)
})

test('a 403 of the platform is the same, and does not touch the connection', async () => {
  const analyst = await anAnalyst(db, simulator, clock, { isBusiness: false, believed: true })
  const { status, body } = await read(analyst)
  expect([status, body.error]).toMatchObject(forbidden)
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['authorized', []])
})

test('what our app may not do is a 503 without a reason, and the operator is alerted', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'account_analytics', fault: 'app_not_approved', times: 100 })
  const { status, body } = await read(analyst)
  expect([status, body.error?.code, body.error?.reason]).toEqual([503, 'SERVICE_UNAVAILABLE', undefined])
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['authorized', []])
  expect(
    await db.sql`select notice ->> 'kind' as kind, notice ->> 'seenFor' as "seenFor" from outbox where destination = 'staff'`,
  ).toEqual([{ kind: 'operatorAlert', seenFor: analyst.organizationId }])
})

test('a token that lacks a scope is a 422, and still publishes', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'account_analytics', fault: 'scope_missing', times: 100 })
  const { status, body } = await read(analyst)
  expect([status, body.error]).toMatchObject([422, { reason: 'platform_reconnect_required' }])
  expect(await tokenStatusOf(analyst)).toBe('authorized')
})
