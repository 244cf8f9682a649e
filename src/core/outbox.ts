/** Notices that wait to be delivered: in order, one a second and destination, at least once. */
import type { Notice } from './notices.js'
import type { Sql } from './ports.js'

export type OutboxRow = {
  organizationId: string
  id: string
  destination: string
  dedupeKey: string
  notice: Notice
  /** Deliveries tried, this one included. */
  attempt: number
  createdAt: Date
  leaseUntil: Date
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Longer than a delivery takes. */
const LEASE_MS = MINUTE_MS
const PACE_MS = SECOND_MS
/** Before the second try, the third, …; the tenth comes after a day. */
const RETRY_AFTER_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
]
const DEAD_AFTER_MS = 24 * HOUR_MS
const KEPT_MS = 30 * 24 * HOUR_MS

/** Rows that may be tried: not behind an older row of their order key, and a second after their destination's last one. */
const isNext = (sql: Sql) => sql`
  not exists (select from outbox b
               where b.organization_id = o.organization_id and b.order_key = o.order_key and b.due_at is not null and b.id < o.id)`

/**
 * Takes what is due, one row a destination. One of the claims over all organizations: a plain read, then a conditional write.
 */
export async function claimOutbox(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  const due = await sql<{ organizationId: string; id: string }[]>`
    select distinct on (o.organization_id, o.destination) o.organization_id as "organizationId", o.id
      from outbox o
     where o.due_at <= ${now}
       and (o.lease_until is null or o.lease_until <= ${now})
       and ${isNext(sql)}
       and not exists (select from outbox b
                        where b.organization_id = o.organization_id and b.destination = o.destination
                          and b.due_at is not null and b.lease_until > ${now})
       and not exists (select from outbox b
                        where b.organization_id = o.organization_id and b.destination = o.destination
                          and b.delivered_at > ${new Date(now.getTime() - PACE_MS)})
     order by o.organization_id, o.destination, o.due_at, o.id
     limit ${limit}`
  if (due.length === 0) return []
  const taken = await sql<OutboxRow[]>`
    update outbox o
       set lease_until = ${new Date(now.getTime() + LEASE_MS)}, attempt = o.attempt + 1
      from unnest(${due.map((one) => one.organizationId)}::bigint[], ${due.map((one) => one.id)}::bigint[]) as w(organization_id, id)
     where o.organization_id = w.organization_id
       and o.id = w.id
       and o.due_at <= ${now}
       and (o.lease_until is null or o.lease_until <= ${now})
    returning o.organization_id as "organizationId", o.id, o.destination, o.dedupe_key as "dedupeKey", o.notice, o.attempt,
              o.created_at as "createdAt", o.lease_until as "leaseUntil"`
  return [...taken]
}

/** When there is next something to claim: a due time, a lease that runs out, the second after a destination's last row. */
export async function nextOutboxDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(greatest(o.due_at, o.lease_until,
                        (select max(b.lease_until)
                           from outbox b
                          where b.organization_id = o.organization_id and b.destination = o.destination and b.due_at is not null),
                        (select max(b.delivered_at) + interval '1 second'
                           from outbox b
                          where b.organization_id = o.organization_id and b.destination = o.destination
                            and b.delivered_at is not null))) as next
      from outbox o
     where o.due_at is not null
       and ${isNext(sql)}`
  return row.next
}

/** A row is settled by the worker that holds it. */
const held = (sql: Sql, { organizationId, id, leaseUntil }: OutboxRow) => sql`
  organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil} and due_at is not null`

export async function markDelivered(sql: Sql, row: OutboxRow, now: Date): Promise<void> {
  await sql`
    update outbox
       set delivered_at = ${now}, due_at = null, lease_until = null, last_error = null
     where ${held(sql, row)}`
}

/** Nobody can be told: what comes behind it is not held up. */
export async function markDead(sql: Sql, row: OutboxRow, message: string, now: Date): Promise<void> {
  await sql`
    update outbox
       set dead_at = ${now}, due_at = null, lease_until = null, last_error = ${message}
     where ${held(sql, row)}`
}

/**
 * Tries again later, or gives up after ten tries over a day.
 * @param afterMs when the other side named a wait; else it grows with each try
 * @returns whether it is tried again
 */
export async function postpone(
  sql: Sql,
  row: OutboxRow,
  { afterMs, message }: { afterMs?: number; message: string },
  now: Date,
): Promise<'later' | 'dead'> {
  const isOld = now.getTime() - row.createdAt.getTime() >= DEAD_AFTER_MS
  if (isOld && row.attempt > RETRY_AFTER_MS.length) {
    await markDead(sql, row, message, now)
    return 'dead'
  }
  const waitMs = Math.max(afterMs ?? RETRY_AFTER_MS[Math.min(row.attempt, RETRY_AFTER_MS.length) - 1] ?? HOUR_MS, PACE_MS)
  await sql`
    update outbox
       set due_at = ${new Date(now.getTime() + waitMs)}, lease_until = null, last_error = ${message}
     where ${held(sql, row)}`
  return 'later'
}

/** One of the sweeps over all organizations: what is over is kept for a while, for the operator and against telling twice. */
export async function purgeOutbox(sql: Sql, now: Date): Promise<number> {
  const kept = new Date(now.getTime() - KEPT_MS)
  const purged = await sql`
    delete from outbox
     where due_at is null
       and coalesce(delivered_at, dead_at) <= ${kept}`
  return purged.count
}
