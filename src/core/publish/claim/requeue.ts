/** Requeues claimed posts that were not begun, so that a process that shuts down leaves them to the others at once. */
import { rechecking, showing } from '../../posts/changed.js'
import { dueUnlessHeld } from '../../accounts/queue.js'
import { eachOrganization } from '../../lib/rows/by-organization.js'
import type { Db, Sql } from '../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'

/**
 * Queues posts again with the same due time, spends no try and releases their board locks. Only attempts that have not committed
 * `sending` are released (a locked row is left, and its lease expires); from then on `sending` is refused to such an attempt,
 * whatever its worker still does.
 * @returns those that were requeued
 */
export const releaseClaims = (db: Pick<Db, 'sql'>, claimed: readonly Claimed[], now: Date): Promise<readonly Claimed[]> =>
  eachOrganization(claimed, (organizationId, theirs) => release(db.sql, organizationId, theirs, now))

/** Releases claims of one organization. Only tables are locked: a cluster plans no lock of what a function returns beside inserts. */
async function release(sql: Sql, organizationId: string, claimed: readonly Claimed[], now: Date): Promise<Claimed[]> {
  const rows = await sql<{ postId: string; attemptNumber: number }[]>`
    with mine as (
      select p.id, p.attempt_number, a.board_id
        from posts p
        join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
       where p.organization_id = ${organizationId}
         and a.organization_id = ${organizationId}
         and p.id = any (${claimed.map((one) => one.postId)}::bigint[])
         and case when p.status = 'uploading' then a.state = 'claimed' end -- so written each is found by its key
       order by p.id
         for no key update of p, a skip locked
    ), queued as (
      update posts p
         set status = 'queued', lease_until = null, due_at = ${dueUnlessHeld(sql, sql`w.due_at`)},
             version = p.version + 1, updated_at = ${now}
        from mine m
        join unnest(${claimed.map((one) => one.postId)}::bigint[], ${claimed.map((one) => one.attemptNumber)}::int[],
                    ${claimed.map((one) => one.dueAt.toISOString())}::timestamptz[])
             as w(id, attempt_number, due_at) on w.id = m.id and w.attempt_number = m.attempt_number
        join accounts a on a.organization_id = ${organizationId}
       where p.organization_id = ${organizationId}
         and p.id = m.id
         and a.id = p.account_id
      returning p.organization_id, p.account_id, p.id, p.status, p.attempt_number, m.board_id
    ), ${rechecking(sql, sql`queued p`, { now })}, ${showing(sql, sql`queued p`, { organizationId, now })}, ended as (
      update publish_attempts t
         set state = 'retry', settled_at = ${now}, reason = 'the worker was closed before anything was sent'
        from queued q
       where t.organization_id = ${organizationId}
         and t.post_id = q.id
         and t.number = q.attempt_number
    ), freed as (
      delete from publish_lanes l
       using queued q
       where l.organization_id = ${organizationId}
         and l.account_id = q.account_id
         and l.board_id = q.board_id
         and l.post_id = q.id
         and l.attempt_number = q.attempt_number
    )
    select id as "postId", attempt_number as "attemptNumber"
      from queued`
  if (rows.length > 0) await sql`select pg_notify('posts_due', '')` // a statement of its own: on a cluster the previous one ran on the node of the rows
  const released = new Set(rows.map(keyOf))
  return claimed.filter((one) => released.has(keyOf(one)))
}

const keyOf = ({ postId, attemptNumber }: { postId: string; attemptNumber: number }) => `${postId} ${attemptNumber}`
