/**
 * Runs each tick once over all processes on our clock, or in every process for shared jobs, which divide the work. A job never
 * delays another and runs one tick at a time; ticks due meanwhile are skipped, because the next one finds all work.
 */
import { after, MINUTE_MS } from '../core/lib/duration.js'
import {
  finishTick,
  isTickTaken,
  leaveTick,
  PartsFailedError,
  renewTick,
  takeTick,
  TICK_LEASE_MS,
  type TakenTick,
  type Tick,
} from '../core/cron-runs.js'
import type { Deps } from '../core/ports/deps.js'
import { every } from './every.js'
import type { Loop } from './loop.js'
import { TICKS, type TickJob } from './ticks.js'
import { parse } from 'node-cron'

type Job = TickJob & {
  when: Expression
  /** The last tick known to be over, in any process. */
  done: number
  /** The run of this process, if there is one. */
  open: Run | undefined
}
/** A shared job has no lease. */
type Taken = Tick | TakenTick
const isLeased = (taken: Taken): taken is TakenTick => 'leaseUntil' in taken
type Run = {
  /** False if the database did not answer, so that it is unknown what to do. */
  scanned: Promise<boolean>
  /** True if it did anything; never rejects. */
  ended: Promise<boolean>
}
export type CronOptions = {
  /** Interval for renewing the lease of a running tick, in ms of real time. */
  heartbeatMs?: number
}

const RETRY_MS = 5 * MINUTE_MS

/** Makes up for missed ticks once: runs the last one of each job. */
export function makeCron(deps: Deps, ticks: TickJob[] = TICKS, { heartbeatMs = TICK_LEASE_MS / 4 }: CronOptions = {}): Loop {
  const { db, clock, log, meter, tracing } = deps
  const jobs: Job[] = ticks.map((tick) => ({ ...tick, when: readExpression(tick.expression), done: 0, open: undefined }))
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let closed = false
  let scannedAt: number | undefined
  const goesOn = () => !closed

  const takeLast = async (job: Job): Promise<Taken | undefined> => {
    const tick = job.when.lastTick(clock())
    if (closed || !tick || tick.getTime() <= job.done) return undefined
    if (job.isShared) return { job: job.job, tick }
    const taken = await takeTick(db, { job: job.job, tick }, clock())
    if (taken === 'over') job.done = tick.getTime()
    return taken === 'over' || taken === 'busy' ? undefined : taken
  }
  const run = async (job: Job, taken: Taken): Promise<void> => (isLeased(taken) ? runLeased(job, taken) : runShared(job, taken))
  /** Work that is left over, or failed, is found at the next tick. */
  const runShared = async (job: Job, { tick }: Tick): Promise<void> => {
    job.done = tick.getTime()
    try {
      await job.run(deps, goesOn)
      meter.tickRan(job.job, 'done')
    } catch (error) {
      meter.tickRan(job.job, 'failed')
      log.error({ job: job.job, tick, error }, 'the tick failed')
    }
  }
  /** Renews the lease while the tick runs, because one that takes longer than its lease must not be considered dead. */
  const runLeased = async (job: Job, taken: TakenTick): Promise<void> => {
    const line = { job: job.job, tick: taken.tick }
    let lease = taken
    const heartbeat = every(heartbeatMs, { log, name: 'cron' }, async () => {
      const renewed = await renewTick(db.sql, lease, clock())
      if (renewed) lease = renewed
      else log.error(line, 'tick lease expired: this process stood still for too long')
    })
    heartbeat.start()
    try {
      await job.run(deps, goesOn, taken.leftOver)
      await heartbeat.stop() // its last statement uses the lease that ends here
      await finishTick(db.sql, lease, clock())
      job.done = taken.tick.getTime()
      meter.tickRan(job.job, 'done')
      log.debug(line, 'tick')
    } catch (error) {
      meter.tickRan(job.job, 'failed')
      log.error({ ...line, error }, 'the tick failed')
      await heartbeat.stop()
      const now = clock()
      const leftOver = error instanceof PartsFailedError ? error.parts : null
      await leaveTick(db.sql, lease, { now, retryAt: after(now, RETRY_MS), leftOver })
    }
  }
  const begin = (job: Job): Run => {
    if (job.open) return job.open
    const taking = takeLast(job)
    const ending = async (): Promise<boolean> => {
      try {
        const taken = await taking
        if (taken) await tracing.step(`tick ${job.job}`, {}, () => run(job, taken))
        return taken !== undefined
      } catch (error) {
        log.error({ loop: 'cron', job: job.job, error }, 'a tick could not be run')
        return false
      } finally {
        job.open = undefined
      }
    }
    const scanned = taking.then(
      () => true,
      () => false,
    )
    job.open = { scanned, ended: ending() }
    return job.open
  }
  /** Runs each job independently, so that a slow one does not delay the others. */
  const look = async (): Promise<void> => {
    const scanned = await Promise.all(jobs.map((job) => begin(job).scanned))
    if (scanned.every(Boolean)) scannedAt = performance.now()
  }
  /** Runs the jobs in the order of the list, so that a forwarded clock has the same result each time. */
  const inOrder = async (): Promise<boolean> => {
    let did = false
    for (const job of jobs) {
      const isOpen = await job.open?.ended // begun by the timer, perhaps at an earlier time
      const isDone = await begin(job).ended
      if (isOpen || isDone) did = true
    }
    return did
  }
  const arm = () => {
    if (!isStarted || closed) return
    clearTimeout(timer)
    timer = setTimeout(scanAndArm, MINUTE_MS - (clock().getTime() % MINUTE_MS))
  }
  const scanAndArm = () => {
    void look()
    arm()
  }
  const nextOf = async (job: Job): Promise<Date | undefined> => {
    const now = clock()
    const last = job.when.lastTick(now)
    if (last && last.getTime() > job.done && (job.isShared || !(await isTickTaken(db.sql, { job: job.job, tick: last }, now))))
      return last
    const work = await job.nextWork?.(deps)
    if (!work) return undefined
    return job.when.nextTick(new Date(Math.max(work.getTime(), now.getTime() + 1)))
  }

  return {
    name: 'cron',
    wake() {
      void inOrder()
      arm()
    },
    drain: inOrder,
    async nextDue() {
      const times = (await Promise.all(jobs.map(nextOf))).filter((at) => at !== undefined)
      return times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null
    },
    heartbeatAgoMs: () => (scannedAt === undefined ? null : performance.now() - scannedAt),
    async start() {
      isStarted = true
      scanAndArm()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.all(jobs.flatMap(({ open }) => (open ? [open.ended] : [])))
    },
  }
}

/** A tick is caught up at most a day later, and searched at most a day ahead. */
const REACH_MINUTES = 24 * 60

type Expression = {
  /** The latest tick at or before `now`; undefined if there is none within a day. */
  lastTick(now: Date): Date | undefined
  /** The earliest tick at or after `at`. */
  nextTick(at: Date): Date | undefined
}

/**
 * Parses five fields, in UTC.
 * @throws Error if it is not a cron expression of numbers
 */
export function readExpression(text: string): Expression {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parse(text)
  const fields = [minute, hour, dayOfMonth, month, dayOfWeek].map((values) => new Set(values))
  const matches = (at: Date) => {
    const parts = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()]
    return fields.every((field, index) => field.has(parts[index] ?? -1))
  }
  const search = (from: number, stepMs: number): Date | undefined => {
    for (let minutes = 0; minutes <= REACH_MINUTES; minutes++) {
      const at = new Date(from + minutes * stepMs)
      if (matches(at)) return at
    }
    return undefined
  }
  return {
    lastTick: (now) => search(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS, -MINUTE_MS),
    nextTick: (at) => search(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS, MINUTE_MS),
  }
}
