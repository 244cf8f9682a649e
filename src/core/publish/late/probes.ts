/** Tries one pin of an account on hold at set times, so that the queue resumes by itself once Pinterest takes pins again. */
import { endHold, lockHold } from '../../accounts/hold.js'
import { mayAsk } from '../../accounts/queue.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { before } from '../../lib/duration.js'
import { hasStatus } from '../../lib/rows/of-status.js'
import type { Db, Sql } from '../../ports/deps.js'
import { type Failure, processAccounts } from '../queue/process-posts.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'

type HeldAccount = { organizationId: string; id: string }

/** True for `accounts a` whose probe waits for its time, is being sent, or has its board read. */
const isUnderWay = (sql: Sql) => sql`
  exists (select 1
            from posts p
           where p.organization_id = a.organization_id
             and p.id = a.hold_probe_post_id
             and (p.status = 'uploading' or p.status = 'queued' and p.due_at is not null))`

/** True for `accounts a` whose probe is published. The hold is still there only after a read-back, or when a process died. */
const isOver = (sql: Sql) => sql`
  exists (select 1
            from posts p
           where p.organization_id = a.organization_id and p.id = a.hold_probe_post_id and p.status = 'sent')`

/** The earliest held pin of `accounts a`. A probe of a day ago failed as missed, so it is not one. */
const firstHeldAt = (sql: Sql) => sql`
  (select min(p.send_at)
     from posts p
    where p.organization_id = a.organization_id
      and p.account_id = a.id
      and ${hasStatus(sql, 'queued')}
      and p.due_at is null)`

/**
 * Ends holds whose probe was published, and makes the next pin due for accounts whose probe time has come. A locked account waits
 * for the next sweep.
 */
export async function tryHeldAccounts(db: Db, now: Date, goesOn: GoesOn): Promise<{ tried: number; failures: Failure[] }> {
  const accounts = await db.sql<HeldAccount[]>`
    select a.organization_id as "organizationId", a.id
      from accounts a
     where a.hold_since is not null
       and ${mayAsk(db.sql)}
       and not ${isUnderWay(db.sql)}
       and (a.hold_probe_at <= ${now} or ${isOver(db.sql)})
     order by a.hold_probe_at, a.organization_id, a.id`
  const { done: tried, failures } = await processAccounts(
    accounts,
    (account) => db.tx((sql) => tryOne(sql, account, now)),
    goesOn,
  )
  return { tried, failures }
}

async function tryOne(sql: Sql, account: HeldAccount, now: Date): Promise<boolean> {
  const { organizationId, id } = account
  const standing = await lockHold(sql, account)
  if (!standing?.holdSince) return false
  const [row] = await sql<[{ isUnderWay: boolean; isOver: boolean; isDue: boolean }]>`
    select ${isUnderWay(sql)} as "isUnderWay", ${isOver(sql)} as "isOver", a.hold_probe_at <= ${now} and ${mayAsk(sql)} as "isDue"
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = ${id}`
  if (row.isUnderWay) return false
  if (row.isOver && standing.holdProbePostId !== null) return endHold(sql, account, standing.holdProbePostId, now)
  if (!row.isDue) return false
  const postId = await choose(sql, account, now)
  if (postId === undefined) return false
  await sql`
    update accounts
       set hold_probe_post_id = ${postId}
     where organization_id = ${organizationId}
       and id = ${id}`
  await sql`
    update posts
       set due_at = ${now}
     where organization_id = ${organizationId}
       and id = ${postId}`
  await sql`select pg_notify('posts_due', '')`
  return true
}

/**
 * Chooses the pin that Pinterest has refused least often, since the refusal may be about one pin after all; then the earliest. A
 * video that is not uploaded yet comes last.
 */
async function choose(sql: Sql, { organizationId, id }: HeldAccount, now: Date): Promise<string | undefined> {
  const [chosen] = await sql<{ postId: string }[]>`
    select p.id as "postId"
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${id}
       and p.status = 'queued'
       and p.due_at is null
       and p.send_at <= ${now}
       and p.send_at > ${before(now, MISSED_AFTER_MS)}
     order by (select count(*)
                 from publish_attempts u
                where u.organization_id = ${organizationId}
                  and u.post_id = p.id
                  and u.send_at = p.send_at
                  and u.platform_status is not null),
              p.media_type = 'video', p.send_at, p.id
     limit 1
       for no key update of p skip locked`
  return chosen?.postId
}

/** Returns when there is next something to do for accounts on hold; a past time when there is already. */
export async function nextProbeDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(case when ${isOver(sql)} then a.hold_since else greatest(a.hold_probe_at, ${firstHeldAt(sql)}) end) as next
      from accounts a
     where a.hold_since is not null
       and ${mayAsk(sql)}
       and not ${isUnderWay(sql)}
       and (${isOver(sql)} or ${firstHeldAt(sql)} is not null)`
  return row.next
}
