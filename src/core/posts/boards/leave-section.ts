/** What becomes of posts whose board section is deleted. */
import type { Account } from '../../accounts/account.js'
import type { OnSectionGone, Sql } from '../../ports/deps.js'
import { recordChange } from '../audit.js'
import { lockPosts } from '../store.js'

/**
 * The service's `onSectionGone`. Drafts and queued posts in it go to the board's root, in the caller's transaction; each gets a history entry as an edit. So
 * do posts in flight, for the pin of a request under way is at the root by now, or is refused and goes there by the next; their
 * attempts say so. A post that is sent stays as it is.
 * @returns how many drafts and queued posts were moved
 * @see docs/contract.md#sections
 */
export const leaveSection: OnSectionGone = async (sql, author, { accountId, boardId, sectionId }, now) => {
  const { organizationId } = author
  const account = { organizationId, id: accountId }
  await moveOpen(sql, account, { boardId, sectionId }, now)
  const rows = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and board_id = ${boardId}
       and board_section_id = ${sectionId}
       and status in ('draft', 'queued')`
  const posts = (await lockPosts(sql, account, { postIds: rows.map(({ id }) => id) })).filter(
    (post) => post.boardId === boardId && post.boardSectionId === sectionId && ['draft', 'queued'].includes(post.status),
  )
  if (posts.length === 0) return 0
  await sql`
    update posts
       set board_section_id = null, version = version + 1, updated_at = ${now}
     where organization_id = ${organizationId}
       and id = any (${posts.map(({ id }) => id)}::bigint[])
       and status in ('draft', 'queued')`
  await recordChange(sql, author, { account, action: 'edit', before: posts }, now)
  return posts.length
}

/** Posts with an open attempt. The worker that holds one has the section in hand: when the platform refuses it, the post is sent again. */
async function moveOpen(
  sql: Sql,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  { boardId, sectionId }: { boardId: string; sectionId: string },
  now: Date,
): Promise<void> {
  await sql`
    with open as (
      select id
        from posts
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and board_id = ${boardId}
         and board_section_id = ${sectionId}
         and status = 'uploading'
       order by id
         for no key update
    ), moved as (
      update posts p
         set board_section_id = null, version = p.version + 1, updated_at = ${now}
        from open o
       where p.organization_id = ${organizationId}
         and p.id = o.id
      returning p.id, p.attempt_number
    )
    update publish_attempts a
       set reason = 'its section was deleted meanwhile'
      from moved m
     where a.organization_id = ${organizationId}
       and a.post_id = m.id
       and a.number = m.attempt_number`
}
