/** The last days of an account: which they are, what of them is a gap, and what they are compared with. */
import { expect, test } from 'vitest'
import { pictureDays } from '../../../src/core/insight/analytics/stats-picture.js'
import { readKeptStats, STATS_DAYS, windowsOf } from '../../../src/core/insight/analytics/stats.js'
import type { MetricDay } from '../../../src/core/ports/platform.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

test('the last days end today, in UTC, and so many days before go before them', () => {
  expect(windowsOf(7, new Date('2026-03-02T23:59:59Z'))).toEqual({
    window: { startDate: '2026-02-24', endDate: '2026-03-02' },
    before: { startDate: '2026-02-17', endDate: '2026-02-23' },
  })
  expect(windowsOf(30, new Date('2024-03-01T00:00:00Z'))).toEqual({
    window: { startDate: '2024-02-01', endDate: '2024-03-01' },
    before: { startDate: '2024-01-02', endDate: '2024-01-31' },
  })
  const lengths = STATS_DAYS.map((count) => {
    const { startDate, endDate } = windowsOf(count, START).window
    return (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
  })
  expect(lengths).toEqual([7, 30, 90])
})

const day = (of: string, dataStatus: string, metrics: MetricDay['metrics']): MetricDay => ({ day: of, dataStatus, metrics })

test('a picture has every day of its window, and a gap wherever nothing is known', () => {
  const enqueued = [
    day('2026-02-25', 'READY', { impression: 0, save: 3 }),
    day('2026-02-26', 'BEFORE_METRIC_START_DATE', { impression: 0, save: 0 }),
    day('2026-02-27', 'SOMETHING_NEW', { impression: 5 }),
    day('2026-02-28', 'ESTIMATE', { impression: 40, outboundClick: 1 }),
    day('2026-03-01', 'PROCESSING', { impression: 7, save: 0 }),
    day('2026-03-02', 'PROCESSING', { impression: null }),
    day('2026-03-03', 'READY', { impression: 900 }),
  ]
  const gap = { isCounting: false, impressions: null, saves: null, outboundClicks: null }
  expect(pictureDays(enqueued, { startDate: '2026-02-24', endDate: '2026-03-02' })).toEqual([
    { ...gap, date: '2026-02-24' },
    { ...gap, date: '2026-02-25', impressions: 0, saves: 3 },
    { ...gap, date: '2026-02-26' },
    { ...gap, date: '2026-02-27' },
    { ...gap, date: '2026-02-28', isCounting: true, impressions: 40, outboundClicks: 1 },
    { ...gap, date: '2026-03-01', isCounting: true, impressions: 7 },
    { ...gap, date: '2026-03-02', isCounting: true },
  ])
})

async function keep({ organizationId, accountId }: World, of: string, dataStatus: string, impression: number): Promise<void> {
  await db.sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, ${of}, ${db.sql.json({ impression })}, ${dataStatus}, ${START})`
}

test('what was kept is compared with what was kept before, day for day', async () => {
  const world = await aWorld(db)
  await keep(world, '2026-02-22', 'READY', 10)
  await keep(world, '2026-02-23', 'READY', 30)
  await keep(world, '2026-02-24', 'READY', 25)
  await keep(world, '2026-02-25', 'READY', 35)
  await keep(world, '2026-03-01', 'PROCESSING', 1)
  const stats = await readKeptStats(world.deps, world.actor, { accountId: world.accountId, count: 7 })
  expect(stats).toMatchObject({
    account: { id: world.accountId, username: 'maker' },
    compared: [{ metric: 'impression', total: 60, before: 40, change: 0.5 }],
    wholeDays: 2,
    lastWholeDay: '2026-02-25',
  })
})

test('of an account of which no day is whole nothing was kept; a foreign one is not found', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  await keep(world, '2026-03-01', 'PROCESSING', 1)
  await keep(world, '2026-01-01', 'READY', 1)
  expect(await readKeptStats(world.deps, world.actor, { accountId: world.accountId, count: 7 })).toBeUndefined()
  const foreign = readKeptStats(world.deps, other.actor, { accountId: world.accountId, count: 30 })
  await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
