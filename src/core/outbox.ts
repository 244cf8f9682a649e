/** Notices that wait to be delivered: in the order of their pin, one a second and place, at least once. */
import type { Notice } from './notices.js'
import type { Sql } from './ports.js'
import { type GoesOn, inBatches } from './purge-batches.js'

export type OutboxRow = {
  organizationId: string
  id: string
  destination: string
  /** Where it is read: one message at a time. */
  place: string
  dedupeKey: string
  notice: Notice
  /** Deliveries tried, this one included. */
  attempt: number
  createdAt: Date
  leaseUntil: Date
}

type Fragment = ReturnType<typeof isNext>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Longer than a delivery takes, which is three minutes where everything is asked again as often as it may be. */
export const OUTBOX_LEASE_MS = 5 * MINUTE_MS
/** What is read of a queue of any length before its places are looked at one by one. */
const HEAD = 200
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

/** `o` (rows of the outbox) with the place `w` where each is read: of an account one of its channels, which other accounts may share. */
const withPlace = (sql: Sql, rows: Fragment) => sql`
  ${rows}
  left join accounts a
    on a.organization_id = o.organization_id
   and a.id = case when o.destination ~ '^(account|approvals):[0-9]{1,18}$' then split_part(o.destination, ':', 2)::bigint end
  cross join lateral (select case when o.destination like 'approvals:%' then a.approvals_channel_id
                                  else a.notify_channel_id end as channel) c
  cross join lateral (select case when c.channel is not null then 'channel:' || c.channel
                                  when o.notice ->> 'kind' = 'operatorAlert' then o.destination || ':alerts' -- never behind reports
                                  else o.destination end as place) w`

/** Of `o`: not behind an older row of its order key. */
const isNext = (sql: Sql) => sql`
  not exists (select from outbox b
               where b.organization_id = o.organization_id and b.order_key = o.order_key and b.due_at is not null and b.id < o.id)`

/** Of `o`: its time has come, and nobody has it. */
const isDue = (sql: Sql, now: Date) => sql`o.due_at <= ${now} and (o.lease_until is null or o.lease_until <= ${now})`

/** The destinations for which something waits, by one step in the index each. @param begins whether there are any to be looked at */
const queues = (sql: Sql, begins: Fragment) => sql`
  queues as (
    (select o.organization_id, o.destination
       from outbox o
      where o.due_at is not null and ${begins}
      order by o.organization_id, o.destination
      limit 1)
    union all
    select n.organization_id, n.destination
      from queues q
     cross join lateral (select o.organization_id, o.destination
                           from outbox o
                          where o.due_at is not null and (o.organization_id, o.destination) > (q.organization_id, q.destination)
                          order by o.organization_id, o.destination
                          limit 1) n
  )`

/** As `o`, of each queue the first row of which this is true. */
const firstOfQueues = (sql: Sql, isIt: Fragment) => sql`
  queues q
  cross join lateral (select o.*
                        from outbox o
                       where o.organization_id = q.organization_id and o.destination = q.destination and o.due_at is not null
                         and ${isIt}
                       order by o.due_at, o.id
                       limit 1) o`

/**
 * Takes what is due, one row a place, the oldest first. One of the claims over all organizations. What it costs does not grow with what
 * waits: the oldest are read, and where these leave room the first of each queue, so that a long one keeps nobody else waiting.
 */
export async function claimOutbox(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  const head = sql`(select o.* from outbox o where ${isDue(sql, now)} order by o.due_at, o.id limit ${HEAD}) o`
  const claimed = await claimOf(sql, { now, limit, rows: head, recursive: sql`` })
  if (claimed.length >= limit) return claimed
  const isLonger = sql`exists (select from outbox o where ${isDue(sql, now)} order by o.due_at, o.id offset ${HEAD} limit 1)`
  const recursive = sql`recursive ${queues(sql, isLonger)},`
  const rows = firstOfQueues(sql, sql`${isDue(sql, now)} and ${isNext(sql)}`)
  return [...claimed, ...(await claimOf(sql, { now, limit: limit - claimed.length, rows, recursive }))]
}

type Claim = { now: Date; limit: number; rows: Fragment; recursive: Fragment }

/** The place is taken together with the row, by a conditional write: of several processes one gets it. */
async function claimOf(sql: Sql, { now, limit, rows, recursive }: Claim): Promise<OutboxRow[]> {
  const leaseUntil = new Date(now.getTime() + OUTBOX_LEASE_MS)
  return [
    ...(await sql<OutboxRow[]>`
    with ${recursive} due as (
      select *
        from (select distinct on (o.organization_id, w.place) o.organization_id, w.place, o.id, o.due_at
                from ${withPlace(sql, rows)}
               where ${isNext(sql)}
                 and not exists (select from outbox_places l
                                  where l.organization_id = o.organization_id and l.place = w.place and l.free_at > ${now})
               order by o.organization_id, w.place, o.id) d
       order by due_at, id
       limit ${limit}
    ), places as (
      insert into outbox_places as l (organization_id, place, free_at)
      select organization_id, place, ${leaseUntil}
        from due
       order by organization_id, place
      on conflict (organization_id, place) do update
         set free_at = excluded.free_at
       where l.free_at <= ${now}
      returning l.organization_id, l.place
    )
    update outbox o
       set lease_until = ${leaseUntil}, attempt = o.attempt + 1
      from due
      join places on places.organization_id = due.organization_id and places.place = due.place
     where o.organization_id = due.organization_id
       and o.id = due.id
       and ${isDue(sql, now)}
    returning o.organization_id as "organizationId", o.id, o.destination, due.place, o.dedupe_key as "dedupeKey", o.notice, o.attempt,
              o.created_at as "createdAt", o.lease_until as "leaseUntil"`),
  ]
}

/** When there is next something to claim: a due time, a lease that runs out, a place that is free again. */
export async function nextOutboxDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    with recursive ${queues(sql, sql`true`)}
    select min(greatest(o.due_at, o.lease_until, l.free_at)) as next
      from ${withPlace(sql, firstOfQueues(sql, isNext(sql)))}
      left join outbox_places l on l.organization_id = o.organization_id and l.place = w.place`
  return row.next
}

/** A row is settled by the worker that holds it. */
const held = (sql: Sql, { organizationId, id, leaseUntil }: OutboxRow) => sql`
  organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil} and due_at is not null`

/** The place of a row that is settled, in the same statement; nothing when somebody else has it by now. */
const freeing = (sql: Sql, { organizationId, place, leaseUntil }: OutboxRow, freeAt: Date) => sql`
  freed as (
    update outbox_places
       set free_at = ${freeAt}
     where organization_id = ${organizationId}
       and place = ${place}
       and free_at = ${leaseUntil}
  )`
const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

export async function markDelivered(sql: Sql, row: OutboxRow, now: Date): Promise<void> {
  await sql`
    with ${freeing(sql, row, after(now, PACE_MS))}
    update outbox
       set delivered_at = ${now}, due_at = null, lease_until = null, last_error = null
     where ${held(sql, row)}`
}

/** Nobody can be told: what comes behind it is not held up. */
export async function markDead(sql: Sql, row: OutboxRow, message: string, now: Date): Promise<void> {
  await sql`
    with ${freeing(sql, row, now)}
    update outbox
       set dead_at = ${now}, due_at = null, lease_until = null, last_error = ${message}
     where ${held(sql, row)}`
}

/**
 * Tries again later, or gives up after ten tries over a day.
 * @param afterMs when the other side named a wait: it is of the place, so nothing is sent there sooner; else it grows with each try, and is of
 * this row and those behind it in its order
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
    with ${freeing(sql, row, after(now, afterMs === undefined ? PACE_MS : waitMs))}
    update outbox
       set due_at = ${after(now, waitMs)}, lease_until = null, last_error = ${message}
     where ${held(sql, row)}`
  return 'later'
}

/** One of the sweeps over all organizations: what is over is kept for a while, for the operator and against telling twice. */
export async function purgeOutbox(sql: Sql, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from outbox
       where (organization_id, id) in (select organization_id, id
                                         from outbox
                                        where due_at is null
                                          and coalesce(delivered_at, dead_at) <= ${after(now, -KEPT_MS)}
                                        limit ${limit})
         and due_at is null`
    return count
  })
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from outbox_places
       where (organization_id, place) in (select organization_id, place
                                            from outbox_places
                                           where free_at <= ${after(now, -DEAD_AFTER_MS)}
                                           limit ${limit})
         and free_at <= ${after(now, -DEAD_AFTER_MS)}`
    return count
  })
}
