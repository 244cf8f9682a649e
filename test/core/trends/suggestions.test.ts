/** What an account should begin with now: at most three, of what is kept. */
import { beforeEach, expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { changeAccount } from '../../../src/core/accounts/settings.js'
import { addDates } from '../../../src/core/lib/time.js'
import { suggestSeasons } from '../../../src/core/insight/trends/suggestions.js'
import { aDatabase } from '../../support/database.js'
import { type Asker, aTrend, aTrendPlace } from './support/trend-fixtures.js'

const { db } = await aDatabase()
const { asker, clock } = aTrendPlace(db)
const TODAY = '2026-11-23'
const LAST = '2026-11-22'
beforeEach(async () => {
  clock.now = new Date(`${TODAY}T10:00:00Z`)
  await db.sql`delete from trend_answers`
})

/** Its next peak is so many weeks after the last week that is known. */
const seasonal = (keyword: string, weeksAhead: number) => {
  const peak = (52 + weeksAhead - 1) % 52
  return aTrend(
    keyword,
    Array.from({ length: 52 }, (_, at) => {
      const away = Math.min(Math.abs(at - peak), 52 - Math.abs(at - peak))
      return { week: addDates(LAST, -7 * (51 - at)), value: Math.round(5 + 95 * Math.exp(-(away ** 2) / 8)) }
    }),
  )
}
const suggested = async ({ deps, actor, accountId }: Asker) =>
  suggestSeasons(db.sql, await readAccount(deps, actor, { accountId }), clock.now)

test('are those that fit a board and whose time to begin is near, the best first, with their dates', async () => {
  const trends = [
    ...[seasonal('kitchen shelf ideas', 7), seasonal('christmas nails', 7), seasonal('garden ideas', 6)],
    ...[seasonal('kitchen ideas', 7), seasonal('kitchen gardens', 7), seasonal('Garden', 7)],
    ...[seasonal('kitchen lamps', 20), seasonal('kitchen towels', 1), aTrend('kitchen')],
  ]
  const one = await asker({ answers: () => trends })
  expect(await suggested(one)).toEqual([]) // nothing is kept
  await one.read({ type: 'seasonal' })
  const found = await suggested(one)
  expect(found).toHaveLength(3)
  expect(found[0]).toEqual({
    keyword: 'kitchen ideas',
    peak: addDates(LAST, 49),
    startBy: addDates(LAST, 4),
    board: { id: '101', name: 'Kitchen ideas' },
  })
  expect(found.map(({ keyword }) => keyword)).toContain('Garden')
  expect(found.every(({ board }) => board !== null)).toBe(true)
  expect(one.calls).toHaveLength(1)
})

test('fit a board, or the interests that the account chose', async () => {
  const one = await asker({ answers: () => [seasonal('christmas nails', 7), seasonal('kitchen ideas', 7)] })
  await one.read({ type: 'seasonal' })
  expect((await suggested(one)).map(({ keyword }) => keyword)).toEqual(['kitchen ideas'])
  await changeAccount(one.deps, one.actor, { accountId: one.accountId, trendInterests: ['beauty'] })
  expect(await suggested(one)).toEqual([])
  await one.read({ type: 'seasonal' })
  const found = await suggested(one)
  expect(found.map(({ keyword, board }) => [keyword, board?.name ?? null])).toEqual([
    ['kitchen ideas', 'Kitchen ideas'],
    ['christmas nails', null],
  ])
})

test('are for public boards: one that not everybody sees is none to begin with', async () => {
  const one = await asker({ answers: () => [seasonal('kitchen ideas', 7)] })
  await one.read({ type: 'seasonal' })
  await db.sql`update boards set privacy = 'protected' where organization_id = ${one.organizationId} and id = '101'`
  expect(await suggested(one)).toEqual([])
})
