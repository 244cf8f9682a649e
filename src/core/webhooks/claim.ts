/**
 * Which deliveries go out next: of one post in order, of one receiver a few at a time, and of one organization so many that the others have
 * room. A receiver that fails gets one at a time, and all of these together a part of what a process does.
 */
import { byOrganization } from '../lib/rows/by-organization.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import type { Db, Sql } from '../ports/deps.js'
import type { HappenedEvent } from './subject.js'

/** Longer than a delivery takes, which ends after ten seconds, and its being written down. */
export const DELIVERY_LEASE_MS = MINUTE_MS
/** At once, over all processes. */
const MOST_OF_RECEIVER = 4
const MOST_OF_ORGANIZATION = 32

export type ClaimedDelivery = {
  organizationId: string
  id: string
  webhookId: string
  url: string
  /** Sealed. */
  secret: Buffer
  /** While it signs, too. */
  oldSecret: Buffer | null
  /** Whether the receiver failed the last time. */
  isSuspect: boolean
  event: HappenedEvent
  /** Deliveries tried, this one included. */
  attempt: number
  leaseUntil: Date
}

/** By one step in an index each; on a cluster, which plans no steps over several nodes, by reading all that waits. */
const queues = (sql: Sql, isDistributed: boolean) =>
  isDistributed
    ? sql`queues as (select distinct organization_id, webhook_id from webhook_deliveries where due_at is not null)`
    : sql`recursive queues as (
    (select organization_id, webhook_id
       from webhook_deliveries
      where due_at is not null
      order by 1, 2
      limit 1)
    union all
    select n.organization_id, n.webhook_id
      from queues q
     cross join lateral (select d.organization_id, d.webhook_id
                           from webhook_deliveries d
                          where d.due_at is not null and (d.organization_id, d.webhook_id) > (q.organization_id, q.webhook_id)
                          order by 1, 2
                          limit 1) n
  )`

/** The receivers that something waits for, with what is open of them. */
const receivers = (sql: Sql, now: Date, isDistributed: boolean) => sql`
  ${queues(sql, isDistributed)}, receivers as (
    select w.organization_id, w.id, w.failures > 0 as is_suspect, w.held_until, b.leased_until,
           case when w.failures > 0 then 1 else ${MOST_OF_RECEIVER} end - b.open as room,
           (sum(b.open) over (partition by w.organization_id))::int as open_of_organization
      from queues q
      join webhooks w on w.organization_id = q.organization_id and w.id = q.webhook_id and w.state = 'active'
     cross join lateral (select count(*)::int as open, min(lease_until) as leased_until
                           from webhook_deliveries
                          where organization_id = w.organization_id and webhook_id = w.id and lease_until > ${now}) b
  )`

/** Of `d`: nothing earlier of its post waits. */
const isNext = (sql: Sql) => sql`
  not exists (select 1
                from webhook_deliveries e
               where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id and e.order_key = d.order_key
                 and e.due_at is not null and e.id < d.id)`

/** Of `d`: its time has come, and nobody has it. */
const isDue = (sql: Sql, now: Date) => sql`d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now})`

/**
 * Turn by turn over organizations and receivers, the oldest first. One of the claims over all organizations.
 * @param room.suspects how many of these at most to receivers that failed the last time
 */
export async function claimDeliveries(
  { sql, isDistributed }: Pick<Db, 'sql' | 'isDistributed'>,
  { now, limit, suspects }: { now: Date; limit: number; suspects: number },
): Promise<ClaimedDelivery[]> {
  const leaseUntil = after(now, DELIVERY_LEASE_MS)
  const due = await sql<{ organizationId: string; id: string }[]>`
    with ${receivers(sql, now, await isDistributed())}, next as (
      select d.organization_id, d.id, d.due_at, r.is_suspect,
             r.open_of_organization + row_number() over (partition by r.organization_id order by d.turn, d.due_at, d.id) as share,
             row_number() over (partition by r.is_suspect order by d.turn, d.due_at, d.id) as suspect
        from receivers r
       cross join lateral (select d.organization_id, d.id, d.due_at, row_number() over (order by d.due_at, d.id) as turn
                             from webhook_deliveries d
                            where d.organization_id = r.organization_id and d.webhook_id = r.id
                              and ${isDue(sql, now)} and ${isNext(sql)}
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

/**
 * When there is next something to send, or a lease runs out.
 * @param room false: of receivers that failed the last time nothing is taken now
 */
export async function nextDeliveryDue(
  { sql, isDistributed }: Pick<Db, 'sql' | 'isDistributed'>,
  { now, all = false, suspects = true }: { now: Date; all?: boolean; suspects?: boolean },
): Promise<Date | null> {
  const hasRoom = sql`(${all} or r.room > 0 and r.open_of_organization < ${MOST_OF_ORGANIZATION} and (${suspects} or not r.is_suspect))`
  const [row] = await sql<[{ next: Date | null }]>`
    with ${receivers(sql, now, await isDistributed())}
    select min(least(case when ${hasRoom} then greatest(d.due_at, r.held_until) end, r.leased_until)) as next
      from receivers r
      left join lateral (select d.due_at
                           from webhook_deliveries d
                          where d.organization_id = r.organization_id and d.webhook_id = r.id and d.due_at is not null
                            and (d.lease_until is null or d.lease_until <= ${now})
                            and ${isNext(sql)}
                          order by d.due_at, d.id
                          limit 1) d on true`
  return row.next
}
