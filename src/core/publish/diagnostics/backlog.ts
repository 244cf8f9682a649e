/** Counts what waits, is open or is stuck, over all organizations, for monitoring. */
import { mayPublish } from '../../accounts/queue.js'
import { before } from '../../lib/duration.js'
import { isMissed } from '../../notices/notices.js'
import type { Db, Sql } from '../../ports/deps.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import { hasStatus } from '../../lib/rows/of-status.js'

export type Backlog = {
  /** Queued pins that the publisher would take now. */
  due: number
  /** Queued pins that are more than 10 minutes late, without those on hold. */
  late: number
  /** Queued pins of accounts that are paused, not connected, or on hold. */
  held: number
  /** Accounts whose pins Pinterest refuses for now. */
  accountsOnHold: number
  /** Attempts with a live lease. */
  openAttempts: number
  /** Attempts whose lease ran out. */
  orphanedAttempts: number
  unknownOutcomes: number
  /** The age of the oldest since it was sent; 0: there is none. */
  oldestUnknownSeconds: number
  outboxWaiting: number
  oldestNoticeSeconds: number
  /** Notices that were not delivered, except those with a harmless cause. */
  deadLetters: number
  /** Waiting deliveries, without those to paused webhooks. */
  webhooksWaiting: number
  /** 1: the database takes writes; 0: it is read-only, or a replica. It does not show whether the disk is full. */
  writable: number
}

/** The longest time for the figures: a monitoring request that waits for longer is worth less than one without them. */
const BUDGET_MS = 2_000
/** The highest figure: an alert needs no more. */
export const MOST_COUNTED = 20_000

type Rows = ReturnType<typeof mayPublish>

/** Counts rows up to the limit. @param rows the end of a select, from its `from` on */
const count = (sql: Sql, rows: Rows) => sql`(select count(*)::int from (select 1 ${rows} limit ${MOST_COUNTED}) counted)`

/**
 * Reads all figures over all organizations in one statement, each part over an index of few rows, of which it reads at most
 * `MOST_COUNTED`. So it takes as long with ten million queued pins as with a few.
 * @throws Error when it takes longer than two seconds
 */
export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const row = await db.tx(
    async (sql) => {
      const [counted] = await sql<[Backlog]>`
        select ${count(sql, sql`from posts where status = 'queued' and due_at <= ${now}`)} as due,
               ${count(
                 sql,
                 sql`
                 from posts p
                where p.status = 'queued'
                  and p.due_at is not null
                  and p.send_at <= ${before(now, LATE_AFTER_MS)}
                  and exists (select 1
                                from accounts a
                               where a.organization_id = p.organization_id
                                 and a.id = p.account_id
                                 and ${mayPublish(sql)}
                              offset 0)`, // keeps the planner from reading all accounts first
               )} as late,
               ${count(
                 sql,
                 sql`
                 from accounts a
                cross join lateral (select 1
                                      from posts p
                                     where p.organization_id = a.organization_id and p.account_id = a.id and ${hasStatus(sql, 'queued')}
                                     limit ${MOST_COUNTED}) q
                where not ${mayPublish(sql)}`,
               )} as held,
               ${count(sql, sql`from accounts where hold_since is not null`)} as "accountsOnHold",
               o.*, u.*, w.*,
               ${count(
                 sql,
                 sql`
                 from outbox
                where dead_at is not null
                  and ${isMissed(sql)}`,
               )} as "deadLetters",
               ${count(
                 sql,
                 sql`
                 from webhook_deliveries d
                 join webhooks e on e.organization_id = d.organization_id and e.id = d.webhook_id and e.state = 'active'
                where d.due_at is not null`,
               )} as "webhooksWaiting",
               (current_setting('transaction_read_only') = 'off')::int as writable
          from (select count(*) filter (where lease_until > ${now})::int as "openAttempts",
                       count(*) filter (where lease_until <= ${now})::int as "orphanedAttempts"
                  from posts
                 where status = 'uploading'
                   and lease_until is not null) o,
               (select count(*)::int as "unknownOutcomes",
                       coalesce(extract(epoch from ${now}::timestamptz - min(a.sending_at)), 0)::float8 as "oldestUnknownSeconds"
                  from posts p
                  join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
                 where p.status = 'uploading'
                   and a.state = 'unknown') u,
               (select count(*)::int as "outboxWaiting",
                       coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as "oldestNoticeSeconds"
                  from (select created_at
                          from outbox
                         where due_at is not null
                           and created_at <= ${now}
                         order by due_at, id
                         limit ${MOST_COUNTED}) o) w`
      return counted
    },
    { budgetMs: BUDGET_MS },
  )
  return { ...row }
}
