import { afterAll, beforeEach, expect, test } from 'vitest'
import { accountAnalyticsSchema, topPinsSchema } from '../../../src/http/wire/analytics.js'
import { resetSwitches, setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aClock, ago, anAnalyst, dateAgo } from './support/analytics-fixtures.js'

const { db } = await aDatabase()
const clock = aClock()
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => resetSwitches(db.sql))

test('a metric that is missing is absent on a ready day, and null on one that is processed', async () => {
  await setSwitches(db.sql, { missingMetrics: true })
  const analyst = await anAnalyst(db, simulator, clock)
  // 27 February lacks outbound clicks, today has no metrics at all
  const { body } = await analyst.call('GET', `${analyst.url}/analytics?startDate=2026-02-26&endDate=${dateAgo(clock, 0)}`)
  const { dailyMetrics, summaryMetrics } = accountAnalyticsSchema.parse(body.data)
  expect(dailyMetrics.map(({ dataStatus, metrics }) => [dataStatus, metrics.outboundClick, typeof metrics.impression])).toEqual([
    ['READY', expect.any(Number) as number, 'number'],
    ['READY', undefined, 'number'],
    ['READY', expect.any(Number) as number, 'number'],
    ['PROCESSING', null, 'object'],
    ['PROCESSING', null, 'object'],
  ])
  expect(summaryMetrics.outboundClick).toBeNull() // a day of the window may still bring it
  const ready = await analyst.call('GET', `${analyst.url}/analytics?startDate=2026-02-26&endDate=2026-02-28`)
  expect(accountAnalyticsSchema.parse(ready.body.data).summaryMetrics).not.toHaveProperty('outboundClick')
})

test('of a best pin, a metric that is processed is null, and one that is not reported absent', async () => {
  await setSwitches(db.sql, { missingMetrics: true })
  const analyst = await anAnalyst(db, simulator, clock)
  await analyst.pin()
  const { body } = await analyst.call('GET', `${analyst.url}/top-pins`)
  const [pin] = topPinsSchema.parse(body.data).pins
  expect(pin?.metrics).toMatchObject({ outboundClick: null, impression: expect.any(Number) as number })
  expect(pin?.metrics).not.toHaveProperty('saveRate')
})

test('a status that nobody knows passes through, and its numbers are not waited for', async () => {
  await setSwitches(db.sql, { unknownEnums: true, missingMetrics: true })
  const analyst = await anAnalyst(db, simulator, clock)
  const { body } = await analyst.call('GET', `${analyst.url}/analytics`)
  expect(accountAnalyticsSchema.parse(body.data).dailyMetrics.at(-1)).toEqual({
    date: dateAgo(clock, 0),
    dataStatus: 'RECOUNTING',
    metrics: {},
  })
})

test('a time without a zone is UTC, and fields that are left out are absent', async () => {
  await setSwitches(db.sql, { zonelessDates: true, omitNulls: true })
  const analyst = await anAnalyst(db, simulator, clock)
  await analyst.pin({ title: null, link: null })
  const { body } = await analyst.call('GET', `${analyst.url}/top-pins`)
  const [pin] = topPinsSchema.parse(body.data).pins
  expect(pin).toMatchObject({ createdAt: ago(clock, 40).toISOString(), description: 'What it shows' })
  for (const field of ['title', 'destinationUrl']) expect(pin).not.toHaveProperty(field)
})
