/** Purges history of all organizations: audit, attempts, daily numbers. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Retention } from '../ports/deps.js'
import { BATCH, type GoesOn } from '../lib/batch.js'
import { byOrganization, deleteEach, purgeRows, type Rows } from '../lib/rows/by-organization.js'

type Purge = { now: Date; retention: Retention; goesOn: GoesOn }

type AuditPage = { seen: number; at: string | null; organizationId: string | null; id: string | null }

/**
 * Deletes expired audit rows, except those of unpublished pins, and those of who connected an account, the fallback recipients of
 * bad news without a channel.
 */
export async function purgeAudit(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.auditDays * DAY_MS)
  let last: AuditPage = { seen: 0, at: null, organizationId: null, id: null }
  do {
    if (!goesOn()) return
    last = await purgeAuditPage(db, until, last)
  } while (last.seen === BATCH)
}

/** Reads a page after the last row, so that rows that stay are not read repeatedly. */
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
 * Deletes settled attempts of published pins, and all but the last of other pins. An attempt with an unknown outcome stays,
 * because its board is read before the pin is sent again.
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
  // Settled attempts do not change any more.
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

/** Deletes daily numbers of accounts, if the operator limits them. */
export async function purgeAccountDays(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  if (retention.accountDays === null) return
  const until = dayOf(before(now, retention.accountDays * DAY_MS))
  const key = { account_id: 'bigint', day: 'date' } as const
  await purgeRows(db, goesOn, { from: 'account_days', key, over: db.sql`t.day < ${until}::date` })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
