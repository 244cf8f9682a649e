/** Purges of history: audit, attempts, daily numbers. Each one of the sweeps over all organizations. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Retention } from '../ports/deps.js'
import { BATCH, type GoesOn } from '../lib/batch.js'
import { byOrganization, deleteEach, purgeRows, type Rows } from '../lib/rows/by-organization.js'

type Purge = { now: Date; retention: Retention; goesOn: GoesOn }

type AuditPage = { seen: number; at: string | null; organizationId: string | null; id: string | null }

/**
 * Audit rows past their retention, except those of pins that are not published yet and of who connected an account: the
 * fallback recipients of bad news where no channel is set.
 */
export async function purgeAudit(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.auditDays * DAY_MS)
  let last: AuditPage = { seen: 0, at: null, organizationId: null, id: null }
  do {
    if (!goesOn()) return
    last = await purgeAuditPage(db, until, last)
  } while (last.seen === BATCH)
}

/** Reads so many after the last one, and no further: what stays is not read again and again. */
async function purgeAuditPage(db: Rows, until: Date, last: AuditPage): Promise<AuditPage> {
  const { sql } = db
  const page = await sql<{ organizationId: string; id: string; at: string; mayGo: boolean }[]>`
    select a.organization_id as "organizationId", a.id, a.at::text as at,
           not (a.subject like 'account:%' and a.action in ('connect', 'reconnect'))
             and not (a.subject ~ '^post:[0-9]{1,18}$'
                      and exists (select 1
                                    from posts p
                                   where p.organization_id = a.organization_id
                                     and p.id = substr(a.subject, 6)::bigint
                                     and p.status <> 'sent')) as "mayGo"
      from audit a
     where a.at <= ${until}
     ${last.at === null ? sql`` : sql`and (a.at, a.organization_id, a.id) > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.id})`}
     order by a.at, a.organization_id, a.id
     limit ${BATCH}`
  const old = byOrganization(page.filter(({ mayGo }) => mayGo))
  await deleteEach(
    db,
    old,
    (tx, organizationId, theirs) => tx`
    delete from audit
     where organization_id = ${organizationId}
       and id = any (${theirs.map(({ id }) => id)}::bigint[])`,
  )
  const { at = null, organizationId = null, id = null } = page.at(-1) ?? {}
  return { seen: page.length, at, organizationId, id }
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
export async function purgeAttempts(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.attemptDays * DAY_MS)
  let last: AttemptPage = { seen: 0, at: null, organizationId: null, postId: null, number: null }
  do {
    if (!goesOn()) return
    last = await purgeAttemptPage(db, until, last)
  } while (last.seen === BATCH)
}

async function purgeAttemptPage(db: Rows, until: Date, last: AttemptPage): Promise<AttemptPage> {
  const { sql } = db
  const page = await sql<{ organizationId: string; postId: string; number: number; at: string; mayGo: boolean }[]>`
    select a.organization_id as "organizationId", a.post_id as "postId", a.number, a.claimed_at::text as at,
           a.state in ('confirmed', 'found', 'refused', 'retry')
             and coalesce(a.settled_at <= ${until}, false)
             and exists (select 1
                           from posts p
                          where p.organization_id = a.organization_id
                            and p.id = a.post_id
                            and (p.status = 'sent' or (p.status in ('draft', 'queued') and a.number < p.attempt_number))) as "mayGo"
      from publish_attempts a
     where a.claimed_at <= ${until}
     ${
       last.at === null
         ? sql``
         : sql`and (a.claimed_at, a.organization_id, a.post_id, a.number)
                   > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.postId}, ${last.number})`
     }
     order by a.claimed_at, a.organization_id, a.post_id, a.number
     limit ${BATCH}`
  const old = byOrganization(page.filter(({ mayGo }) => mayGo))
  // Settled: none of them changes any more.
  await deleteEach(
    db,
    old,
    (tx, organizationId, theirs) => tx`
    delete from publish_attempts
     where organization_id = ${organizationId}
       and (post_id, number) in (select * from unnest(${theirs.map(({ postId }) => postId)}::bigint[], ${theirs.map((one) => one.number)}::int[]))
       and state in ('confirmed', 'found', 'refused', 'retry')`,
  )
  const { at = null, organizationId = null, postId = null, number = null } = page.at(-1) ?? {}
  return { seen: page.length, at, organizationId, postId, number }
}

/** Daily numbers of pins. */
export async function purgePinDays(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = dayOf(before(now, retention.pinDays * DAY_MS))
  const key = { account_id: 'bigint', pin_id: 'text', day: 'date' } as const
  await purgeRows(db, goesOn, { from: 'pin_days', key, over: db.sql`t.day < ${until}::date` })
}

/** Daily numbers of accounts, where the operator bounds them. */
export async function purgeAccountDays(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  if (retention.accountDays === null) return
  const until = dayOf(before(now, retention.accountDays * DAY_MS))
  const key = { account_id: 'bigint', day: 'date' } as const
  await purgeRows(db, goesOn, { from: 'account_days', key, over: db.sql`t.day < ${until}::date` })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
