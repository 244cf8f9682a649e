import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import type { PublicPin } from '../../../src/core/ports/platform.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { claimSearch, keepFound, releaseSearch } from '../../../src/core/insight/relevance/recommended/keyword-searches.js'
import { findRecommendedPins } from '../../../src/core/insight/relevance/recommended/recommended-pins.js'
import { openPool } from '../../../src/db/pool.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { aPlace, idsOf, keywordsOf, searchesIn, type Recommender } from './support/recommended-fixtures.js'

const { db, url } = await aDatabase()
const { recommender, publicPins, simulator } = await aPlace(db)
const elsewhere = openPool(url, { max: 10 })
afterAll(() => elsewhere.close())
beforeEach(() => clearFaults(db.sql))

const LIMITED = { code: 'TOO_MANY_REQUESTS', details: { reason: 'recommended_pins_rate_limited' } }

/** The same organization before another process. */
const inAnotherProcess = (asker: Recommender): Recommender['find'] => {
  const deps = { ...asker.deps, db: elsewhere }
  return (asked, options) =>
    findRecommendedPins(deps, asker.actor, { accountId: asker.accountId, boardId: '102', ...asked }, options)
}
const searchMany = async (asker: Recommender, count: number) => {
  for (let n = 0; n < count; n++) await asker.find({ keyword: `keyword ${n}` })
}

test('a keyword is searched once in 15 minutes, however it is typed, for all boards and over all processes', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Zibberlamp' })
  const asker = await recommender()
  const ask = async (find: Recommender['find'], keyword = 'zibberlamp', boardId = '102') =>
    expect(idsOf(await find({ keyword, boardId }))).toEqual([id])
  await ask(asker.find)
  await ask(asker.find, '  ZibberLAMP ', '101')
  await ask(inAnotherProcess(asker))
  expect(searchesIn(asker)).toBe(1)
  asker.clock.advance(15 * MINUTE_MS - 1)
  await ask(asker.find)
  expect(searchesIn(asker)).toBe(1)
  asker.clock.advance(1)
  await ask(asker.find)
  expect(searchesIn(asker)).toBe(2)
  expect(await keywordsOf(asker)).toEqual(['zibberlamp'])
})

test('another organization is told nothing of it, and counts for itself', async () => {
  const [one, other] = [await recommender(), await recommender()]
  await one.find({ keyword: 'ours alone' })
  await other.find({ keyword: 'ours alone' })
  expect([searchesIn(one), searchesIn(other)]).toEqual([1, 1])
})

test('accounts of an organization share what was found', async () => {
  const asker = await recommender()
  await asker.find({ keyword: 'shared' })
  const accountId = await anotherAccount(asker, 'pina_test')
  await asker.find({ keyword: 'shared', accountId })
  expect(searchesIn(asker)).toBe(1)
})

test('the thirty-first keyword within an hour is refused until the first has left it; those before are served', async () => {
  const asker = await recommender()
  await asker.find({ keyword: 'the first' })
  asker.clock.advance(40 * MINUTE_MS)
  await searchMany(asker, 29)
  const asked = asker.asked.length
  await expect(asker.find({ keyword: 'one more' })).rejects.toMatchObject({
    ...LIMITED,
    details: { ...LIMITED.details, retryAfterSeconds: 20 * 60 },
  })
  expect(asker.asked).toHaveLength(asked) // no request was sent, of the board neither
  await asker.find({ keyword: 'keyword 3' }) // from the cache
  await asker.find({ keyword: 'The First' }) // searched again, and not counted again
  expect(searchesIn(asker)).toBe(31)
  expect(await keywordsOf(asker)).toHaveLength(30)
  asker.clock.advance(60 * MINUTE_MS - 1)
  await expect(asker.find({ keyword: 'one more' })).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } })
  asker.clock.advance(1)
  await asker.find({ keyword: 'one more' })
})

test('a keyword that left the hour counts again', async () => {
  const asker = await recommender()
  await asker.find({ keyword: 'long ago' })
  asker.clock.advance(60 * MINUTE_MS)
  await searchMany(asker, 30)
  await expect(asker.find({ keyword: 'long ago' })).rejects.toMatchObject(LIMITED)
})

test('of sixty keywords side by side, before two processes, exactly thirty pass', async () => {
  const asker = await recommender(() => ({ searchPins: () => Promise.resolve({ items: [], bookmark: null }) })) // thirty at once are slower than a search may be
  const finders = [asker.find, inAnotherProcess(asker)]
  const ended = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => finders[n % 2]!({ keyword: `side by side ${n}` }, { budgetMs: 60_000 })),
  )
  const refused = ended.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(30)
  for (const one of refused) expect(one).toMatchObject({ reason: LIMITED })
  expect(await keywordsOf(asker)).toHaveLength(30)
  expect(searchesIn(asker)).toBe(30)
})

test('fifty who ask for the same at once share one search', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Crowdcandle' })
  const asker = await recommender()
  const found = await Promise.all(
    Array.from({ length: 50 }, (_, n) => asker.find({ keyword: n % 2 ? 'Crowdcandle' : 'crowdcandle' }, { budgetMs: 60_000 })),
  )
  for (const one of found) expect(idsOf(one)).toEqual([id])
  expect(searchesIn(asker)).toBe(1)
})

test('what another account’s search is refused is not ours: it is asked in our own name', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Twinkettle' })
  const asker = await recommender((real) => ({
    async searchPins(access, search) {
      if (access.accessToken === 'pina_nobody') await sleep(300) // until ours has joined it
      return real.searchPins(access, search)
    },
  }))
  const accountId = await anotherAccount(asker, 'pina_nobody')
  const first = asker.find({ keyword: 'twinkettle', accountId })
  first.catch(() => {}) // checked below
  await expect.poll(() => searchesIn(asker), { interval: 5 }).toBe(1)
  const [theirs, ours] = await Promise.allSettled([first, asker.find({ keyword: 'twinkettle' })])
  expect(searchesIn(asker)).toBe(2)
  expect(theirs).toMatchObject({ reason: { details: { reason: 'platform_reconnect_required' } } })
  expect(ours).toMatchObject({ value: [{ id }] })
})

test('a search that failed leaves nothing: it is not counted, and asked again', async () => {
  const asker = await recommender()
  await simulator.fault({ operation: 'search_partner_pins', fault: 'forbidden' })
  await expect(asker.find({ keyword: 'failing' })).rejects.toMatchObject({ code: 'BAD_GATEWAY' })
  expect(await keywordsOf(asker)).toEqual([])
  expect(await asker.find({ keyword: 'failing' })).toEqual([])
  await searchMany(asker, 29)
})

test('where something was found before, a search that failed leaves that, and its time', async () => {
  const asker = await recommender()
  await asker.find({ keyword: 'found before' })
  const { now } = asker.clock
  asker.clock.advance(20 * MINUTE_MS)
  await simulator.fault({ operation: 'search_partner_pins', fault: 'forbidden' })
  await expect(asker.find({ keyword: 'found before' })).rejects.toMatchObject({ code: 'BAD_GATEWAY' })
  const rows = await db.sql`
    select keyword, searched_at, found_at, pins, open_searches from keyword_searches where organization_id = ${asker.organizationId}`
  expect(rows).toEqual([{ keyword: 'found before', searched_at: now, found_at: now, pins: [], open_searches: 0 }])
})

test('of two processes at the same keyword, the one that fails takes nothing from the other', async () => {
  const asker = await recommender()
  const searched = { organizationId: asker.organizationId, keyword: 'both' }
  const other = { ...asker.deps, db: elsewhere }
  expect([(await claimSearch(asker.deps, searched)).kind, (await claimSearch(other, searched)).kind]).toEqual([
    'claimed',
    'claimed',
  ])
  await releaseSearch(other, searched)
  expect(await keywordsOf(asker)).toEqual(['both'])
  await releaseSearch(asker.deps, searched)
  expect(await keywordsOf(asker)).toEqual([])
})

test('of two processes at the same keyword, the one that began earlier and ends later overwrites nothing newer', async () => {
  const asker = await recommender()
  const searched = { organizationId: asker.organizationId, keyword: 'superseded' }
  const claimed = async () => {
    const claim = await claimSearch(asker.deps, searched)
    if (claim.kind === 'kept') throw new Error('it was found already')
    return claim
  }
  const earlier = await claimed()
  asker.clock.advance(1_000)
  const later = await claimed()
  const [old, newer] = ['1', '2'].map((id) => [
    { id, title: null, description: null, altText: null, link: null, imageUrl: null, isPromoted: null },
  ])
  await keepFound(db.sql, searched, { at: later.at, pins: newer! })
  await keepFound(db.sql, searched, { at: earlier.at, pins: old! })
  expect(
    await db.sql`
    select pins, found_at, open_searches from keyword_searches where organization_id = ${asker.organizationId}`,
  ).toEqual([{ pins: newer, found_at: later.at, open_searches: 0 }])
})

test('what has no usable id is not kept, and never more than 250 are, however many a page holds', async () => {
  const pin = { title: 'Idlamp', description: null, altText: null, link: null, imageUrl: null, isPromoted: null }
  const ids = ['', 'a\0b', 'a\ud800', '9'.repeat(65), '9'.repeat(64), ...Array.from({ length: 400 }, (_, n) => `${n}`)]
  const asker = await recommender(() => ({
    searchPins: async () => ({ items: ids.map((id) => ({ ...pin, id })), bookmark: 'more' }),
  }))
  await asker.find({ keyword: 'idlamp' })
  expect(idsOf((await foundFor(asker))!)).toEqual(ids.slice(4, 254))
  expect(searchesIn(asker)).toBe(1)
})

test('a search whose process died counts, and is begun again by the next who asks', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Ghostbasket' })
  const asker = await recommender()
  await claimSearch(asker.deps, { organizationId: asker.organizationId, keyword: 'ghostbasket' })
  expect(await keywordsOf(asker)).toEqual(['ghostbasket'])
  await searchMany(asker, 29)
  await expect(asker.find({ keyword: 'one more' })).rejects.toMatchObject(LIMITED)
  expect(idsOf(await asker.find({ keyword: 'ghostbasket' }))).toEqual([id])
  expect(idsOf(await asker.find({ keyword: 'ghostbasket' }))).toEqual([id])
  expect(searchesIn(asker)).toBe(30)
})

test('an hour after its search a keyword is forgotten, and not before', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const asker = await recommender(() => ({}), { storage: storage as unknown as Storage }) // all that purging asks
  await asker.find({ keyword: 'forgotten' })
  asker.clock.advance(60 * MINUTE_MS - 1)
  await purgeExpired(asker.deps)
  expect(await keywordsOf(asker)).toEqual(['forgotten'])
  asker.clock.advance(1)
  await purgeExpired(asker.deps)
  expect(await keywordsOf(asker)).toEqual([])
})

test('what was found is kept before the board is judged', async () => {
  const asker = await recommender()
  await simulator.fault({ operation: 'list_board_pins', fault: 'forbidden' })
  await expect(asker.find({ keyword: 'kept' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect.poll(() => foundFor(asker)).toEqual([])
  await asker.find({ keyword: 'kept' })
  expect(searchesIn(asker)).toBe(1)
})

test('texts that a stranger wrote are clipped and made storable; addresses other than http are none', async () => {
  const title = `Hugetext ${'x'.repeat(290)}\u{1F600}${'x'.repeat(20_000)}`
  const nasty: Omit<PublicPin, 'id'> = {
    title,
    description: `a\0b \ud800 ${'y'.repeat(9_000)}`,
    altText: 'z'.repeat(9_000),
    isPromoted: null,
    link: 'javascript:alert(1)',
    imageUrl: 'data:image/png;base64,AAAA',
  }
  const asker = await recommender(() => ({
    searchPins: async () => ({
      items: [
        { ...nasty, id: '1' },
        { ...nasty, id: '2', link: 'https://a.example/\0', title: 'Hugetext' },
        { ...nasty, id: '3', link: `https://a.example/${'l'.repeat(3_000)}`, imageUrl: 'https://', title: 'Hugetext' },
        { ...nasty, id: '4', link: 'https://a.example/x?y=1#z', imageUrl: 'http://a.example/p.jpg', title: '' },
      ],
      bookmark: null,
    }),
  }))
  const found = await asker.find({ keyword: 'hugetext' })
  expect(found.map(({ id, link, thumbnailUrl }) => ({ id, link, thumbnailUrl }))).toEqual(
    ['2', '3', '1'].map((id) => ({ id, link: null, thumbnailUrl: null })),
  )
  const kept = (await foundFor(asker))!
  expect(kept[0]!.title).toBe(`Hugetext ${'x'.repeat(290)}`)
  expect(kept.map(({ description, altText }) => [description?.slice(0, 5), description?.length, altText?.length])).toEqual(
    kept.map(() => ['ab \ufffd ', 1_999, 1_000]),
  )
  expect(kept[3]).toMatchObject({ title: null, link: 'https://a.example/x?y=1#z', imageUrl: 'http://a.example/p.jpg' })
})

const foundFor = async ({ organizationId }: Recommender): Promise<PublicPin[] | null | undefined> =>
  (await db.sql<{ pins: PublicPin[] | null }[]>`select pins from keyword_searches where organization_id = ${organizationId}`)[0]
    ?.pins

/** Of the same organization, with the tokens given. */
async function anotherAccount({ organizationId, accountId }: Recommender, token: string): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, is_business, created_at)
    select organization_id, platform_user_id || '1', 'second', 'Second', true, created_at from accounts
     where organization_id = ${organizationId} and id = ${accountId}
    returning id`
  await db.sql`
    insert into connections (organization_id, account_id, access_token) values (${organizationId}, ${row.id}, ${Buffer.from(token)})`
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    select organization_id, ${row.id}, id, name, privacy, fetched_at, sections_read_at from boards
     where organization_id = ${organizationId} and account_id = ${accountId}`
  return row.id
}
