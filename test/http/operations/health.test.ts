import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { listMigrations } from '../../../src/db/migrations/migrate.js'
import { openPool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { makeDueLoop } from '../../../src/jobs/due-loop.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { migrationsDir } from '../../../src/root.js'
import { makeShutdown } from '../../../src/service/shutdown.js'
import { type Heartbeat, makeReadiness, type ReadinessOptions } from '../../../src/service/readiness.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { SOON } from '../../support/gate.js'

const { db } = await aDatabase()
const { deps } = await aWorld(db)
const migrations = listMigrations(migrationsDir)
const closed: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closed.map((close) => close())))

const loop = (name: string, agoMs: number | null): Heartbeat => ({ name, heartbeatAgoMs: () => agoMs })
const wellLoops = [loop('publisher', 4_000), loop('outbox', 29_000), loop('cron', 61_000)]
const well = { db, migrations, loops: wellLoops, isStopping: () => false }

async function ask(changed: Partial<ReadinessOptions>, url = '/health/ready') {
  const app = await buildServer({ ...deps, db: changed.db ?? db }, { readiness: makeReadiness({ ...well, ...changed }) })
  closed.push(() => app.close())
  const response = await app.inject(url)
  return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, never>>() }
}
const notReady = (message: string | RegExp) => ({
  status: 503,
  headers: { 'retry-after': '5' },
  body: { error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(message) as string } },
})

const [first = '', ...others] = migrations.map(({ name }) => name)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
beforeEach(() => db.sql`delete from schema_migrations where name like '9%'`)

test('ready: the database answers, its migrations are those of the build, every loop looks for work', async () => {
  expect(migrations.length).toBeGreaterThan(9)
  expect(await ask({})).toMatchObject({ status: 200, body: { data: { status: 'ready', notes: [] } } })
})

test('live asks nothing of the database', async () => {
  const gone = openPool('postgres://app@127.0.0.1:9/none', { max: 1 })
  closed.push(() => gone.close())
  expect(await ask({ db: gone }, '/health/live')).toMatchObject({ status: 200, body: { data: { status: 'live' } } })
})

test('not ready while the database is gone', async () => {
  const gone = openPool('postgres://app@127.0.0.1:9/none', { max: 1 })
  closed.push(() => gone.close())
  expect(await ask({ db: gone })).toMatchObject(notReady('^Not ready. The database does not answer.$'))
})

test('not ready within seconds where the database takes calls and answers none', async () => {
  const silent = createServer((socket) => void closed.push(async () => socket.destroy()))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo // never a pipe: it listens on a port
  const hanging = openPool(`postgres://app@127.0.0.1:${port}/none`, { max: 1 })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  expect(await ask({ db: hanging })).toMatchObject(notReady('The database does not answer.'))
  const waitedMs = timers.mock.calls.map(([, ms]) => ms)
  timers.mockRestore()
  expect(waitedMs).toContain(2_000)
  silent.close()
})

test('not ready while the database takes no writes: that is named, and not the loops that stand still for it', async () => {
  const { db: own, url } = await aDatabase()
  const name = new URL(url).pathname.slice(1)
  await own.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  const readOnly = openPool(url, { max: 1 })
  closed.push(() => readOnly.close())
  expect(await ask({ db: readOnly, loops: [loop('outbox', 99_000)] })).toMatchObject(
    notReady(
      /^Not ready\. The database takes no writes: its disk is full, it is read-only, or it is a replica\. Make room, or let DATABASE_URL lead to the primary\.$/,
    ),
  )
  expect(await readBacklog(readOnly, new Date())).toMatchObject({ writable: 0 })
  expect(await readBacklog(db, new Date())).toMatchObject({ writable: 1 })
})

test('not ready while a migration of this build is missing: it is named', async () => {
  const missing = others.at(-1)!
  const [row] = await db.sql`delete from schema_migrations where name = ${missing} returning *`
  expect(await ask({})).toMatchObject(notReady(`The database lacks the migration ${missing}: `))
  await db.sql`insert into schema_migrations ${db.sql(row as object)}`
  expect((await ask({})).status).toBe(200)
})

test('not ready on a database without our tables, as after a restore that failed', async () => {
  await db.sql`alter table schema_migrations rename to away`
  const { status, body } = await ask({})
  await db.sql`alter table away rename to schema_migrations`
  expect([status, body]).toMatchObject([503, { error: { message: expect.stringContaining(first) as string } }])
})

test('ready on a database that is ahead of this build, as while a newer one is rolled out: it is noted', async () => {
  await db.sql`insert into schema_migrations (name, sha256, applied_at) values ('9001_newer.sql', '', ${deps.clock()})`
  expect(await ask({})).toMatchObject({
    status: 200,
    body: { data: { notes: [expect.stringContaining('9001_newer.sql') as string] } },
  })
})

test.each([
  ['publisher', 90_001, 'The loop publisher has not completed a scan for 90 s: '],
  ['outbox', 3_600_000, 'The loop outbox has not completed a scan for 3600 s: '],
  ['cron', 180_001, 'The loop cron has not completed a scan for 180 s: '],
  ['tags', null, 'The loop tags has not completed a scan yet.'],
])('not ready while the loop %s is stuck (%j ms)', async (name, agoMs, words) => {
  expect(await ask({ loops: [...wellLoops, loop(name, agoMs)] })).toMatchObject(notReady(words))
})

test('the loops themselves say when they have looked: ready while they run, not before and not after', async () => {
  const loops = [makeOutbox(deps), makeCron(deps, [])]
  expect(await ask({ loops })).toMatchObject(notReady('The loop outbox has not completed a scan yet'))
  for (const one of loops) await one.start()
  await vi.waitFor(async () => expect((await ask({ loops })).status).toBe(200), SOON)
  for (const one of loops) await one.close()
})

test('a loop whose looks never end is stuck', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stuck = makeDueLoop(deps, {
    name: 'hanging',
    channel: 'nothing',
    maxOpen: 1,
    closeMs: 1,
    begin: () => new Promise(() => {}),
    nextDue: async () => null,
  })
  await stuck.start()
  expect((await ask({ loops: [stuck] })).status).toBe(200)
  vi.advanceTimersByTime(91_000)
  expect(await ask({ loops: [stuck] })).toMatchObject(notReady('The loop hanging has not completed a scan for 91 s'))
  vi.useRealTimers()
})

test('all that is wrong is told together', async () => {
  const gone = openPool('postgres://app@127.0.0.1:9/none', { max: 1 })
  closed.push(() => gone.close())
  const loops = [loop('publisher', 120_000), loop('outbox', 120_000)]
  expect(await ask({ db: gone, loops })).toMatchObject(notReady(/The database .*loop publisher .*loop outbox /))
})

test('not ready from the moment it is to stop, so that load balancers send nothing more', async () => {
  const shutdown = makeShutdown(() => {})
  const isStopping = () => shutdown.isStopping()
  expect((await ask({ isStopping })).status).toBe(200)
  shutdown.requestStop()
  expect(await ask({ isStopping })).toMatchObject(notReady('This process is stopping.'))

  const crashing = makeShutdown(() => {})
  await crashing.close()
  expect(await ask({ isStopping: () => crashing.isStopping() })).toMatchObject(notReady('This process is stopping.'))
})

test('of loops that stop while it asks nothing is told but that it stops', async () => {
  const answers = [false, true]
  const stopped = wellLoops.map(({ name }) => loop(name, null))
  expect(await ask({ isStopping: () => answers.shift() ?? true, loops: stopped })).toMatchObject(
    notReady('^Not ready. This process is stopping.$'),
  )
})

test('without a question to ask there is no answer: the route is not there', async () => {
  const app = await buildServer(deps)
  closed.push(() => app.close())
  expect((await app.inject('/health/ready')).statusCode).toBe(404)
})
