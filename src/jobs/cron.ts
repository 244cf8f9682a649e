/** Runs the ticks on our clock, each once over all processes. */
import { finishTick, isTickTaken, leaveTick, takeTick } from '../core/cron-runs.js'
import type { Deps } from '../core/ports.js'
import { readExpression, type Expression } from './cron-expression.js'
import type { Loop } from './loop.js'
import { TICKS, type TickJob } from './ticks.js'

type Job = TickJob & {
  when: Expression
  /** The last tick known to be over, whoever ran it. */
  done: number
}

const MINUTE_MS = 60_000
const RETRY_MS = 5 * MINUTE_MS

/** Ticks missed while nothing ran are made up for once: the last of each job. */
export function makeCron(deps: Deps, ticks: TickJob[] = TICKS): Loop {
  const { db, clock, log } = deps
  const jobs: Job[] = ticks.map((tick) => ({ ...tick, when: readExpression(tick.expression), done: 0 }))
  let round: Promise<boolean> = Promise.resolve(false)
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let closed = false

  const runJob = async (job: Job): Promise<boolean> => {
    const tick = job.when.lastTick(clock())
    if (closed || !tick || tick.getTime() <= job.done) return false
    const taken = await takeTick(db.sql, { job: job.job, tick }, clock())
    if (taken === 'over') job.done = tick.getTime()
    if (taken === 'over' || taken === 'busy') return false
    try {
      await job.run(deps)
      await finishTick(db.sql, taken, clock())
      job.done = tick.getTime()
      log.debug({ job: job.job, tick }, 'tick')
    } catch (error) {
      log.error({ job: job.job, tick, error }, 'the tick failed')
      await leaveTick(db.sql, taken, new Date(clock().getTime() + RETRY_MS))
    }
    return true
  }
  const runDue = (): Promise<boolean> => {
    round = round
      .then(async () => {
        let did = false
        for (const job of jobs) if (await runJob(job)) did = true
        return did
      })
      .catch((error: unknown) => {
        log.error({ loop: 'cron', error }, 'ticks could not be run')
        return false
      })
    return round
  }
  const arm = () => {
    if (!isStarted || closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void runDue().then(arm), MINUTE_MS - (clock().getTime() % MINUTE_MS))
  }
  const nextOf = async (job: Job): Promise<Date | undefined> => {
    const now = clock()
    const last = job.when.lastTick(now)
    if (last && last.getTime() > job.done && !(await isTickTaken(db.sql, { job: job.job, tick: last }, now))) return last
    const work = await job.nextWork?.(deps)
    if (!work) return undefined
    return job.when.nextTick(new Date(Math.max(work.getTime(), now.getTime() + 1)))
  }

  return {
    name: 'cron',
    wake: () => void runDue().then(arm),
    drain: runDue,
    async nextDue() {
      const times = (await Promise.all(jobs.map(nextOf))).filter((at) => at !== undefined)
      return times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null
    },
    async start() {
      isStarted = true
      void runDue().then(arm)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}
