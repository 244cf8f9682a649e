/** Notes whether the drafts of a review's pages are of use: the measure of what writes them. */
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { ReviewRef } from './model.js'
import { requireReview } from './store.js'

/** A later answer replaces the one before. @throws NOT_FOUND · FORBIDDEN */
export async function rateDrafts(
  { db, meter }: Pick<Deps, 'db' | 'meter'>,
  actor: Actor,
  { isUseful, ...ref }: ReviewRef & { isUseful: boolean },
): Promise<void> {
  const rated = await db.tx(async (sql) => {
    const { row } = await requireReview(sql, actor, ref)
    return sql<{ writtenBy: 'local' | 'model' }[]>`
      update generations
         set useful = ${isUseful}
       where organization_id = ${row.organizationId}
         and account_id = ${row.accountId}
         and id = any(array(select i.generation_id
                              from review_items i
                             where i.organization_id = ${row.organizationId} and i.review_id = ${row.id} and i.generation_id is not null))
         and written_by is not null
         and useful is distinct from ${isUseful}
      returning written_by as "writtenBy"`
  })
  for (const { writtenBy } of rated) meter.draftsRated(writtenBy, isUseful)
}
