/** Puts the rest of a queue on hold: the request itself wrote only the first posts. */
import type { GoesOn } from '../../lib/work/batch.js'
import type { Db, Sql } from '../../ports/deps.js'
import { cursorOf, type Failure, type Place } from './process-posts.js'
import { lockQueue, nextOf, processQueues, type Batch, type QueueKey } from './process-queues.js'

/** `from`: the mark of its account. */
type Queue = QueueKey & { from: string }

/**
 * Removes the due times of queued posts of accounts on hold, from where the request, or the previous sweep, stopped. A locked
 * post keeps its due time: the publisher takes it then, and puts it on hold.
 */
export async function putRestOnHold(db: Db, budgetMs: number, goesOn?: GoesOn): Promise<{ done: number; failures: Failure[] }> {
  const queues = await db.sql<Queue[]>`
    select organization_id as "organizationId", id as "accountId", unheld_from::text as from
      from accounts
     where unheld_from is not null
     order by unheld_from`
  return processQueues<Queue>(db, [...queues], {
    list: (queue, after) => listUnheld(db.sql, queue, after),
    work: hold,
    budgetMs,
    goesOn,
  })
}

async function listUnheld(sql: Sql, { from, ...key }: Queue, after: Place | undefined): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from posts p
     where p.due_at is not null
       and p.send_at >= ${from}::text::timestamptz
       and ${nextOf(sql, key, after)}`),
  ]
}

/** Holds a batch and moves the mark with it in the same transaction; an account that is active again has no mark. */
async function hold(sql: Sql, { places, isLast, ...key }: Batch): Promise<number | null> {
  const { organizationId, accountId } = key
  const isFree = await lockQueue(sql, key)
  if (isFree === null) return null
  const last = isFree || isLast ? undefined : places.at(-1)
  await sql`
    update accounts
       set unheld_from = ${last?.at ?? null}::text::timestamptz
     where organization_id = ${organizationId}
       and id = ${accountId}`
  if (isFree) return null
  const held = await sql`
    with unheld as (
      select p.id
        from posts p
       where p.organization_id = ${organizationId}
         and p.id = any(${places.map(({ postId }) => postId)}::bigint[])
         and case when p.status = 'queued' then p.due_at is not null end -- so written each is found by its key
         for no key update skip locked
    )
    update posts p
       set due_at = null
      from unheld u
     where p.organization_id = ${organizationId}
       and p.id = u.id`
  return held.count
}
