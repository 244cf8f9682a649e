/**
 * What a team asks for, and what the service does over all teams, touches few pages of the database however much there is. Counted in pages:
 * a loaded machine does not change them.
 */
import { afterAll, expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { listBestPins } from '../../../src/core/insight/analytics/digest-pins.js'
import { noteRead } from '../../../src/core/insight/analytics/pin-days.js'
import { readWeekAhead } from '../../../src/core/insight/analytics/week-ahead.js'
import { purgeOutbox } from '../../../src/core/notices/outbox.js'
import { listPosts } from '../../../src/core/posts/list.js'
import { findPost } from '../../../src/core/posts/store.js'
import { MOST_COUNTED, readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { searchPosts } from '../../../src/core/posts/search.js'
import { findAround } from '../../../src/core/preflight/around.js'
import { COMPARED, findLookAlike } from '../../../src/core/preflight/check.js'
import { listOpenSlots } from '../../../src/core/slots/next-open-slot.js'
import { claimDeliveries, nextDeliveryDue } from '../../../src/core/webhooks/claim.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { START, testDeps } from '../../support/world.js'
import { costOf, openMeasured, rowsRead, takenBack } from './support/cost.js'
import { fill, fillBoard, LARGE, NOTHING } from './support/many-teams.js'

const { url } = await aDatabase()
await fill(url, NOTHING, { organizations: 300, queued: 25_000, sent: 25_000 })
const db = openMeasured(url)
afterAll(() => db.close())

const { sql } = db
const clock = { now: START, advance() {} }
const deps = testDeps(db, clock)
const actor = { organizationId: LARGE, via: 'api', role: 'admin', userId: 'key:1' } as const
const accountId = LARGE
/** One of fifty, queued and published. */
const PINS_OF_LARGE = 1_000
const account = await requireAccount(sql, actor, accountId)
const pagesOf = async (work: () => Promise<unknown>) => (await costOf(db, work)).pages

test('what an account holds next is found without its history', async () => {
  expect(await pagesOf(() => readWeekAhead(sql, account, START))).toBeLessThan(150)
  expect(await pagesOf(() => listOpenSlots(deps, actor, { accountId, limit: 1 }))).toBeLessThan(100)
})

test('a page of pins is read in the order of an index, whatever their status', async () => {
  const ofTen = async (status: 'draft' | 'queued' | 'sent') => {
    const dates = status === 'sent' ? { startDate: new Date(START.getTime() - 900 * DAY_MS), endDate: START } : {}
    const asked = { accountId, status, limit: 10, cursor: null, startDate: null, endDate: null, ...dates }
    return pagesOf(async () => expect((await listPosts(deps, actor, asked)).posts.length).toBe(status === 'draft' ? 0 : 10))
  }
  expect(await ofTen('queued')).toBeLessThan(250) // a dozen a pin, with what is shown of it
  expect(await ofTen('sent')).toBeLessThan(250)
  expect(await ofTen('draft')).toBeLessThan(50)
})

test('a search without a result reads each pin once', async () => {
  const nothing = () => searchPosts(deps, actor, { accountId, words: 'zeppelin', limit: 10 })
  expect((await nothing()).posts).toEqual([])
  expect(await pagesOf(nothing)).toBeLessThan(1.3 * PINS_OF_LARGE)
})

test('the best pins of a week are looked for among those that were young enough then', async () => {
  const week = { startDate: '2026-02-16', endDate: '2026-02-22' }
  const found = await listBestPins(sql, account, week)
  expect(found).toHaveLength(3)
  expect(await pagesOf(() => listBestPins(sql, account, week))).toBeLessThan(500)
})

test('a scrape of the metrics reads few pages, and counts no further than it says', async () => {
  expect(await pagesOf(() => readBacklog(db, START))).toBeLessThan(300)
  expect(await readBacklog(db, START)).toMatchObject({ due: 0, late: 0, held: 250, outboxWaiting: 126 })
  const allDue = new Date(START.getTime() + 100 * DAY_MS)
  expect(await readBacklog(db, allDue)).toMatchObject({ due: MOST_COUNTED, late: MOST_COUNTED, held: 250 })
})

test('the sweeps of each minute and the purge of what was delivered read few pages while there is nothing to do', async () => {
  expect(await pagesOf(() => sweepLate(deps))).toBeLessThan(100)
  expect(await pagesOf(() => purgeOutbox(db, START))).toBeLessThan(100)
})

/** Of endpoints for which something waits. */
const addEndpoints = (each: number) => sql`
  with hooks as (
    insert into webhooks (organization_id, url, events, secret, created_by, created_at)
    select o.id, 'https://shop.test/hook', '{post.sent}', 'sealed', 'key:1', ${START}
      from organizations o, generate_series(1, ${each}::int)
     where o.id >= ${LARGE}
    returning organization_id, id
  )
  insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
  select h.organization_id, h.id, e.id, 'webhook:' || h.id, ${START}::timestamptz - h.id * interval '1 ms', ${START}
    from hooks h
    join webhook_events e on e.organization_id = h.organization_id`

test('the claim of deliveries reads as many pages for three thousand endpoints as for a few hundred', async () => {
  const room = { now: START, limit: 20, suspects: 16 }
  const claim = () =>
    takenBack(db, async (tx) => {
      expect(await claimDeliveries({ sql: tx, isDistributed: async () => false }, room)).toHaveLength(20)
    })
  const next = async () => expect(await nextDeliveryDue(db, { now: START })).not.toBeNull()
  const costs = async () => [await pagesOf(claim), await pagesOf(next)] as const
  const few = await costs()
  await addEndpoints(10)
  await sql`analyze webhooks, webhook_deliveries`
  const many = await costs()
  expect(many[0]).toBeLessThan(1.5 * few[0])
  expect(many[1]).toBeLessThan(1.5 * few[1])
})

test('a claim does not read the queue of an endpoint for which 25,000 deliveries wait', async () => {
  const room = { now: START, limit: 20, suspects: 16 }
  const claim = () =>
    takenBack(db, async (tx) => {
      expect(await claimDeliveries({ sql: tx, isDistributed: async () => false }, room)).toHaveLength(20)
    })
  const next = async () => expect(await nextDeliveryDue(db, { now: START })).not.toBeNull()
  const costs = async () =>
    [await rowsRead(db, 'webhook_deliveries', claim), await rowsRead(db, 'webhook_deliveries', next)] as const
  const few = await costs()
  await sql`
    insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
    select w.organization_id, w.id, e.id, 'post:' || n, ${START}::timestamptz - make_interval(secs => n / 1000.0), ${START}
      from (select organization_id, min(id) as id from webhooks where organization_id = ${LARGE} group by organization_id) w,
           (select min(id) as id from webhook_events where organization_id = ${LARGE}) e,
           generate_series(1, 25000) n`
  await sql.unsafe('vacuum (analyze, parallel 0) webhook_deliveries')
  const many = await costs()
  expect(many[0]).toBeLessThan(few[0] + 1_000)
  expect(many[1]).toBeLessThan(few[1] + 1_000)
})

test('the daily reading of a pin’s results leaves its indexes alone', async () => {
  const rows = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${LARGE} and status = 'sent'
     order by id
     limit 200`
  const updates = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<[{ all: string; hot: string }]>`
      select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'posts'`
    return { all: Number(row.all), hot: Number(row.hot) }
  }
  const before = await updates()
  for (const { id } of rows) await noteRead(sql, account, id, START)
  const after = await updates()
  expect(after.all - before.all).toBe(rows.length)
  expect(after.hot - before.hot).toBeGreaterThan(0.9 * rows.length)
})

test('a picture is compared with the newest pins of its board, however many are on it', async () => {
  const [first, pins] = [200_000, 5 * COMPARED]
  await fillBoard(url, { boardId: '103', first, pins })
  const nth = async (place: number) =>
    (await findPost(sql, { organizationId: LARGE, accountId, postId: String(Number(LARGE) + first + place) }))!
  const look = async (place: number) => findLookAlike(deps, account, await nth(place))
  const copy = (from: number, to: number) => sql`
    update media_prints t
       set print = f.print, red = f.red, green = f.green, blue = f.blue
      from media_prints f
     where t.media_id = ${Number(LARGE) + first + to} and f.media_id = ${Number(LARGE) + first + from}`
  const last = COMPARED - PINS_OF_LARGE - 1 // however many of the account's other pins are newer
  await copy(0, last)
  await copy(1, COMPARED + 2)
  expect(await look(0)).toMatchObject([{ code: 'duplicate_picture', pin: { title: `Vase ${first + last}` } }])
  expect(await look(1)).toEqual([])
  expect(await pagesOf(() => look(0))).toBeLessThan(14 * COMPARED)
  const post = await nth(2)
  expect(await pagesOf(() => findAround(sql, account, post, START))).toBeLessThan(100)
})
