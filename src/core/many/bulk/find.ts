/** Lists the posts that a bulk change would find, to choose some of them. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { Post } from '../../posts/post.js'
import { postColumns, type PostRow, toPost } from '../../posts/row.js'
import type { BulkFilter } from './model.js'
import { requireWhich, select } from './select.js'

/**
 * Lists the posts in the order in which they would be changed. @throws NOT_FOUND the account · BAD_REQUEST filter.from,
 * filter.text
 */
export async function findMany(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, filter, limit }: { accountId: string; filter: BulkFilter; limit: number },
): Promise<Post[]> {
  const which = { kind: 'filter', filter } as const
  requireWhich(which)
  const account = await requireAccount(sql, actor, accountId)
  const { postIds } = await select(sql, account, which)
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from unnest(${postIds.slice(0, limit)}::bigint[]) with ordinality as w(id, position)
      join posts p on p.organization_id = ${account.organizationId} and p.id = w.id
     order by w.position`
  return rows.map(toPost)
}
