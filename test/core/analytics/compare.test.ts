import { expect, test } from 'vitest'
import { compareWindows } from '../../../src/core/insight/analytics/compare.js'
import type { MetricDay, Metrics } from '../../../src/core/ports/platform.js'

const day = (metrics: Metrics, dataStatus = 'READY'): MetricDay => ({ day: '2026-03-01', dataStatus, metrics })
const days = (count: number, metrics: Metrics, dataStatus?: string) =>
  Array.from({ length: count }, () => day(metrics, dataStatus))
const of = (metric: string, now: MetricDay[], before: MetricDay[]) =>
  compareWindows(now, before).find((one) => one.metric === metric)

test('totals stand beside those of the window before, the change as a fraction of them', () => {
  expect(compareWindows(days(2, { impression: 75, save: 3 }), days(2, { impression: 50, save: 4 }))).toEqual([
    { metric: 'impression', total: 150, before: 100, change: 0.5 },
    { metric: 'save', total: 6, before: 8, change: -0.25 },
    { metric: 'saveRate', total: 0.04, before: 0.08, change: -0.5 },
  ])
})

test('rates come of the totals: a quiet day weighs no more than what was seen on it', () => {
  const now = [
    day({ impression: 900, engagement: 90, engagementRate: 0.1 }),
    day({ impression: 100, engagement: 90, engagementRate: 0.9 }),
  ]
  expect(of('engagementRate', now, [])).toEqual({ metric: 'engagementRate', total: 0.18, before: null, change: null })
})

test('a rate counts only the days that have both its parts', () => {
  const now = [day({ impression: 100, pinClick: 5 }), day({ impression: 1000 }), day({ pinClick: 50, impression: null })]
  expect(of('pinClickRate', now, now)).toMatchObject({ total: 0.05, before: 0.05, change: 0 })
})

test('days that are not ready count on neither side, whatever numbers they carry', () => {
  const unready = ['PROCESSING', 'ESTIMATE', 'BEFORE_BUSINESS_CREATED', 'SOMETHING_NEW'].map((status) =>
    day({ impression: 999 }, status),
  )
  expect(of('impression', [...days(3, { impression: 10 }), ...unready], [...unready, ...days(3, { impression: 20 })])).toEqual({
    metric: 'impression',
    total: 30,
    before: 60,
    change: -0.5,
  })
})

test('two days that are still processed are no loss against a whole window before', () => {
  const now = [...days(28, { impression: 10 }), ...days(2, { impression: null }, 'PROCESSING')]
  expect(of('impression', now, days(30, { impression: 10 }))).toEqual({
    metric: 'impression',
    total: 280,
    before: 280,
    change: 0,
  })
})

test.each([
  ['no days at all', []],
  ['no day that is ready', days(10, { impression: 5 }, 'PROCESSING')],
  ['no day with the metric', days(10, { save: 5 })],
  ['fewer than half as many days', days(4, { impression: 5 })],
])('with %s before, there is nothing to compare with', (_, before) => {
  expect(of('impression', days(10, { impression: 5 }), before)).toEqual({
    metric: 'impression',
    total: 50,
    before: null,
    change: null,
  })
})

test('half as many days before are enough', () => {
  expect(of('impression', days(10, { impression: 5 }), days(5, { impression: 4 }))).toMatchObject({ before: 40, change: 0.25 })
})

test('a rise from nothing has no fraction, and nothing after nothing is no change', () => {
  expect(of('save', days(3, { save: 1 }), days(3, { save: 0 }))).toEqual({ metric: 'save', total: 3, before: 0, change: null })
  expect(of('save', days(3, { save: 0 }), days(3, { save: 0 }))).toEqual({ metric: 'save', total: 0, before: 0, change: 0 })
})

test('where nothing was seen there is no rate to compare with', () => {
  const nothing = days(3, { impression: 0, save: 0 })
  expect(of('saveRate', days(3, { impression: 10, save: 1 }), nothing)).toEqual({
    metric: 'saveRate',
    total: 0.1,
    before: null,
    change: null,
  })
  expect(of('saveRate', nothing, days(3, { impression: 10, save: 1 }))).toMatchObject({ total: 0, change: -1 })
})

test('metrics that no ready day has are left out', () => {
  expect(compareWindows(days(3, { save: null, impression: 4 }), days(3, { save: 2 })).map(({ metric }) => metric)).toEqual([
    'impression',
  ])
  expect(compareWindows([], days(3, { impression: 1 }))).toEqual([])
})
