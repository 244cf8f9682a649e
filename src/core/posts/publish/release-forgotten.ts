/** Queued posts that wait for nothing. */
import type { Db, Sql } from '../../ports.js'
import { behind, cursorOf, workOff, type Failure, type Place } from './work-off.js'

/** Of `p` (posts) and `a` (accounts). */
const isForgotten = (sql: Sql) => sql`
  a.publishing = 'active'
  and a.token_status = 'authorized'
  and p.status = 'queued'
  and p.due_at is null`

/**
 * Queued posts without a due time whose account is free to publish: written by a transaction that saw the account held and was not
 * seen by the one that released it. One that somebody holds is left for the next sweep.
 */
export async function releaseForgotten({ sql }: Db, budgetMs: number): Promise<{ done: number; failures: Failure[] }> {
  const released = await workOff({
    list: (after) => listForgotten(sql, after),
    work: (post) => release(sql, post),
    budgetMs,
  })
  if (released.done > 0) await sql`select pg_notify('posts_due', '')`
  return released
}

async function listForgotten(sql: Sql, after: Place | undefined): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from accounts a
      join posts p on p.organization_id = a.organization_id and p.account_id = a.id
     where ${isForgotten(sql)}
       and ${behind(sql, after)}`),
  ]
}

async function release(sql: Sql, { organizationId, postId }: Place): Promise<boolean> {
  const released = await sql`
    with forgotten as (
      select p.id
        from accounts a
        join posts p on p.organization_id = a.organization_id and p.account_id = a.id
       where ${isForgotten(sql)}
         and p.organization_id = ${organizationId}
         and p.id = ${postId}
         for no key update of p skip locked
    )
    update posts p
       set due_at = p.send_at
      from forgotten f
     where p.organization_id = ${organizationId}
       and p.id = f.id`
  return released.count === 1
}
