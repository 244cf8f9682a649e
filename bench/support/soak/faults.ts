/** What goes wrong meanwhile: at the platform, with the processes, with the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { addFault, clearFaults, type FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import type { Worker } from '../../../test/support/worker.js'
import type { SoakWorld } from './world.js'
import type { Chance, SoakOptions } from './options.js'

export type Chaos = {
  workers: Worker[]
  kills: number
  restarts: number
  faults: Map<string, number>
  /** Processes that ended although nobody killed them, in their last words. */
  crashes: string[]
  /** No new fault; the processes live. */
  stop(): Promise<void>
}

const CREATES = [
  ...(['commit_then_hang', 'hang', 'commit_then_500', 'fail_500', 'commit_then_2787', 'fail_2787', 'truncated_2xx'] as const),
  ...(['late_in_board', 'commit_late_then_hang', 'rate_limited', 'unauthorized', 'image_unreachable'] as const),
] as const
const FINAL = ['spam', 'board_gone', 'forbidden'] as const
const OTHERS: FaultInput[] = [
  ...(['fail_500', 'hang', 'rate_limited', 'truncated'] as const).map(
    (fault) => ({ operation: 'list_board_pins', fault }) as const,
  ),
  ...(['fail_500', 'hang'] as const).map((fault) => ({ operation: 'refresh_token', fault }) as const),
  ...(['fail_500', 'hang', 'media_failed', 'rate_limited'] as const).map(
    (fault) => ({ operation: 'create_media', fault }) as const,
  ),
  ...(['refused', 'hang', 'commit_then_hang', 'fail_500'] as const).map(
    (fault) => ({ operation: 'upload_media', fault }) as const,
  ),
  ...(['fail_500', 'rate_limited'] as const).map((fault) => ({ operation: 'get_media', fault }) as const),
  ...(['commit_then_500', 'hang', 'rate_limited', 'ineligible'] as const).map(
    (fault) => ({ operation: 'add_product_tags', fault }) as const,
  ),
]
const CLOCKS_OFF = [0, 5, -5]
/** Of all creates; as many others come beside them. */
const FAULTY = 0.3
const PER_MINUTE = 4
const START_MS = 60_000
/** Of all pins, how many the platform stores in words of its own. */
const REWRITTEN = 0.5

export async function makeChaos(soakWorld: SoakWorld, { posts, minutes }: SoakOptions, chance: Chance): Promise<Chaos> {
  const started = async (minutesOff: number) => {
    const worker = await soakWorld.worker(minutesOff)
    await worker.start()
    return worker
  }
  const chaos: Chaos = {
    workers: await Promise.all(CLOCKS_OFF.map(started)),
    kills: 0,
    restarts: 0,
    faults: new Map(),
    crashes: [],
    stop,
  }
  const { workers, faults, crashes } = chaos
  const realMs = minutes * 60_000
  const over = new AbortController()
  const until = (ms: number) =>
    sleep(ms, undefined, { signal: over.signal })
      .then(() => true)
      .catch(() => false)
  const sql = soakWorld.platformDb.sql
  await setSwitches(sql, { rewriteText: REWRITTEN })

  const give = async (fault: FaultInput) => {
    await addFault(sql, fault)
    const name = `${fault.operation}: ${fault.fault}`
    faults.set(name, (faults.get(name) ?? 0) + (fault.times ?? 1))
  }
  const spoil = async () => {
    const everyMs = realMs / (posts * FAULTY)
    while (await until(chance.between(0.5, 1.5) * everyMs)) {
      await give({ operation: 'create_pin', fault: chance.next() < 0.05 ? chance.oneOf(FINAL) : chance.oneOf(CREATES) })
      if (chance.next() < 0.3) await give(chance.oneOf(OTHERS))
    }
  }
  const limit = async () => {
    while (await until((realMs / 8) * chance.between(0.5, 1.5))) {
      await setSwitches(sql, { enforceLimits: { org_write: PER_MINUTE } })
      faults.set('limits', (faults.get('limits') ?? 0) + 1)
      await until(realMs / 20)
      await setSwitches(sql, { enforceLimits: false })
    }
  }
  const kill = async () => {
    while (await until(chance.between(0.3, 1.7) * Math.max(5_000, realMs / 80))) {
      const at = Math.floor(chance.next() * workers.length)
      await workers[at]!.kill() // of three
      chaos.kills++
      await until(chance.between(0, 3_000))
      workers[at] = await untilStarted(() => started(CLOCKS_OFF[at] ?? 0))
    }
  }
  const restart = async () => {
    while (await until((realMs / 6) * chance.between(0.7, 1.3))) {
      await soakWorld.restartPostgres()
      chaos.restarts++
    }
  }
  /** A supervisor restarts a process that could not start without a database. @throws what it failed with for a minute */
  const untilStarted = async (start: () => Promise<Worker>): Promise<Worker> => {
    const givesUpAt = performance.now() + START_MS
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (performance.now() > givesUpAt) throw error
        await sleep(500)
      }
    }
  }
  const watch = async () => {
    for (;;) {
      const goesOn = await until(1_000)
      for (const [at, worker] of workers.entries()) {
        if (worker.isAlive() || worker.wasKilled()) continue
        crashes.push(worker.lines.slice(-5).join('\n'))
        workers[at] = await untilStarted(() => started(CLOCKS_OFF[at] ?? 0))
      }
      if (!goesOn) return
    }
  }
  const all = Promise.all([spoil(), limit(), kill(), restart(), watch()])
  all.catch(() => {}) // reported by stop()

  async function stop(): Promise<void> {
    over.abort()
    await all
    const left = await sql<{ name: string; times: number }[]>`
      select operation || ': ' || fault as name, count(*)::int as times from sim_faults group by 1`
    for (const { name, times } of left) faults.set(name, (faults.get(name) ?? 0) - times) // which never happened
    await clearFaults(sql)
    await setSwitches(sql, { enforceLimits: false, rewriteText: false })
  }
  return chaos
}
