/** What a crash of the database would forget of a claim, the worker who made it would not: the same number would be given twice. */
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
import { HOUR_MS } from '../../support/factories.js'
import { killWorkers } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE } from '../../support/worker-world.js'
import { soon } from '../support/killed-support.js'
import { aPin, attemptsOf } from '../support/support.js'

const base = mkdtempSync(path.join(tmpdir(), 'pinslot-forgotten-'))
/** What nobody waits for is written so late that a crash is sure to forget it. */
const server = await startEmbedded(base, 'app', { settings: { wal_writer_delay: '10000' } })
await migrate(server.url, migrationsDir, { now: new Date() })
await migrate(server.url, sandboxMigrationsDir, { table: 'sandbox_migrations', now: new Date() })
const db = openPool(server.url, { max: 10 })
const { db: platformDb } = await aDatabase()
const world = await aWorkerWorld({ db, url: server.url }, { platformDb })
afterAll(async () => {
  killWorkers()
  await world.close()
  await db.close()
  await server.stop()
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

async function crash(): Promise<void> {
  const pid = Number(readFileSync(path.join(base, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false)
  const isBack = () =>
    db.sql`select`.then(
      () => true,
      () => false,
    )
  await expect.poll(isBack, { interval: 20 }).toBe(true)
}

test('a crash right after a claim: one pin, although the worker who made the claim lives on', async () => {
  const worker = await world.worker({ loops: ['publisher'] })
  await worker.start()
  const at = soon(world)
  const post = await aPin(world, { url: 'https://example.com/forgotten', at })
  for (let times = 0; times < 2; times++) worker.arm('publish.prepared')
  await world.moveTo(at, [worker])
  await worker.stands()
  await crash()
  const claims = await attemptsOf(world, post)
  if (claims.length === 0) await worker.stands() // forgotten, and its loop has found the post due once more
  worker.goOn()
  await world.workFor(HOUR_MS, worker)
  expect(await endOf(world, post)).toEqual(ONCE)
  expect(claims).toMatchObject([{ number: 1, state: 'claimed' }])
})
