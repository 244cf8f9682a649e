/** What people search for is asked ahead: once a day for all who are interested in the same. */
import { beforeEach, expect, test } from 'vitest'
import { changeAccount } from '../../../src/core/accounts/settings.js'
import { DAY_MS, HOUR_MS } from '../../../src/core/lib/duration.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { keepTrends } from '../../../src/core/insight/trends/keep.js'
import { wordsFor } from '../../../src/core/insight/trends/words.js'
import { aDatabase } from '../../support/database.js'
import { aTrend, aTrendPlace } from './support/trend-fixtures.js'

const { db } = await aDatabase()
const { asker, clock } = aTrendPlace(db)
beforeEach(async () => {
  clock.now = new Date('2026-11-23T10:00:00Z')
  await db.sql`delete from trend_answers`
  await db.sql`delete from trend_refusals`
  await db.sql`update accounts set token_status = 'unauthorized'` // those of other tests
})

test('for a thousand accounts with one region and topic each question is asked once a day', async () => {
  const one = await asker()
  await db.sql`
    with o as (
      insert into organizations (name, period_anchor, created_at)
      select 'Team ' || n, ${clock.now}, ${clock.now} from generate_series(1, 1000) n
      returning id
    )
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, created_at)
    select id, 'many' || id, 'many', 'One of many', 'America/New_York', true, ${clock.now} from o`
  expect(await keepTrends(one.deps)).toEqual({ asked: 2 })
  expect(one.calls.sort()).toEqual(['US growing any', 'US seasonal any'])
  clock.advance(HOUR_MS)
  expect(await keepTrends(one.deps)).toEqual({ asked: 0 })
  clock.advance(DAY_MS)
  expect(await keepTrends(one.deps)).toEqual({ asked: 2 })
  expect(one.calls).toHaveLength(4)
})

test('each region and topic that somebody chose is asked for, and those who chose it have its words', async () => {
  const [one, other] = [await asker(), await asker({ timezone: 'Europe/Paris' })]
  await changeAccount(other.deps, other.actor, { accountId: other.accountId, trendInterests: ['art', 'travel'] })
  await keepTrends(one.deps)
  expect(one.calls.sort()).toEqual([
    ...['FR growing art', 'FR growing travel', 'FR seasonal art', 'FR seasonal travel'],
    ...['US growing any', 'US seasonal any'],
  ])
  expect(await wordsFor(one.deps, other)).toEqual(['lamps'])
})

test('an account that is refused leaves it to the next one, and is not asked with for a day; a lost one is never', async () => {
  let refused = 1
  const answers = () =>
    refused-- > 0
      ? Promise.reject(new PlatformError('forbidden', 'You are not permitted', { status: 403, code: 29 }))
      : [aTrend('lamps')]
  const [one, , lost] = [await asker({ answers }), await asker(), await asker()]
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${lost.organizationId}`
  await keepTrends(one.deps)
  expect(one.calls).toHaveLength(3) // one of them in vain
  const rows = await db.sql`select organization_id as "organizationId" from trend_refusals`
  expect(rows).toHaveLength(1)
  expect(await wordsFor(one.deps, one)).toEqual(['lamps'])
})

test('one that fails stops no other, and is left alone for a while', async () => {
  const one = await asker({
    answers: ({ type }) =>
      type === 'seasonal' ? Promise.reject(new PlatformError('unavailable', 'HTTP 500')) : [aTrend('lamps')],
  })
  await asker()
  await keepTrends(one.deps)
  expect(one.calls.sort()).toEqual(['US growing any', 'US seasonal any'])
  await keepTrends(one.deps)
  expect(one.calls).toHaveLength(2)
})

test('asking ahead leaves half of the quota to people, who wait', async () => {
  const one = await asker()
  await keepTrends(one.deps)
  await one.read({ type: 'yearly' })
  expect(one.inBackground).toEqual([true, true, false])
})

test('a process that stops begins nothing further', async () => {
  const one = await asker()
  expect(await keepTrends(one.deps, () => false)).toEqual({ asked: 0 })
  expect(one.calls).toEqual([])
})
