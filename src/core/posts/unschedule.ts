/** Unschedules posts, which become drafts with everything but their times. An open question about an outcome stays open. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { refundCharge } from '../billing/ledger.js'
import { RefusedBecause } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { requireAsShown } from './seen.js'
import { changed, following, leftByUpdate } from './changed.js'
import { requireMaySchedule } from './permissions.js'
import type { Post } from './post.js'
import type { PostStatus } from '../ports/post-status.js'
import { isQuestionOpen } from './state/open-question.js'
import { lockPost, lockSeries, postStatusChanged } from './store.js'
import { type LockedPost, postColumnsOf, type PostRow, toPost } from './row.js'

/**
 * Unschedules a post and refunds its charge, except for a trial pin and one of an earlier period. A draft stays unchanged.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_not_schedulable (sent or uploading)
 * @see docs/contract.md#unschedule-and-delete
 */
export async function unschedulePost(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  requireMaySchedule(actor, accountId, 'change')
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(async (sql) => {
    const post = await lockPost(sql, account, postId)
    if (!requireUnschedulable(post)) return finish(sql, toPost(post))
    const [draft] = await unscheduleIn(sql, account, [post], now)
    if (!draft) throw postStatusChanged()
    await changed(sql, actor, { account, action: 'unschedule', before: [post] }, now)
    return finish(sql, draft)
  })

  async function finish(sql: Sql, draft: Post): Promise<Post> {
    await beforeCommit?.(sql, draft)
    return draft
  }
}

/** Checks that a post can be unscheduled. @returns false: it is a draft already @throws CONFLICT post_not_schedulable */
export function requireUnschedulable({ status }: { status: PostStatus }): boolean {
  switch (status) {
    case 'draft':
      return false
    case 'queued':
      return true
    case 'uploading':
    case 'sent':
      throw new RefusedBecause('post_not_schedulable', { status, so: 'can no longer be unscheduled' })
  }
}

/**
 * Unschedules every queued post of a series in one write.
 * @returns the unscheduled posts in id order, which is board order
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_status_changed: it differs from what was shown
 */
export async function unscheduleSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, intervalGroupId, shown }: { accountId: string; intervalGroupId: string; shown?: string | undefined },
): Promise<Post[]> {
  requireMaySchedule(actor, accountId, 'series')
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(async (sql) => {
    const posts = await lockSeries(sql, account, intervalGroupId)
    requireAsShown(sql, shown)
    const queued = posts.filter(({ status }) => status === 'queued')
    const drafts = await unscheduleIn(sql, account, queued, now)
    await changed(sql, actor, { account, action: 'unschedule', before: queued }, now)
    return drafts
  })
}

/** Makes locked, queued posts drafts and refunds their charges, in the caller's transaction. @returns them in the order given */
export async function unscheduleIn(sql: Sql, account: Account, posts: LockedPost[], now: Date): Promise<Post[]> {
  const rows = await sql<PostRow[]>`
    with p as (
    update posts p
       set status = 'draft', send_at = null, timeslot_id = null, due_at = null, lease_until = null, failure = ${isQuestionOpen(sql, account.organizationId)},
           version = p.version + 1, updated_at = ${now}
      from posts o -- as it was
     where p.organization_id = ${account.organizationId}
       and p.id = any (${posts.map(({ id }) => id)}::bigint[])
       and p.status = 'queued'
       and o.organization_id = ${account.organizationId}
       and o.id = p.id
    returning p.*, ${leftByUpdate(sql)}), ${following(sql, sql`p`, { organizationId: account.organizationId, now })}
    select ${postColumnsOf(sql, account.organizationId)} from p`
  if (rows.length !== posts.length) throw postStatusChanged()
  for (const { id, chargeNumber } of posts)
    await refundCharge(sql, account, { postId: id, chargeNumber, refund: 'unscheduled' }, now)
  return posts.flatMap(({ id }) => rows.filter((row) => row.id === id).map(toPost))
}
