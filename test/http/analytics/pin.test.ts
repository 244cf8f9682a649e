import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addDays } from '../../../src/sandbox/platform/seed-api.js'
import { pinAnalyticsSchema } from '../../../src/http/wire/analytics.js'
import { aPin } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aClock, ago, anAnalyst, dateAgo, notices, tokenStatusOf, type Analyst } from './support/analytics-fixtures.js'

const { db } = await aDatabase()
const clock = aClock()
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const read = async (analyst: Analyst, pinId: string, query = '') => {
  const answer = await analyst.call('GET', `${analyst.url}/pins/${pinId}/analytics${query}`)
  return { ...answer, data: pinAnalyticsSchema.strict().optional().parse(answer.body.data) }
}

/** A pin of the platform that came of a post of ours. */
async function published(analyst: Analyst, { mediaType = 'image' } = {}): Promise<string> {
  const pinId = await analyst.pin()
  const postId = await aPin(analyst, { at: ago(clock, 40), status: 'sent' })
  await db.sql`
    update posts
       set pin_id = ${pinId}, media_type = ${mediaType}
     where organization_id = ${analyst.organizationId} and id = ${postId}`
  return pinId
}

const notThere = [404, { code: 'NOT_FOUND', message: 'Pin not found.' }]

test('a pin of ours comes with its days, their sum and its whole life', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const pinId = await published(analyst)
  await addDays(db.sql, { userId: analyst.userId, pinId }, [
    { day: dateAgo(clock, 3), metrics: { IMPRESSION: 50, SAVE: 2, SAVE_RATE: 0.04, PIN_CLICK: 1, OUTBOUND_CLICK: 0 } },
  ])
  const { status, data } = await read(analyst, pinId)
  expect(status).toBe(200)
  expect(data).toMatchObject({ accountId: analyst.accountId, pinId, startDate: '2026-02-01', endDate: '2026-03-02' })
  expect(data?.dailyMetrics.at(-4)).toEqual({
    date: dateAgo(clock, 3),
    dataStatus: 'READY',
    metrics: { impression: 50, save: 2, saveRate: 0.04, pinClick: 1, outboundClick: 0 },
  })
  expect(Object.keys(data?.lifetimeMetrics ?? {}).sort()).toEqual(['totalComments', 'totalReactions'])
  const elsewhere = [data?.summaryMetrics, ...(data?.dailyMetrics ?? []).map(({ metrics }) => metrics)]
  for (const metrics of elsewhere) expect(Object.keys(metrics ?? {})).not.toContain('totalComments')
  expect(analyst.asked).toEqual(['readPinAnalytics'])
})

test('days before the pin, and those that are processed, say so', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const pinId = await analyst.pin({ createdAt: ago(clock, 4) })
  const { data } = await read(analyst, pinId, `?startDate=${dateAgo(clock, 5)}&endDate=${dateAgo(clock, 0)}`)
  expect(data?.dailyMetrics.map(({ dataStatus }) => dataStatus)).toEqual([
    ...['BEFORE_PIN_CREATED', 'READY', 'READY', 'READY', 'PROCESSING', 'PROCESSING'],
  ])
  expect(data?.dailyMetrics[0]?.metrics).toEqual({})
  expect(data?.dailyMetrics.at(-1)?.metrics).toMatchObject({ impression: null, save: null })
})

test('a pin of the account that was not published by us is read, too; it is asked for what it is first', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { status, data } = await read(analyst, await analyst.pin())
  expect([status, data?.dailyMetrics.length]).toEqual([200, 30])
  expect(analyst.asked).toEqual(['readPin', 'readPinAnalytics'])
})

test('a video of ours is asked for the metrics of videos', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const pinId = await published(analyst, { mediaType: 'video' })
  await addDays(db.sql, { userId: analyst.userId, pinId }, [
    { day: dateAgo(clock, 3), metrics: { IMPRESSION: 50, VIDEO_START: 9, VIDEO_10S_VIEW: 5 } },
  ])
  const { data } = await read(analyst, pinId)
  expect(data?.dailyMetrics.at(-4)?.metrics).toEqual({ impression: 50, videoStart: 9, video10sView: 5 })
})

test('the same question is asked once, a window or a pin of its own again', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const [one, other] = [await published(analyst), await analyst.pin({ title: 'Another' })]
  for (let times = 0; times < 2; times++) await read(analyst, one)
  await read(analyst, one, '?startDate=2026-02-01&endDate=2026-03-02')
  expect(analyst.asked).toEqual(['readPinAnalytics'])
  await read(analyst, one, '?startDate=2026-02-02&endDate=2026-03-02')
  await read(analyst, other)
  expect(analyst.asked).toEqual(['readPinAnalytics', 'readPinAnalytics', 'readPin', 'readPinAnalytics'])
})

test.each(['x', '12a', '-1', '1.5', 'a%2Fb', '١٢', `${'9'.repeat(41)}`])('%s is no pin, and nobody is asked', async (pinId) => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { status, body } = await analyst.call('GET', `${analyst.url}/pins/${encodeURIComponent(pinId)}/analytics?startDate=no`)
  expect([status, body.error]).toEqual(notThere)
  expect(analyst.asked).toEqual([])
})

test('a pin that is not there, and one of somebody else, are the same 404', async () => {
  const [analyst, other] = [await anAnalyst(db, simulator, clock), await anAnalyst(db, simulator, clock)]
  for (const pinId of ['987654321', await other.pin(), await published(other)]) {
    const { status, body } = await read(analyst, pinId)
    expect([status, body.error]).toEqual(notThere)
  }
  expect(analyst.asked).not.toContain('readPinAnalytics')
})

test('a pin of ours that the platform knows no more is a 404', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const pinId = await published(analyst)
  await db.sql`delete from sim_pins where id = ${pinId}`
  const { status, body } = await read(analyst, pinId)
  expect([status, body.error]).toEqual(notThere)
})

const forbidden = [403, { code: 'FORBIDDEN', reason: 'platform_analytics_forbidden' }]

test('analytics that the platform refuses of an own pin are the permanent 403', async () => {
  const analyst = await anAnalyst(db, simulator, clock, { isBusiness: false, believed: true })
  for (const pinId of [await published(analyst), await analyst.pin({ title: 'Another' })]) {
    const { status, body } = await read(analyst, pinId)
    expect([status, body.error]).toMatchObject(forbidden)
  }
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['authorized', []])
})

test('a personal account is refused the analytics of its own pins for good, and does not find those of others', async () => {
  const [analyst, other] = [await anAnalyst(db, simulator, clock, { isBusiness: false }), await anAnalyst(db, simulator, clock)]
  for (const pinId of [await published(analyst), await analyst.pin({ title: 'Another' })])
    expect(await read(analyst, pinId)).toMatchObject({ status: 403, body: { error: forbidden[1] } })
  const foreign = [await published(other), await other.pin({ title: 'Theirs' }), '987654321']
  for (const pinId of foreign) {
    const { status, body } = await read(analyst, pinId)
    expect([status, body.error], pinId).toEqual(notThere)
  }
  const asked = analyst.asked.length
  for (const pinId of foreign) await read(analyst, pinId)
  expect(analyst.asked).toHaveLength(asked + 1) // what is not there is not kept as an answer
  expect(analyst.asked).not.toContain('readPinAnalytics')
})

/** As if the platform answered so for every pin that it shows. */
function shownAs({ deps: { platform } }: Analyst, isOwner: boolean | null): void {
  const readPin = platform.readPin.bind(platform)
  platform.readPin = async (...input) => ({ ...(await readPin(...input)), isOwner })
}

test('a pin that the platform shows as somebody else’s is not found, and its analytics are not asked for', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  shownAs(analyst, false)
  const { status, body } = await read(analyst, await analyst.pin())
  expect([status, body.error]).toEqual(notThere)
  expect(analyst.asked).not.toContain('readPinAnalytics')
})

test('where the platform does not say whose a pin is, its refusal of the analytics does', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  shownAs(analyst, null)
  const pinId = await analyst.pin()
  await simulator.fault({ operation: 'pin_analytics', fault: 'forbidden' })
  const refused = await read(analyst, pinId)
  expect([refused.status, refused.body.error]).toEqual(notThere)
  expect((await read(analyst, pinId)).status).toBe(200)
})

test('the window has the rules of the account’s analytics, and a foreign account is not found', async () => {
  const [analyst, other] = [await anAnalyst(db, simulator, clock), await anAnalyst(db, simulator, clock)]
  const { status, body } = await read(analyst, '123', '?endDate=2026-02-01')
  expect([status, body.error?.field]).toEqual([400, 'startDate'])
  const foreign = await analyst.call('GET', `/v1/accounts/${other.accountId}/pins/123/analytics`)
  expect([foreign.status, foreign.body.error?.message]).toEqual([404, 'Account not found.'])
  expect(analyst.asked).toEqual([])
})

test('dead tokens are a 422', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const pinId = await analyst.pin()
  await simulator.fault({ operation: 'get_pin', fault: 'unauthorized', times: 100 })
  const { status, body } = await read(analyst, pinId)
  expect([status, body.error]).toMatchObject([422, { reason: 'platform_reconnect_required' }])
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['unauthorized', ['reconnectNeeded']])
})
