import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../../src/core/ports/platform.js'
import { clearFaults } from '../../src/sandbox/platform/faults/faults.js'
import { addBoard, addDays, addPin, addUser } from '../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPicture } from './support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
const { platform } = simulator
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const access = { accessToken: 'pina_test' }
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const pinAt = async (createdAt: string, boardId = '101') =>
  (
    await addPin(db.sql, {
      boardId,
      title: `made ${createdAt}`,
      description: null,
      link: null,
      altText: null,
      picture,
      createdAt: new Date(createdAt),
    })
  ).id
const pinId = await pinAt('2026-03-10T23:00:00Z')
const window = { first: '2026-03-08', last: '2026-03-20', isVideo: false }
const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`)
  return { kind: error.kind, message: error.message, ...error.details }
}
const get = (path: string, token = 'pina_test') =>
  fetch(`${simulator.url}/sandbox/platform/v5${path}`, { headers: { authorization: `Bearer ${token}` } })
const readDays = async (id: string) => (await platform.readPinAnalytics(access, id, window)).days
const sum = (days: { metrics: Record<string, number | null> }[]) =>
  days.reduce((total, { metrics }) => total + (metrics.impression ?? 0), 0)

describe('the simulated platform', () => {
  test('knows nothing before the pin, numbers after it, and is two days behind', async () => {
    const days = await readDays(pinId)
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 13 }, (_, at) => `2026-03-${String(8 + at).padStart(2, '0')}`),
    )
    expect(days.map(({ dataStatus }) => dataStatus)).toEqual([
      ...Array.from({ length: 2 }, () => 'BEFORE_PIN_CREATED'),
      ...Array.from({ length: 9 }, () => 'READY'),
      ...Array.from({ length: 2 }, () => 'PROCESSING'),
    ])
    expect(days[0]?.metrics).toEqual({})
    expect(days[5]?.metrics).toMatchObject({ save: expect.any(Number) as number, pinClick: expect.any(Number) as number })
    expect(days[5]?.metrics.impression).toBeGreaterThan(0)
    expect(days[12]?.metrics).toMatchObject({ impression: null, save: null, pinClick: null, outboundClick: null })
  })

  test('says the same when asked again, more as time goes on, and what is seeded stands', async () => {
    const before = await readDays(pinId)
    expect(await readDays(pinId)).toEqual(before)
    await addDays(db.sql, { userId: '901', pinId }, [{ day: '2026-03-15', metrics: { IMPRESSION: 7777 } }])
    clock.now = new Date('2026-03-22T10:00:00Z')
    const after = await readDays(pinId)
    clock.now = new Date('2026-03-20T10:00:00Z')
    expect(after.slice(2, 7)).toEqual(before.slice(2, 7))
    expect(after[7]?.metrics).toEqual({ impression: 7777 })
    expect(after.slice(11).map(({ dataStatus }) => dataStatus)).toEqual(['READY', 'READY'])
  })

  test('a pin of an evening gets more than one of the night before', async () => {
    const [night, evening] = [await pinAt('2026-03-09T08:00:00Z'), await pinAt('2026-03-09T23:30:00Z')] // 4:00, 19:30 in New York
    const [ofNight, ofEvening] = await Promise.all([night, evening].map(readDays))
    expect(sum(ofEvening ?? [])).toBeGreaterThan(2 * sum(ofNight ?? []))
  })

  test('counts against the limit of analytics', async () => {
    const answer = await get(`/pins/${pinId}/analytics?start_date=2026-03-10&end_date=2026-03-11&metric_types=SAVE,IMPRESSION`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('60, 60;w=60;name="org_analytics"')
    const body = (await answer.json()) as { all: { daily_metrics: { metrics: object }[] } }
    expect(body.all.daily_metrics.map(({ metrics }) => Object.keys(metrics))).toEqual([
      ['IMPRESSION', 'SAVE'],
      ['IMPRESSION', 'SAVE'],
    ])
  })

  test.each([
    'end_date=2026-03-11&metric_types=SAVE',
    'start_date=2026-03-10&metric_types=SAVE',
    'start_date=2026-03-10&end_date=2026-03-11',
    'start_date=2026-03-10&end_date=2026-03-11&metric_types=ENGAGEMENT',
    'start_date=2026-03-12&end_date=2026-03-11&metric_types=SAVE',
    'start_date=10.03.2026&end_date=2026-03-11&metric_types=SAVE',
    'start_date=2025-12-19&end_date=2026-03-11&metric_types=SAVE',
  ])('%s is a 400', async (query) => {
    const answer = await get(`/pins/${pinId}/analytics?${query}`)
    expect([answer.status, await answer.json()]).toEqual([400, { code: 400, message: 'Invalid pins analytics parameters.' }])
  })

  test('a missing pin is a 404, a foreign one and one of no business a 403, a missing scope a 401', async () => {
    const { accessToken, id: ownerId } = await addUser(db.sql, {
      username: 'person',
      displayName: 'A person',
      isBusiness: false,
      createdAt: clock.now,
    })
    const { id: boardId } = await addBoard(db.sql, { ownerId, name: 'Of a person', createdAt: clock.now })
    const own = await pinAt('2026-03-11T10:00:00Z', boardId)
    const refused = { kind: 'forbidden', status: 403, code: 403, message: 'Not authorized to access board or Pin.' }
    expect(await failure(platform.readPinAnalytics(access, own, window))).toMatchObject(refused)
    expect(await failure(platform.readPinAnalytics({ accessToken }, own, window))).toMatchObject(refused)
    expect(await failure(platform.readPinAnalytics(access, '123', window))).toMatchObject({
      kind: 'not_found',
      status: 404,
      code: 404,
    })
    const narrow = await addUser(db.sql, {
      username: 'narrow',
      displayName: 'Narrow',
      isBusiness: true,
      createdAt: clock.now,
      scopes: 'boards:read',
    })
    const { accessToken: narrowToken } = narrow
    expect(await failure(platform.readPinAnalytics({ accessToken: narrowToken }, pinId, window))).toMatchObject({
      status: 401,
      code: 3,
    })
  })

  test('goes wrong on demand', async () => {
    await simulator.fault({ operation: 'pin_analytics', fault: 'rate_limited' })
    expect(await failure(platform.readPinAnalytics(access, pinId, window))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 30_000,
    })
    await simulator.fault({ operation: 'pin_analytics', fault: 'unauthorized' })
    expect(await failure(platform.readPinAnalytics(access, pinId, window))).toMatchObject({ kind: 'reconnect' })
  })
})
