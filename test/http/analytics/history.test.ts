import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accountAnalyticsSchema } from '../../../src/http/wire/analytics.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aClock, anAnalyst, DAY_MS } from './support/analytics-fixtures.js'

const { db } = await aDatabase()
const clock = aClock()
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
const accountAnswer = z.object({ data: accountAnalyticsSchema })

test('what is read is kept beyond the days of the platform', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { data } = accountAnswer.parse((await analyst.call('GET', `${analyst.url}/analytics`)).body)
  const kept = await analyst.call('GET', `${analyst.url}/analytics/history`)
  expect(kept.body.data).toEqual({
    accountId: analyst.accountId,
    startDate: data.startDate,
    endDate: data.endDate,
    dailyMetrics: data.dailyMetrics,
  })
  const asked = analyst.asked.length
  clock.advance(200 * DAY_MS)
  const later = await analyst.call('GET', `${analyst.url}/analytics/history?startDate=${data.startDate}&endDate=${data.endDate}`)
  expect(later.body.data).toEqual(kept.body.data)
  expect(analyst.asked).toHaveLength(asked)
  clock.advance(-200 * DAY_MS)
})

test.each([
  [
    '?startDate=2024-01-01&endDate=2025-01-01',
    'endDate',
    'endDate must be at most 365 days after startDate: 2024-12-31 or earlier.',
  ],
  ['?startDate=2024-01-01', 'endDate', 'endDate is required with startDate: give both, or neither for the last 30 days.'],
])('history %s is a 400', async (query, field, message) => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { status, body } = await analyst.call('GET', `${analyst.url}/analytics/history${query}`)
  expect([status, body.error]).toEqual([400, { code: 'BAD_REQUEST', field, message }])
})

test('history of any age is empty where nothing was read, and is there without a connection', async () => {
  const analyst = await anAnalyst(db, simulator, clock, { isBusiness: false })
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${analyst.organizationId}`
  const { status, body } = await analyst.call('GET', `${analyst.url}/analytics/history?startDate=2019-01-01&endDate=2019-12-31`)
  expect([status, body.data]).toMatchObject([200, { dailyMetrics: [] }])
  expect(analyst.asked).toEqual([])
})
