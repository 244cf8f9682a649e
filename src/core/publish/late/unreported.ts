/** Notifies teams of late posts. */
import { mayPublish } from '../../accounts/queue.js'
import { before } from '../../lib/duration.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Sql } from '../../ports/deps.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import { lateMessage } from '../../posts/state/failure-messages.js'
import { announcing } from '../../posts/changed.js'
import { behind, cursorOf, type Place } from '../queue/process-posts.js'

const lateBefore = (now: Date) => before(now, LATE_AFTER_MS)

/**
 * True for late `posts p` that need a notice. Posts on hold do not, because their team knows why; nor do posts with an unknown
 * outcome, which the read-back reports.
 * @param organizationId in a statement that writes
 */
export const isUnreported = (sql: Sql, organizationId?: string) => sql`
  p.status in ('queued', 'uploading')
  and not p.late_told
  and (p.due_at is not null or p.lease_until is not null)
  and (p.status = 'uploading'
       or exists (select 1 from accounts a
                   where a.organization_id = ${organizationId ?? sql`p.organization_id`} and a.id = p.account_id and ${mayPublish(sql)}))
  and not exists (select 1 from publish_attempts a
                   where p.status = 'uploading' and a.state = 'unknown'
                     and a.organization_id = ${organizationId ?? sql`p.organization_id`} and a.post_id = p.id and a.number = p.attempt_number)`

export async function listUnreported(sql: Sql, after: Place | undefined, now: Date): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from posts p
     where ${isUnreported(sql)}
       and p.send_at <= ${lateBefore(now)}
       and ${behind(sql, after)}`),
  ]
}

/** The most late posts of one account with a notice each; more than that, as after an outage or a pause, are one notice. */
const MAX_SINGLE_NOTICES = 3

/** The number of unreported late posts by account id, for accounts where one notice covers them. */
export type Crowds = Map<string, number>

export async function findCrowds(sql: Sql, now: Date): Promise<Crowds> {
  const rows = await sql<{ accountId: string; count: number }[]>`
    select p.account_id as "accountId", count(*)::int as count
      from posts p
     where ${isUnreported(sql)}
       and p.send_at <= ${lateBefore(now)}
     group by p.organization_id, p.account_id
    having count(*) > ${MAX_SINGLE_NOTICES}`
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

/**
 * Notifies about a late post, unless the message about the end of its account's hold has counted it. @returns false when the post has moved on, or is locked
 */
export async function notifyLate(
  sql: Sql,
  { organizationId, accountId, postId }: Place,
  crowds: Crowds,
  now: Date,
): Promise<boolean> {
  const [late] = await sql<{ sendAt: Date; isAfterHold: boolean }[]>`
    with p as (
      update posts p
         set late_told = true
        from (select p.id
                from posts p
               where p.organization_id = ${organizationId}
                 and p.id = ${postId}
                 and case when not p.late_told -- so written it is found by its key, not among all of its organization
                          then ${isUnreported(sql, organizationId)} and p.send_at <= ${lateBefore(now)} end
                 for no key update of p skip locked) free
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.id = free.id
      returning p.*
    ), ${announcing(sql, 'post.late', sql`p`, { now, organizationId })}
    select p.send_at as "sendAt", coalesce(a.hold_ended_at > p.send_at, false) as "isAfterHold"
      from p
      join accounts a
        on a.organization_id = ${organizationId}
       and a.id = p.account_id`
  if (!late) return false
  if (late.isAfterHold) return true
  const destination = `account:${accountId}`
  const count = crowds.get(accountId)
  if (count !== undefined) {
    const dedupeKey = `account:${accountId}@${now.getTime()}:late` // the first one reports all
    await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice: { kind: 'pinsLate', accountId, count } }, now)
    return true
  }
  const dedupeKey = `post:${postId}@${late.sendAt.getTime()}:late`
  const notice = { kind: 'pinLate', accountId, postId, message: lateMessage } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
  return true
}
