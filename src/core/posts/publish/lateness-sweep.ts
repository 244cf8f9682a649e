/** What lateness does to posts by itself: those that missed their day fail, and teams hear of those that are late. */
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import { tell, type FailureReason } from '../../notices.js'
import type { Db, Deps, Sql } from '../../ports.js'
import { LATE_AFTER_MS, MISSED_AFTER_MS } from './lateness.js'
import { failDraft } from './settle-failed.js'
import { failureMessage, lateMessage } from './settle-words.js'

const AT_A_TIME = 500
const minus = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** One of the sweeps over all organizations. @returns how many posts failed and how many were told late */
export async function sweepLate({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<{ failed: number; told: number }> {
  const now = clock()
  let failed = 0
  for (const post of await listMissed(db.sql, now)) if (await failMissed(db, post, now)) failed++
  await releaseForgotten(db.sql)
  let told = 0
  for (const post of await listUntold(db.sql, now)) if (await tellLate(db, post, now)) told++
  return { failed, told }
}

/**
 * Queued posts without a due time whose account is free to publish: written by a transaction that saw the account held and was not
 * seen by the one that released it. In id order, and one that somebody holds is left for the next sweep: no two wait in a circle.
 */
async function releaseForgotten(sql: Sql): Promise<void> {
  const released = await sql`
    with forgotten as (
      select p.organization_id, p.id
        from accounts a
        join posts p on p.organization_id = a.organization_id and p.account_id = a.id
       where a.publishing = 'active'
         and a.token_status = 'authorized'
         and p.status = 'queued'
         and p.due_at is null
       order by p.id
         for no key update of p skip locked
    )
    update posts p
       set due_at = p.send_at
      from forgotten f
     where p.organization_id = f.organization_id
       and p.id = f.id`
  if (released.count > 0) await sql`select pg_notify('posts_due', '')`
}

type Waiting = Account & { postId: string; sendAt: Date }

/** Past its day; or due while its account is paused and set to fail then. */
async function listMissed(sql: Sql, now: Date): Promise<Waiting[]> {
  const rows = await sql<Waiting[]>`
    select ${accountColumns(sql)}, p.id as "postId", p.send_at as "sendAt"
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.status = 'queued'
       and (p.send_at <= ${minus(now, MISSED_AFTER_MS)}
            or p.send_at <= ${now} and p.due_at is null and a.publishing = 'paused' and a.while_paused = 'fail')
     order by p.send_at
     limit ${AT_A_TIME}`
  return [...rows]
}

async function failMissed(db: Db, { postId, sendAt, ...account }: Waiting, now: Date): Promise<boolean> {
  const reason = reasonOf(account)
  const message = failureMessage(reason)
  return db.tx((sql) => failDraft(sql, { account, postId, reason, message, from: { status: 'queued', sendAt } }, now))
}

function reasonOf({ publishing, tokenStatus }: Account): FailureReason {
  if (publishing === 'paused') return 'paused'
  return tokenStatus === 'unauthorized' ? 'account_disconnected' : 'missed'
}

/**
 * Not those that are held: their team knows why. Nor those whose outcome is unknown: they may have gone out, and who reads the board back
 * tells of it.
 */
const isUntold = (sql: Sql) => sql`
  p.status in ('queued', 'uploading')
  and not p.late_told
  and (p.due_at is not null or p.lease_until is not null)
  and not exists (select from publish_attempts a
                   where p.status = 'uploading' and a.state = 'unknown'
                     and a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number)`

async function listUntold(sql: Sql, now: Date): Promise<{ organizationId: string; accountId: string; postId: string }[]> {
  const rows = await sql<{ organizationId: string; accountId: string; postId: string }[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId"
      from posts p
     where ${isUntold(sql)}
       and p.send_at <= ${minus(now, LATE_AFTER_MS)}
     order by p.send_at
     limit ${AT_A_TIME}`
  return [...rows]
}

type Untold = { organizationId: string; accountId: string; postId: string }

async function tellLate(db: Db, { organizationId, accountId, postId }: Untold, now: Date): Promise<boolean> {
  return db.tx(async (sql) => {
    const [late] = await sql<{ sendAt: Date }[]>`
      update posts p
         set late_told = true
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and ${isUntold(sql)}
         and p.send_at <= ${minus(now, LATE_AFTER_MS)}
      returning p.send_at as "sendAt"`
    if (!late) return false
    const destination = `account:${accountId}`
    const dedupeKey = `post:${postId}@${late.sendAt.getTime()}:late`
    const notice = { kind: 'pinLate', accountId, postId, message: lateMessage } as const
    await tell(sql, { organizationId, destination, orderKey: destination, dedupeKey, notice }, now)
    return true
  })
}

/** When there is next something to sweep, so that the virtual clock need not stop at every minute; past when there is already. */
export async function nextSweepDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ missed: Date | null; late: Date | null; held: Date | null }]>`
    select (select min(send_at) from posts where status = 'queued') as missed,
           (select p.send_at
              from posts p
             where ${isUntold(sql)}
             order by p.send_at
             limit 1) as late,
           (select min(p.send_at)
              from accounts a
              join posts p on p.organization_id = a.organization_id and p.account_id = a.id
             where (a.publishing = 'paused' and a.while_paused = 'fail' or a.publishing = 'active' and a.token_status = 'authorized')
               and p.status = 'queued'
               and p.due_at is null) as held`
  const plus = (at: Date | null, ms: number) => (at ? [at.getTime() + ms] : [])
  const times = [...plus(row.missed, MISSED_AFTER_MS), ...plus(row.late, LATE_AFTER_MS), ...plus(row.held, 0)]
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** The time of the next pin to go out: what "forward to the next pin" goes to. */
export async function nextPinDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(due_at) as next from posts where status = 'queued'`
  return row.next
}
