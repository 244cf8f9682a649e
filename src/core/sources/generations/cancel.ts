/** Cancels a generation whose page is not being read yet. */
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import { settleEntry } from './settle-entry.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { endWaiting } from '../review/from-page.js'
import type { Generation } from './model.js'
import { findGeneration, type GenerationRef } from './store.js'

/**
 * Cancels it while it waits; it then counts as failed with `cancelled`. Contributors may cancel only their own requests.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT generation_started: it is being processed, or it is over
 */
export async function cancelGeneration(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, generationId }: GenerationRef,
  beforeCommit?: BeforeCommit<Generation>,
): Promise<Generation> {
  requireMayMake(actor, accountId)
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, accountId)
    if (!isRowId(generationId)) throw notFound('Resource')
    const [found] = await sql<{ status: string; createdBy: string }[]>`
      select status, created_by as "createdBy"
        from generations
       where organization_id = ${account.organizationId}
         and account_id = ${account.id}
         and id = ${generationId}
         for update`
    if (!found) throw notFound('Resource')
    if (found.createdBy !== actor.userId && !hasRoleOn(actor, account.id, 'scheduler'))
      throw new DomainError('FORBIDDEN', 'Contributors can cancel only what they started themselves. Ask a scheduler.')
    if (found.status !== 'queued')
      throw new RefusedBecause('generation_started', { about: found.status === 'processing' ? 'reading' : 'over' })
    await sql`
      update generations
         set status = 'failed', failure_code = 'cancelled', finished_at = ${now}, due_at = null, lease_until = null, instead = null
       where organization_id = ${account.organizationId}
         and id = ${generationId}`
    await endWaiting(sql, { ...account, generationId }, { status: 'failed', failureCode: 'cancelled' }, now)
    await settleEntry(sql, { organizationId: account.organizationId, generationId }, 'cancelled', now)
    await recordAct(sql, actor, { accountId: account.id, subject: `generation:${generationId}`, action: 'cancel' }, now)
    const cancelled = await findGeneration(sql, account, generationId)
    await beforeCommit?.(sql, cancelled)
    return cancelled
  })
}
