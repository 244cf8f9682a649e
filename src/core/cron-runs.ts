/** Periodic ticks: each runs once over all processes, and again when its runner died. */
import { after, before, DAY_MS, MINUTE_MS } from './lib/duration.js'
import type { Db, Sql } from './ports/deps.js'

export type Tick = { job: string; tick: Date }
/** A tick that this process runs. `leftOver`: the parts that failed when it was run before; null: all of it is to be done. */
export type TakenTick = Tick & { leaseUntil: Date; leftOver: string[] | null }

/** A tick of several parts of which some failed: they alone are to be done again. */
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

/** A tick that could not do all it had to. What failed is in the log, and comes again with the next tick. */
export class NotAllDoneError extends Error {
  override readonly name = 'NotAllDoneError'
}

/** So that the tick is counted as failed, and whoever watches sees it. @throws NotAllDoneError */
export function requireAllDone(failed: number, what: string): void {
  if (failed > 0) throw new NotAllDoneError(`${what}: ${failed}`)
}

/** How long a runner has a tick without a heartbeat. */
export const TICK_LEASE_MS = 5 * MINUTE_MS
const KEPT_MS = 7 * DAY_MS

/**
 * One run of a job at a time, over all processes: while a tick is run, later ones are left out, or taken afterwards where they are still the last.
 * @returns `over`: it was run · `busy`: another process is at it, or at another tick of the job
 */
export async function takeTick({ sql, tx }: Pick<Db, 'sql' | 'tx'>, tick: Tick, now: Date): Promise<TakenTick | 'over' | 'busy'> {
  const state = await readTick(sql, tick, now)
  return state === 'free' ? tx((own) => takeFree(own, tick, now)) : state
}

/** `free`: it may be taken, unless another process is quicker. */
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

/** Two processes, at two ticks, would not see each other's row: they take turns. */
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

/** A word from the runner that it is alive. @returns the tick with its new lease; undefined: somebody else has it, or it is over */
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
 * The runner failed: the tick may be taken again from `retryAt` on; the next tick of its job is held up no longer.
 * @param failed.leftOver the parts to be done then; null: all of it
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

/** Whether a tick is over, or its job in other hands. */
export const isTickTaken = async (sql: Sql, tick: Tick, now: Date): Promise<boolean> =>
  (await readTick(sql, tick, now)) !== 'free'

export async function purgeTicks(sql: Sql, now: Date): Promise<number> {
  const purged = await sql`
    delete from cron_runs
     where tick <= ${before(now, KEPT_MS)}`
  return purged.count
}
