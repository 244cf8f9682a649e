/** Moves posts whose board section is deleted. */
import type { Account } from '../accounts/account.js'
import type { OnSectionGone, Sql } from '../ports/deps.js'
import { changed, rechecking, showing } from './changed.js'
import { lockPosts } from './store.js'
import type { LockedPost } from './row.js'

type Section = { boardId: string; sectionId: string }

/**
 * Implements OnSectionGone: moves drafts and queued posts of a section to the board's root, in the caller's transaction, each
 * with a history entry as an edit. Posts in flight move too, because Pinterest puts their pin at the root or refuses it and the
 * next request sends it there; posts that are sent stay unchanged.
 * @returns how many drafts and queued posts were moved
 * @see docs/contract.md#sections
 */
export const leaveSection: OnSectionGone = async (sql, author, { accountId, boardId, sectionId }, now) => {
  const account = { organizationId: author.organizationId, id: accountId }
  const posts = await lockUnsent(sql, account, { boardId, sectionId })
  if (posts.length === 0) return 0
  const { organizationId } = account
  await sql`
    with p as (
      update posts
         set board_section_id = null, version = version + 1, updated_at = ${now}
       where organization_id = ${organizationId}
         and id = any (${posts.map(({ id }) => id)}::bigint[])
      returning *
    ), ${rechecking(sql, sql`p`, { now }, sql`true`)}, ${showing(sql, sql`p`, { organizationId, now })}
    select
      from p`
  const [open, resting] = [posts.filter(isOpen), posts.filter((post) => !isOpen(post))]
  if (open.length > 0) await noteAttempts(sql, account, open)
  if (resting.length > 0) await changed(sql, author, { account, action: 'edit', before: resting }, now)
  return resting.length
}

/**
 * Locks the posts in one list before it reads their status: with a list for each status, a post that changes its status between
 * the two would be missed.
 */
async function lockUnsent(
  sql: Sql,
  account: Pick<Account, 'organizationId' | 'id'>,
  { boardId, sectionId }: Section,
): Promise<LockedPost[]> {
  const rows = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and board_id = ${boardId}
       and board_section_id = ${sectionId}
       and status in ('draft', 'queued', 'uploading')`
  const posts = await lockPosts(sql, account, { postIds: rows.map(({ id }) => id) })
  return posts.filter((post) => post.boardId === boardId && post.boardSectionId === sectionId && post.status !== 'sent')
}

const isOpen = ({ status }: LockedPost) => status === 'uploading'

/**
 * Notes the deletion on open attempts: the request of one may name the section, and a post that the platform refuses for it is
 * sent again.
 */
async function noteAttempts(
  sql: Sql,
  { organizationId }: Pick<Account, 'organizationId'>,
  open: readonly LockedPost[],
): Promise<void> {
  await sql`
    update publish_attempts a
       set reason = 'its section was deleted meanwhile'
      from posts p
     where a.organization_id = ${organizationId}
       and p.organization_id = ${organizationId}
       and p.id = any (${open.map(({ id }) => id)}::bigint[])
       and a.post_id = p.id
       and a.number = p.attempt_number`
}
