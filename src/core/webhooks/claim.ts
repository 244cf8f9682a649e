/**
 * Chooses the next deliveries: in order for each post, a few at a time for each receiver, and limited for each organization. A
 * receiver that fails gets one at a time, and all such receivers together get only a part of the capacity of a process.
 */
import { byOrganization, type Part } from '../lib/rows/by-organization.js'
import { after, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import type { Db, Sql } from '../ports/deps.js'
import type { HappenedEvent } from './subject.js'
import { placeBetween } from '../lib/rows/some-place.js'

/** Longer than a delivery, which ends after ten seconds, and the write of its result. */
export const DELIVERY_LEASE_MS = MINUTE_MS
/** The most at once, over all processes. */
const MOST_OF_RECEIVER = 4
const MOST_OF_ORGANIZATION = 32

export type ClaimedDelivery = {
  organizationId: string
  id: string
  webhookId: string
  url: string
  /** The sealed secret. */
  secret: Buffer
  /** The previous secret, while it signs, too. */
  oldSecret: Buffer | null
  /** True when the receiver failed the last time. */
  isSuspect: boolean
  event: HappenedEvent
  /** The tries, this one included. */
  attempt: number
  leaseUntil: Date
}

/** How much of the queue is read before endpoints are read one by one. */
const HEAD = 200
/** How many endpoints are read beside the head when more than that wait; different ones each time. */
const BESIDE = 50
/** How many are read when the head leaves capacity. */
const MANY = 500
/** The longest time until the next read when endpoints wait that were not read. */
const UNREAD_MS = SECOND_MS

/** A receiver with waiting deliveries. */
type Queue = { organizationId: string; webhookId: string }
/** `isAll`: no further deliveries wait. */
type Head = { queues: Queue[]; isAll: boolean; last: Date | undefined }

/** Reads the first waiting deliveries `d`. */
async function readHead(sql: Sql, waits: Part): Promise<Head> {
  const rows = await sql<(Queue & { dueAt: Date })[]>`
    select d.organization_id as "organizationId", d.webhook_id as "webhookId", d.due_at as "dueAt"
      from webhook_deliveries d
     where ${waits}
     order by d.due_at, d.id
     limit ${HEAD}`
  return { queues: distinct(rows), isAll: rows.length < HEAD, last: rows.at(-1)?.dueAt }
}

const distinct = (queues: readonly Queue[]): Queue[] => [
  ...new Map(
    queues.map(({ organizationId, webhookId }) => [`${organizationId}/${webhookId}`, { organizationId, webhookId }]),
  ).values(),
]

/** Lists at most this many queues, with one index step each: all of them, or a range that begins elsewhere at each instant. */
async function listQueues(sql: Sql, now: Date, most: number): Promise<{ queues: Queue[]; isAll: boolean }> {
  const all = await queuesFrom(sql, '0', most)
  if (all.length < most) return { queues: all, isAll: true }
  const [ids] = await sql<[{ first: string; last: string }]>`
    select min(organization_id) as first, max(organization_id) as last
      from webhook_deliveries
     where due_at is not null`
  return { queues: await queuesFrom(sql, placeBetween(ids, now), most), isAll: false }
}

async function queuesFrom(sql: Sql, organizationId: string, most: number): Promise<Queue[]> {
  const next = (isBehind: Part) => sql`
    select d.organization_id, d.webhook_id
      from webhook_deliveries d
     where d.due_at is not null and ${isBehind}
     order by d.organization_id, d.webhook_id
     limit 1`
  return [
    ...(await sql<Queue[]>`
    with recursive queues as (
      (${next(sql`d.organization_id >= ${organizationId}::bigint`)})
      union all
      select n.organization_id, n.webhook_id
        from queues q
       cross join lateral (${next(sql`(d.organization_id, d.webhook_id) > (q.organization_id, q.webhook_id)`)}) n
    )
    select organization_id as "organizationId", webhook_id as "webhookId"
      from queues
     limit ${most}`),
  ]
}

/** Queues as a part of a statement, and whether a cluster has to plan it. */
type Among = { queues: Part; isDistributed: boolean }

/**
 * Selects queues for a statement; undefined: all of them, which a cluster reads at once, because it plans no steps over several
 * nodes.
 */
const asQueues = (sql: Sql, queues: readonly Queue[] | undefined, isDistributed: boolean): Among => ({
  isDistributed,
  queues:
    isDistributed || queues === undefined
      ? sql`queues as (
    select distinct organization_id, webhook_id
      from webhook_deliveries
     where due_at is not null
       ${queues ? sql`and organization_id = any (${queues.map(({ organizationId }) => organizationId)}::bigint[])` : sql``})`
      : sql`queues as (
    select *
      from unnest(${queues.map(({ organizationId }) => organizationId)}::bigint[],
                  ${queues.map(({ webhookId }) => webhookId)}::bigint[]) as q(organization_id, webhook_id))`,
})

/** Selects receivers with waiting deliveries, with their open deliveries and those of their organization. */
const receivers = (sql: Sql, queues: Part, now: Date) => sql`
  ${queues}, receivers as (
    select w.organization_id, w.id, w.failures > 0 as is_suspect, w.held_until,
           case when w.failures > 0 then 1 else ${MOST_OF_RECEIVER} end - b.open as room, c.open as open_of_organization
      from queues q
      join webhooks w on w.organization_id = q.organization_id and w.id = q.webhook_id and w.state = 'active'
     cross join lateral (select count(*)::int as open
                           from webhook_deliveries
                          where organization_id = w.organization_id and webhook_id = w.id and lease_until > ${now}) b
     cross join lateral (select count(*)::int as open
                           from webhook_deliveries
                          where organization_id = w.organization_id and lease_until > ${now}) c
  )`

/**
 * True for the oldest waiting delivery `d` of its post: the first entry of the order index at or after its key. As `not exists` the planner
 * may take an index without the order key, or a join, and read everything that waits for the endpoint. A cluster plans no limit here.
 */
const isNext = (sql: Sql, isDistributed: boolean) =>
  isDistributed
    ? sql`
  not exists (select 1
                from webhook_deliveries e
               where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id and e.order_key = d.order_key
                 and e.due_at is not null and e.id < d.id)`
    : sql`
  d.id = (select e.id
            from webhook_deliveries e
           where e.organization_id = d.organization_id and (e.webhook_id, e.order_key) >= (d.webhook_id, d.order_key)
             and e.due_at is not null
           order by e.webhook_id, e.order_key, e.id
           limit 1)`

/** True for a delivery `d` without a live lease. */
const isFree = (sql: Sql, now: Date) => sql`(d.lease_until is null or d.lease_until <= ${now})`

/** True for a delivery `d` that is due and free. */
const isDue = (sql: Sql, now: Date) => sql`d.due_at <= ${now} and ${isFree(sql, now)}`

type Room = { now: Date; limit: number; suspects: number }

/**
 * Claims deliveries round-robin over organizations and receivers, the oldest first, over all organizations. Its cost does not
 * grow with the queue: it reads the oldest, then some other receivers, different ones each time, and more of them where these
 * leave capacity.
 * @param room.suspects the most of them for receivers that failed the last time
 */
export async function claimDeliveries(db: Pick<Db, 'sql' | 'isDistributed'>, room: Room): Promise<ClaimedDelivery[]> {
  const { sql } = db
  const isDistributed = await db.isDistributed()
  const head = await readHead(sql, isDue(sql, room.now))
  if (head.queues.length === 0) return []
  if (head.isAll) return claimOf(sql, asQueues(sql, head.queues, isDistributed), room)
  if (isDistributed) return claimOf(sql, asQueues(sql, undefined, isDistributed), room)
  const beside = await listQueues(sql, room.now, BESIDE)
  const claimed = await claimOf(sql, asQueues(sql, distinct([...head.queues, ...beside.queues]), false), room)
  if (claimed.length >= room.limit || beside.isAll) return claimed
  const limit = room.limit - claimed.length
  const suspects = room.suspects - claimed.filter(({ isSuspect }) => isSuspect).length
  const { queues } = await listQueues(sql, room.now, MANY)
  return [...claimed, ...(await claimOf(sql, asQueues(sql, queues, false), { now: room.now, limit, suspects }))]
}

async function claimOf(sql: Sql, { queues, isDistributed }: Among, { now, limit, suspects }: Room): Promise<ClaimedDelivery[]> {
  const leaseUntil = after(now, DELIVERY_LEASE_MS)
  const due = await sql<{ organizationId: string; id: string }[]>`
    with ${receivers(sql, queues, now)}, next as (
      select d.organization_id, d.id, d.due_at, r.is_suspect,
             r.open_of_organization + row_number() over (partition by r.organization_id order by d.turn, d.due_at, d.id) as share,
             row_number() over (partition by r.is_suspect order by d.turn, d.due_at, d.id) as suspect
        from receivers r
       cross join lateral (select d.organization_id, d.id, d.due_at, row_number() over (order by d.due_at, d.id) as turn
                             from webhook_deliveries d
                            where d.organization_id = r.organization_id and d.webhook_id = r.id
                              and ${isDue(sql, now)} and ${isNext(sql, isDistributed)}
                            order by d.due_at, d.id
                            limit greatest(r.room, 0)) d
       where r.held_until is null or r.held_until <= ${now}
    )
    select organization_id as "organizationId", id
      from next
     where share <= ${MOST_OF_ORGANIZATION}
       and (not is_suspect or suspect <= ${suspects})
     order by share, due_at, id
     limit ${limit}`
  const rows: (Omit<ClaimedDelivery, 'event'> & EventColumns)[] = []
  for (const [organizationId, theirs] of byOrganization(due)) {
    const taken = await sql<(Omit<ClaimedDelivery, 'event'> & EventColumns)[]>`
      with free as materialized (
        select d.id
          from webhook_deliveries d
         where d.organization_id = ${organizationId}
           and d.id = any (${theirs.map(({ id }) => id)}::bigint[])
           and ${isDue(sql, now)}
           for update skip locked
      )
      update webhook_deliveries d
         set lease_until = ${leaseUntil}, tries = d.tries + 1
        from free f, webhooks w, webhook_events e
       where d.organization_id = ${organizationId}
         and d.id = f.id
         and ${isDue(sql, now)}
         and w.organization_id = d.organization_id
         and w.id = d.webhook_id
         and e.organization_id = d.organization_id
         and e.id = d.event_id
      returning d.organization_id as "organizationId", d.id, d.webhook_id as "webhookId", w.url, w.secret,
                case when w.old_secret_until > ${now} then w.old_secret end as "oldSecret", w.failures > 0 as "isSuspect",
                d.tries as attempt, d.lease_until as "leaseUntil", e.id as "eventId", e.type, e.account_id as "accountId", e.at, e.subject`
    rows.push(...taken)
  }
  return rows.map(({ eventId, type, accountId, at, subject, ...row }) => ({
    ...row,
    event: { organizationId: row.organizationId, id: eventId, type, accountId, at, subject },
  }))
}

type EventColumns = Pick<HappenedEvent, 'type' | 'accountId' | 'at' | 'subject'> & { eventId: string }

type When = { now: Date; all?: boolean; suspects?: boolean }

/**
 * Returns when there is next something to send, or a lease runs out. It reads the head of the queue, and the receivers one by one
 * only where nothing of the head may go. `suspects` false: receivers that failed the last time get nothing now.
 */
export async function nextDeliveryDue(db: Pick<Db, 'sql' | 'isDistributed'>, when: When): Promise<Date | null> {
  const { sql } = db
  const { now } = when
  const isDistributed = await db.isDistributed()
  const [{ freed }] = await sql<[{ freed: Date | null }]>`
    select min(lease_until) as freed from webhook_deliveries where lease_until > ${now}`
  const head = await readHead(sql, sql`d.due_at is not null and ${isFree(sql, now)}`)
  const first = await nextOf(sql, asQueues(sql, head.queues, isDistributed), when)
  if (head.isAll || (first !== null && first <= head.last!)) return earliest(first, freed)
  if (isDistributed) return earliest(await nextOf(sql, asQueues(sql, undefined, isDistributed), when), freed)
  const { queues, isAll } = await listQueues(sql, now, MANY)
  const others = await nextOf(sql, asQueues(sql, queues, false), when)
  return earliest(first, others, freed, isAll ? null : after(now, UNREAD_MS))
}

const earliest = (...times: (Date | null)[]): Date | null =>
  times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null)

async function nextOf(
  sql: Sql,
  { queues, isDistributed }: Among,
  { now, all = false, suspects = true }: When,
): Promise<Date | null> {
  const hasRoom = sql`(${all} or r.room > 0 and r.open_of_organization < ${MOST_OF_ORGANIZATION} and (${suspects} or not r.is_suspect))`
  const [row] = await sql<[{ next: Date | null }]>`
    with ${receivers(sql, queues, now)}
    select min(greatest(d.due_at, r.held_until)) as next
      from receivers r
     cross join lateral (select d.due_at
                           from webhook_deliveries d
                          where d.organization_id = r.organization_id and d.webhook_id = r.id and d.due_at is not null
                            and ${isFree(sql, now)}
                            and ${isNext(sql, isDistributed)}
                          order by d.due_at, d.id
                          limit 1) d
     where ${hasRoom}`
  return row.next
}
