/** Thousands of pins due at one instant, published by workers in processes of their own, on a platform that takes its time. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../../../src/db/pool.js'
import { root } from '../../../src/root.js'
import { noRequests, pause, queuePins, requireOnce, wall } from './world.js'
import { untilDone } from './ours.js'

export type Burst = { jobs: number; processes: number; latencyMs: number; name: string }
export type WorkerTarget = { url: string; latencyMs: number }
/** A worker's messages: that it is ready, and at the end what it sent. */
export type WorkerWord = { kind: 'ready' } | { kind: 'asked'; at: [string, number][]; twice: string[] }

const START_IN_MS = 2_500

/** From their time to the start of the last create call, in ms. */
export async function burst(db: Pool, url: string, { jobs, processes, latencyMs, name }: Burst): Promise<number> {
  const workers = Array.from({ length: processes }, () => startWorker({ url, latencyMs }))
  try {
    await Promise.all(workers.map((worker) => hears(worker, 'ready')))
    const from = new Date(wall() + START_IN_MS)
    await queuePins(db, { count: jobs, name, boards: 20, from })
    await db.sql`select pg_notify('posts_due', '')`
    await pause(from.getTime() - wall())
    await untilDone(db)
    const asked = noRequests()
    for (const worker of workers) {
      worker.send('end')
      const heard = await hears(worker, 'asked')
      asked.twice.push(...heard.twice, ...heard.at.map(([link]) => link).filter((link) => asked.at.has(link)))
      for (const [link, at] of heard.at) asked.at.set(link, at)
    }
    await requireOnce(db, asked, { name, count: jobs })
    return Math.max(...asked.at.values()) - from.getTime()
  } finally {
    for (const worker of workers) worker.kill()
  }
}

const startWorker = (target: WorkerTarget) =>
  fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [JSON.stringify(target)], { cwd: root })

function hears<Kind extends WorkerWord['kind']>(worker: ChildProcess, kind: Kind): Promise<Extract<WorkerWord, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    worker.once('message', (word) => resolve(word as Extract<WorkerWord, { kind: Kind }>)) // sent by publish-worker.ts
    worker.once('exit', (code) => reject(new Error(`a publisher ended with ${code} before it was ${kind}`)))
  })
}
