/** Tells whether a pin, or the source of an evergreen copy, is in the pool. */
import { requireAccount } from '../../accounts/accounts.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { dayOf, zoneOf } from '../../accounts/digest-times.js'
import type { Deps } from '../../ports/deps.js'
import { endOf, type Limited, madeOf } from '../../slots/evergreen-limits.js'

/** False for one that has ended. @throws NOT_FOUND the account */
export async function isEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<boolean> {
  const account = await requireAccount(db.sql, actor, accountId)
  if (!isRowId(postId)) return false
  const rows = await db.sql<Limited[]>`
    select e.until_day::text as until, e.at_most as "atMost", e.months::int[] as months, ${madeOf(db.sql)} as made
      from evergreen_posts e
     where e.organization_id = ${account.organizationId} and e.account_id = ${account.id}
       and e.post_id = (select coalesce(p.source_post_id, p.id)
                        from posts p
                       where p.organization_id = ${account.organizationId} and p.account_id = ${account.id} and p.id = ${postId})`
  return rows.some((limits) => endOf(limits, dayOf(clock(), zoneOf(account))) === null)
}
