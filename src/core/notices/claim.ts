/** Decides which notices are delivered next: one row per place, and staff messages at the pace of their one channel. */
import { after, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { organizationOr, within } from '../lib/rows/by-organization.js'
import { type OutboxRow, STAFF } from './outbox.js'
import type { Sql } from '../ports/deps.js'
import { placeBetween } from '../lib/rows/some-place.js'

type Fragment = ReturnType<typeof isNext>

/** Longer than a delivery, which takes three minutes if every call is retried as often as possible. */
export const OUTBOX_LEASE_MS = 5 * MINUTE_MS
/** How much of a long queue is read before its destinations are read one by one. */
export const HEAD = 200
/** The most destinations read one by one; with more, different ones each time. */
const QUEUES = 500
/** The longest wait when some destinations were not read. */
const UNREAD_MS = SECOND_MS

/** The account of the destination of `o`. */
export const accountOf = (sql: Sql) => sql`
  case when o.destination ~ '^(account|approvals):[0-9]{1,18}$' then split_part(o.destination, ':', 2)::bigint end`

/** The account's channel for `o`, from its account `a`. */
export const channelOf = (sql: Sql) => sql`
  case when o.destination like 'approvals:%' then a.approvals_channel_id else a.notify_channel_id end`

/** The place of staff messages: alerts and reports of an organization are paced separately. @param kind of the notice */
export const staffPlace = (sql: Sql, kind: Fragment) =>
  sql`case ${kind} when 'operatorAlert' then 'staff:alerts' else 'staff' end`

/**
 * Joins `o` (rows of the outbox) with `w`, the place where each is read: for an account one of its channels, which other accounts
 * may share.
 */
const withPlace = (sql: Sql, rows: Fragment, only: Only) => sql`
  ${rows}
  left join accounts a
    on a.organization_id = ${organizationOr(sql, 'o', only)}
   and a.id = ${accountOf(sql)}
  cross join lateral (select ${channelOf(sql)} as channel) c
  cross join lateral (select coalesce('channel:' || c.channel, o.destination) as place) w`

/**
 * True for the oldest waiting row of its order key. `offset 0` keeps the planner from turning this into a join that reads the
 * whole queue.
 */
export const isNext = (sql: Sql, only: Only) => sql`
  not exists (select 1 from outbox b
               where b.organization_id = ${organizationOr(sql, 'o', only)} and b.order_key = o.order_key and b.due_at is not null and b.id < o.id
              offset 0)`

/** True for rows of `o` that are due and not leased. */
export const isDue = (sql: Sql, now: Date) => sql`o.due_at <= ${now} and (o.lease_until is null or o.lease_until <= ${now})`

/** The organization to read, by value; undefined: all of them. */
type Only = string | undefined

type Queues = {
  /** The name of a queue of `o` in its organization. */
  name: Fragment
  /** The condition that `o` waits in such a queue. */
  waits: Fragment
  /** The condition that there are any to read. */
  begins?: Fragment
  only: Only
}

/** The queues with waiting rows, by one index step each; for one organization by reading its waiting rows. */
const queuesOf = (sql: Sql, { name, waits, begins = sql`true`, only }: Queues) =>
  only === undefined
    ? sql`
  recursive queues as (
    (select o.organization_id, ${name} as name
       from outbox o
      where ${waits} and ${begins}
      order by 1, 2
      limit 1)
    union all
    select n.organization_id, n.name
      from queues q
     cross join lateral (select o.organization_id, ${name} as name
                           from outbox o
                          where ${waits} and (o.organization_id, ${name}) > (q.organization_id, q.name)
                          order by 1, 2
                          limit 1) n
  )`
    : sql`queues as (
    select distinct o.organization_id, ${name} as name
      from outbox o
     where ${waits} and ${begins} and o.organization_id = ${only}
     order by 1, 2
  )`

/** Queues by destination. */
export const queues = (sql: Sql, only: Only, begins?: Fragment) =>
  queuesOf(sql, { name: sql`o.destination`, waits: sql`o.due_at is not null`, ...(begins && { begins }), only })

/** Queues of the staff: alerts and reports of each organization. */
export const staffQueues = (sql: Sql, only: Only) =>
  queuesOf(sql, { name: sql`o.notice ->> 'kind'`, waits: sql`o.destination = 'staff' and o.due_at is not null`, only })

/** Joins some queues with `o`, the first row of each for which the condition is true. */
const firstOfQueues = (sql: Sql, isIt: Fragment, only: Only) => sql`
  (select * from queues limit ${QUEUES}) q
  cross join lateral (select o.*
                        from outbox o
                       where o.organization_id = ${organizationOr(sql, 'q', only)} and o.destination = q.name and o.due_at is not null
                         and ${isIt}
                       order by o.due_at, o.id
                       limit 1) o`

/**
 * Claims due rows of all organizations, one per place, oldest first. The cost does not grow with the backlog: the oldest rows are
 * read, and if the limit allows, the first of each queue, so that a long one does not delay others. With very many queues it
 * reads the first ones, and different others each time.
 */
export async function claimOutbox(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  const toStaff = await claimToStaff(sql, now)
  return [...toStaff, ...(await claimToTeams(sql, { now, limit: limit - toStaff.length }))]
}

async function claimToTeams(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  if (limit <= 0) return []
  const claimed = await claimOf(sql, { now, limit, rows: headOf(sql, now, undefined), queued: sql`` })
  if (claimed.length >= limit) return claimed
  const isLonger = sql`exists (select 1 from outbox o where ${isDue(sql, now)} order by o.due_at, o.id offset ${HEAD} limit 1)`
  const more = async (begins: Fragment) => {
    const queued = sql`${queues(sql, undefined, begins)},`
    const rows = firstDueOfQueues(sql, now, undefined)
    claimed.push(...(await claimOf(sql, { now, limit: limit - claimed.length, rows, queued })))
  }
  await more(isLonger)
  const place = claimed.length < limit ? await placeAmongMany(sql, { now, isLonger }) : null
  if (place !== null) await more(sql`o.organization_id >= ${place}`)
  return claimed
}

export const headOf = (sql: Sql, now: Date, only: Only) => sql`
  (select o.* from outbox o where ${isDue(sql, now)} ${within(sql, 'o', only)} order by o.due_at, o.id limit ${HEAD}) o`

export const firstDueOfQueues = (sql: Sql, now: Date, only: Only) =>
  firstOfQueues(sql, sql`${isDue(sql, now)} and ${isNext(sql, only)}`, only)

/**
 * Returns an organization between the first and the last with waiting notices, varying with the time; null: all queues are read
 * anyway.
 */
async function placeAmongMany(sql: Sql, { now, isLonger }: { now: Date; isLonger: Fragment }): Promise<string | null> {
  const [found] = await sql<{ first: string; last: string }[]>`
    with ${queues(sql, undefined)}
    select (select organization_id from queues limit 1) as first,
           (select organization_id from outbox where due_at is not null order by organization_id desc limit 1) as last
     where case when ${isLonger} then exists (select 1 from queues offset ${QUEUES} limit 1) end`
  return found ? placeBetween(found, now) : null
}

export const claimedRow = (sql: Sql, place: Fragment = sql`due.place`) => sql`
  o.organization_id as "organizationId", o.id, o.destination, ${place} as place, o.dedupe_key as "dedupeKey", o.notice, o.attempt,
  o.created_at as "createdAt", o.lease_until as "leaseUntil"`

type Claim = { now: Date; limit: number; rows: Fragment; queued: Fragment }

/** Selects `due`: the first row of each free place. */
export const dueToTeams = (sql: Sql, { now, limit, rows, only }: Omit<Claim, 'queued'> & { only: Only }) => sql`
  due as (
      select *
        from (select distinct on (o.organization_id, w.place) o.organization_id, w.place, o.id, o.due_at
                from ${withPlace(sql, rows, only)}
               where o.destination <> 'staff'
                 and ${isNext(sql, only)}
                 and not exists (select 1 from outbox_places l
                                  where l.organization_id = ${organizationOr(sql, 'o', only)} and l.place = w.place and l.free_at > ${now})
               order by o.organization_id, w.place, o.id) d
       order by due_at, id
       limit ${limit}
  )`

/** Selects `due`: one message, alerts first, then the organization served longest ago. */
export const dueToStaff = (sql: Sql, now: Date, only: Only) => sql`
  due as (
      select o.organization_id, p.place, o.id
        from queues q
       cross join lateral (select o.*
                             from outbox o
                            where o.organization_id = ${organizationOr(sql, 'q', only)} and o.destination = 'staff' and o.notice ->> 'kind' = q.name
                              and o.due_at is not null
                              and ${isDue(sql, now)}
                              and ${isNext(sql, only)}
                            order by o.due_at, o.id
                            limit 1) o
       cross join lateral (select ${staffPlace(sql, sql`q.name`)} as place) p
        left join outbox_places l on l.organization_id = ${organizationOr(sql, 'o', only)} and l.place = p.place
       where not exists (select 1 from shared_places s where s.place = ${STAFF} and s.free_at > ${now})
       order by q.name = 'operatorAlert' desc, l.free_at nulls first, o.due_at, o.id
       limit 1
  )`

/**
 * Claims the place together with the row, by a conditional write, so that only one process succeeds. A card whose pin is being
 * changed is skipped, because the change holds its row.
 */
async function claimOf(sql: Sql, { now, limit, rows, queued }: Claim): Promise<OutboxRow[]> {
  const leaseUntil = after(now, OUTBOX_LEASE_MS)
  return [
    ...(await sql<OutboxRow[]>`
    with ${queued} ${dueToTeams(sql, { now, limit, rows, only: undefined })}, free as materialized (
      select o.organization_id, o.id
        from outbox o
       where (o.organization_id, o.id) in (select organization_id, id from due)
         for update skip locked
    ), places as (
      insert into outbox_places as l (organization_id, place, free_at)
      select due.organization_id, due.place, ${leaseUntil}
        from due
        join free on free.organization_id = due.organization_id and free.id = due.id
       order by due.organization_id, due.place
      on conflict (organization_id, place) do update
         set free_at = excluded.free_at
       where l.free_at <= ${now}
      returning l.organization_id, l.place
    )
    update outbox o
       set lease_until = ${leaseUntil}, attempt = o.attempt + 1
      from due
      join free on free.organization_id = due.organization_id and free.id = due.id
      join places on places.organization_id = due.organization_id and places.place = due.place
     where o.organization_id = due.organization_id
       and o.id = due.id
       and ${isDue(sql, now)}
    returning ${claimedRow(sql)}`),
  ]
}

/**
 * Claims one staff message of any organization, because all are read in one channel. Alerts first, then the organization served
 * longest ago; only one process gets the channel, and with it the row.
 */
async function claimToStaff(sql: Sql, now: Date): Promise<OutboxRow[]> {
  const leaseUntil = after(now, OUTBOX_LEASE_MS)
  return [
    ...(await sql<OutboxRow[]>`
    with ${staffQueues(sql, undefined)}, ${dueToStaff(sql, now, undefined)}, channel as (
      insert into shared_places as s (place, free_at)
      select ${STAFF}, ${leaseUntil}
        from due
      on conflict (place) do update
         set free_at = excluded.free_at
       where s.free_at <= ${now}
      returning s.place
    ), turn as (
      insert into outbox_places (organization_id, place, free_at)
      select due.organization_id, due.place, ${leaseUntil}
        from due, channel
      on conflict (organization_id, place) do update
         set free_at = excluded.free_at
    )
    update outbox o
       set lease_until = ${leaseUntil}, attempt = o.attempt + 1
      from due, channel
     where o.organization_id = due.organization_id
       and o.id = due.id
       and ${isDue(sql, now)}
    returning ${claimedRow(sql)}`),
  ]
}

/** Returns when the next claim is possible: a due time, the end of a lease, or a place that becomes free. */
export async function nextOutboxDue(sql: Sql, now: Date): Promise<Date | null> {
  return nextOf(sql, now, undefined)
}

/** @param only the organization to read; undefined: all of them */
export async function nextOf(sql: Sql, now: Date, only: Only): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null; hasMore: boolean }]>`
    with ${queues(sql, only)}
    select (select count(*) from (select 1 from queues limit ${QUEUES + 1}) q) > ${QUEUES} as "hasMore",
           min(greatest(o.due_at, o.lease_until, case when o.destination = 'staff' then s.free_at else l.free_at end)) as next
      from ${withPlace(sql, firstOfQueues(sql, isNext(sql, only), only), only)}
      left join outbox_places l on l.organization_id = ${organizationOr(sql, 'o', only)} and l.place = w.place
      left join shared_places s on s.place = ${STAFF} and o.destination = 'staff'`
  const soon = after(now, UNREAD_MS)
  return row.hasMore && (row.next === null || row.next > soon) ? soon : row.next
}
