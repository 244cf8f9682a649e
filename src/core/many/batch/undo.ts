/** Undoes a whole batch. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { RefusedBecause } from '../../lib/errors.js'
import { UNDO_MS } from '../../lib/undo-time.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { readWritten } from '../../posts/approval/approval.js'
import { settleWithdrawn } from '../../posts/approval/request.js'
import { requireMayChange, requireMayMake } from '../../posts/permissions.js'
import { lockPosts } from '../../posts/store.js'
import { changedSince } from '../../posts/undo/change.js'
import { undoChange } from '../../posts/undo/undo.js'
import { BATCHES, lockBatches } from './write.js'
import { listRows, readBatchIn, requireBatch, type BatchRef, type StoredBatch, type StoredRow } from './store.js'
import type { Batch } from './model.js'

/**
 * Undoes all that a batch did, within ten minutes and while nothing has changed since: new posts are deleted, scheduled ones
 * become drafts with their charges refunded, requests are withdrawn.
 * @returns the batch after the undo
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT undo_expired; post_status_changed: one of them was changed, or it was undone ·
 * SERVICE_UNAVAILABLE
 */
export async function undoBatch(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, batchId }: BatchRef,
  beforeCommit?: BeforeCommit<Batch>,
): Promise<Batch> {
  const { db, clock } = deps
  requireMayMake(actor, accountId)
  const account = await requireAccount(db.sql, actor, accountId)
  const batch = await requireBatch(db.sql, account, batchId)
  const rows = await listRows(db.sql, account, batchId)
  const [first] = rows.flatMap(({ postId, version }) => (postId !== null && version !== null ? [{ postId, version }] : []))
  if (!first) throw new RefusedBecause('undo_expired', { about: 'batch' })
  let undone: Batch | undefined
  const finish = async (sql: Sql) => {
    undone = await readBatchIn(sql, account, batchId, clock())
    await beforeCommit?.(sql, undone)
  }
  if (batch.did === 'request')
    await db.tx((sql) => withdraw(sql, actor, { account, batch, rows }, clock()).then(() => finish(sql)), {
      turn: { organizationId: account.organizationId, keys: [BATCHES] },
    })
  else await undoChange(deps, actor, { accountId, ...first }, finish)
  if (!undone) throw new Error('an undo gives the batch as it is then')
  return undone
}

type Requested = { account: Account; batch: StoredBatch; rows: readonly StoredRow[] }

/** Withdraws the requests that are still open, if no draft has changed. */
async function withdraw(sql: Sql, actor: Actor, { account, batch, rows }: Requested, now: Date): Promise<void> {
  if (now.getTime() - batch.createdAt.getTime() > UNDO_MS) throw new RefusedBecause('undo_expired', { about: 'change' })
  await lockBatches(sql, account)
  const asked = rows.flatMap(({ postId, version }) => (postId !== null ? [{ postId, version }] : []))
  const postIds = asked.map(({ postId }) => postId)
  const posts = new Map((await lockPosts(sql, account, { postIds })).map((post) => [post.id, post]))
  for (const { postId, version } of asked) {
    const post = posts.get(postId)
    if (post?.version !== version) throw changedSince(post)
    requireMayChange(actor, post)
  }
  const withdrawn = await sql<{ id: string }[]>`
    update approvals a
       set state = 'withdrawn', decided_by = ${actor.userId}, decided_at = ${now}, remind_at = null,
           revision = a.revision + 1
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.post_id = any (${postIds}::bigint[])
       and a.state = 'open'
       and a.asked_by = ${batch.createdBy}
       and a.asked_at = ${batch.createdAt}
    returning a.id`
  if (withdrawn.length !== postIds.length) throw new RefusedBecause('post_status_changed', { about: 'requests' })
  for (const approval of await readWritten(sql, account.organizationId, withdrawn))
    await settleWithdrawn(sql, actor, approval, now)
}
