/** Thousands of pins due at one instant, published by workers in processes of their own, on a platform that takes its time. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../../../src/db/pool.js'
import { root } from '../../../src/root.js'
import { cpuMs, postgresCpuMs } from '../cpu.js'
import { noRequests, pause, queuePins, requireOnce, wall, type Asked } from './world.js'
import { untilDone } from './ours.js'

export type Burst = {
  jobs: number
  processes: number
  latencyMs: number
  name: string
  /** A platform in a process of its own, which the client asks over HTTP; absent: one in the workers, which costs nothing. */
  platform?: PlatformProcess
  /** Of the server, for its processor time. */
  postmaster?: number
  pictureBytes?: number
  /** By the yardstick, not by our publisher. */
  isBare?: boolean
}
export type WorkerTarget = { url: string; latencyMs: number; platformUrl?: string; pictureBytes?: number }
/** What the worker was asked for, or its platform. */
export type PlatformMessage = { kind: 'asked'; at: [string, number][]; twice: string[] }
/** A worker's messages: that it is ready, and at the end what it sent. */
export type WorkerMessage = { kind: 'ready' } | PlatformMessage
export type PlatformProcess = { url: string; child: ChildProcess }

/** `late`: of each create call, sorted; `ms`: from the instant to the last pin settled; processor time in ms for one pin. */
export type BurstFigures = { late: number[]; ms: number; cpu: { workers: number; postgres: number; platform: number } }

const START_IN_MS = 2_500

export async function burst(db: Pool, url: string, options: Burst): Promise<BurstFigures> {
  const { jobs, processes, latencyMs, name, platform, postmaster, pictureBytes, isBare = false } = options
  const target = { url, latencyMs, ...(platform && { platformUrl: platform.url }), ...(pictureBytes && { pictureBytes }) }
  const workers = Array.from({ length: processes }, () => startWorker(target, isBare))
  const died = firstToEnd(workers)
  const cpuNow = () => ({
    workers: workers.reduce((sum, { pid }) => sum + cpuMs(pid ?? 0), 0),
    postgres: postmaster === undefined ? 0 : postgresCpuMs(postmaster),
    platform: cpuMs(platform?.child.pid ?? 0),
  })
  try {
    await Promise.all(workers.map((worker) => hears(worker, 'ready')))
    if (platform) await Promise.race([warmUp(db, platform, { name, processes }), died])
    const from = new Date(wall() + START_IN_MS + jobs / 10)
    await queuePins(db, { count: jobs, name, boards: 20, from })
    await db.sql`analyze posts`
    await db.sql`select pg_notify('posts_due', '')`
    await pause(from.getTime() - wall() - 500)
    const before = cpuNow()
    await pause(from.getTime() - wall())
    const settledAt = await Promise.race([untilDone(db, platform ? 100 : 20), died])
    const after = cpuNow()
    const asked = noRequests()
    for (const worker of workers) {
      worker.send('end')
      hearAll(asked, await hears(worker, 'asked'))
    }
    if (platform) {
      platform.child.send('report')
      hearAll(asked, await hears(platform.child, 'asked'))
    }
    await requireOnce(db, asked, { name, count: jobs })
    return {
      late: [...asked.at.values()].map((at) => at - from.getTime()).sort((a, b) => a - b),
      ms: performance.timeOrigin + settledAt - from.getTime(),
      cpu: {
        workers: (after.workers - before.workers) / jobs,
        postgres: (after.postgres - before.postgres) / jobs,
        platform: (after.platform - before.platform) / jobs,
      },
    }
  } finally {
    await Promise.all(workers.map(ended))
  }
}

/** For each process. */
const WARM_UP = 4_000

/** A service runs for days: what its code costs before it is compiled is no part of a burst. */
async function warmUp(
  db: Pool,
  platform: PlatformProcess,
  { name, processes }: { name: string; processes: number },
): Promise<void> {
  await queuePins(db, { count: WARM_UP * processes, name: `before-${name}`, boards: 20, from: new Date(wall() - 1_000) })
  await db.sql`select pg_notify('posts_due', '')`
  await untilDone(db, 100)
  platform.child.send('report')
  await hears(platform.child, 'asked')
}

function hearAll(asked: Asked, { at, twice }: PlatformMessage): void {
  asked.twice.push(...twice, ...at.map(([link]) => link).filter((link) => asked.at.has(link)))
  for (const [link, when] of at) asked.at.set(link, when)
}

export async function startPlatform(latencyMs: number): Promise<PlatformProcess> {
  const child = fork(fileURLToPath(new URL('./platform-server.js', import.meta.url)), [JSON.stringify({ latencyMs })], {
    cwd: root,
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port)) // sent by `reportPort`
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}/v5`, child }
}

/** The log of ours goes nowhere: a line costs what it costs, and is read by nobody. `WORKER_OPTIONS`: of Node, as `--cpu-prof`. */
const startWorker = (target: WorkerTarget, isBare: boolean) =>
  fork(fileURLToPath(new URL(isBare ? './bare-worker.js' : './worker.js', import.meta.url)), [JSON.stringify(target)], {
    cwd: root,
    execArgv: process.env.WORKER_OPTIONS?.split(' ') ?? [],
    stdio: ['ignore', 'inherit', target.platformUrl === undefined || isBare ? 'inherit' : 'ignore', 'ipc'],
  })

/** A worker ends by itself once it has said what it sent; one that failed is ended. */
async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null) return
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await Promise.race([exited, pause(10_000)])
  worker.kill()
}

/** Rejects: pins that nobody publishes any more would be waited for without end. */
function firstToEnd(workers: ChildProcess[]): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    for (const worker of workers)
      worker.once('exit', (code) => reject(new Error(`a publisher ended with ${code} before its pins were out`)))
  })
  ended.catch(() => {}) // each ends at last, and by then nobody asks
  return ended
}

type Word = WorkerMessage | PlatformMessage

function hears<Kind extends Word['kind']>(worker: ChildProcess, kind: Kind): Promise<Extract<Word, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    worker.once('message', (word) => resolve(word as Extract<Word, { kind: Kind }>)) // sent by worker.ts and platform-server.ts
    worker.once('exit', (code) => reject(new Error(`a publisher ended with ${code} before it was ${kind}`)))
  })
}
