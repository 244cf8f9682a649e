/** A change in the audit, and whether it can still be undone. */
import { UNDO_MS } from '../../lib/undo-time.js'
import type { Account } from '../../accounts/account.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { notFound, type DomainError, RefusedBecause } from '../../lib/errors.js'
import type { Sql } from '../../ports/deps.js'
import type { PostImage } from '../row.js'
import type { PostStatus } from '../../ports/post-status.js'
import { findPost } from '../store.js'
import type { PostAction, UndoableAction } from '../action.js'

/** The change that led to this version of the post; all posts of the change are undone. */
export type ChangeRef = { accountId: string; postId: string; version: number }

export { UNDO_MS }

export type Change = {
  changeId: string
  action: UndoableAction
  /** The changed posts in id order. */
  posts: ChangedPost[]
}
export type ChangedPost = {
  postId: string
  /** The version that the change led to. */
  version: number
  before: PostImage | null
}

type Row = ChangedPost & { changeId: string; action: PostAction; at: Date; undoneAt: Date | null }

/** Reads a change that can be undone. @throws NOT_FOUND · CONFLICT undo_expired, post_status_changed */
export async function requireUndoable(sql: Sql, account: Account, ref: ChangeRef, now: Date): Promise<Change> {
  const rows = await findChange(sql, account, ref)
  const [first] = rows
  if (!first) {
    const post = await findPost(sql, { organizationId: account.organizationId, accountId: account.id, postId: ref.postId })
    throw post ? changedSince(post) : notFound('Post')
  }
  if (first.undoneAt) throw undoneAlready()
  const { changeId, action, at } = first
  if (action === 'undo') throw new RefusedBecause('undo_expired', { about: 'undo' })
  if (action === 'sayThere' || action === 'sayThereUnchecked' || action === 'sayNotThere')
    throw new RefusedBecause('undo_expired', { about: 'outcome' })
  if (action === 'editPublished' || action === 'deletePublished' || action === 'findDeleted')
    throw new RefusedBecause('undo_expired', { about: 'published' })
  if (now.getTime() - at.getTime() > UNDO_MS) throw new RefusedBecause('undo_expired', { about: 'change' })
  return { changeId, action, posts: rows.map(({ postId, version, before }) => ({ postId, version, before })) }
}

/** Reads all rows of the change that led to this version of the post. */
async function findChange(sql: Sql, account: Account, { postId, version }: ChangeRef): Promise<Row[]> {
  if (!isRowId(postId)) return []
  const rows = await sql<Row[]>`
    select c.change_id as "changeId", c.action, c.at, c.undone_at as "undoneAt", substr(c.subject, 6) as "postId", c.version, c.before
      from audit named
      join audit c on c.organization_id = named.organization_id and c.change_id = named.change_id
     where named.organization_id = ${account.organizationId}
       and named.account_id = ${account.id}
       and named.subject = ${`post:${postId}`}
       and named.version = ${version}
     order by substr(c.subject, 6)::bigint`
  return [...rows]
}

/**
 * Marks a change as undone; the caller holds its posts. @throws CONFLICT post_status_changed: another person has undone it
 * meanwhile
 */
export async function markUndone(sql: Sql, { organizationId }: Account, { changeId, posts }: Change, now: Date): Promise<void> {
  const marked = await sql`
    update audit
       set undone_at = ${now}
     where organization_id = ${organizationId}
       and change_id = ${changeId}
       and undone_at is null`
  if (marked.count !== posts.length) throw undoneAlready()
}

const undoneAlready = () => new RefusedBecause('post_status_changed', { about: 'undone' })

/** Returns the error for a post that is not at the version of the change. @param post undefined: it is gone */
export function changedSince(post: { status: PostStatus } | undefined): DomainError {
  return new RefusedBecause('post_status_changed', { about: post?.status ?? 'gone' })
}
