import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { MOST_BOARD_PINS } from '../../../src/core/insight/relevance/recommended/search-refusals.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { resetSwitches, setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aPlace, idsOf, keywordsOf, searchesIn, type Recommender } from './support/recommended-fixtures.js'

const { db } = await aDatabase()
const { recommender, publicPins, ownBoard, simulator } = await aPlace(db)
beforeEach(async () => {
  await clearFaults(db.sql)
  await resetSwitches(db.sql)
})

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterAll(() => void process.off('unhandledRejection', unhandled)) // the next file has the same process
afterEach(() => expect(unhandled).not.toHaveBeenCalled())

const notices = async ({ organizationId }: Recommender) =>
  (await db.sql`select notice ->> 'kind' as kind from outbox where organization_id = ${organizationId} order by id`).map(
    ({ kind }) => kind as string,
  )
const staffNotices = async () =>
  (await db.sql`select notice ->> 'message' as message from outbox where destination = 'staff' order by id`).map(
    ({ message }) => message as string,
  )
const tokenStatusOf = async ({ organizationId }: Recommender) =>
  (await db.sql<[{ is: string }]>`select token_status as is from accounts where organization_id = ${organizationId}`)[0].is

test.each([
  ['an account that is not there', { accountId: '999999999' }, { code: 'NOT_FOUND', details: { thing: 'Account' } }],
  ['a board’s name', { boardId: 'Kitchen ideas' }, { code: 'BAD_REQUEST', details: { field: 'boardId' } }],
  ['no keyword', { keyword: '  ' }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
  ['256 characters', { keyword: 'x'.repeat(256) }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
  ['none', { limit: 0 }, { code: 'BAD_REQUEST', details: { field: 'limit' } }],
  ['26', { limit: 26 }, { code: 'BAD_REQUEST', details: { field: 'limit' } }],
  ['half of one', { limit: 1.5 }, { code: 'BAD_REQUEST', details: { field: 'limit' } }],
  [
    'a wrong form, also of an account that is not there,',
    { accountId: '999999999', limit: 0 },
    { code: 'BAD_REQUEST', details: { field: 'limit' } },
  ],
])('%s is refused before anything is asked or counted', async (_, input, error) => {
  const asker = await recommender()
  await expect(asker.find({ keyword: 'lamp', ...input })).rejects.toMatchObject(error)
  expect([asker.asked, await keywordsOf(asker)]).toEqual([[], []])
})

test('a board that is not the account’s is not there; one with b_ before it is', async () => {
  const asker = await recommender()
  await expect(asker.find({ keyword: 'lamp', boardId: '404404' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { thing: 'Board' },
  })
  expect(await keywordsOf(asker)).toEqual([])
  await asker.find({ keyword: 'lamp', boardId: 'b_102' })
})

test('an account without a connection is told to reconnect, also where the answer is kept', async () => {
  const asker = await recommender()
  await asker.find({ keyword: 'lamp' })
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${asker.organizationId}`
  const asked = asker.asked.length
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject(reconnect)
  await expect(asker.find({ keyword: 'another' })).rejects.toMatchObject(reconnect)
  expect(asker.asked).toHaveLength(asked)
  expect(await keywordsOf(asker)).toEqual(['lamp'])
})
const reconnect = { code: 'UNPROCESSABLE_ENTITY', details: { reason: 'platform_reconnect_required' } }

test('that a board is not there is told before a dead connection, where it can be told without asking', async () => {
  const asker = await recommender()
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${asker.organizationId}`
  await expect(asker.find({ keyword: 'lamp', boardId: '9'.repeat(41) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(asker.find({ keyword: 'lamp', boardId: '404404' })).rejects.toMatchObject(reconnect) // it would have to be requested
  expect(asker.asked).toEqual([])
})

test('a search whose tokens are refused also when they are new says nothing of the connection, unless its board is refused as well', async () => {
  const refused = () => Promise.reject(new PlatformError('reconnect', 'Authentication failed.', { status: 401, code: 2 }))
  const renewed = {
    accessToken: 'pina_test',
    refreshToken: null,
    scopes: 'boards:read,pins:read',
    expiresAt: new Date(START.getTime() + 1e9),
    refreshExpiresAt: null,
  }
  const refreshToken = async () => renewed
  const asker = await recommender(() => ({ searchPins: refused, refreshToken }))
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    details: { reason: 'recommended_pins_search_failed' },
  })
  expect([await tokenStatusOf(asker), await notices(asker), await keywordsOf(asker)]).toEqual(['authorized', [], []])
  const dead = await recommender(() => ({ searchPins: refused, listBoardPins: refused, refreshToken }))
  await expect(dead.find({ keyword: 'lamp' })).rejects.toMatchObject(reconnect)
  expect([await tokenStatusOf(dead), await notices(dead)]).toEqual(['unauthorized', ['reconnectNeeded']])
})

test('tokens found dead by the search make the account unauthorized, and its team is told once', async () => {
  const asker = await recommender((real) => ({
    searchPins: (_, search) => real.searchPins({ accessToken: 'pina_dead' }, search),
    refreshToken: () => Promise.reject(new PlatformError('reconnect', 'dead')),
  }))
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject(reconnect)
  expect([await tokenStatusOf(asker), await notices(asker), await keywordsOf(asker)]).toEqual([
    'unauthorized',
    ['reconnectNeeded'],
    [],
  ])
})

test('a search that is limited says when to ask again', async () => {
  const asker = await recommender((real) => ({
    searchPins: async (access, search) => {
      await simulator.fault({ operation: 'search_partner_pins', fault: 'rate_limited', times: 10 })
      return real.searchPins(access, search)
    },
  }))
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'platform_rate_limited', retryAfterSeconds: expect.any(Number) as number },
  })
  expect(await tokenStatusOf(asker)).toBe('authorized')
})

test.each([
  ['hang', /could not be reached\. Try again/],
  ['fail_500', /could not be reached\. Try again/],
  ['truncated', /could not be reached\. Try again/],
  ['spam', /blocked this search as spam/],
] as const)('a search that ends in %s failed, and says so', async (fault, words) => {
  const asker = await recommender()
  await simulator.fault({ operation: 'search_partner_pins', fault, times: 10 })
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    message: expect.stringMatching(words) as string,
    details: { reason: 'recommended_pins_search_failed' },
  })
  expect(await keywordsOf(asker)).toEqual([])
})

test('a search the platform does not accept says that other words may do', async () => {
  const asker = await recommender(() => ({ searchPins: () => Promise.reject(new PlatformError('invalid', 'term')) }))
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    message: expect.stringMatching(/other words/) as string,
  })
})

test('where the platform loses its place, neither the keyword nor the board is wrong', async () => {
  await publicPins({ count: 60, title: () => 'Lostlamp' })
  const { boardId } = await ownBoard({ count: 300 })
  const lost = (bookmark: string | undefined) => {
    if (bookmark !== undefined) throw new PlatformError('invalid', 'bookmark has expired', { status: 400, code: 1 })
  }
  const atSearch = await recommender((real) => ({
    searchPins: async (access, search) => (lost(search.bookmark), real.searchPins(access, search)),
  }))
  await expect(atSearch.find({ keyword: 'lostlamp' })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    message: expect.stringMatching(/could not be reached/) as string,
  })
  const atBoard = await recommender((real) => ({
    listBoardPins: async (access, board, bookmark) => (lost(bookmark), real.listBoardPins(access, board, bookmark)),
  }))
  await expect(atBoard.find({ keyword: 'lostlamp', boardId })).rejects.toMatchObject({
    code: 'GATEWAY_TIMEOUT',
    details: { reason: 'platform_timeout' },
  })
})

test('an app that was not let in is a search that failed, and the operator is alerted', async () => {
  const asker = await recommender()
  await setSwitches(db.sql, { searchAllowed: false })
  const failed = {
    code: 'BAD_GATEWAY',
    message: expect.stringMatching(/The operator has been alerted/) as string,
    details: { reason: 'recommended_pins_search_failed' },
  }
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject(failed)
  await resetSwitches(db.sql)
  await simulator.fault({ operation: 'search_partner_pins', fault: 'forbidden', times: 10 })
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject(failed)
  expect(await staffNotices()).toEqual([expect.stringMatching(/partner_search/), expect.any(String)])
  expect(await tokenStatusOf(asker)).toBe('authorized')
})

test.each([
  ['board_gone', { code: 'NOT_FOUND', details: { thing: 'Board' } }],
  ['rate_limited', { code: 'SERVICE_UNAVAILABLE', details: { reason: 'platform_rate_limited' } }],
  ['hang', { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }],
  ['fail_500', { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }],
  ['forbidden', { code: 'FORBIDDEN', details: { reason: 'platform_board_forbidden' } }],
] as const)('a board whose reading ends in %s is told as any reading of a board', async (fault, error) => {
  const asker = await recommender()
  await simulator.fault({ operation: 'list_board_pins', fault, times: 10 })
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject(error)
})

test('when both fail, that the board is not there goes first', async () => {
  const asker = await recommender()
  await simulator.fault({ operation: 'search_partner_pins', fault: 'fail_500', times: 10 })
  await simulator.fault({ operation: 'list_board_pins', fault: 'board_gone', times: 10 })
  await expect(asker.find({ keyword: 'lamp' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a board of 5,000 pins is read whole; of a larger one no page more is read than says so', async () => {
  const [shown] = await publicPins({ count: 1, title: () => 'Hugeboardlamp', link: () => null })
  const { boardId } = await ownBoard({ count: MOST_BOARD_PINS, title: () => 'Soup', link: () => null })
  const asker = await recommender()
  expect(idsOf(await asker.find({ keyword: 'hugeboardlamp', boardId }))).toEqual([shown])
  for (const more of [1, 600]) {
    await addManyPins(db.sql, { boardId, count: more, createdAt: asker.clock.now })
    asker.asked.length = 0
    await expect(asker.find({ keyword: 'hugeboardlamp', boardId })).rejects.toMatchObject({
      code: 'GATEWAY_TIMEOUT',
      details: { reason: 'recommended_pins_board_too_large' },
    })
    expect(asker.asked).toEqual(Array(21).fill('listBoardPins'))
  }
})

function aGate<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle))
  return { promise, resolve, reject }
}
/** Long enough for a search to begin on a busy machine. */
const BUDGET_MS = 1_000
const timeout = { code: 'GATEWAY_TIMEOUT', details: { reason: 'recommended_pins_timeout' } }

test('past the budget nothing is waited for and no page begun; a search that arrives late is kept', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Latelamp' })
  const { boardId } = await ownBoard({ count: 600 })
  const gate = aGate<void>()
  const asker = await recommender((real) => ({
    searchPins: async (access, search) => gate.promise.then(() => real.searchPins(access, search)),
    listBoardPins: async (access, board, bookmark) => gate.promise.then(() => real.listBoardPins(access, board, bookmark)),
  }))
  await asker.find({ keyword: 'warm up', boardId }, { budgetMs: BUDGET_MS }).catch(() => {}) // the board is in the cache from here on
  asker.asked.length = 0
  await expect(asker.find({ keyword: 'latelamp', boardId }, { budgetMs: BUDGET_MS })).rejects.toMatchObject(timeout) // the gate is shut
  expect(asker.asked.toSorted()).toEqual(['listBoardPins', 'searchPins'])
  gate.resolve()
  await expect.poll(() => foundFor(asker, 'latelamp')).toMatchObject([{ id }])
  expect(asker.asked.toSorted()).toEqual(['listBoardPins', 'searchPins'])
  expect(idsOf(await asker.find({ keyword: 'latelamp', boardId }))).toEqual([id])
  expect(searchesIn(asker)).toBe(1)
})

test('who says nothing waits ten seconds', async () => {
  const asker = await recommender(() => ({ searchPins: () => new Promise(() => {}) }))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const found = asker.find({ keyword: 'never' })
  const [end, ms] = timers.mock.calls[0]!
  timers.mockRestore()
  expect(ms).toBe(10_000)
  const refused = expect(found).rejects.toMatchObject(timeout)
  await expect.poll(() => searchesIn(asker)).toBe(1)
  end() // they are over
  await refused
})

test('a search that nobody waits for begins no further page, and then it never was', async () => {
  await publicPins({ count: 60, title: () => 'Slowlamp' })
  const page = aGate<void>()
  const asker = await recommender((real) => ({
    searchPins: async (access, search) => page.promise.then(() => real.searchPins(access, search)),
  }))
  await expect(asker.find({ keyword: 'slowlamp' }, { budgetMs: BUDGET_MS })).rejects.toMatchObject(timeout)
  expect(await keywordsOf(asker)).toEqual(['slowlamp'])
  page.resolve()
  await expect.poll(() => keywordsOf(asker)).toEqual([])
  expect(searchesIn(asker)).toBe(1)
})

test('who joins a search later is waited for as long as they wait themselves', async () => {
  await publicPins({ count: 60, title: () => 'Joinlamp', link: (n) => `https://shop.example/join/${n}` })
  const page = aGate<void>()
  const asker = await recommender((real) => ({
    searchPins: async (access, search) => page.promise.then(() => real.searchPins(access, search)),
  }))
  const early = asker.find({ keyword: 'joinlamp' }, { budgetMs: BUDGET_MS })
  early.catch(() => {}) // checked below
  await expect.poll(() => searchesIn(asker), { interval: 5 }).toBe(1)
  const joined = asker.find({ keyword: 'joinlamp' })
  await expect(early).rejects.toMatchObject(timeout)
  page.resolve()
  expect(await joined).toHaveLength(10)
  expect(searchesIn(asker)).toBe(2)
})

test('who comes while a search that nobody waited for is put away begins a new one', async () => {
  await publicPins({ count: 60, title: () => 'Awaylamp', link: (n) => `https://shop.example/away/${n}` })
  const [page, locked, done] = [aGate<void>(), aGate<void>(), aGate<void>()]
  const asker = await recommender((real) => ({
    searchPins: async (access, search) => page.promise.then(() => real.searchPins(access, search)),
  }))
  await expect(asker.find({ keyword: 'awaylamp' }, { budgetMs: BUDGET_MS })).rejects.toMatchObject(timeout)
  const locking = db.tx(async (sql) => {
    await sql`select from keyword_searches where organization_id = ${asker.organizationId} for update`
    locked.resolve()
    await done.promise
  })
  await locked.promise
  page.resolve()
  await untilWaiting(db, 1) // the end of the first
  const again = asker.find({ keyword: 'awaylamp' })
  await untilWaiting(db, 2) // the beginning of the second
  done.resolve()
  await locking
  expect(await again).toHaveLength(10)
})

test('a search that fails after its callers were told is not an unhandled rejection, but a line of the log', async () => {
  const gate = aGate<never>()
  const info = vi.fn()
  const asker = await recommender(() => ({ searchPins: () => gate.promise, listBoardPins: () => gate.promise }), {
    log: { debug() {}, info, warn() {}, error() {} },
  })
  await expect(asker.find({ keyword: 'never' }, { budgetMs: BUDGET_MS })).rejects.toMatchObject(timeout)
  gate.reject(new PlatformError('unavailable', 'gone'))
  await expect.poll(() => info.mock.calls.length).toBe(1)
  expect(await keywordsOf(asker)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a search that fails %s its caller left, whose board was refused, is a line of the log',
  async (order) => {
    const [search, board] = [aGate<never>(), aGate<never>()]
    const info = vi.fn()
    const asker = await recommender(() => ({ searchPins: () => search.promise, listBoardPins: () => board.promise }), {
      log: { debug() {}, info, warn() {}, error() {} },
    })
    const finding = asker.find({ keyword: 'left early' })
    finding.catch(() => {}) // looked at below
    await expect.poll(() => asker.asked.toSorted(), { interval: 5 }).toEqual(['listBoardPins', 'searchPins'])
    const fail = [
      async () => (search.reject(new PlatformError('unavailable', 'gone')), expect.poll(() => keywordsOf(asker)).toEqual([])),
      async () => (
        board.reject(new PlatformError('forbidden', 'no')), expect(finding).rejects.toMatchObject({ code: 'FORBIDDEN' })
      ),
    ]
    for (const next of order === 'before' ? fail : fail.toReversed()) await next()
    await expect.poll(() => info.mock.calls.length).toBe(1)
    expect(info.mock.calls[0]).toEqual([expect.objectContaining({ organizationId: asker.organizationId }), expect.any(String)])
  },
)

const foundFor = async ({ organizationId }: Recommender, keyword: string): Promise<unknown> =>
  (await db.sql`select pins from keyword_searches where organization_id = ${organizationId} and keyword = ${keyword}`)[0]?.pins
