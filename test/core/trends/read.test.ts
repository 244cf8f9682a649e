/** What people search for, as an account is interested in it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount } from '../../../src/core/accounts/settings.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { INTERESTS, REGIONS, TREND_TYPES } from '../../../src/core/accounts/trend-questions.js'
import { regionOf } from '../../../src/core/insight/trends/regions.js'
import * as simulated from '../../../src/sandbox/platform/trends.js'
import { aDatabase } from '../../support/database.js'
import { aTrend, aTrendPlace, keywordsOf } from './support/trend-fixtures.js'

const { db } = await aDatabase()
const { asker } = aTrendPlace(db)
beforeEach(async () => void (await db.sql`delete from trend_answers`))

test('regions, kinds and interests are those that the simulated platform takes', () => {
  expect([REGIONS, TREND_TYPES, INTERESTS]).toEqual([simulated.REGIONS, simulated.TYPES, simulated.INTERESTS])
  expect([REGIONS.length, INTERESTS.length]).toEqual([18, 24])
})

test.each([
  ['America/New_York', 'US'],
  ['America/Toronto', 'CA'],
  ['Europe/Berlin', 'DE'],
  ['Europe/Vienna', 'DE+AT+CH'],
  ['Europe/Zurich', 'DE+AT+CH'],
  ['Europe/Paris', 'FR'],
  ['Atlantic/Canary', 'ES'],
  ['Europe/Rome', 'IT'],
  ['Europe/Dublin', 'GB+IE'],
  ['Europe/Lisbon', 'IT+ES+PT+GR+MT'],
  ['Europe/Prague', 'PL+RO+HU+SK+CZ'],
  ['Europe/Oslo', 'SE+DK+FI+NO'],
  ['Europe/Brussels', 'NL+BE+LU'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['America/Sao_Paulo', 'BR'],
  ['America/Bogota', 'CO'],
  ['America/Mexico_City', 'MX'],
  ['America/Santiago', 'MX+AR+CO+CL'],
  ['Australia/Sydney', 'AU+NZ'],
  ['Pacific/Auckland', 'AU+NZ'],
  ['Asia/Tokyo', 'US'],
  [null, 'US'],
])('the region of %s is %s', (timezone, region) => {
  expect(regionOf(timezone)).toBe(region)
})

describe('what is asked', () => {
  test('is the region of the account’s time zone and all searches, where nothing is set and nothing named', async () => {
    const one = await asker({ timezone: 'Europe/Vienna' })
    expect(await one.read()).toMatchObject({ region: 'DE+AT+CH', type: 'growing' })
    expect(one.calls).toEqual(['DE+AT+CH growing any'])
  })

  test('is the region and the interests of the account, these in turn and a keyword once', async () => {
    const by: Record<string, string[]> = { travel: ['Packing list', 'hotels'], wedding: ['cakes', 'packing list', 'rings'] }
    const one = await asker({ answers: ({ interest }) => (by[interest ?? ''] ?? []).map((keyword) => aTrend(keyword)) })
    const { deps, actor, accountId } = one
    await changeAccount(deps, actor, { accountId, trendRegion: 'GB+IE', trendInterests: ['travel', 'wedding'] })
    expect(keywordsOf(await one.read({ type: 'monthly' }))).toEqual(['Packing list', 'cakes', 'hotels', 'rings'])
    expect(one.calls.sort()).toEqual(['GB+IE monthly travel', 'GB+IE monthly wedding'])
  })

  test('is what the request names before what the account has, “any” too', async () => {
    const one = await asker()
    const { deps, actor, accountId } = one
    await changeAccount(deps, actor, { accountId, trendRegion: 'GB+IE', trendInterests: ['travel'] })
    await one.read({ region: 'FR', interest: 'art' })
    await one.read({ interest: 'any' })
    expect(one.calls).toEqual(['FR growing art', 'GB+IE growing any'])
  })

  test.each([
    ['type', { type: 'daily' }],
    ['region', { region: 'AT' }],
    ['interest', { interest: 'lamps' }],
    ['words', { words: '  ' }],
    ['words', { words: 'x'.repeat(256) }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 51 }],
    ['limit', { limit: 1.5 }],
    ['boardId', { boardId: 'Kitchen ideas' }],
  ])(
    'of a wrong form is refused by its name, also for an account that is not there, and nothing is asked: %s',
    async (field, input) => {
      const one = await asker()
      await expect(one.read({ accountId: '999999999', ...(input as object) })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: { field },
      })
      expect(one.calls).toEqual([])
    },
  )

  test('of another organization’s account or board is not there', async () => {
    const [one, other] = [await asker(), await asker()]
    await expect(one.read({ accountId: other.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.sql`
      insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
      values (${other.organizationId}, ${other.accountId}, '777', 'Theirs', 'public', now(), now())`
    const readBoard = () => Promise.reject(new PlatformError('not_found', 'Board not found.', { status: 404, code: 40 }))
    Object.assign(one.deps.platform, { readBoard })
    await expect(one.read({ boardId: '777' })).rejects.toMatchObject({ code: 'NOT_FOUND', details: { thing: 'Board' } })
    expect(one.calls).toEqual([])
  })
})

describe('what is shown', () => {
  const KEYWORDS = ['kitchen shelf ideas', 'garden benches', 'summer kitchens', 'raised garden beds', 'kitchen ideas']
  const answers = () => KEYWORDS.map((keyword) => aTrend(keyword))

  test('is as much as was asked for, in Pinterest’s order, with growth and weeks and no peak without a season', async () => {
    const one = await asker({ answers })
    const { trends } = await one.read({ limit: 2 })
    expect(trends.map(({ keyword }) => keyword)).toEqual(KEYWORDS.slice(0, 2))
    expect(trends[0]).toEqual({ ...aTrend('kitchen shelf ideas'), peak: null, startBy: null, fit: null })
    expect(keywordsOf(await one.read())).toEqual(KEYWORDS)
    expect(one.calls).toHaveLength(1)
  })

  test('is what has all of the words, in whatever form', async () => {
    const one = await asker({ answers })
    expect(keywordsOf(await one.read({ words: 'Kitchen' }))).toEqual(['kitchen shelf ideas', 'summer kitchens', 'kitchen ideas'])
    expect(keywordsOf(await one.read({ words: 'gardens bed' }))).toEqual(['raised garden beds'])
    expect(keywordsOf(await one.read({ words: 'lamp' }))).toEqual([])
    expect(keywordsOf(await one.read({ words: 'kitchen', limit: 1 }))).toEqual(['kitchen shelf ideas'])
  })

  test('comes with how well it fits a board, what fits best first', async () => {
    const one = await asker({ answers })
    const { trends } = await one.read({ boardId: 'b_101' }) // Kitchen ideas
    expect(trends[0]).toMatchObject({ keyword: 'kitchen ideas', fit: 'excellent' })
    const fits = Object.fromEntries(trends.map(({ keyword, fit }) => [keyword, fit]))
    expect([fits['garden benches'], fits['raised garden beds']]).toEqual(['poor', 'poor'])
    expect(trends.slice(-2).map(({ fit }) => fit)).toEqual(['poor', 'poor'])
    expect(trends).toHaveLength(KEYWORDS.length)
  })

  test('a board’s description counts, too', async () => {
    const one = await asker({ answers })
    await db.sql`
      update boards set description = 'Raised garden beds, and what grows in them' where organization_id = ${one.organizationId} and id = '102'`
    const { trends } = await one.read({ boardId: '102' })
    expect(trends[0]!.keyword).toBe('raised garden beds')
    expect(trends.find(({ keyword }) => keyword === 'kitchen ideas')!.fit).toBe('poor')
  })
})

describe('an account’s region and interests', () => {
  test('are set by admins, each for itself, and recorded with what they were', async () => {
    const { deps, actor, accountId, organizationId } = await asker()
    expect(await changeAccount(deps, actor, { accountId, trendRegion: 'DE' })).toMatchObject({
      trendRegion: 'DE',
      trendInterests: [],
    })
    expect(await changeAccount(deps, actor, { accountId, trendInterests: ['art', 'travel'] })).toMatchObject({
      trendRegion: 'DE',
      trendInterests: ['art', 'travel'],
      holdDeadLinks: false,
    })
    await changeAccount(deps, actor, { accountId, trendInterests: ['art', 'travel'] }) // as it is
    expect(await changeAccount(deps, actor, { accountId, trendRegion: null, trendInterests: [] })).toMatchObject({
      trendRegion: null,
      trendInterests: [],
    })
    const audit = await db.sql`select before, after from audit where organization_id = ${organizationId} order by id`
    expect(audit.map(({ before, after }) => [before as unknown, after as unknown])).toEqual([
      [{ trend_region: null }, { trend_region: 'DE' }],
      [{ trend_interests: [] }, { trend_interests: ['art', 'travel'] }],
      [
        { trend_region: 'DE', trend_interests: ['art', 'travel'] },
        { trend_region: null, trend_interests: [] },
      ],
    ])
    await expect(changeAccount(deps, { ...actor, role: 'scheduler' }, { accountId, trendRegion: 'US' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test.each<[string, object]>([
    ['trendRegion', { trendRegion: 'AT' }],
    ['trendInterests', { trendInterests: ['art', 'art'] }],
    ['trendInterests', { trendInterests: ['lamps'] }],
    ['trendInterests', { trendInterests: INTERESTS.slice(0, 6) }],
    ['body', {}],
  ])('%s of a wrong form changes nothing', async (field, change) => {
    const { deps, actor, accountId } = await asker()
    await expect(
      changeAccount(deps, actor, { accountId, holdDeadLinks: field === 'body' ? undefined : true, ...change }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    const [row] = await db.sql`select holds_dead_links as holds, trend_region as region from accounts where id = ${accountId}`
    expect(row).toEqual({ holds: false, region: null })
  })

  test('another organization’s are not there to change', async () => {
    const [one, other] = [await asker(), await asker()]
    await expect(changeAccount(one.deps, one.actor, { accountId: other.accountId, trendRegion: 'DE' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
