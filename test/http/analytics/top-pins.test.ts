import { afterAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addDays } from '../../../src/sandbox/platform/seed-api.js'
import { topPinsSchema } from '../../../src/http/wire/analytics.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aClock, ago, anAnalyst, dateAgo, notices, tokenStatusOf, type Analyst } from './support/analytics-fixtures.js'

const { db } = await aDatabase()
const clock = aClock()
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const read = async (analyst: Analyst, query = '') => {
  const answer = await analyst.call('GET', `${analyst.url}/top-pins${query}`)
  return { ...answer, data: topPinsSchema.strict().optional().parse(answer.body.data) }
}
const callsOf = ({ asked }: Analyst, name: string) => asked.filter((one) => one === name).length

/** So many pins, the first one the best by far. */
async function ranked(analyst: Analyst, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const pinId = await analyst.pin({ title: `No. ${at + 1}` })
    const numbers = { IMPRESSION: 100_000 * (count - at), SAVE: 1000 * (count - at), PIN_CLICK: 10 * (at + 1), OUTBOUND_CLICK: 1 }
    await addDays(db.sql, { userId: analyst.userId, pinId }, [{ day: dateAgo(clock, 5), metrics: numbers }])
    ids.push(pinId)
  }
  return ids
}
const pageOf = (pinId: string) => `https://www.pinterest.com/pin/${pinId}/`

test('the ten best come in the platform’s order, each as it looks', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const ids = await ranked(analyst, 12)
  const { status, data, body } = await read(analyst)
  expect([status, body.meta]).toEqual([200, { requestId: expect.any(String) as string }])
  expect(data).toMatchObject({
    accountId: analyst.accountId,
    startDate: '2026-02-01',
    endDate: '2026-03-02',
    sortBy: 'ENGAGEMENT',
  })
  expect(data?.pins.map(({ pinId }) => pinId)).toEqual(ids.slice(0, 10))
  expect(data?.pins[0]).toEqual({
    pinId: ids[0],
    pinUrl: pageOf(ids[0]!),
    title: 'No. 1',
    description: 'What it shows',
    destinationUrl: 'https://shop.test/one',
    imageUrl: expect.stringMatching(/^http/) as string,
    createdAt: ago(clock, 40).toISOString(),
    metrics: expect.objectContaining({
      impression: expect.any(Number) as number,
      engagement: expect.any(Number) as number,
    }) as object,
  })
  expect([callsOf(analyst, 'readTopPins'), callsOf(analyst, 'readPin')]).toEqual([1, 10])
})

test('any of the five metrics ranks, and each is a question of its own', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const ids = await ranked(analyst, 3)
  for (const sortBy of ['ENGAGEMENT', 'SAVE', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK']) {
    const { data } = await read(analyst, `?sortBy=${sortBy}`)
    expect([data?.sortBy, data?.pins.length]).toEqual([sortBy, 3])
  }
  expect((await read(analyst, '?sortBy=SAVE')).data?.pins.map(({ pinId }) => pinId)).toEqual(ids)
  expect(callsOf(analyst, 'readTopPins')).toBe(5)
})

test('an unknown metric is a 400 that names those there are', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { body: repeated } = await analyst.call('GET', `${analyst.url}/top-pins?sortBy=SAVE&sortBy=SAVE`)
  expect(repeated.error).toMatchObject({ code: 'BAD_REQUEST', field: 'sortBy', message: 'sortBy must be given once.' })
  const { status, body } = await analyst.call('GET', `${analyst.url}/top-pins?sortBy=likes`)
  const message = 'sortBy must be one of ENGAGEMENT, SAVE, IMPRESSION, OUTBOUND_CLICK, PIN_CLICK.'
  expect([status, body.error]).toEqual([400, { code: 'BAD_REQUEST', field: 'sortBy', message }])
})

test('the window has the rules of the account’s analytics', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const { status, body } = await analyst.call('GET', `${analyst.url}/top-pins?startDate=2026-02-01`)
  expect([status, body.error?.field]).toEqual([400, 'endDate'])
})

test('an account without pins has none, and what a pin has not is absent', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  expect((await read(analyst)).data?.pins).toEqual([])
  const pinId = await analyst.pin({ title: null, description: null, link: null })
  clock.advance(16 * MINUTE_MS)
  const { data } = await read(analyst)
  expect(Object.keys(data?.pins[0] ?? {}).sort()).toEqual(['createdAt', 'imageUrl', 'metrics', 'pinId', 'pinUrl'])
  expect(data?.pins[0]?.pinId).toBe(pinId)
})

test('a pin that cannot be read has its page and its numbers, and the answer is whole', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  const ids = await ranked(analyst, 10)
  await simulator.fault({ operation: 'get_pin', fault: 'forbidden' })
  await simulator.fault({ operation: 'get_pin', fault: 'board_gone' }) // a 404
  const { data, body } = await read(analyst)
  expect(data?.pins.map(({ pinId }) => pinId)).toEqual(ids)
  const bare = data?.pins.filter(({ title }) => title === undefined) ?? []
  expect(bare).toHaveLength(2)
  for (const { metrics, ...pin } of bare) {
    expect(pin).toEqual({ pinId: pin.pinId, pinUrl: pageOf(pin.pinId) })
    expect(metrics.impression).toBeGreaterThan(0)
  }
  expect(body.meta).not.toHaveProperty('partial')
  await clearFaults(db.sql)
  expect((await read(analyst)).data).toEqual(data)
})

test('pins are read four at a time', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await ranked(analyst, 10)
  let [open, most] = [0, 0]
  const { platform } = analyst.deps
  const readPin = platform.readPin.bind(platform)
  platform.readPin = async (...input) => {
    most = Math.max(most, ++open)
    return readPin(...input).finally(() => open--)
  }
  expect((await read(analyst)).data?.pins).toHaveLength(10)
  expect(most).toBe(4)
})

test.each(['rate_limited', 'hang', 'fail_500'] as const)(
  'after %s no further pin is read: the ranking comes with numbers, says that it is partial, and is whole a minute later',
  async (fault) => {
    const analyst = await anAnalyst(db, simulator, clock)
    const ids = await ranked(analyst, 10)
    await simulator.fault({ operation: 'get_pin', fault, times: 100 })
    const { status, data, body } = await read(analyst)
    expect([status, body.meta]).toMatchObject([200, { partial: true }])
    expect(data?.pins.map(({ pinId }) => pinId)).toEqual(ids)
    expect(data?.pins.every((pin) => Object.keys(pin).length === 3 && pin.metrics.impression !== undefined)).toBe(true)
    expect(callsOf(analyst, 'readPin')).toBe(4) // those that were under way
    await clearFaults(db.sql)
    clock.advance(MINUTE_MS - 1)
    expect((await read(analyst)).body.meta).toMatchObject({ partial: true })
    expect(callsOf(analyst, 'readTopPins')).toBe(1)
    clock.advance(1)
    const whole = await read(analyst)
    expect(whole.body.meta).not.toHaveProperty('partial')
    expect(whole.data?.pins.every(({ title }) => title !== undefined)).toBe(true)
  },
)

test('a limit in the middle leaves the details that were read', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await ranked(analyst, 10)
  const { platform } = analyst.deps
  const readPin = platform.readPin.bind(platform)
  let reads = 0
  platform.readPin = async (...input) => {
    if (++reads === 6) await simulator.fault({ operation: 'get_pin', fault: 'rate_limited', times: 100 })
    return readPin(...input)
  }
  const { data, body } = await read(analyst)
  const detailed = data?.pins.filter(({ title }) => title !== undefined).length ?? 0
  expect(body.meta).toMatchObject({ partial: true })
  expect(detailed).toBeGreaterThanOrEqual(2)
  expect(detailed).toBeLessThan(10)
  expect(data?.pins).toHaveLength(10)
})

test('tokens that grow old in the middle are renewed, and no pin is read twice', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await ranked(analyst, 10)
  await simulator.fault({ operation: 'get_pin', fault: 'unauthorized' })
  const { status, data, body } = await read(analyst)
  expect([status, body.meta]).toEqual([200, { requestId: expect.any(String) as string }])
  expect(data?.pins.every(({ title }) => title !== undefined)).toBe(true)
  expect([callsOf(analyst, 'refreshToken'), callsOf(analyst, 'readPin')]).toEqual([1, 11])
  expect(await tokenStatusOf(analyst)).toBe('authorized')
})

test('tokens that die in the middle are a 422, and told once', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await ranked(analyst, 10)
  await simulator.fault({ operation: 'get_pin', fault: 'unauthorized', times: 100 })
  const { status, body } = await read(analyst)
  expect([status, body.error]).toMatchObject([422, { code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }])
  expect([await tokenStatusOf(analyst), await notices(analyst)]).toEqual(['unauthorized', ['reconnectNeeded']])
})

test('a ranking that does not come is an error, not a partial answer', async () => {
  const analyst = await anAnalyst(db, simulator, clock)
  await simulator.fault({ operation: 'top_pins', fault: 'rate_limited', times: 100 })
  const { status, body } = await read(analyst)
  expect([status, body.error]).toMatchObject([503, { reason: 'platform_rate_limited' }])
  await clearFaults(db.sql)
  const personal = await anAnalyst(db, simulator, clock, { isBusiness: false, believed: true })
  const refused = await read(personal)
  expect([refused.status, refused.body.error]).toMatchObject([403, { reason: 'platform_analytics_forbidden' }])
})
