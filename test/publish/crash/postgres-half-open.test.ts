/** A way to the database that stops carrying without a word: the loops find out, and pins go out. */
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { hostOf, startProxy } from '../../support/proxy.js'
import { killWorkers } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE, someBoards } from '../../support/worker-world.js'
import { aPin, SECOND_MS } from '../support/support.js'

const database = await aDatabase()
const proxy = await startProxy(hostOf(database.url))
const world = await aWorkerWorld(database, { workerUrl: proxy.through(database.url) })
const boards = await someBoards(world, 20)
afterAll(async () => {
  killWorkers()
  await proxy.close()
  await world.close()
})
/** Of a statement in these workers; the answer to it is waited for five seconds more. */
const STATEMENT_MS = 2_000
/** Of a transaction there: the server ends those of connections that fell silent between two messages of a statement. */
const TRANSACTION_MS = 5_000
const LIMITS = { statementTimeoutMs: STATEMENT_MS, transactionTimeoutMs: TRANSACTION_MS }
/** Until a pin is due that is scheduled now: a busy machine takes a second and more to write it. */
const SOON_MS = 6_000

test('connections that fall silent under work are given up, and every pin goes out once, within seconds', async () => {
  const worker = await world.worker({ loops: ['publisher'], ...LIMITS })
  await worker.start()
  const posts = []
  const from = world.clock.now.getTime() + HOUR_MS
  for (const [n, boardId] of boards.entries())
    posts.push(await aPin(world, { url: `https://example.com/silent/${n}`, boardId, at: new Date(from + n * 50) }))
  await world.moveTo(new Date(from - SECOND_MS), [worker])
  const first = posts[4]!
  await expect.poll(async () => (await endOf(world, first)).status, { interval: 5 }).toBe('sent')
  proxy.freeze()
  const frozenAt = performance.now()
  const later = await aPin(world, {
    url: 'https://example.com/silent/later',
    at: new Date(world.clock.now.getTime() + SOON_MS),
  })
  await expect.poll(async () => (await endOf(world, later)).status, { interval: 50 }).toBe('sent')
  const tookMs = performance.now() - frozenAt
  expect(tookMs).toBeLessThan(SOON_MS + STATEMENT_MS + 11 * SECOND_MS)
  await world.workFor(HOUR_MS, worker)
  for (const post of [...posts, later])
    expect({ url: post.url, ...(await endOf(world, post)) }).toEqual({ url: post.url, ...ONCE })
  await worker.kill()
})

test('a loop that hears of new pins over a connection that fell silent hears of them again', async () => {
  const worker = await world.worker({ loops: ['publisher'], ...LIMITS })
  await worker.start()
  await worker.drain()
  const { sql } = world.deps.db
  const [started] = await sql<[{ at: Date }]>`select clock_timestamp() as at`
  proxy.freeze()
  // The connection that listens sends nothing but its channels' LISTEN and, now and then, an empty question.
  const listening = () => sql`
    select from pg_stat_activity
    where datname = current_database() and backend_start > ${started.at} and (query like 'listen "%' or query = 'select')`
  await expect.poll(async () => (await listening()).count, { interval: 100 }).toBeGreaterThan(0)
  await worker.kill()
})
