/** Undoes a decision: the request is open again, for the version of the pin that was decided. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { conflict } from '../../lib/errors.js'
import { UNDO_MS } from '../../lib/undo-time.js'
import type { Deps } from '../../ports/deps.js'
import { lockPosts } from '../store.js'
import { changedSince } from './change.js'
import { undoChange } from './undo.js'
import { type ApprovalRef, requireApproval } from '../approval/approval.js'
import { requireApprover } from '../approval/decidable.js'
import { reopen } from '../approval/reopen.js'

/**
 * Undoes a decision within ten minutes, and only while the pin has not changed since. An approval is undone with all that was
 * approved in the same act.
 * @throws FORBIDDEN no scheduler · NOT_FOUND · CONFLICT undo_expired · post_status_changed: the pin was changed, or requested
 * again
 */
export async function undoDecision(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, ref: ApprovalRef): Promise<void> {
  const { accountId } = ref
  requireApprover(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { state: seen, postId, postVersion } = await requireApproval(deps.db.sql, actor, ref)
  if (seen === 'approved') return void (await undoChange(deps, actor, { accountId, postId, version: postVersion }))
  await deps.db.tx(async (sql) => {
    const now = deps.clock()
    const [post] = await lockPosts(sql, account, { postIds: [postId] })
    const { state, decidedAt, postVersion: version } = await requireApproval(sql, actor, ref)
    if (state !== 'changes_requested' && state !== 'rejected')
      throw conflict('post_status_changed', 'This decision was already undone, or replaced by another one.')
    if (decidedAt === null || now.getTime() - decidedAt.getTime() > UNDO_MS)
      throw conflict('undo_expired', 'You can undo a decision for 10 minutes only. Ask for the pin to be requested again.')
    if (post?.status !== 'draft' || post.version !== version) throw changedSince(post)
    const [again] = await sql`
      select 1
        from approvals
       where organization_id = ${account.organizationId} and post_id = ${postId} and state = 'open'`
    if (again) throw conflict('post_status_changed', 'Approval of this pin was requested again. Nothing was undone.')
    await reopen(sql, actor, account, [{ id: ref.approvalId, state }], now)
  })
}
