/** Periodic ticks: each runs once over all processes, and again when its runner died. */
import { after, before, DAY_MS, MINUTE_MS } from './lib/duration.js'
import type { Sql } from './ports/deps.js'

export type Tick = { job: string; tick: Date }
/** A tick that this process runs. */
export type TakenTick = Tick & { leaseUntil: Date }

/** How long a runner has a tick without a heartbeat. */
export const TICK_LEASE_MS = 5 * MINUTE_MS
const KEPT_MS = 7 * DAY_MS

/** @returns `over`: it was run · `busy`: another process is at it */
export async function takeTick(sql: Sql, { job, tick }: Tick, now: Date): Promise<TakenTick | 'over' | 'busy'> {
  const leaseUntil = after(now, TICK_LEASE_MS)
  const taken = await sql`
    insert into cron_runs as r (job, tick, lease_until)
    values (${job}, ${tick}, ${leaseUntil})
    on conflict (job, tick) do update
       set lease_until = excluded.lease_until
     where r.finished_at is null
       and r.lease_until <= ${now}
    returning job`
  if (taken.count === 1) return { job, tick, leaseUntil }
  const over = await sql`
    select
      from cron_runs
     where job = ${job}
       and tick = ${tick}
       and finished_at is not null`
  return over.count > 0 ? 'over' : 'busy'
}

/** A word from the runner that it is alive. @returns the tick with its new lease; undefined: somebody else has it, or it is over */
export async function renewTick(sql: Sql, { job, tick, leaseUntil }: TakenTick, now: Date): Promise<TakenTick | undefined> {
  const longer = new Date(Math.max(leaseUntil.getTime(), now.getTime() + TICK_LEASE_MS))
  const renewed = await sql`
    update cron_runs
       set lease_until = ${longer}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}
       and finished_at is null`
  return renewed.count === 1 ? { job, tick, leaseUntil: longer } : undefined
}

export async function finishTick(sql: Sql, { job, tick, leaseUntil }: TakenTick, now: Date): Promise<void> {
  await sql`
    update cron_runs
       set finished_at = ${now}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}`
}

/** The runner failed: the tick may be taken again from `retryAt` on. */
export async function leaveTick(sql: Sql, { job, tick, leaseUntil }: TakenTick, retryAt: Date): Promise<void> {
  await sql`
    update cron_runs
       set lease_until = ${retryAt}
     where job = ${job}
       and tick = ${tick}
       and lease_until = ${leaseUntil}`
}

/** Whether a tick is over, or in other hands. */
export async function isTickTaken(sql: Sql, { job, tick }: Tick, now: Date): Promise<boolean> {
  const found = await sql`
    select
      from cron_runs
     where job = ${job}
       and tick = ${tick}
       and (finished_at is not null or lease_until > ${now})`
  return found.count > 0
}

export async function purgeTicks(sql: Sql, now: Date): Promise<number> {
  const purged = await sql`
    delete from cron_runs
     where tick <= ${before(now, KEPT_MS)}`
  return purged.count
}
