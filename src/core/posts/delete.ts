/** Deletes drafts and queued posts, which are kept 30 days for audit and undo. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { RefusedBecause } from '../lib/errors.js'
import type { BeforeCommit, Deps } from '../ports/deps.js'
import { requireAsShown } from './seen.js'
import { changed } from './changed.js'
import { removePosts } from './undo/deleted.js'
import { requireMayChange, requireMayMake, requireMaySchedule } from './permissions.js'
import { isChangeable, type Post } from './post.js'
import type { PostStatus } from '../ports/post-status.js'
import { lockPost, lockSeries } from './store.js'
import { type LockedPost, toPost } from './row.js'

/** The post before its deletion, with the version by which the deletion can be undone. */
export type DeletedPost = Post

/**
 * Deletes a post, and refunds a queued one as unscheduling does.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_not_editable (sent or uploading)
 * @see docs/contract.md#unschedule-and-delete
 */
export async function deletePost(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
  beforeCommit?: BeforeCommit<DeletedPost>,
): Promise<DeletedPost> {
  requireMayMake(actor, accountId)
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(async (sql) => {
    const post = await lockPost(sql, account, postId)
    requireDeletable(post)
    requireMayChange(actor, post)
    await removePosts(sql, account, [post], now)
    await changed(sql, actor, { account, action: 'delete', before: [post] }, now)
    const deleted = toDeleted(post)
    await beforeCommit?.(sql, deleted)
    return deleted
  })
}

/** Checks that a post is a draft or queued. @throws CONFLICT post_not_editable */
export function requireDeletable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
    case 'sent':
      throw new RefusedBecause('post_not_editable', { status, verb: 'delete' })
  }
}

/**
 * Deletes every draft and queued post of a series in one write.
 * @returns the deleted posts in id order, which is board order
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_status_changed: it differs from what was shown
 */
export async function deleteSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, intervalGroupId, shown }: { accountId: string; intervalGroupId: string; shown?: string | undefined },
): Promise<DeletedPost[]> {
  requireMaySchedule(actor, accountId, 'series')
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(async (sql) => {
    const posts = await lockSeries(sql, account, intervalGroupId)
    requireAsShown(sql, shown)
    const removable = posts.filter(({ status }) => isChangeable(status))
    await removePosts(sql, account, removable, now)
    await changed(sql, actor, { account, action: 'delete', before: removable }, now)
    return removable.map(toDeleted)
  })
}

const toDeleted = (post: LockedPost): DeletedPost => ({ ...toPost(post), version: post.version + 1 })
