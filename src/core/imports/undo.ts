/** Takes back all pins of an import that is over: they are deleted, and what was paid for them is given back. */
import { requireAccount } from '../accounts/accounts.js'
import { recordAct } from '../audit/audit.js'
import type { Actor } from '../lib/actor.js'
import { conflict } from '../lib/errors.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { Deps } from '../ports/deps.js'
import { undoBatch } from '../posts/batch/undo.js'
import type { Import } from './model.js'
import { findImport, type ImportPlace, readImport } from './store.js'

/** Whether it is over, and began less than ten minutes ago: each of its parts can then still be undone. */
export const canUndoImport = ({ status, created, createdAt, undoneAt = null }: Import, now: Date): boolean =>
  status === 'success' && created > 0 && undoneAt === null && now.getTime() - createdAt.getTime() <= UNDO_MS

/**
 * All of them, or none where one was changed since.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT undo_expired, post_status_changed · and as undoBatch()
 */
export async function undoImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, importId }: ImportPlace,
): Promise<Import> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const { organizationId } = account
  const now = deps.clock()
  const found = await readImport(deps, actor, { accountId, importId })
  if (!canUndoImport(found, now)) throw conflict('undo_expired', 'This import can no longer be undone. Delete its pins instead.')
  const { batchIds = [] } = found
  const [{ changed }] = await sql<[{ changed: number }]>`
    select count(*)::int as changed
      from batch_rows r
      left join posts p on p.organization_id = r.organization_id and p.id = r.post_id and p.version = r.version
     where r.organization_id = ${organizationId}
       and r.batch_id = any (${batchIds}::bigint[])
       and r.post_id is not null
       and p.id is null`
  if (changed > 0)
    throw conflict(
      'post_status_changed',
      `${changed} of the ${found.created} pins ${changed === 1 ? 'was' : 'were'} changed or deleted since. Nothing was undone.`,
    )
  for (const batchId of batchIds.toReversed()) await undoBatch(deps, actor, { accountId, batchId })
  return deps.db.tx(async (tx) => {
    await tx`
      update imports
         set undone_at = ${now}
       where organization_id = ${organizationId} and id = ${importId}`
    await recordAct(
      tx,
      actor,
      { accountId, subject: `import:${importId}`, action: 'undo', after: { deleted: found.created } },
      now,
    )
    return findImport(tx, account, importId)
  })
}
