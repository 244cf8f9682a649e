/** Postgres ends without warning and starts again while pins go out. The platform has a database of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../src/db/embedded/embedded.js'
import { migrate } from '../../../src/db/migrations/migrate.js'
import { openPool } from '../../../src/db/pool.js'
import { isAlive } from '../../../src/db/embedded/processes.js'
import { migrationsDir, sandboxMigrationsDir } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { killWorkers } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE, someBoards } from '../../support/worker-world.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, SECOND_MS } from '../support/support.js'

const PINS = 100
/** A loop that gets no notification scans again after half a minute. */
const SOONER_MS = 20 * SECOND_MS
const base = mkdtempSync(path.join(tmpdir(), 'pinslot-restarted-'))
const server = await startEmbedded(base)
await migrate(server.url, migrationsDir, { now: new Date() })
await migrate(server.url, sandboxMigrationsDir, { table: 'sandbox_migrations', now: new Date() })
const db = openPool(server.url, { max: 10 })
const { db: platformDb } = await aDatabase()
const world = await aWorkerWorld({ db, url: server.url }, { platformDb })
const boards = await someBoards(world, PINS, platformDb)
afterAll(async () => {
  killWorkers()
  await world.close()
  await db.close()
  await server.stop()
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

/** As `pg_ctl stop -m immediate`; a supervisor restarts the server, on the same port. */
async function restart(): Promise<void> {
  const pid = Number(readFileSync(path.join(base, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false)
  await expect
    .poll(
      () =>
        db.sql`select`.then(
          () => true,
          () => false,
        ),
      { interval: 50 },
    )
    .toBe(true)
}

test('restarted three times while pins go out: none is lost and none goes out twice', async () => {
  const workers = [await world.worker({ loops: ['publisher', 'outbox'] }), await world.worker({ loops: ['publisher', 'outbox'] })]
  for (const worker of workers) await worker.start()
  const posts = []
  const from = world.clock.now.getTime() + HOUR_MS
  for (const [n, boardId] of boards.entries()) // a board each: a board lock of a lost attempt delays no other pin
    posts.push(await aPin(world, { url: `https://example.com/restarted/${n}`, boardId, at: new Date(from + n * 60) }))
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 5 })
  await world.moveTo(new Date(from - SECOND_MS), workers)
  const creates = async () => (await world.simulator.state()).creates
  for (const made of [10, 30, 60]) {
    await expect.poll(creates, { interval: 5 }).toBeGreaterThanOrEqual(made)
    await restart()
  }
  await world.workFor(HOUR_MS, ...workers)
  for (const post of posts) expect({ url: post.url, ...(await endOf(world, post)) }).toEqual({ url: post.url, ...ONCE })
  expect(await creates()).toBe(posts.length)
  for (const worker of workers) await worker.kill()
})

test('the loops find a database that comes back by themselves, and hear of new pins at once', async () => {
  const worker = await world.worker({ loops: ['publisher'] })
  await worker.start()
  await worker.drain()
  await restart()
  const soonest = () => new Date(world.clock.now.getTime() + 3 * SECOND_MS) // a busy machine takes its time to queue it
  const backAt = performance.now()
  const first = await aPin(world, { url: 'https://example.com/back/1', at: soonest() })
  await expect.poll(async () => (await endOf(world, first)).status, { interval: 20 }).toBe('sent')
  expect(performance.now() - backAt).toBeLessThan(SOONER_MS)
  const { sql } = world.deps.db
  // The connection that listens shows the last channel that it listened on, or the question whether it is still there.
  const listens = () => sql`
    select from pg_stat_activity
     where datname = current_database() and (query like 'listen "%' or query = 'select')`
  await expect.poll(async () => (await listens()).count, { interval: 20 }).toBe(1)
  // Nothing is due for long: only a loop that is notified scans before half a minute is over.
  const second = await aPin(world, { url: 'https://example.com/back/2', at: soonest() })
  const queuedAt = performance.now()
  await expect.poll(async () => (await endOf(world, second)).status, { interval: 20 }).toBe('sent')
  expect(performance.now() - queuedAt).toBeLessThan(SOONER_MS)
  await worker.kill()
})
