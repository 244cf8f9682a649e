import { expect, test } from 'vitest'
import { areDaysDue, findDays, keepDays, nextDaysAt } from '../../../src/core/insight/analytics/days.js'
import { addDates } from '../../../src/core/lib/time.js'
import type { MetricDay, Metrics } from '../../../src/core/ports/platform.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { accountOf } from '../slots/support/fixtures.js'

const { db } = await aDatabase()
const day = (metrics: Metrics, dataStatus = 'READY', of = '2026-02-01'): MetricDay => ({ day: of, dataStatus, metrics })

async function aKeeper() {
  const world = await aWorld(db)
  const account = await accountOf(world)
  let readAt = world.clock.now.getTime()
  return {
    world,
    /** Each reading a minute after the one before. */
    keep: async (...days: MetricDay[]) => keepDays(db.sql, account, days, new Date((readAt += 60_000))),
    keepAt: async (at: number, ...days: MetricDay[]) => keepDays(db.sql, account, days, new Date(readAt + at)),
    kept: async () => findDays(db.sql, account, { startDate: '2020-01-01', endDate: '2030-01-01' }),
  }
}

test('what is told later replaces what was told before, also within one answer', async () => {
  const { keep, kept } = await aKeeper()
  await keep(day({ impression: null }, 'PROCESSING'), day({}, 'PROCESSING', '2026-02-02'))
  await keep(day({ impression: 5, save: 1 }), day({ impression: 6 }, 'READY'))
  expect(await kept()).toEqual([day({ impression: 6 }), day({}, 'PROCESSING', '2026-02-02')])
  await keep(day({ impression: 7 }))
  expect((await kept())[0]).toEqual(day({ impression: 7 }))
  await keep()
})

test.each(['PROCESSING', 'ESTIMATE', 'BEFORE_DATA_RETENTION_PERIOD', 'SOMETHING_NEW'])(
  'a day that was ready does not become %s',
  async (status) => {
    const { keep, kept } = await aKeeper()
    await keep(day({ impression: 5 }))
    await keep(day({ impression: 999 }, status))
    expect(await kept()).toEqual([day({ impression: 5 })])
  },
)

test('numbers of a day that was ready are not lost to absent ones', async () => {
  const { keep, kept } = await aKeeper()
  await keep(day({ impression: 5, save: 2 }))
  await keep(day({ impression: 6, save: null, pinClick: 1 }))
  await keep(day({}))
  expect(await kept()).toEqual([day({ impression: 6, save: 2, pinClick: 1 })])
})

test('an earlier reading that comes late changes nothing', async () => {
  const { keepAt, kept } = await aKeeper()
  await keepAt(2000, day({ impression: 6 }))
  await keepAt(1000, day({ impression: 5 }))
  expect(await kept()).toEqual([day({ impression: 6 })])
})

test('readings side by side end with the later one, whatever order their days come in', async () => {
  const { keepAt, kept } = await aKeeper()
  const days = Array.from({ length: 1500 }, (_, index) => addDates('2022-01-01', index))
  const reading = (at: number) => {
    const enqueued = days.map((of) => day({ impression: at }, 'READY', of))
    return keepAt(at, ...(at % 2 === 0 ? enqueued : enqueued.reverse())) // they must not wait for each other in a circle
  }
  for (let round = 0; round < 3; round++) {
    const later = round * 8
    await Promise.all(Array.from({ length: 8 }, (_, at) => reading(later + at + 1)))
    expect(new Set((await kept()).map(({ metrics }) => metrics.impression))).toEqual(new Set([later + 8]))
  }
})

test('days are found within their window, earliest first, of their account alone', async () => {
  const [{ world, keep }, other] = [await aKeeper(), await aKeeper()]
  const [first, second, third] = ['2026-01-31', '2026-02-01', '2026-02-02'].map((of) => day({ save: 1 }, 'READY', of))
  await keep(third!, first!, second!)
  await other.keep(day({ save: 9 }, 'READY', '2026-02-01'))
  const account = await accountOf(world)
  expect(await findDays(db.sql, account, { startDate: '2026-02-01', endDate: '2026-02-02' })).toEqual([second, third])
})

const at = (time: string) => new Date(`2026-03-${time}Z`)

test('an account is read once a day from two o’clock (UTC) on, and at once when it never was', () => {
  expect(areDaysDue(null, at('02T00:13:00'))).toBe(true)
  expect(areDaysDue(at('02T00:13:00'), at('02T01:59:59'))).toBe(false)
  expect(areDaysDue(at('02T00:13:00'), at('02T02:00:00'))).toBe(true)
  expect(areDaysDue(at('02T02:13:00'), at('03T01:13:00'))).toBe(false)
  expect(areDaysDue(at('02T02:13:00'), at('03T02:13:00'))).toBe(true)
})

test('it is looked at again at two o’clock, and after six hours at the latest, for it may be connected again by then', () => {
  expect(nextDaysAt(at('02T00:13:00'))).toEqual(at('02T02:00:00'))
  expect(nextDaysAt(at('02T02:00:00'))).toEqual(at('02T08:00:00'))
})
