/** What becomes of posts whose board section is deleted. */
import type { Account } from '../accounts/account.js'
import type { Actor } from '../actor.js'
import type { Sql } from '../ports.js'
import { recordChange } from './audit.js'
import { lockPosts } from './store.js'

/**
 * Drafts and queued posts in it go to the board's root, in the caller's transaction; each is told in its history as an edit. A post that is
 * being published, or is, stays as it is: where its pin went is the platform's to say.
 * @returns how many were moved
 * @see decisions.md section 6 "Deleting a section"
 */
export async function leaveSection(
  sql: Sql,
  actor: Actor,
  account: Account,
  { boardId, sectionId }: { boardId: string; sectionId: string },
  now: Date,
): Promise<number> {
  const { organizationId, id: accountId } = account
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
  await recordChange(sql, actor, { account, action: 'edit', before: posts }, now)
  return posts.length
}
