/** Undoes a finished import: its pins are deleted, and their charges are refunded. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { RefusedBecause } from '../../lib/errors.js'
import { UNDO_MS } from '../../lib/undo-time.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { requireUndoable } from '../../posts/undo/change.js'
import { tookTooLong, undoBudgetMs, undoIn } from '../../posts/undo/undo.js'
import type { Import } from './model.js'
import { findImport, type ImportPlace, readImport } from './store.js'

/** True when it is over, and began less than ten minutes ago: each of its batches can then still be undone. */
export const canUndoImport = ({ status, created, createdAt, undoneAt = null }: Import, now: Date): boolean =>
  status === 'success' && created > 0 && undoneAt === null && now.getTime() - createdAt.getTime() <= UNDO_MS

/**
 * Deletes all of its pins in one transaction, or none when one was changed since.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT undo_expired, post_status_changed · SERVICE_UNAVAILABLE
 */
export async function undoImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, importId }: ImportPlace,
  beforeCommit?: BeforeCommit<Import>,
): Promise<Import> {
  const { db, clock } = deps
  requireMayMake(actor, accountId)
  const account = await requireAccount(db.sql, actor, accountId)
  const { created } = await readImport(deps, actor, { accountId, importId })
  const { organizationId } = account
  return db.tx(
    async (sql) => {
      const now = clock()
      const marked = await sql`
        update imports
           set undone_at = ${now}
         where organization_id = ${organizationId} and id = ${importId} and undone_at is null`
      const found = await findImport(sql, account, importId)
      if (marked.count === 0 || !canUndoImport({ ...found, undoneAt: null }, now))
        throw new RefusedBecause('undo_expired', { about: 'import' })
      for (const first of await lockPins(sql, account, found)) {
        const change = await requireUndoable(sql, account, { accountId, ...first }, now)
        await undoIn(sql, actor, account, change, now)
      }
      const act = { accountId, subject: `import:${importId}`, action: 'undo', after: { deleted: created } }
      await recordAct(sql, actor, act, now)
      await beforeCommit?.(sql, found)
      return found
    },
    { budgetMs: undoBudgetMs(created), onTimeout: tookTooLong, turn: { organizationId } },
  )
}

/**
 * Locks all pins before any is deleted.
 * @returns one of each batch
 * @throws CONFLICT post_status_changed
 */
async function lockPins(
  sql: Sql,
  { organizationId, id: accountId }: Account,
  { batchIds = [], created }: Import,
): Promise<{ postId: string; version: number }[]> {
  const ofImport = sql`r.organization_id = ${organizationId} and r.batch_id = any (${batchIds}::bigint[]) and r.post_id is not null`
  await sql`
    select p.id
      from posts p
     where p.organization_id = ${organizationId}
       and case when p.account_id = ${accountId} then true end
       and p.id in (select r.post_id from batch_rows r where ${ofImport})
     order by p.id
       for update of p`
  const [{ changed }] = await sql<[{ changed: number }]>`
    select count(*)::int as changed
      from batch_rows r
      left join posts p on p.organization_id = r.organization_id and p.id = r.post_id and p.version = r.version
     where ${ofImport}
       and p.id is null`
  if (changed > 0) throw new RefusedBecause('post_status_changed', { changed, created })
  return sql<{ postId: string; version: number }[]>`
    select distinct on (r.batch_id) r.post_id as "postId", r.version
      from batch_rows r
     where ${ofImport}
     order by r.batch_id, r.position`
}
