/** The end of a soak: waiting for it, and what it comes to. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Worker } from '../../../test/support/worker.js'
import type { SoakWorld } from './world.js'
import { SPEED } from './options.js'

const POLL_MS = 200
/** Of the clock: what is nearer is waited for, what is further away is gone to. */
const NEAR_MS = 20_000

/** What is not over: pins, messages, product tags, changes of published pins. */
export async function countOpen(
  sql: Sql,
): Promise<{ queued: number; uploading: number; pending: number; tags: number; edits: number }> {
  const [row] = await sql<[{ queued: number; uploading: number; pending: number; tags: number; edits: number }]>`
    select (select count(*) from posts where status = 'queued')::int as queued,
           (select count(*) from posts where status = 'uploading')::int as uploading,
           (select count(*) from outbox where due_at is not null)::int as pending,
           (select count(*) from posts where tags_due_at is not null)::int as tags,
           (select count(*) from pin_edits where due_at is not null)::int as edits`
  return row
}

/** Goes from due time to due time until nothing is open. @returns false when that takes longer than `withinMs` of real time */
export async function untilEnded({ db, serviceClock }: SoakWorld, workers: Worker[], withinMs: number): Promise<boolean> {
  const endsAt = performance.now() + withinMs
  while (performance.now() < endsAt) {
    const { queued, uploading, pending, tags, edits } = await countOpen(db.sql)
    if (queued + uploading + pending + tags + edits === 0) return true
    const [{ held }] = await db.sql<[{ held: number }]>`select count(*)::int as held from posts where lease_until is not null`
    // What the platform is processing now takes real time, and the clock must not be moved over it.
    const next = held === 0 ? await workers[0]!.nextDue() : null
    if (next && next.getTime() > serviceClock.now().getTime() + NEAR_MS) {
      await serviceClock.moveTo(next)
      await Promise.all(workers.map((worker) => worker.moveTo(next)))
    }
    await sleep(POLL_MS)
  }
  return false
}

export async function countEnds(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ end: string; posts: number }[]>`
    select case when status <> 'draft' then status when failure is null then 'draft, taken off' else 'draft, ' || (failure ->> 'reason') end as end,
           count(*)::int as posts
      from posts
     group by 1
     order by 2 desc`
  return Object.fromEntries(rows.map(({ end, posts }) => [end, posts]))
}

/**
 * From the time of a pin to when its first attempt was claimed, of its last scheduling; pins of accounts that were on hold are
 * among them.
 */
export async function readLateness(sql: Sql): Promise<string> {
  const [row] = await sql<[{ p50: number; p90: number; p99: number; most: number; pins: number }]>`
    select percentile_cont(0.5) within group (order by late) as p50, percentile_cont(0.9) within group (order by late) as p90,
           percentile_cont(0.99) within group (order by late) as p99, max(late) as most, count(*)::int as pins
      from (select extract(epoch from min(a.claimed_at) - a.send_at)::float8 as late
              from publish_attempts a
              join posts p on p.organization_id = a.organization_id and p.id = a.post_id
             where p.status = 'sent'
             group by a.organization_id, a.post_id, a.send_at) l`
  const said = (seconds: number) => `${seconds.toFixed(1)} s (${Math.round((seconds / SPEED) * 1000)} ms)`
  return `p50 ${said(row.p50)}, p90 ${said(row.p90)}, p99 ${said(row.p99)}, most ${said(row.most)}, of ${row.pins}`
}

export async function countAttempts(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; attempts: number }[]>`
    select state, count(*)::int as attempts from publish_attempts group by 1 order by 2 desc`
  return Object.fromEntries(rows.map(({ state, attempts }) => [state, attempts]))
}
