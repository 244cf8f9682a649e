/** What waits, is open or is stuck at this moment, over all organizations, in numbers: for those who watch the service. */
import { mayPublish } from '../../../accounts/queue.js'
import { before } from '../../../lib/duration.js'
import { HARMLESS } from '../../../outbox/notices.js'
import type { Db } from '../../../ports/deps.js'
import { LATE_AFTER_MS } from '../../../lib/late.js'

export type Backlog = {
  /** Queued pins that the publisher would take now. */
  due: number
  /** Queued and more than 10 minutes late; not those on hold. */
  late: number
  /** Queued pins of accounts that are paused or not connected. */
  held: number
  /** Attempts that a worker has. */
  openAttempts: number
  /** Attempts whose lease ran out. */
  orphanedAttempts: number
  unknownOutcomes: number
  /** Since it was sent; 0: there is none. */
  oldestUnknownSeconds: number
  outboxWaiting: number
  oldestNoticeSeconds: number
  /** Without those that nobody misses. */
  deadLetters: number
  /** Deliveries, without those to paused webhooks. */
  webhooksWaiting: number
}

/** A scrape that waits for longer is worth less than one without these figures. */
const BUDGET_MS = 2_000

/**
 * One of the reads over all organizations: one statement, each part over an index of few rows. With a million queued pins it
 * takes about 10 ms; what it counts one by one is what is due, on hold or open.
 * @throws Error when it takes longer than two seconds
 */
export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const row = await db.tx(
    async (sql) => {
      const [counted] = await sql<[Backlog]>`
        select (select count(*)::int from posts where status = 'queued' and due_at <= ${now}) as due,
               (select count(*)::int
                  from posts p
                 where p.status = 'queued'
                   and p.due_at is not null
                   and p.send_at <= ${before(now, LATE_AFTER_MS)}
                   and exists (select
                                 from accounts a
                                where a.organization_id = p.organization_id
                                  and a.id = p.account_id
                                  and ${mayPublish(sql)})) as late,
               (select coalesce(sum(q.pins), 0)::int
                  from accounts a
                 cross join lateral (select count(*) as pins
                                       from posts p
                                      where p.organization_id = a.organization_id and p.account_id = a.id and p.status = 'queued') q
                 where not ${mayPublish(sql)}) as held,
               o.*, u.*, w.*,
               (select count(*)::int
                  from outbox
                 where dead_at is not null
                   and coalesce(cause, '') <> all(${[...HARMLESS]}::text[])) as "deadLetters",
               (select count(*)::int
                  from webhook_deliveries d
                  join webhooks e on e.organization_id = d.organization_id and e.id = d.webhook_id and e.state = 'active'
                 where d.due_at is not null) as "webhooksWaiting"
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
                  from outbox
                 where due_at is not null
                   and created_at <= ${now}) w`
      return counted
    },
    { budgetMs: BUDGET_MS },
  )
  return { ...row }
}
