/** What is seen to in the minute before a pin's time, so that nothing but the create is left at it. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { makePrefetch } from '../../../src/jobs/prefetch.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { aDatabase, poolOn } from '../../support/database.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, pinsOf, reread, SECOND_MS } from '../support/support.js'

const { db, url } = await aDatabase()
const { sql } = db
const world = await aPublishWorld(db)
const { organizationId, accountId, simulator, clock } = world

/** Calls of the platform by their names, in order. */
let calls: string[]
const listening = (platform: Platform): Platform =>
  new Proxy(platform, {
    get(target, name: keyof Platform) {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
      return (...args: unknown[]) => (calls.push(name), call.apply(target, args))
    },
  })
const deps: Deps = { ...world.deps, platform: listening(world.deps.platform) }
const there = poolOn(url, { max: 5 })
afterAll(() => there.close())

/** A process: what it saw ahead is known to its publisher. */
function aProcess(own: Deps = deps) {
  const prefetch = makePrefetch(own)
  return { look: () => prefetch.look(), publisher: makePublisher(own, { prefetch }) }
}
const soonOver = () => new Date(clock.now.getTime() + 2 * MINUTE_MS)
const setEnd = (at: Date | null) => sql`update connections set expires_at = ${at} where organization_id = ${organizationId}`
const forgetReading = () => sql`update boards set fetched_at = ${new Date(0)} where organization_id = ${organizationId}`
const notices = async () =>
  (
    await sql<{ kind: string }[]>`
      select notice ->> 'kind' as kind from outbox where organization_id = ${organizationId} order by id`
  ).map(({ kind }) => kind)
const anUpcomingPin = (fields: Parameters<typeof aPin>[1] = {}) =>
  aPin(world, { at: new Date(clock.now.getTime() + 30 * SECOND_MS), ...fields })

beforeEach(async () => {
  calls = []
  await sql`delete from posts where organization_id = ${organizationId}`
  await sql`delete from outbox`
  await sql`delete from sim_faults`
  await sql`update sim_tokens set revoked_at = null, expires_at = null where token in ('pina_test', 'pinr_test')`
  await sql`
    update connections
       set access_token = 'pina_test', refresh_token = 'pinr_test', expires_at = null, refreshing_until = null
     where organization_id = ${organizationId}`
  await sql`update accounts set token_status = 'authorized', publishing = 'active' where organization_id = ${organizationId}`
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    select ${organizationId}, ${accountId}, id, 'A board', 'public', ${clock.now}, ${clock.now}
      from unnest(array['101', '102']) id
    on conflict (organization_id, account_id, id) do update set fetched_at = excluded.fetched_at, sections_read_at = excluded.sections_read_at`
  await sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    values (${organizationId}, ${accountId}, '101', '1011', 'Shelves', ${clock.now}),
           (${organizationId}, ${accountId}, '101', '1012', 'Lamps', ${clock.now})
    on conflict do nothing`
})

test('tokens that end shortly after the pin are renewed before it, once over two processes, and nothing but the create is left', async () => {
  const post = await anUpcomingPin()
  await setEnd(soonOver())
  const [one, other] = [aProcess(), aProcess({ ...deps, db: there })]
  await Promise.all([one.look(), other.look()])
  await one.look()
  expect(calls).toEqual(['refreshToken'])
  clock.advance(31 * SECOND_MS)
  await other.publisher.drain()
  expect(calls).toEqual(['refreshToken', 'createPin'])
  expect((await reread(world, post)).status).toBe('sent')
})

test('tokens of accounts without a pin in the next minute, and tokens that live on, are left alone', async () => {
  await setEnd(soonOver())
  await aPin(world, { at: new Date(clock.now.getTime() + 2 * MINUTE_MS) })
  await aProcess().look()
  await setEnd(new Date(clock.now.getTime() + 30 * MINUTE_MS))
  await anUpcomingPin()
  await aProcess().look()
  expect(calls).toEqual([])
})

test('dead tokens that are found ahead hold the queue before its time, and the team hears of it once', async () => {
  const post = await anUpcomingPin()
  await setEnd(soonOver())
  await changeTokens(sql, { username: 'maker', do: 'revoke' }, clock.now)
  const [one, other] = [aProcess(), aProcess({ ...deps, db: there })]
  await Promise.all([one.look(), other.look()])
  expect(await notices()).toEqual(['reconnectNeeded'])
  clock.advance(31 * SECOND_MS)
  expect(await one.publisher.nextDue()).toBeNull()
  await one.publisher.drain()
  await other.look()
  expect([await notices(), await attemptsOf(world, post), (await reread(world, post)).status]).toEqual([
    ['reconnectNeeded'],
    [],
    'queued',
  ])
})

test('a token that cannot be renewed for now holds nothing, and is tried again within the minute but not at every look', async () => {
  const post = await anUpcomingPin()
  await setEnd(soonOver())
  await simulator.fault({ operation: 'refresh_token', fault: 'fail_500' })
  const { look, publisher } = aProcess()
  await look()
  await look()
  expect(calls).toEqual(['refreshToken'])
  clock.advance(20 * SECOND_MS)
  await look()
  expect(calls).toEqual(['refreshToken', 'refreshToken'])
  clock.advance(11 * SECOND_MS)
  await publisher.drain()
  expect((await reread(world, post)).status).toBe('sent')
  expect(await notices()).toEqual([])
})

test('a board that the cache knows freshly is not asked for; another one is read once, however many pins go there', async () => {
  for (let n = 0; n < 3; n++) await anUpcomingPin({ boardId: '101' })
  await anUpcomingPin({ boardId: '102' })
  const { look } = aProcess()
  await look()
  expect(calls).toEqual([])
  await forgetReading()
  await look()
  await look()
  expect(calls).toEqual(['readBoard', 'readBoard'])
  await aProcess({ ...deps, db: there }).look() // what one has read, the others know
  expect(calls).toHaveLength(2)
})

test('sections are read only where a pin wants one that is not known freshly', async () => {
  await anUpcomingPin({ boardId: '101', boardSectionId: '1011' })
  await aProcess().look()
  expect(calls).toEqual([])
  await sql`update boards set sections_read_at = ${new Date(0)} where organization_id = ${organizationId}`
  await aProcess().look()
  await aProcess().look()
  expect(calls).toEqual(['listSections'])
})

const gone = { operation: 'get_board', fault: 'board_gone' } as const
test('a board that is found gone ahead fails its pin at its time, told once, and nothing is sent', async () => {
  const reason = 'board_gone'
  const post = await anUpcomingPin({ url: `https://example.com/${reason}` })
  await forgetReading()
  await simulator.fault(gone)
  const { look, publisher } = aProcess()
  await look()
  expect([(await reread(world, post)).status, await notices()]).toEqual(['queued', []])
  clock.advance(31 * SECOND_MS)
  await publisher.drain()
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason } })
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason, refunded: true }])
  expect(calls).toEqual(['readBoard'])
  expect(await pinsOf(world, post)).toEqual([])
})

test('a section that is found gone ahead fails its pin at its time, and nothing is sent', async () => {
  const post = await anUpcomingPin({ url: 'https://example.com/section', boardSectionId: '1012' })
  await sql`update boards set sections_read_at = ${new Date(0)} where organization_id = ${organizationId}`
  await sql`delete from sim_sections where id = '1012'`
  const { look, publisher } = aProcess()
  await look()
  clock.advance(31 * SECOND_MS)
  await publisher.drain()
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'section_gone' } })
  expect(calls).toEqual(['listSections'])
})

test('an edit of the board within the minute wins', async () => {
  const post = await anUpcomingPin({ url: 'https://example.com/fixed', boardId: '101' })
  await forgetReading()
  await simulator.fault(gone)
  const { look, publisher } = aProcess()
  await look()
  await editPost(world.deps, world.actor, { accountId, postId: post.id, changes: { board: { boardId: '102' } } })
  clock.advance(31 * SECOND_MS)
  await publisher.drain()
  expect((await reread(world, post)).status).toBe('sent')
})

test('a board that is there again within the minute is pinned to', async () => {
  const post = await anUpcomingPin({ url: 'https://example.com/again' })
  await forgetReading()
  await simulator.fault(gone)
  const { look, publisher } = aProcess()
  await look()
  await sql`update boards set fetched_at = ${clock.now} where organization_id = ${organizationId}` // as a listing found it
  clock.advance(20 * SECOND_MS)
  await look()
  expect(calls).toEqual(['readBoard', 'readBoard'])
  clock.advance(11 * SECOND_MS)
  await publisher.drain()
  expect((await reread(world, post)).status).toBe('sent')
})

test.each(['fail_500', 'rate_limited', 'spam', 'truncated', 'app_not_approved', 'forbidden', 'pinner_data_denied'] as const)(
  'a reading that fails (%s) decides nothing',
  async (fault) => {
    const post = await anUpcomingPin({ url: `https://example.com/undecided-${fault}` })
    await forgetReading()
    await simulator.fault({ operation: 'get_board', fault, times: 3 })
    const { look, publisher } = aProcess()
    await look()
    clock.advance(31 * SECOND_MS)
    await publisher.drain()
    expect((await reread(world, post)).status).toBe('sent')
  },
)

test.each(['forbidden', 'pinner_data_denied'] as const)(
  'an account whose boards may not be read (%s) publishes all the same, with the section that was chosen',
  async (fault) => {
    const post = await anUpcomingPin({ url: `https://example.com/unseen-${fault}`, boardSectionId: '1011' })
    await sql`update boards set fetched_at = ${new Date(0)}, sections_read_at = ${new Date(0)} where organization_id = ${organizationId}`
    for (const operation of ['list_boards', 'get_board', 'list_sections', 'list_board_pins', 'get_pin', 'list_pins'] as const)
      await simulator.fault({ operation, fault, times: 50 })
    const { look, publisher } = aProcess()
    await look()
    clock.advance(31 * SECOND_MS)
    await publisher.drain()
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: '1011' })
    expect(await noticesOf(world, post)).toEqual([])
  },
)

test('nothing is asked for accounts that are paused, and nothing is written on the posts of any', async () => {
  const post = await anUpcomingPin()
  await forgetReading()
  await aProcess().look()
  const [row] = await sql`select status, attempt_number, version, lease_until from posts where id = ${post.id}`
  expect(row).toEqual({ status: 'queued', attempt_number: 0, version: expect.any(Number) as number, lease_until: null })
  await forgetReading()
  await pausePublishing(world.deps, world.actor, { accountId })
  calls = []
  await aProcess().look()
  expect(calls).toEqual([])
})

test('pictures are read ahead, those that are needed first before the others', async () => {
  const later = await anUpcomingPin({ boardId: '101' })
  const sooner = await aPin(world, { at: new Date(clock.now.getTime() + 10 * SECOND_MS), boardId: '102' })
  const read: string[] = []
  const storage = { ...deps.storage, read: (key: string) => (read.push(key), deps.storage.read(key)) }
  const { look, publisher } = aProcess({ ...deps, storage })
  await look()
  const keys = await sql<{ id: string; key: string }[]>`
    select pm.post_id as id, m.storage_key as key
      from post_media pm
      join media m on m.organization_id = pm.organization_id and m.id = pm.media_id
     where pm.post_id in (${later.id}, ${sooner.id})`
  const keyOf = (id: string) => keys.find((one) => one.id === id)?.key
  expect(read).toEqual([keyOf(sooner.id), keyOf(later.id)])
  clock.advance(31 * SECOND_MS)
  await publisher.drain()
  expect(read).toHaveLength(2)
})
