/** Undoes a bulk change at once. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { undoChange, type Undone } from '../../posts/undo/undo.js'

/**
 * Undoes all that a change did, as undoChange().
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT undo_expired, post_status_changed, schedule_locked · BAD_REQUEST sendAt ·
 * PAYMENT_REQUIRED
 */
export async function undoMany(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, changeId }: { accountId: string; changeId: string },
  beforeCommit?: BeforeCommit<Undone>,
): Promise<Undone> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(changeId)) throw notFound('Resource')
  const [one] = await deps.db.sql<{ postId: string; version: number }[]>`
    select substr(subject, 6) as "postId", version
      from audit
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and change_id = ${changeId}
       and subject like 'post:%'
     order by id
     limit 1`
  if (!one) throw notFound('Resource')
  return undoChange(deps, actor, { accountId, ...one }, beforeCommit)
}
