/** A world whose pins are published by processes of their own: one database, one platform, one Slack, and a clock that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '../../src/core/posts/post.js'
import { makeClock } from '../../src/db/clock.js'
import type { Pool } from '../../src/db/pool.js'
import { addBoard } from '../../src/sandbox/platform/seed-api.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { startSimulator, type Simulator } from './simulator.js'
import { startSlackSink, type SlackSink } from './slack-sink.js'
import { wayTo } from './database.js'
import { aWorld, type SettableClock, type World, type WorldOptions } from './world.js'
import { startWorker, type Worker, type WorkerOptions } from './worker.js'

export type WorkerWorld = World & {
  simulator: Simulator
  slack: SlackSink
  /** A process on this database; its loops are not started. */
  worker(options?: Partial<WorkerOptions>): Promise<Worker>
  /** Moves the clock of this process and of the workers. */
  moveTo(to: Date, workers: Worker[]): Promise<void>
  /**
   * The workers do what is due, then the clock goes to what is due next, until so long from now. All that live: what one of them still
   * asks of the platform takes real time, and the clock must not be moved over it.
   */
  workFor(ms: number, ...workers: Worker[]): Promise<void>
  /** Moves the clock of the worker to what is due next until `done` resolves; it works by itself. */
  workUntil(worker: Worker, done: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** Calls that hang take so long; a busy machine answers within it. */
const TIMEOUT_MS = 1_200
const POLL_MS = 100
const CHANNEL = 'C0TEAM'

export type WorkerWorldParts = WorldOptions & {
  /** Where processes reach the database; default: where we do. */
  workerUrl?: string
  /** Where the platform keeps what it knows; default: the same database. */
  platformDb?: Pool
  /** Where processes reach the platform's server, given its own address. */
  platformUrl?: (url: string) => string
}

/** On a real clock that only goes forward; the account notifies its channel of published pins. */
export async function aWorkerWorld(
  { db, url }: { db: Pool; url: string },
  { workerUrl, platformDb = db, platformUrl = (own) => own, ...options }: WorkerWorldParts = {},
): Promise<WorkerWorld> {
  const { sql } = db
  const wallClock = () => new Date()
  const databaseTime = async () => (await sql<[{ now: Date }]>`select clock_timestamp() as now`)[0].now
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const serviceClock = await makeClock({ sql, wallClock, databaseTime, isVirtual: true, log })
  const simulator = await startSimulator(platformDb, serviceClock.now, { timeoutMs: TIMEOUT_MS })
  const slack = await startSlackSink()
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-worker-'))
  const storage = makeLocalStorage({
    dir,
    publicUrl: () => 'http://127.0.0.1',
    secret: Buffer.alloc(32),
    clock: serviceClock.now,
  })
  const world = await aWorld(db, { ...options, at: serviceClock.now(), parts: { platform: simulator.platform, storage } })
  const { organizationId, accountId } = world
  await sql`
    update accounts
       set notify_channel_id = ${CHANNEL}, tells_published = true
     where organization_id = ${organizationId} and id = ${accountId}`
  await sql`
    insert into slack_installations (organization_id, team_id, installed_at)
    values (${organizationId}, ${`T${organizationId}`}, ${serviceClock.now()})`
  const clock: SettableClock = {
    get now() {
      return serviceClock.now()
    },
    advance() {
      throw new Error('this clock is moved for all processes together: moveTo()')
    },
  }
  const deps: World['deps'] = { ...world.deps, clock: serviceClock.now }

  const moveTo = async (to: Date, workers: Worker[]) => {
    await serviceClock.moveTo(to)
    await Promise.all(workers.map((worker) => worker.moveTo(to)))
  }
  return {
    ...world,
    deps,
    clock,
    simulator,
    slack,
    worker: (over = {}) =>
      startWorker({
        ...(workerUrl === undefined ? wayTo(url) : { url: workerUrl }),
        platformUrl: `${platformUrl(simulator.url)}/sandbox/platform/v5`,
        slackUrl: slack.url,
        storageDir: dir,
        timeoutMs: TIMEOUT_MS,
        ...over,
      }),
    moveTo,
    async workFor(ms, ...workers) {
      const until = serviceClock.now().getTime() + ms
      for (;;) {
        await Promise.all(workers.map((worker) => worker.drain()))
        const now = serviceClock.now().getTime()
        if (now >= until) return
        const due = await Promise.all(workers.map((worker) => worker.nextDue()))
        const next = Math.min(until, ...due.flatMap((at) => (at ? [at.getTime()] : [])))
        await moveTo(new Date(Math.max(next, now + 1)), workers)
      }
    },
    async workUntil(worker, done) {
      let isDone = false
      const waited = done().then(() => (isDone = true))
      while (!isDone) {
        await Promise.race([waited, sleep(POLL_MS)])
        const next = isDone ? null : await worker.nextDue()
        if (next && next > serviceClock.now()) await moveTo(next, [worker])
      }
    },
    async close() {
      await simulator.close()
      await slack.close()
      serviceClock.close()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Boards of the account, at the platform and in the cache: a pin on each goes out beside the others. */
export async function someBoards(
  { deps: { db }, organizationId, accountId, clock }: World,
  count: number,
  platformDb = db,
): Promise<string[]> {
  const at = clock.now
  const ids = Array.from({ length: count }, (_, n) => String(2_000 + n))
  for (const id of ids) await addBoard(platformDb.sql, { id, ownerId: '901', name: `Board ${id}`, createdAt: at })
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    select ${organizationId}, ${accountId}, id, 'Board ' || id, 'public', ${at}, ${at}
      from unnest(${ids}::text[]) as w(id)`
  return ids
}

/** What is true of a pin that went out: how many the platform has of it, which, and what was charged for it. */
export async function endOf({ deps: { db }, simulator, organizationId }: WorkerWorld, { id, url }: Pick<Post, 'id' | 'url'>) {
  const { pins } = await simulator.state()
  const own = pins.filter((pin) => pin.link === url)
  const [post] = await db.sql<[{ status: string; pinId: string | null }]>`
    select status, pin_id as "pinId"
      from posts
     where organization_id = ${organizationId} and id = ${id}`
  const [charged] = await db.sql<[{ charged: number }]>`
    select coalesce(sum(-amount), 0)::int as charged
      from credit_ledger
     where organization_id = ${organizationId}
       and charge_key like ${`post:${id}#%`}`
  return { pins: own.length, status: post.status, isThatPin: post.pinId !== null && own[0]?.id === post.pinId, ...charged }
}

/** A pin that went out once and was paid for once. */
export const ONCE = { pins: 1, status: 'sent', isThatPin: true, charged: 1 }
