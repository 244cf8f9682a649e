/**
 * Claims what a plain read has shown to be due, by one conditional write. A worker that loses a row or a board lock does not get
 * it.
 */
import { after } from '../../lib/duration.js'
import { acrossOrganizations, organizationOr, within } from '../../lib/rows/by-organization.js'
import { showing } from '../../posts/changed.js'
import type { Db, Sql } from '../../ports/deps.js'
import { claimedColumns, toClaimed, type Claimed, type ClaimedRow } from '../model/claimed-post.js'
import { type DuePost, togetherOrEach } from './due.js'
import { durable } from '../model/durable.js'
import { isPublishable } from '../../posts/state/video.js'
import { leaseUntil } from '../model/attempt.js'

/**
 * Claims board lock, post and attempt row in one statement, all or none for each post. Posts that another transaction has locked
 * or changed since they were read are left alone: a person's transaction must not delay a hundred others, and a row changed after
 * the statement began would be read with its old media. When the statement fails, each organization gets its own, so that broken
 * data in one does not stop the others.
 * @param aheadMs so long before they are due; the caller waits for each post's due time before it sends
 * @throws what the database throws, when nothing could be claimed
 */
export async function claimPosts(sql: Sql, due: DuePost[], now: Date, aheadMs = 0): Promise<Claimed[]> {
  if (due.length === 0) return []
  const by = { now, dueBy: after(now, aheadMs) }
  return togetherOrEach(due, (some) => claimTogether(sql, some, by))
}

/**
 * Claims in one statement of a transaction, which it leaves aborted when it fails. Board locks are taken in key order, so that
 * two concurrent claims cannot deadlock.
 */
export async function claimTogether(sql: Sql, due: DuePost[], { now, dueBy }: { now: Date; dueBy: Date }): Promise<Claimed[]> {
  const rows = await sql<ClaimedRow[]>`
    with free as (
      select p.organization_id, p.id, p.account_id, p.board_id, p.attempt_number + 1 as attempt_number
        from unnest(${due.map((one) => one.organizationId)}::bigint[], ${due.map((one) => one.postId)}::bigint[],
                    ${due.map((one) => one.boardId)}::text[], ${due.map((one) => one.attemptNumber)}::int[])
             as w(organization_id, id, board_id, attempt_number)
        join posts p
          on p.organization_id = w.organization_id and p.id = w.id and p.board_id = w.board_id and p.attempt_number = w.attempt_number - 1
       where case when p.status = 'queued' then p.due_at <= ${dueBy} end -- so written each is found by its key, not among all that are due
         and ${isPublishable(sql, now)}
         and p.version = (select s.version from posts s where s.organization_id = p.organization_id and s.id = p.id)
         for update of p skip locked
    ), locks as (
      insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
      select organization_id, account_id, board_id, id, attempt_number
        from free
       order by organization_id, account_id, board_id
      on conflict (organization_id, account_id, board_id) do nothing
      returning organization_id, post_id, attempt_number
    ), p as (
      update posts p
         set status = 'uploading', attempt_number = l.attempt_number, due_at = null, lease_until = ${leaseUntil(now)},
             version = p.version + 1, updated_at = ${now}
        from locks l
        join posts o on o.organization_id = l.organization_id and o.id = l.post_id -- as it was
       where p.organization_id = l.organization_id
         and p.id = l.post_id
      returning p.*, o.due_at as was_due_at
    ), attempts as (
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
      select p.organization_id, p.id, p.attempt_number, 'claimed', p.board_id, p.send_at, ${now}
        from p
    ), ${showing(sql, sql`p`, { now })}, durable as (${durable(sql)})
    select ${claimedColumns(sql, now, sql`p.was_due_at`)}
      from p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     cross join durable`
  return rows.map(toClaimed)
}

/** Leases posts whose boards are to be read back. One that is locked by another transaction is left for the next scan. */
export const takeReadBacks = (
  db: Pick<Db, 'sql' | 'isDistributed'>,
  due: readonly DuePost[],
  now: Date,
): Promise<readonly Claimed[]> =>
  acrossOrganizations(db, due, (some, organizationId) => takeSome(db.sql, some, now, organizationId))

/** Leases posts. @param organizationId of all of them; absent: they are of several */
async function takeSome(sql: Sql, due: readonly DuePost[], now: Date, organizationId?: string): Promise<Claimed[]> {
  if (due.length === 0) return []
  const rows = await sql<ClaimedRow[]>`
    with free as (
      select p.organization_id, p.id, p.due_at
        from posts p
        join ${keysOf(sql, due)}
          on p.organization_id = w.organization_id and p.id = w.id and p.attempt_number = w.attempt_number
       where case when p.status = 'uploading' then p.due_at <= ${now} end ${within(sql, 'p', organizationId)}
         for no key update of p skip locked
    ), p as (
      update posts p
         set due_at = null, lease_until = ${leaseUntil(now)}
        from free f
       where p.organization_id = f.organization_id
         and p.id = f.id ${within(sql, 'p', organizationId)}
      returning p.*
    )
    select ${claimedColumns(sql, now, sql`w.due_at`, organizationId)}
      from p
      join free w on w.organization_id = p.organization_id and w.id = p.id
      join accounts a on a.organization_id = ${organizationOr(sql, 'p', organizationId)} and a.id = p.account_id`
  return rows.map(toClaimed)
}

const keysOf = (sql: Sql, due: readonly DuePost[]) => sql`
  unnest(${due.map((one) => one.organizationId)}::bigint[], ${due.map((one) => one.postId)}::bigint[],
         ${due.map((one) => one.attemptNumber)}::int[])
    as w(organization_id, id, attempt_number)`
