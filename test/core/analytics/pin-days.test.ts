import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { keepPinDays, listPinsToRead, nextResultsAt, noteRead } from '../../../src/core/insight/analytics/pin-days.js'
import { readPinResults } from '../../../src/core/slots/week/pin-results.js'
import type { MetricDay } from '../../../src/core/ports/platform.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aPin } from '../slots/support/fixtures.js'

const { db } = await aDatabase()
const ago = ({ clock }: World, days: number) => new Date(clock.now.getTime() - days * DAY_MS)

/** A pin of ours that went out then; its platform id is made of that. */
const sent = async (world: World, at: Date) => ({
  postId: await aPin(world, { at, status: 'sent' }),
  pinId: String(at.getTime()),
  sentAt: at,
})
const days = (from: string, count: number, impression: number, dataStatus = 'READY'): MetricDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
    dataStatus,
    metrics: { impression },
  }))
const keep = async (world: World, pinId: string, some: MetricDay[]) =>
  keepPinDays(db.sql, await accountOf(world), { pinId, days: some }, world.clock.now)
const results = async (world: World) => readPinResults(db.sql, await accountOf(world), world.clock.now)

test('pins are read from their third day to their thirtieth, once a day, those never read first', async () => {
  const world = await aWorld(db)
  const account = await accountOf(world)
  const [, young, middle, old] = [
    await sent(world, ago(world, 1.9)),
    await sent(world, ago(world, 2.1)),
    await sent(world, ago(world, 15)),
    await sent(world, ago(world, 29.9)),
    await sent(world, ago(world, 30.1)),
  ]
  await aPin(world, { at: ago(world, 5), status: 'uploading' })
  const due = async (limit = 40) =>
    (await listPinsToRead(db.sql, account, { now: world.clock.now, limit })).map(({ postId }) => postId)
  expect(await due()).toEqual([old.postId, middle.postId, young.postId])
  await noteRead(db.sql, account, middle.postId, new Date(world.clock.now.getTime() - 23 * 3_600_000))
  expect(await due()).toEqual([old.postId, young.postId])
  await noteRead(db.sql, account, middle.postId, ago(world, 1))
  expect(await due()).toEqual([old.postId, young.postId, middle.postId])
  expect(await due(1)).toEqual([old.postId])
})

test('an account is looked at again when its next pin is to be read, not before a quarter of an hour and after six hours at the latest', async () => {
  const world = await aWorld(db)
  const minutes = async () =>
    ((await nextResultsAt(db.sql, await accountOf(world), world.clock.now)).getTime() - world.clock.now.getTime()) / 60_000
  expect(await minutes()).toBe(360)
  const young = await sent(world, ago(world, 1.9)) // in 144 minutes two days old
  expect(Math.round(await minutes())).toBe(144)
  const account = await accountOf(world)
  const { postId } = await sent(world, ago(world, 3))
  expect(await minutes()).toBe(0)
  await noteRead(db.sql, account, postId, new Date(world.clock.now.getTime() - DAY_MS + 60_000))
  expect(await minutes()).toBe(15)
  await noteRead(db.sql, account, postId, world.clock.now)
  await noteRead(db.sql, account, young.postId, world.clock.now)
  expect(await minutes()).toBe(360)
  await db.sql`update posts set results_read_at = null where organization_id = ${world.organizationId}`
  await db.sql`update accounts set results_after = '2100-01-01' where organization_id = ${world.organizationId}`
  expect(await minutes()).toBe(360)
})

test('a day that is told again replaces what was known, also within one answer', async () => {
  const world = await aWorld(db)
  await keep(world, '77', days('2026-02-01', 2, 5, 'PROCESSING'))
  await keep(world, '77', [...days('2026-02-02', 1, 6), ...days('2026-02-02', 1, 7)])
  const rows = await db.sql`
    select day::text, metrics, data_status
      from pin_days
     where organization_id = ${world.organizationId} and pin_id = '77'
     order by day`
  expect([...rows]).toEqual([
    { day: '2026-02-01', metrics: { impression: 5 }, data_status: 'PROCESSING' },
    { day: '2026-02-02', metrics: { impression: 7 }, data_status: 'READY' },
  ])
  await keep(world, '77', [])
})

test('a pin is judged by its first 14 days that are ready, and not before there are 7', async () => {
  const world = await aWorld(db)
  const at = new Date('2026-02-01T00:00:00Z')
  const { pinId } = await sent(world, at)
  await keep(world, pinId, [...days('2026-02-01', 6, 10), ...days('2026-02-07', 8, 0, 'PROCESSING')])
  expect(await results(world)).toEqual([])
  await keep(world, pinId, days('2026-02-07', 1, 10))
  expect(await results(world)).toEqual([{ sentAt: at, value: 10 }])
  await keep(world, pinId, [...days('2026-02-08', 7, 20), ...days('2026-02-15', 5, 9999), ...days('2026-01-31', 1, 9999)])
  expect(await results(world)).toEqual([{ sentAt: at, value: 15 }])
})

test('saves and clicks weigh more than impressions, and what is missing or null counts nothing', async () => {
  const world = await aWorld(db)
  const { pinId } = await sent(world, new Date('2026-02-01T00:00:00Z'))
  const [first, ...others] = days('2026-02-01', 10, 0)
  const metrics = { impression: 100, save: 4, pinClick: 3, outboundClick: null, somethingNew: 1000 }
  await keep(world, pinId, [{ ...first!, metrics }, ...others.map((one) => ({ ...one, metrics: {} }))])
  expect(await results(world)).toMatchObject([{ value: (100 + 40 + 15) / 10 }])
})

test('a pin of the evening is not behind one of the morning for its shorter first day', async () => {
  const world = await aWorld(db)
  const morning = await sent(world, new Date('2026-02-01T00:00:00Z'))
  const evening = await sent(world, new Date('2026-02-01T18:00:00Z'))
  await keep(world, morning.pinId, days('2026-02-01', 8, 24))
  await keep(world, evening.pinId, [...days('2026-02-01', 1, 6), ...days('2026-02-02', 7, 24)])
  const values = (await results(world)).map(({ value }) => value)
  expect(values).toEqual([24, 24])
})

test('results of another account, of another pin and of long ago are not its own', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { pinId } = await sent(world, new Date('2026-02-01T00:00:00Z'))
  await keep(other, pinId, days('2026-02-01', 14, 50))
  await keep(world, '123456', days('2026-02-01', 14, 50))
  const old = await sent(world, ago(world, 366))
  await keep(world, old.pinId, days(old.sentAt.toISOString().slice(0, 10), 14, 50))
  expect(await results(world)).toEqual([])
})
