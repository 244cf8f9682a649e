/** The two job engines that were ruled out, with a job that does nothing, as bench/package.json pins them. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../../../src/root.js'
import { openPool } from '../../../src/db/pool.js'
import { pause, wall } from './world.js'

export type Pickup = { jobs: number; withinMs: number }
export type Drain = { jobs: number }
export type Peer = {
  name: string
  /** Lateness of each job, in ms. */
  pickup: (url: string, pickup: Pickup) => Promise<number[]>
  /** From the start to the last finished job, in ms. */
  drain: (url: string, drain: Drain) => Promise<number>
}

const START_IN_MS = 2_000
const POLL_MS = 20

/** The parts of their interfaces that are used here. */
type GraphileRunner = { stop(): Promise<void> }
type Graphile = {
  runMigrations: (options: { connectionString: string }) => Promise<void>
  run: (options: object) => Promise<GraphileRunner>
  Logger: new (factory: () => () => void) => object
}
type Boss = {
  on(event: 'error', listener: (error: unknown) => void): void
  start(): Promise<unknown>
  stop(options: object): Promise<void>
  createQueue(name: string): Promise<void>
  work(name: string, options: object, handler: (jobs: { data: { at: number } }[]) => Promise<void>): Promise<string>
}

/** undefined: `npm install --prefix bench` was not run. */
export function findPeers(): Peer[] | undefined {
  const load = createRequire(path.join(root, 'bench', 'package.json'))
  try {
    const graphile = load('graphile-worker') as Graphile
    const PgBoss = load('pg-boss') as new (url: string) => Boss
    return [graphileWorker(graphile), pgBoss(PgBoss)]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Counts what has run; the rest of a measurement is the same for both. */
type Engine = {
  insert: (url: string, jobs: { count: number; fromMs: number; withinMs: number }) => Promise<void>
  start: (url: string, ran: (at: number) => void) => Promise<() => Promise<void>>
  /** Jobs that have not ended. */
  left: (url: string) => Promise<number>
}

function measured(name: string, { insert, start, left }: Engine): Peer {
  return {
    name,
    async pickup(url, { jobs, withinMs }) {
      const lateness: number[] = []
      const stop = await start(url, (at) => lateness.push(wall() - at))
      await insert(url, { count: jobs, fromMs: wall() + START_IN_MS, withinMs })
      while (lateness.length < jobs) await pause(POLL_MS)
      await stop()
      return lateness
    },
    async drain(url, { jobs }) {
      let count = 0
      await insert(url, { count: jobs, fromMs: wall() - 1_000, withinMs: 0 })
      const from = performance.now()
      const stop = await start(url, () => count++)
      while (count < jobs || (await left(url)) > 0) await pause(POLL_MS)
      const ms = performance.now() - from
      await stop()
      if (count !== jobs) throw new Error(`${name} ran ${count} of ${jobs} jobs`)
      return ms
    },
  }
}

const asking = async <T>(url: string, ask: (sql: ReturnType<typeof openPool>['sql']) => Promise<T>): Promise<T> => {
  const db = openPool(url, { max: 1, statementTimeoutMs: 120_000 })
  try {
    return await ask(db.sql)
  } finally {
    await db.close()
  }
}

const times = (sql: ReturnType<typeof openPool>['sql'], { count, fromMs, withinMs }: Parameters<Engine['insert']>[1]) => sql`
  (select to_timestamp((${fromMs}::float8 + random() * ${withinMs}::float8) / 1000) as at from generate_series(1, ${count}::int)) t`

/** Concurrency 10, its default poll. */
const graphileWorker = ({ run, runMigrations, Logger }: Graphile): Peer =>
  measured('graphile-worker 0.17.3', {
    async insert(url, jobs) {
      await runMigrations({ connectionString: url })
      await asking(
        url,
        (sql) => sql`
        select count(graphile_worker.add_job('noop', json_build_object('at', extract(epoch from t.at) * 1000), run_at := t.at))
          from ${times(sql, jobs)}`,
      )
    },
    async start(url, ran) {
      const taskList = { noop: ({ at }: { at: number }) => ran(at) }
      const logger = new Logger(() => () => undefined)
      const runner = await run({ connectionString: url, concurrency: 10, noHandleSignals: true, taskList, logger })
      return () => runner.stop()
    },
    left: (url) =>
      asking(url, async (sql) => (await sql<[{ n: number }]>`select count(*)::int as n from graphile_worker._private_jobs`)[0].n),
  })

/** Batches of 500 every half second: by its defaults it would take hours. */
const pgBoss = (PgBoss: new (url: string) => Boss): Peer =>
  measured('pg-boss 10.4.2', {
    insert: (url, jobs) =>
      asking(url, async (sql) => {
        const boss = new PgBoss(url)
        boss.on('error', () => undefined)
        await boss.start()
        await boss.createQueue('noop')
        await boss.stop({ graceful: false, wait: true })
        await sql`
          insert into pgboss.job (name, data, start_after)
          select 'noop', json_build_object('at', extract(epoch from t.at) * 1000), t.at
            from ${times(sql, jobs)}`
      }),
    async start(url, ran) {
      const boss = new PgBoss(url)
      boss.on('error', () => undefined)
      await boss.start()
      await boss.createQueue('noop')
      await boss.work('noop', { batchSize: 500, pollingIntervalSeconds: 0.5 }, async (jobs) =>
        jobs.forEach(({ data }) => ran(data.at)),
      )
      return () => boss.stop({ graceful: false, wait: true })
    },
    left: (url) =>
      asking(
        url,
        async (sql) =>
          (await sql<[{ n: number }]>`select count(*)::int as n from pgboss.job where name = 'noop' and state < 'completed'`)[0]
            .n,
      ),
  })
