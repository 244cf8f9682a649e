/** Decides which notices are delivered next: one row per place, and staff messages at the pace of their one channel. */
import { after, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { byOrganization, organizationOr, type Part, type Rows, within } from '../lib/rows/by-organization.js'
import { type OutboxRow, STAFF } from './outbox.js'
import type { Sql } from '../ports/deps.js'
import { placeBetween } from '../lib/rows/some-place.js'

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
  case when o.destination ~ '^(account|approvals|clients):[0-9]{1,18}$' then split_part(o.destination, ':', 2)::bigint end`

/** The account's channel for `o`, from its account `a`. */
export const channelOf = (sql: Sql) => sql`
  case when o.destination like 'approvals:%' then a.approvals_channel_id
       when o.destination like 'clients:%' then a.clients_channel_id else a.notify_channel_id end`

/** The place of staff messages: alerts and reports of an organization are paced separately. @param kind of the notice */
export const staffPlace = (sql: Sql, kind: Part) => sql`case ${kind} when 'operatorAlert' then 'staff:alerts' else 'staff' end`

/**
 * Joins `o` (rows of the outbox) with `w`, the place where each is read: for an account one of its channels, which other accounts
 * may share.
 */
const withPlace = (sql: Sql, rows: Part, only: Only) => sql`
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
  name: Part
  /** The condition that `o` waits in such a queue. */
  waits: Part
  /** The condition that there are any to read. */
  begins?: Part
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
const queues = (sql: Sql, only: Only, begins?: Part) =>
  queuesOf(sql, { name: sql`o.destination`, waits: sql`o.due_at is not null`, ...(begins && { begins }), only })

/** Queues of the staff: alerts and reports of each organization. */
const staffQueues = (sql: Sql, only: Only) =>
  queuesOf(sql, { name: sql`o.notice ->> 'kind'`, waits: sql`o.destination = 'staff' and o.due_at is not null`, only })

/** Joins some queues with `o`, the first row of each for which the condition is true. */
const firstOfQueues = (sql: Sql, isIt: Part, only: Only) => sql`
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
export async function claimOutbox(db: Rows, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  const { sql } = db
  const claimed = await claimToStaff(db, now, undefined)
  const more = async (from: Pick<Reading, 'rows' | 'queued'>) => {
    const left = limit - claimed.length
    if (left > 0) claimed.push(...(await claimToTeams(db, { ...from, now, limit: left, only: undefined })))
  }
  const beside = (begins: Part) => more(besideHead(sql, now, undefined, begins))
  await more(headOf(sql, now, undefined))
  const isLonger = sql`exists (select 1 from outbox o where ${isDue(sql, now)} order by o.due_at, o.id offset ${HEAD} limit 1)`
  await beside(isLonger)
  const place = claimed.length < limit ? await placeAmongMany(sql, { now, isLonger }) : null
  if (place !== null) await beside(sql`o.organization_id >= ${place}`)
  return claimed
}

/** What is read: the rows that are due the longest. */
export const headOf = (sql: Sql, now: Date, only: Only) => ({
  rows: sql`(select o.* from outbox o where ${isDue(sql, now)} ${within(sql, 'o', only)} order by o.due_at, o.id limit ${HEAD}) o`,
})

/** What is read: the first row of each queue. @param begins as of queues() */
export const besideHead = (sql: Sql, now: Date, only: Only, begins?: Part) => ({
  queued: sql`${queues(sql, only, begins)},`,
  rows: firstOfQueues(sql, sql`${isDue(sql, now)} and ${isNext(sql, only)}`, only),
})

/**
 * Returns an organization between the first and the last with waiting notices, varying with the time; null: all queues are read
 * anyway.
 */
async function placeAmongMany(sql: Sql, { now, isLonger }: { now: Date; isLonger: Part }): Promise<string | null> {
  const [found] = await sql<{ first: string; last: string }[]>`
    with ${queues(sql, undefined)}
    select (select organization_id from queues limit 1) as first,
           (select organization_id from outbox where due_at is not null order by organization_id desc limit 1) as last
     where case when ${isLonger} then exists (select 1 from queues offset ${QUEUES} limit 1) end`
  return found ? placeBetween(found, now) : null
}

type Due = { organizationId: string; id: string; place: string }
type Reading = { now: Date; limit: number; rows: Part; queued?: Part; only: Only }

/** Claims the first row of each free place. */
export async function claimToTeams({ sql, tx }: Rows, { now, limit, rows, queued, only }: Reading): Promise<OutboxRow[]> {
  const due = await sql<Due[]>`
    with ${queued ?? sql``} due as (
      select distinct on (o.organization_id, w.place) o.organization_id, w.place, o.id, o.due_at
        from ${withPlace(sql, rows, only)}
       where o.destination <> 'staff'
         and ${isNext(sql, only)}
         and not exists (select 1 from outbox_places l
                          where l.organization_id = ${organizationOr(sql, 'o', only)} and l.place = w.place and l.free_at > ${now})
       order by o.organization_id, w.place, o.id
    )
    select organization_id as "organizationId", id, place from due order by due_at, id limit ${limit}`
  return due.length === 0 ? [] : tx((own) => take(own, due, now))
}

/**
 * Claims one message to the staff, because all are read in one channel. Alerts first, then the organization served longest ago;
 * only one process gets the channel, and with it the row.
 */
export async function claimToStaff({ sql, tx }: Rows, now: Date, only: Only): Promise<OutboxRow[]> {
  const [due] = await sql<Due[]>`
    with ${staffQueues(sql, only)}
    select o.organization_id as "organizationId", o.id, p.place
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
     limit 1`
  return due ? tx((own) => takeForStaff(own, due, now)) : []
}

/**
 * Claims rows together with their places, each organization by statements of its own. A row whose place another process claims is
 * left for the next time.
 */
async function take(sql: Sql, due: readonly Due[], now: Date): Promise<OutboxRow[]> {
  const free = (await lockFree(sql, due, now)).sort(byPlace) // so that two claims do not wait for each other
  const places = await Promise.all(
    free.map(
      ({ organizationId, place }) => sql`
      insert into outbox_places as l (organization_id, place, free_at)
      values (${organizationId}, ${place}, ${after(now, OUTBOX_LEASE_MS)})
      on conflict (organization_id, place) do update
         set free_at = excluded.free_at
       where l.free_at <= ${now}
      returning l.place`,
    ),
  )
  const taken = free.filter((_one, n) => places[n]!.length === 1)
  return lease(sql, taken, now)
}

const byPlace = (a: Due, b: Due) => Number(a.organizationId) - Number(b.organizationId) || (a.place < b.place ? -1 : 1)

/** Locks rows that are still due. A card whose pin is being changed is left out, because the change holds its row. */
async function lockFree(sql: Sql, due: readonly Due[], now: Date): Promise<Due[]> {
  const free = await Promise.all(
    [...byOrganization(due)].map(async ([organizationId, theirs]) => {
      const rows = await sql<{ id: string }[]>`
        select o.id
          from outbox o
         where o.organization_id = ${organizationId}
           and o.id = any (${theirs.map(({ id }) => id)}::bigint[])
           and ${isDue(sql, now)}
         order by o.id
           for update skip locked`
      const ids = new Set(rows.map(({ id }) => id))
      return theirs.filter(({ id }) => ids.has(id))
    }),
  )
  return free.flat()
}

/** Claims the staff's channel, which all organizations share. */
async function takeForStaff(sql: Sql, due: Due, now: Date): Promise<OutboxRow[]> {
  const free = await lockFree(sql, [due], now)
  if (free.length === 0) return []
  const channel = await sql`
    insert into shared_places as s (place, free_at)
    values (${STAFF}, ${after(now, OUTBOX_LEASE_MS)})
    on conflict (place) do update
       set free_at = excluded.free_at
     where s.free_at <= ${now}
    returning s.place`
  if (channel.length === 0) return []
  await sql`
    insert into outbox_places (organization_id, place, free_at)
    values (${due.organizationId}, ${due.place}, ${after(now, OUTBOX_LEASE_MS)})
    on conflict (organization_id, place) do update
       set free_at = excluded.free_at`
  return lease(sql, free, now)
}

/** Leases rows that are locked. */
async function lease(sql: Sql, locked: readonly Due[], now: Date): Promise<OutboxRow[]> {
  const leased = await Promise.all(
    [...byOrganization(locked)].map(async ([organizationId, theirs]) => {
      const placeOf = new Map(theirs.map(({ id, place }) => [id, place]))
      const rows = await sql<Omit<OutboxRow, 'place'>[]>`
        update outbox
           set lease_until = ${after(now, OUTBOX_LEASE_MS)}, attempt = attempt + 1
         where organization_id = ${organizationId}
           and id = any (${[...placeOf.keys()]}::bigint[])
        returning organization_id as "organizationId", id, destination, dedupe_key as "dedupeKey", notice, attempt,
                  created_at as "createdAt", lease_until as "leaseUntil"`
      return rows.map((row) => ({ ...row, place: placeOf.get(row.id)! }))
    }),
  )
  return leased.flat()
}

/**
 * Returns when the next claim is possible: a due time, the end of a lease, or a place that becomes free.
 * @param only the organization to read; undefined: all of them
 */
export async function nextOutboxDue(sql: Sql, now: Date, only?: Only): Promise<Date | null> {
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
