/** Tells whether a pin, or the source of an evergreen copy, is in the pool. */
import { requireAccount } from '../../accounts/accounts.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'

/** @throws NOT_FOUND the account */
export async function isEvergreen(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<boolean> {
  const account = await requireAccount(db.sql, actor, accountId)
  if (!isRowId(postId)) return false
  const rows = await db.sql`
    select post_id
      from evergreen_posts
     where organization_id = ${account.organizationId} and account_id = ${account.id}
       and post_id = (select coalesce(p.source_post_id, p.id)
                        from posts p
                       where p.organization_id = ${account.organizationId} and p.account_id = ${account.id} and p.id = ${postId})`
  return rows.length > 0
}
