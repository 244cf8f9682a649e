/**
 * Claims on a cluster: statements of one organization, one after the other in a transaction. The one statement of claim.ts suits
 * a single Postgres; a cluster plans its inserts within a `with` one by one, over all nodes.
 */
import { after } from '../../lib/duration.js'
import { eachOrganization } from '../../lib/rows/by-organization.js'
import { show } from '../../posts/changed.js'
import type { Db, Sql } from '../../ports/deps.js'
import { leaseUntil } from '../model/attempt.js'
import { claimedColumns, toClaimed, type Claimed, type ClaimedRow } from '../model/claimed-post.js'
import { isPublishable } from '../../posts/state/video.js'
import type { DuePost } from './due.js'

/**
 * Claims like claimPosts(), in one transaction for each organization. @throws what the database throws, when nothing could be
 * claimed
 */
export async function claimEach(db: Pick<Db, 'tx'>, due: DuePost[], now: Date, aheadMs = 0): Promise<Claimed[]> {
  const by = { now, dueBy: after(now, aheadMs) }
  return eachOrganization(due, (organizationId, theirs) => db.tx((sql) => claimInSteps(sql, organizationId, theirs, by)))
}

/**
 * Claims like claimTogether(), for one organization. The last read sees rows that the first statement locked, so nothing has
 * changed in between.
 */
export async function claimInSteps(
  sql: Sql,
  organizationId: string,
  due: DuePost[],
  { now, dueBy }: { now: Date; dueBy: Date },
): Promise<Claimed[]> {
  const free = await sql<{ postId: string; dueAt: Date }[]>`
    select p.id as "postId", p.due_at as "dueAt"
      from unnest(${due.map(({ postId }) => postId)}::bigint[], ${due.map(({ boardId }) => boardId)}::text[],
                  ${due.map(({ attemptNumber }) => attemptNumber)}::int[]) as w(id, board_id, attempt_number)
      join posts p on p.id = w.id and p.board_id = w.board_id and p.attempt_number = w.attempt_number - 1
     where p.organization_id = ${organizationId}
       and case when p.status = 'queued' then p.due_at <= ${dueBy} end -- so written each is found by its key, not among all that are due
       and ${isPublishable(sql, now, organizationId)}
       for update of p skip locked`
  if (free.length === 0) return []
  const locked = await sql<{ postId: string }[]>`
    insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
    select p.organization_id, p.account_id, p.board_id, p.id, p.attempt_number + 1
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = any(${free.map(({ postId }) => postId)}::bigint[])
     order by p.organization_id, p.account_id, p.board_id
    on conflict (organization_id, account_id, board_id) do nothing
    returning post_id as "postId"`
  if (locked.length === 0) return []
  const ids = locked.map(({ postId }) => postId)
  await sql`
    update posts p
       set status = 'uploading', attempt_number = p.attempt_number + 1, due_at = null, lease_until = ${leaseUntil(now)},
           version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = any(${ids}::bigint[])`
  await sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    select p.organization_id, p.id, p.attempt_number, 'claimed', p.board_id, p.send_at, ${now}
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = any(${ids}::bigint[])`
  const claimed = sql`(select * from posts where organization_id = ${organizationId} and id = any(${ids}::bigint[])) p`
  await show(sql, claimed, { organizationId, now })
  const rows = await sql<ClaimedRow[]>`
    select ${claimedColumns(sql, now, sql`null::timestamptz`, organizationId)}
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${organizationId}
       and p.id = any(${ids}::bigint[])`
  const dueAt = new Map(free.map((one) => [one.postId, one.dueAt]))
  return rows.map((row) => toClaimed({ ...row, dueAt: dueAt.get(row.postId)! }))
}
