/** Releases queued posts that wait for nothing: the rest of a queue that was released. */
import { delayNoted, mayPublish } from '../../accounts/queue.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { before } from '../../lib/duration.js'
import type { Db, Sql } from '../../ports/deps.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import { cursorOf, type Failure, type Place } from './process-posts.js'
import { lockQueue, nextOf, processQueues, type Batch, type QueueKey } from './process-queues.js'

type Queue = QueueKey & { isLate: boolean }

/**
 * Makes queued posts without a due time due when their account is free to publish: the release wrote only the first posts, or a
 * concurrent transaction still saw the account on hold. On-time posts come before late ones; a locked post or account is left for
 * the next sweep.
 */
export async function releaseForgotten(
  db: Db,
  budgetMs: number,
  now: Date,
  goesOn?: GoesOn,
): Promise<{ done: number; failures: Failure[] }> {
  const accounts = (await db.isDistributed()) ? await listAccountsOfCluster(db.sql) : await listAccounts(db.sql)
  const lateBefore = before(now, LATE_AFTER_MS)
  const queues = [false, true].flatMap((isLate) => accounts.map((account) => ({ ...account, isLate })))
  return processQueues<Queue>(db, queues, {
    list: (queue, after) => listForgotten(db.sql, queue, { lateBefore, after }),
    work: (sql, batch) => release(sql, batch, now),
    budgetMs,
    goesOn,
  })
}

/** Lists accounts that have queued posts without a due time, over all organizations, with one index step for each. */
async function listAccounts(sql: Sql): Promise<QueueKey[]> {
  const next = (isBehind: ReturnType<Sql>) => sql`
    select p.organization_id, p.account_id
      from posts p
     where p.status = 'queued'
       and p.due_at is null
       and ${isBehind}
     order by p.organization_id, p.account_id
     limit 1`
  return [
    ...(await sql<QueueKey[]>`
    with recursive held as (
      (${next(sql`true`)})
      union all
      select n.*
        from held h
       cross join lateral (${next(sql`(p.organization_id, p.account_id) > (h.organization_id, h.account_id)`)}) n
    )
    select a.organization_id as "organizationId", a.id as "accountId"
      from held h
      join accounts a on a.organization_id = h.organization_id and a.id = h.account_id
     where ${mayPublish(sql)}`),
  ]
}

/** Lists the accounts by reading all posts: a cluster plans no steps over several nodes. */
async function listAccountsOfCluster(sql: Sql): Promise<QueueKey[]> {
  return [
    ...(await sql<QueueKey[]>`
    select distinct a.organization_id as "organizationId", a.id as "accountId"
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.status = 'queued'
       and p.due_at is null
       and ${mayPublish(sql)}
     order by 1, 2`),
  ]
}

async function listForgotten(
  sql: Sql,
  { isLate, ...key }: Queue,
  { lateBefore, after }: { lateBefore: Date; after: Place | undefined },
): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from posts p
     where p.due_at is null
       and ${isLate ? sql`p.send_at <= ${lateBefore}` : sql`p.send_at > ${lateBefore}`}
       and ${nextOf(sql, key, after)}`),
  ]
}

async function release(sql: Sql, { places, ...key }: Batch, now: Date): Promise<number | null> {
  if (places.length === 0 || !(await lockQueue(sql, key))) return null
  const { organizationId, accountId } = key
  const released = await sql`
    with forgotten as (
      select p.id
        from posts p
       where p.organization_id = ${organizationId}
         and p.id = any(${places.map(({ postId }) => postId)}::bigint[])
         and case when p.status = 'queued' then p.due_at is null end -- so written each is found by its key
         for no key update skip locked
    )
    update posts p
       set due_at = p.send_at, ${delayNoted(sql, now)}
      from forgotten f
      join accounts a on a.organization_id = ${organizationId} and a.id = ${accountId}
     where p.organization_id = ${organizationId}
       and p.id = f.id`
  if (released.count > 0) await sql`select pg_notify('posts_due', '')`
  return released.count
}
