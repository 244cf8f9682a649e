/** A worker to be killed and one to take over: the one that took over is killed next, so that each kill starts one process. */
import { afterAll } from 'vitest'
import type { Pool } from '../../../src/db/pool.js'
import { killWorkers, type Worker, type WorkerOptions } from '../../support/worker.js'
import { aWorkerWorld, type WorkerWorld } from '../../support/worker-world.js'
import { SECOND_MS } from './support.js'

/** A kill takes two or three seconds, and many times that where processes have to wait for each other. */

export type Mortals = {
  world: WorkerWorld
  /** Both run; only the first gets the next due times, so that it is the one that takes the work. */
  pair: () => Promise<{ victim: Worker; other: Worker }>
}

/** @param options of the processes */
export async function mortals(database: { db: Pool; url: string }, options: Partial<WorkerOptions> = {}): Promise<Mortals> {
  const world = await aWorkerWorld(database)
  const started = async () => {
    const worker = await world.worker(options)
    await worker.start()
    return worker
  }
  let last: Promise<Worker> = started()
  last.catch(() => {}) // its caller gets the error
  afterAll(async () => {
    await (await last).close()
    killWorkers()
    await world.close()
  })
  return {
    world,
    async pair() {
      const next = started()
      const [victim, other] = await Promise.all([last, next])
      last = next
      await world.moveTo(new Date(world.clock.now.getTime() + SECOND_MS), [victim, other])
      return { victim, other }
    },
  }
}

/** A time that the worker that gets it finds due, and nobody else yet. */
export const soon = ({ clock }: WorkerWorld) => new Date(clock.now.getTime() + 60 * SECOND_MS)
