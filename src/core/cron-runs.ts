/** Periodic ticks: each runs once over all processes, and again when its runner died. */
import { after, before, DAY_MS, MINUTE_MS } from './lib/duration.js'
import type { Db, Sql } from './ports/deps.js'

export type Tick = { job: string; tick: Date }
/** A tick that this process runs. `leftOver`: the parts that failed in the previous run; null: all of it is to be done. */
export type TakenTick = Tick & { leaseUntil: Date; leftOver: string[] | null }

/** Thrown when some parts of a tick failed: only these are repeated. */
export class PartsFailedError extends AggregateError {
  override readonly name = 'PartsFailedError'
  constructor(
    errors: unknown[],
    readonly parts: string[],
    message: string,
  ) {
    super(errors, message)
  }
}

/** Thrown when a tick could not do everything. The log has the failures, and the next tick repeats them. */
export class NotAllDoneError extends Error {
  override readonly name = 'NotAllDoneError'
}

/** Throws, so that the tick counts as failed and monitoring sees it. @throws NotAllDoneError */
export function requireAllDone(failed: number, what: string): void {
  if (failed > 0) throw new NotAllDoneError(`${what}: ${failed}`)
}

/** How long a runner leases a tick without a heartbeat. */
export const TICK_LEASE_MS = 5 * MINUTE_MS
const KEPT_MS = 7 * DAY_MS

/**
 * Takes a tick, so that a job runs once at a time over all processes: while one runs, later ones are skipped, or taken afterwards
 * if they are still the last.
 * @returns `over`: it was run · `busy`: another process runs it, or another tick of the job
 */
export async function takeTick({ sql, tx }: Pick<Db, 'sql' | 'tx'>, tick: Tick, now: Date): Promise<TakenTick | 'over' | 'busy'> {
  const state = await readTick(sql, tick, now)
  return state === 'free' ? tx((own) => takeFree(own, tick, now)) : state
}

/** Reads the state of a tick. `free`: it may be taken, unless another process is faster. */
async function readTick(sql: Sql, { job, tick }: Tick, now: Date): Promise<'free' | 'over' | 'busy'> {
  const [state] = await sql<[{ isOver: boolean; isBusy: boolean }]>`
    select exists (select from cron_runs where job = ${job} and tick = ${tick} and finished_at is not null) as "isOver",
           exists (select from cron_runs where job = ${job} and tick = ${tick} and lease_until > ${now})
           or exists (select
                        from cron_runs
                       where job = ${job}
                         and finished_at is null
                         and failed_at is null
                         and lease_until > ${now}) as "isBusy"`
  if (state.isOver) return 'over'
  return state.isBusy ? 'busy' : 'free'
}

/** Takes a free tick under an advisory lock, because two processes at two ticks would not see each other's row. */
async function takeFree(sql: Sql, { job, tick }: Tick, now: Date): Promise<TakenTick | 'over' | 'busy'> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tick ${job}`}, 0))`
  const state = await readTick(sql, { job, tick }, now)
  if (state !== 'free') return state
  const leaseUntil = after(now, TICK_LEASE_MS)
  const [taken] = await sql<[{ leftOver: string[] | null }]>`
    insert into cron_runs (job, tick, lease_until)
    values (${job}, ${tick}, ${leaseUntil})
    on conflict (job, tick) do update
       set lease_until = excluded.lease_until, failed_at = null
    returning left_over as "leftOver"`
  return { job, tick, leaseUntil, leftOver: taken.leftOver }
}

/** Renews the lease of a running tick. @returns the tick with its new lease; undefined: another process has it, or it is over */
export async function renewTick(sql: Sql, { leaseUntil, ...taken }: TakenTick, now: Date): Promise<TakenTick | undefined> {
  const { job, tick } = taken
  const longer = new Date(Math.max(leaseUntil.getTime(), now.getTime() + TICK_LEASE_MS))
  const renewed = await sql`
    update cron_runs
       set lease_until = ${longer}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}
       and finished_at is null`
  return renewed.count === 1 ? { ...taken, leaseUntil: longer } : undefined
}

export async function finishTick(sql: Sql, { job, tick, leaseUntil }: TakenTick, now: Date): Promise<void> {
  await sql`
    update cron_runs
       set finished_at = ${now}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}`
}

/**
 * Records that the runner failed: the tick may be taken again from `retryAt` on, and no longer blocks the next tick of its job.
 * `leftOver`: the parts to be done then; null: all of it.
 */
export async function leaveTick(
  sql: Sql,
  { job, tick, leaseUntil }: TakenTick,
  { now, retryAt, leftOver }: { now: Date; retryAt: Date; leftOver: string[] | null },
): Promise<void> {
  await sql`
    update cron_runs
       set lease_until = ${retryAt}, failed_at = ${now}, left_over = ${leftOver}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}`
}

/** True when a tick is over, or another process runs its job. */
export const isTickTaken = async (sql: Sql, tick: Tick, now: Date): Promise<boolean> =>
  (await readTick(sql, tick, now)) !== 'free'

export async function purgeTicks(sql: Sql, now: Date): Promise<number> {
  const purged = await sql`
    delete from cron_runs
     where tick <= ${before(now, KEPT_MS)}`
  return purged.count
}
