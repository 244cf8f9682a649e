/** What a chart of a seeded account shows: no hole, no cliff, and never less than its pins. */
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { seedHistory } from '../../../src/sandbox/seed/account.js'
import type { Seeding } from '../../../src/sandbox/seed/seeding.js'
import { addPin } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const SEEDED = new Date('2026-03-20T15:00:00Z')
const clock = { now: SEEDED }
const simulator = await startSimulator(db, clock)
const { platform } = simulator
afterAll(() => simulator.close())

const access = { accessToken: 'pina_test' }
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
for (let index = 0; index < 7; index++) {
  await addPin(db.sql, {
    boardId: '101',
    title: `Pin ${index}`,
    description: null,
    link: null,
    altText: null,
    picture,
    createdAt: new Date(SEEDED.getTime() - (1 + index * 3) * DAY_MS),
  })
}
const deps = { db, clock: () => SEEDED }
await seedHistory({ deps } as unknown as Seeding, '901') // it uses no more of a seeding

const dateAt = (days: number) => new Date(SEEDED.getTime() + days * DAY_MS).toISOString().slice(0, 10)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('ninety days are all there, two of them processing, weekends above the days before', async () => {
  const { days } = await platform.readAccountAnalytics(access, { first: dateAt(-89), last: dateAt(0) })
  expect(days.map(({ dataStatus }) => dataStatus)).toEqual([
    ...Array.from({ length: 88 }, () => 'READY'),
    ...Array.from({ length: 2 }, () => 'PROCESSING'),
  ])
  const ready = days.slice(0, 88)
  const of = (isWeekend: boolean) =>
    ready
      .filter(({ day }) => [0, 6].includes(new Date(day).getUTCDay()) === isWeekend)
      .map(({ metrics }) => metrics.impression ?? 0)
  expect(mean(of(true))).toBeGreaterThan(mean(of(false)) * 1.1)
  for (const { metrics } of ready) {
    const { impression, save, pinClick, outboundClick, engagement, engagementRate } = metrics
    expect(engagement).toBe((save ?? 0) + (pinClick ?? 0) + (outboundClick ?? 0))
    expect(engagementRate).toBeCloseTo((engagement ?? 0) / (impression ?? 1))
  }
})

test('later days go on where the seeded ones end', async () => {
  clock.now = new Date(SEEDED.getTime() + 30 * DAY_MS)
  const { days } = await platform.readAccountAnalytics(access, { first: dateAt(-28), last: dateAt(28) })
  clock.now = SEEDED
  const shown = days.map(({ metrics }) => metrics.impression ?? 0)
  const [before, after] = [mean(shown.slice(12, 26)), mean(shown.slice(27, 41))]
  expect(after / before).toBeGreaterThan(0.7)
  expect(after / before).toBeLessThan(1.2)
})

test('the best pins together are less than the account, and not all alike', async () => {
  const window = { first: dateAt(-29), last: dateAt(0) }
  const { summary } = await platform.readAccountAnalytics(access, window)
  const { pins } = await platform.readTopPins(access, window, 'IMPRESSION')
  const shown = pins.map(({ metrics }) => metrics.impression ?? 0)
  expect(shown).toHaveLength(6) // that of yesterday has no numbers yet
  expect(shown.reduce((sum, one) => sum + one, 0)).toBeLessThan(summary.impression ?? 0)
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  expect(shown[0]).toBeGreaterThan((shown.at(-1) ?? 0) * 1.5)
})
