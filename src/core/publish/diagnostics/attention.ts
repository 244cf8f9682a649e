/** Posts that need a person's attention. */
import { requireAccount } from '../../accounts/accounts.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { Post } from '../../posts/post.js'
import { postColumns, type PostRow, toPost } from '../../posts/row.js'
import { hasLabel } from '../../posts/search.js'

type Asked = { accountId: string; limit: number }

/** Lists posts that were sent with an outcome that is still unknown, the longest waiting first. @throws NOT_FOUND the account */
export async function listUnresolved(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, limit }: Asked,
): Promise<Post[]> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
      join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.status = 'uploading'
       and a.state = 'unknown'
     order by p.send_at, p.id
     limit ${limit}`
  return rows.map(toPost)
}

/**
 * Lists drafts whose last publishing failed, the newest first. @param olderThan the id of a post, after which they begin @throws
 * NOT_FOUND the account
 */
export async function listFailed(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, limit, olderThan = null, label }: Asked & { olderThan?: string | null; label?: string | undefined },
): Promise<Post[]> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.failure is not null
     ${hasLabel(sql, label)}
     ${olderThan !== null && isRowId(olderThan) ? sql`and p.id < ${olderThan}` : sql``}
     order by p.id desc
     limit ${limit}`
  return rows.map(toPost)
}

/** Counts the drafts of an account; `isMore`: there are more than `upTo`. @throws NOT_FOUND the account */
export async function countDrafts(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, upTo }: { accountId: string; upTo: number },
): Promise<{ count: number; isMore: boolean }> {
  const account = await requireAccount(sql, actor, accountId)
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from (select 1
              from posts
             where organization_id = ${account.organizationId}
               and account_id = ${account.id}
               and status = 'draft'
             limit ${upTo + 1}) as drafts`
  return { count: Math.min(row.count, upTo), isMore: row.count > upTo }
}
