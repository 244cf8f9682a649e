/** Purges of history: audit, attempts, daily numbers. Each one of the sweeps over all organizations. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql, Retention } from '../ports/deps.js'
import { BATCH, type GoesOn, inBatches } from '../lib/batch.js'

type Purge = { now: Date; retention: Retention; goesOn: GoesOn }

type AuditPage = { seen: number; at: string | null; organizationId: string | null; id: string | null }

/**
 * Audit rows past their retention, except those of pins that are not published yet and of who connected an account: the
 * fallback recipients of bad news where no channel is set.
 */
export async function purgeAudit(sql: Sql, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.auditDays * DAY_MS)
  let last: AuditPage = { seen: 0, at: null, organizationId: null, id: null }
  do {
    if (!goesOn()) return
    last = await purgeAuditPage(sql, until, last)
  } while (last.seen === BATCH)
}

/** Reads so many after the last one, and no further: what stays is not read again and again. */
async function purgeAuditPage(sql: Sql, until: Date, last: AuditPage): Promise<AuditPage> {
  const [page] = await sql<[AuditPage]>`
    with page as materialized (
      select organization_id, id, at, subject, action
        from audit
       where at <= ${until}
       ${last.at === null ? sql`` : sql`and (at, organization_id, id) > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.id})`}
       order by at, organization_id, id
       limit ${BATCH}
    ), gone as (
      delete from audit a
       using page p
       where a.organization_id = p.organization_id
         and a.id = p.id
         and not (p.subject like 'account:%' and p.action in ('connect', 'reconnect'))
         and not (p.subject ~ '^post:[0-9]{1,18}$'
                  and exists (select
                                from posts
                               where posts.organization_id = p.organization_id
                                 and posts.id = substr(p.subject, 6)::bigint
                                 and posts.status <> 'sent'))
    )
    select (select count(*)::int from page) as seen, l.at::text as at, l.organization_id as "organizationId", l.id
      from (select) one
      left join lateral (select at, organization_id, id from page order by at desc, organization_id desc, id desc limit 1) l on true`
  return page
}

type AttemptPage = {
  seen: number
  at: string | null
  organizationId: string | null
  postId: string | null
  number: number | null
}

/**
 * Settled attempts of published pins, and of other pins all but the last. One whose outcome nobody knows stays: before its pin is sent again
 * its board is read.
 */
export async function purgeAttempts(sql: Sql, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.attemptDays * DAY_MS)
  let last: AttemptPage = { seen: 0, at: null, organizationId: null, postId: null, number: null }
  do {
    if (!goesOn()) return
    last = await purgeAttemptPage(sql, until, last)
  } while (last.seen === BATCH)
}

async function purgeAttemptPage(sql: Sql, until: Date, last: AttemptPage): Promise<AttemptPage> {
  const [page] = await sql<[AttemptPage]>`
    with page as materialized (
      select organization_id, post_id, number, claimed_at
        from publish_attempts
       where claimed_at <= ${until}
       ${
         last.at === null
           ? sql``
           : sql`and (claimed_at, organization_id, post_id, number)
                     > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.postId}, ${last.number})`
       }
       order by claimed_at, organization_id, post_id, number
       limit ${BATCH}
    ), gone as (
      delete from publish_attempts a
       using page g, posts p
       where a.organization_id = g.organization_id
         and a.post_id = g.post_id
         and a.number = g.number
         and p.organization_id = g.organization_id
         and p.id = g.post_id
         and a.state in ('confirmed', 'found', 'refused', 'retry')
         and a.settled_at <= ${until}
         and (p.status = 'sent' or (p.status in ('draft', 'queued') and a.number < p.attempt_number))
    )
    select (select count(*)::int from page) as seen, l.claimed_at::text as at, l.organization_id as "organizationId",
           l.post_id as "postId", l.number
      from (select) one
      left join lateral (select *
                           from page
                          order by claimed_at desc, organization_id desc, post_id desc, number desc
                          limit 1) l on true`
  return page
}

/** Daily numbers of pins; those of accounts stay. */
export async function purgePinDays(sql: Sql, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.pinDays * DAY_MS)
    .toISOString()
    .slice(0, 10)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from pin_days
       where (organization_id, account_id, pin_id, day) in (select organization_id, account_id, pin_id, day
                                                              from pin_days
                                                             where day < ${until}::date
                                                             order by day
                                                             limit ${limit})`
    return count
  })
}
