/** Ends an import that is still being written: created pins stay, and the rest of its lines is not written. */
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { stopImport } from './claim.js'
import type { Import } from './model.js'
import { findImport, type ImportPlace } from './store.js'

/**
 * Cancels an import: contributors their own ones, schedulers and admins any.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT import_over
 * @see docs/contract.md#imports
 */
export async function cancelImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, importId }: ImportPlace,
  beforeCommit?: BeforeCommit<Import>,
): Promise<Import> {
  requireMayMake(actor, accountId)
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, accountId)
    const { organizationId } = account
    if (!isRowId(importId)) throw notFound('Resource')
    const [found] = await sql<{ createdBy: string }[]>`
      select created_by as "createdBy"
        from imports
       where organization_id = ${organizationId}
         and account_id = ${account.id}
         and id = ${importId}`
    if (!found) throw notFound('Resource')
    if (found.createdBy !== actor.userId && !hasRoleOn(actor, account.id, 'scheduler'))
      throw new DomainError('FORBIDDEN', 'Contributors can cancel only what they started themselves. Ask a scheduler.')
    const message = 'The import was cancelled before this line. Import it again.'
    if (!(await stopImport(sql, { organizationId, importId }, { because: 'cancelled', message }, now)))
      throw new RefusedBecause('import_over')
    const cancelled = await findImport(sql, account, importId)
    const { created, failed } = cancelled
    const act = { accountId: account.id, subject: `import:${importId}`, action: 'cancel', after: { created, failed } }
    await recordAct(sql, actor, act, now)
    await beforeCommit?.(sql, cancelled)
    return cancelled
  })
}
