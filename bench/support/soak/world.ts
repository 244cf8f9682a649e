/** Two servers: our database, which is restarted, and the platform's own, which is the judge. A clock over both, and what stands in. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClock, type ServiceClock } from '../../../src/db/clock.js'
import { type Embedded, startEmbedded } from '../../../src/db/embedded/embedded.js'
import { migrate } from '../../../src/db/migrations/migrate.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { isAlive } from '../../../src/db/embedded/processes.js'
import { migrationsDir, sandboxMigrationsDir } from '../../../src/root.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import { startSimulator, type Simulator } from '../../../test/support/simulator.js'
import { startSlackSink, type SlackSink } from '../../../test/support/slack-sink.js'
import { startWorker, type Worker } from '../../../test/support/worker.js'
import { fast, fastClock, SPEED, TIMEOUT_MS, WAKE_EVERY_MS } from './options.js'

export type SoakWorld = {
  db: Pool
  platformDb: Pool
  serviceClock: ServiceClock
  simulator: Simulator
  slack: SlackSink
  storage: Storage
  /** A process whose machine is so many minutes off. */
  worker(minutesOff: number): Promise<Worker>
  /** Our server ends without warning, and a supervisor restarts it. */
  restartPostgres(): Promise<void>
  close(): Promise<void>
}

/** Nothing here has to outlive a power cut; a server that is killed loses what it had not written all the same. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' }
const POLL_MS = 50

export async function aSoakWorld(): Promise<SoakWorld> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-soak-'))
  const [ours, theirs] = [path.join(dir, 'ours'), path.join(dir, 'theirs')]
  const servers = await Promise.all([ours, theirs].map(aServer))
  const [db, platformDb] = [openPool(servers[0]!.url, { max: 10 }), openPool(servers[1]!.url, { max: 10 })]
  const since = Date.now()
  const databaseTime = async () => {
    const [row] = await db.sql<[{ now: Date }]>`select clock_timestamp() as now`
    return fast(since, row.now.getTime())
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const serviceClock = await makeClock({ sql: db.sql, wallClock: fastClock(since), databaseTime, isVirtual: true, log })
  const simulator = await startSimulator(platformDb, serviceClock.now, { timeoutMs: TIMEOUT_MS })
  const slack = await startSlackSink()
  const storageDir = path.join(dir, 'media')
  return {
    db,
    platformDb,
    serviceClock,
    simulator,
    slack,
    storage: makeLocalStorage({
      dir: storageDir,
      publicUrl: () => 'http://127.0.0.1',
      secret: Buffer.alloc(32),
      clock: serviceClock.now,
    }),
    worker: (minutesOff) =>
      startWorker({
        url: servers[0]!.url,
        platformUrl: `${simulator.url}/sandbox/platform/v5`,
        slackUrl: slack.url,
        storageDir,
        timeoutMs: TIMEOUT_MS,
        speed: SPEED,
        since,
        wakeEveryMs: WAKE_EVERY_MS,
        wallOffsetMs: minutesOff * 60_000,
        ticks: ['lateness', 'tokens'],
      }),
    async restartPostgres() {
      const pid = Number(readFileSync(path.join(ours, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      while (isAlive(pid)) await sleep(POLL_MS)
      while (
        !(await db.sql`select`.then(
          () => true,
          () => false,
        ))
      )
        await sleep(POLL_MS)
    },
    async close() {
      await simulator.close()
      await slack.close()
      serviceClock.close()
      await Promise.all([db.close(), platformDb.close()])
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function aServer(base: string): Promise<Embedded> {
  const server = await startEmbedded(base, 'app', { settings: SETTINGS })
  await migrate(server.url, migrationsDir, { now: new Date() })
  await migrate(server.url, sandboxMigrationsDir, { table: 'sandbox_migrations', now: new Date() })
  return server
}
