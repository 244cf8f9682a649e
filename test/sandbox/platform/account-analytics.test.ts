import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addDays, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const aPin = async (title: string, createdAt: string, boardId = '101') =>
  (
    await addPin(db.sql, {
      boardId,
      title,
      description: null,
      link: null,
      altText: null,
      picture,
      createdAt: new Date(createdAt),
    })
  ).id
const lamp = await aPin('Lamp', '2026-03-01T23:00:00Z')
const vase = await aPin('Vase', '2026-03-05T23:00:00Z')
const fresh = await aPin('Fresh', '2026-03-20T08:00:00Z')

type Daily = { date: string; data_status: string; metrics: Record<string, number> }
type Analytics = { all: { summary_metrics: Record<string, number>; daily_metrics: Daily[] } }
type Top = {
  sort_by: string
  date_availability: object
  pins: { pin_id: string; metrics: Record<string, number>; data_status: Record<string, string> }[]
}
const ask = async (path: string, token = 'pina_test') => {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5/user_account/analytics${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
const analytics = async (query: string) => (await ask(`?${query}`)).body as Analytics
const top = async (query: string) => (await ask(`/top_pins?${query}`)).body as Top
const march = 'start_date=2026-03-01&end_date=2026-03-20'

describe('the numbers of an account', () => {
  test('come day by day under the key all, with a summary, two days behind', async () => {
    const { all, ...rest } = await analytics(march)
    expect(rest).toEqual({})
    expect(all.daily_metrics.map(({ date }) => date.slice(-2)).join()).toBe(
      Array.from({ length: 20 }, (_, at) => String(at + 1).padStart(2, '0')).join(),
    )
    expect(all.daily_metrics.slice(-3).map(({ data_status }) => data_status)).toEqual(['READY', 'PROCESSING', 'PROCESSING'])
    const sum = (name: string) => all.daily_metrics.reduce((total, { metrics }) => total + (metrics[name] ?? 0), 0)
    const { IMPRESSION, SAVE, ENGAGEMENT, SAVE_RATE } = all.summary_metrics
    expect([IMPRESSION, SAVE, ENGAGEMENT]).toEqual([sum('IMPRESSION'), sum('SAVE'), sum('ENGAGEMENT')])
    expect(SAVE_RATE).toBeCloseTo((SAVE ?? 0) / (IMPRESSION ?? 0))
    expect(Object.keys(all.summary_metrics).sort()).toEqual([
      ...['ENGAGEMENT', 'ENGAGEMENT_RATE', 'IMPRESSION', 'OUTBOUND_CLICK', 'OUTBOUND_CLICK_RATE'],
      ...['PIN_CLICK', 'PIN_CLICK_RATE', 'SAVE', 'SAVE_RATE'],
    ])
  })

  test('are the same when asked again, and nothing before the business was there', async () => {
    const query = 'start_date=2025-12-20&end_date=2026-03-20'
    const { all } = await analytics(query)
    expect(await analytics(query)).toEqual({ all })
    const statusOf = (date: string) => all.daily_metrics.find((day) => day.date === date)?.data_status
    expect([statusOf('2026-01-04'), statusOf('2026-01-05')]).toEqual(['BEFORE_BUSINESS_CREATED', 'READY'])
    expect(all.daily_metrics).toHaveLength(91)
  })

  test('hold those of its pins', async () => {
    const { all } = await analytics(march)
    const { pins } = await top(`${march}&sort_by=IMPRESSION`)
    const ofPins = pins.reduce((total, { metrics }) => total + (metrics.IMPRESSION ?? 0), 0)
    expect(ofPins).toBeGreaterThan(0)
    expect(all.summary_metrics.IMPRESSION).toBeGreaterThan(ofPins)
  })

  test('are those that were seeded, and go on at their level', async () => {
    const { id, accessToken } = await addUser(db.sql, {
      username: 'big',
      displayName: 'Big',
      isBusiness: true,
      createdAt: clock.now,
    })
    const seeded = Array.from({ length: 10 }, (_, at) => ({
      day: `2026-03-0${at}`.replace('00', '10'),
      metrics: { IMPRESSION: 5000 },
    }))
    await addDays(db.sql, { userId: id }, seeded)
    const { body } = await ask(`?${march}&metric_types=IMPRESSION`, accessToken)
    const days = (body as Analytics).all.daily_metrics
    expect(days[4]).toEqual({ date: '2026-03-05', data_status: 'READY', metrics: { IMPRESSION: 5000 } })
    for (const { metrics } of days.slice(10, -2)) {
      expect(metrics.IMPRESSION).toBeGreaterThan(4000)
      expect(metrics.IMPRESSION).toBeLessThan(7000)
    }
  })

  test('are only those asked for, and end today', async () => {
    const { all } = await analytics('start_date=2026-03-10&end_date=2026-04-10&metric_types=SAVE,SAVE_RATE')
    expect(all.daily_metrics.at(-1)?.date).toBe('2026-03-20')
    expect(Object.keys(all.daily_metrics[0]?.metrics ?? {}).sort()).toEqual(['SAVE', 'SAVE_RATE'])
    expect(Object.keys(all.summary_metrics).sort()).toEqual(['SAVE', 'SAVE_RATE'])
  })

  test('count against the limit of analytics', async () => {
    const { headers } = await ask(`?${march}`)
    expect(headers.get('x-ratelimit-limit')).toBe('60, 60;w=60;name="org_analytics"')
  })
})

describe('the best pins', () => {
  test('are ranked by the metric, each with its numbers and a status for each number', async () => {
    await addDays(db.sql, { userId: '901', pinId: vase }, [{ day: '2026-03-10', metrics: { IMPRESSION: 1, SAVE: 900 } }])
    await addDays(db.sql, { userId: '901', pinId: lamp }, [{ day: '2026-03-10', metrics: { IMPRESSION: 90_000, SAVE: 1 } }])
    const bySaves = await top(`${march}&sort_by=SAVE`)
    const byImpressions = await top(`${march}&sort_by=IMPRESSION&metric_types=IMPRESSION`)
    expect(bySaves.pins.map(({ pin_id }) => pin_id)).toEqual([vase, lamp])
    expect(byImpressions.pins.map(({ pin_id }) => pin_id)).toEqual([lamp, vase])
    expect(bySaves.sort_by).toBe('SAVE')
    expect(bySaves.pins[0]?.data_status).toMatchObject({ SAVE: 'READY', ENGAGEMENT: 'READY', ENGAGEMENT_RATE: 'READY' })
    expect(Object.keys(bySaves.pins[0]?.metrics ?? {})).toContain('ENGAGEMENT')
    expect(byImpressions.pins[0]).toEqual({
      pin_id: lamp,
      metrics: { IMPRESSION: expect.any(Number) as number },
      data_status: { IMPRESSION: 'READY' },
    })
  })

  test('say up to when there are numbers, and leave out a pin that has none yet', async () => {
    const { date_availability, pins } = await top(`${march}&sort_by=ENGAGEMENT`)
    expect(date_availability).toEqual({
      latest_available_timestamp: Date.parse('2026-03-18T23:59:59Z'),
      is_realtime: false,
    })
    expect(pins.map(({ pin_id }) => pin_id)).not.toContain(fresh)
  })

  test('are ten, or as many as asked for', async () => {
    const { id, accessToken } = await addUser(db.sql, {
      username: 'many',
      displayName: 'Many',
      isBusiness: true,
      createdAt: clock.now,
    })
    const { id: boardId } = await addBoard(db.sql, { ownerId: id, name: 'Many', createdAt: clock.now })
    for (let n = 10; n < 22; n++) await aPin(`Pin ${n}`, `2026-03-02T${n}:00:00Z`, boardId)
    const count = async (more: string) => {
      const { body } = await ask(`/top_pins?${march}&sort_by=SAVE${more}`, accessToken)
      return (body as Top).pins.length
    }
    expect([await count(''), await count('&num_of_pins=11'), await count('&num_of_pins=50')]).toEqual([10, 11, 12])
  })
})

describe('a question', () => {
  test.each([
    'end_date=2026-03-11',
    'start_date=2026-03-10',
    'start_date=2025-12-19&end_date=2026-03-11',
    'start_date=2026-03-12&end_date=2026-03-11',
    'start_date=2026-03-10&end_date=2026-06-09',
    'start_date=10.03.2026&end_date=2026-03-11',
    `${march}&metric_types=TOTAL_COMMENTS`,
    `${march}&app_types=FRIDGE`,
  ])('with %s is a 400', async (query) => {
    const refused = { status: 400, body: { code: 400, message: 'Invalid user accounts analytics parameters.' } }
    expect(await ask(`?${query}`)).toMatchObject(refused)
    expect(await ask(`/top_pins?sort_by=SAVE&${query}`)).toMatchObject(refused)
  })

  test.each(['', '&sort_by=SAVE_RATE', '&sort_by=SAVE&num_of_pins=0', '&sort_by=SAVE&num_of_pins=51'])(
    'for the best pins with %s is a 400',
    async (more) => {
      expect(await ask(`/top_pins?${march}${more}`)).toMatchObject({ status: 400 })
    },
  )

  test.each(['start_date=2025-12-20&end_date=2026-03-20', 'start_date=2026-03-10&end_date=2026-06-08'])(
    'with %s is just in reach',
    async (query) => {
      expect((await ask(`?${query}`)).status).toBe(200)
    },
  )

  test('of an account that is no business is a 403', async () => {
    const { accessToken } = await addUser(db.sql, {
      username: 'person',
      displayName: 'Person',
      isBusiness: false,
      createdAt: clock.now,
    })
    const refused = { status: 403, body: { code: 403, message: 'Not authorized to access the user account analytics.' } }
    expect(await ask(`?${march}`, accessToken)).toMatchObject(refused)
    expect(await ask(`/top_pins?${march}&sort_by=SAVE`, accessToken)).toMatchObject(refused)
  })

  test('goes wrong on demand', async () => {
    await simulator.fault({ operation: 'account_analytics', fault: 'rate_limited' })
    await simulator.fault({ operation: 'top_pins', fault: 'fail_500' })
    expect((await ask(`?${march}`)).status).toBe(429)
    expect((await ask(`/top_pins?${march}&sort_by=SAVE`)).status).toBe(500)
    expect((await ask(`?${march}`)).status).toBe(200)
  })
})
