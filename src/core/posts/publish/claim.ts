/** Taking what is due: a plain read over all organizations, then one conditional write for each. Who loses a row or a lane does not get it. */
import type { Sql } from '../../ports.js'
import { claimedColumns, toClaimed, type Claimed, type ClaimedRow } from './claim-row.js'
import { LATE_AFTER_MS, MISSED_AFTER_MS } from './lateness.js'
import { isPublishable } from './video-state.js'

export type DuePost = {
  organizationId: string
  accountId: string
  postId: string
  boardId: string
  /** As it will be once claimed, for what is to be published; as it is for the rest. */
  attemptNumber: number
  work: 'publish' | 'readBack' | 'recover'
  isLate: boolean
  sendAt: Date
}

/** How long a worker has a post without a word of it. */
export const LEASE_MS = 60_000

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
export const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS)

/**
 * What the publisher could begin now: one post a lane, none where the lane is held and none whose video is not ready, on-time pins
 * first. Posts that missed their day are left to the sweep.
 */
export async function listDue(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<DuePost[]> {
  const rows = await sql<DuePost[]>`
    select d.organization_id as "organizationId", d.account_id as "accountId", d.id as "postId", d.board_id as "boardId",
           d.attempt_number as "attemptNumber", d.work, d.is_late as "isLate", d.send_at as "sendAt"
      from ((select distinct on (p.organization_id, p.account_id, p.board_id)
                    p.organization_id, p.account_id, p.id, p.board_id, p.attempt_number + 1 as attempt_number, 'publish' as work,
                    p.send_at <= ${before(now, LATE_AFTER_MS)} as is_late, p.send_at, p.due_at
               from posts p
              where p.due_at <= ${now}
                and p.status = 'queued'
                and p.send_at > ${before(now, MISSED_AFTER_MS)}
                and ${isPublishable(sql, now)}
                and not exists (select from publish_lanes l
                                 where l.organization_id = p.organization_id and l.account_id = p.account_id and l.board_id = p.board_id)
              order by p.organization_id, p.account_id, p.board_id, p.send_at <= ${before(now, LATE_AFTER_MS)}, p.due_at, p.id)
            union all
            select p.organization_id, p.account_id, p.id, p.board_id, p.attempt_number, 'readBack', false, p.send_at, p.due_at
              from posts p
             where p.due_at <= ${now}
               and p.status = 'uploading'
            union all
            select p.organization_id, p.account_id, p.id, p.board_id, p.attempt_number, 'recover', false, p.send_at, p.lease_until
              from posts p
             where p.lease_until <= ${now}
               and p.status = 'uploading') d
     order by d.is_late, d.due_at, d.id
     limit ${limit}`
  return [...rows]
}

/** When there is next something for listDue: a time, a retry, a read-back or a lease that runs out. */
export async function nextPublishDue(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select least(
      (select p.due_at
         from posts p
        where p.due_at is not null
          and (p.status = 'uploading'
               or p.send_at > ${before(now, MISSED_AFTER_MS)}
                  and ${isPublishable(sql, now)}
                  and not exists (select from publish_lanes l
                                   where l.organization_id = p.organization_id and l.account_id = p.account_id and l.board_id = p.board_id))
        order by p.due_at
        limit 1),
      (select min(p.lease_until)
         from posts p
        where p.status = 'uploading')) as next`
  return row.next
}

/**
 * Lane, post and attempt row, all or none of each post, in one statement an organization. A post that was edited, moved or taken since
 * it was read is left alone, and so is one that somebody holds just now: a person's transaction must not hold up a hundred others.
 */
export async function claimPosts(sql: Sql, due: DuePost[], now: Date): Promise<Claimed[]> {
  const organizations = new Map<string, DuePost[]>()
  for (const post of due) organizations.set(post.organizationId, [...(organizations.get(post.organizationId) ?? []), post])
  const claimed = await Promise.all([...organizations].map(([organizationId, posts]) => claimOf(sql, organizationId, posts, now)))
  return claimed.flat()
}

/** Lanes in key order, so that two who claim at the same time never wait for each other in a circle. */
async function claimOf(sql: Sql, organizationId: string, due: DuePost[], now: Date): Promise<Claimed[]> {
  const rows = await sql<ClaimedRow[]>`
    with free as (
      select p.id, p.account_id, p.board_id, p.attempt_number + 1 as attempt_number
        from posts p
        join unnest(${due.map((one) => one.postId)}::bigint[], ${due.map((one) => one.boardId)}::text[],
                    ${due.map((one) => one.attemptNumber)}::int[]) as w(id, board_id, attempt_number)
          on p.id = w.id and p.board_id = w.board_id and p.attempt_number = w.attempt_number - 1
       where p.organization_id = ${organizationId}
         and p.status = 'queued'
         and p.due_at <= ${now}
         and ${isPublishable(sql, now)}
         for update of p skip locked
    ), lanes as (
      insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
      select ${organizationId}, account_id, board_id, id, attempt_number
        from free
       order by account_id, board_id
      on conflict (organization_id, account_id, board_id) do nothing
      returning post_id, attempt_number
    ), p as (
      update posts p
         set status = 'uploading', attempt_number = l.attempt_number, due_at = null, lease_until = ${leaseUntil(now)},
             version = p.version + 1, updated_at = ${now}
        from lanes l
       where p.organization_id = ${organizationId}
         and p.id = l.post_id
      returning p.*
    ), attempts as (
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
      select p.organization_id, p.id, p.attempt_number, 'claimed', p.board_id, p.send_at, ${now}
        from p
    ), unhurried as (
      -- a claim that a crash of the database forgets was not sent: the commit of 'sending' waits for the disk, and so for this one
      select set_config('synchronous_commit', 'off', true)
    )
    select ${claimedColumns(sql, now)}
      from p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     cross join unhurried`
  return rows.map(toClaimed)
}

/** Posts whose board is to be read back: held by this worker from now on. One that somebody holds just now is left for the next look. */
export async function takeReadBacks(sql: Sql, due: DuePost[], now: Date): Promise<Claimed[]> {
  if (due.length === 0) return []
  const rows = await sql<ClaimedRow[]>`
    with free as (
      select p.organization_id, p.id
        from posts p
        join ${keysOf(sql, due)}
          on p.organization_id = w.organization_id and p.id = w.id and p.attempt_number = w.attempt_number
       where p.status = 'uploading'
         and p.due_at <= ${now}
         for no key update of p skip locked
    ), p as (
      update posts p
         set due_at = null, lease_until = ${leaseUntil(now)}
        from free f
       where p.organization_id = f.organization_id
         and p.id = f.id
      returning p.*
    )
    select ${claimedColumns(sql, now)}
      from p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id`
  return rows.map(toClaimed)
}

const keysOf = (sql: Sql, due: DuePost[]) => sql`
  unnest(${due.map((one) => one.organizationId)}::bigint[], ${due.map((one) => one.postId)}::bigint[],
         ${due.map((one) => one.attemptNumber)}::int[])
    as w(organization_id, id, attempt_number)`
