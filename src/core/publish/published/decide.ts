/** Decides a change of a published pin that waits for approval. */
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { isSamePerson } from '../../lib/actor.js'
import type { Actor } from '../../lib/actor.js'
import { notFound, RefusedBecause } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { requireApprover, requireDecider, requireOpenFor } from '../../posts/approval/decidable.js'
import { requirePublishing } from '../../posts/schedule/publish-now.js'
import { lockPost } from '../../posts/store.js'
import { editColumns, type EditRow, type PinEdit, toPinEdit } from './pin-edit.js'
import { askToDecide, notify } from './settle.js'

/** A person who requested it may decline it, too: that withdraws it. */
export const EDIT_DECISIONS = ['approve', 'decline'] as const
export type EditDecision = { accountId: string; postId: string; editId: string; decision: (typeof EDIT_DECISIONS)[number] }

/**
 * Decides a change of a published pin. An approved one is sent by a worker, while the approver may change published pins.
 * @throws FORBIDDEN below scheduler, an approval of one's own request, or no person · NOT_FOUND · CONFLICT approval_decided · as
 * requirePublishing(), to approve it
 */
export async function decidePinEdit(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId, editId, decision }: EditDecision,
  beforeCommit?: BeforeCommit<PinEdit>,
): Promise<PinEdit> {
  requireDecider(actor, accountId)
  const account = await requireAccount(db.sql, actor, accountId)
  const { organizationId } = account
  if (!isRowId(postId) || !isRowId(editId)) throw notFound('Edit')
  return db.tx(async (sql) => {
    const now = clock()
    const post = await lockPost(sql, account, postId)
    const [row] = await sql<EditRow[]>`
      select ${editColumns(sql)}
        from pin_edits e
       where e.organization_id = ${organizationId}
         and e.account_id = ${accountId}
         and e.post_id = ${postId}
         and e.id = ${editId}
         for no key update`
    if (!row) throw notFound('Edit')
    const { author, ...edit } = toPinEdit(row)
    const withdraws = decision === 'decline' && isSamePerson(author.userId, actor.userId)
    if (!withdraws) requireApprover(actor, accountId)
    const state = edit.state === 'pending_approval' ? 'open' : edit.decidedBy === null ? 'none' : stateOf(edit)
    if (state !== 'open') throw new RefusedBecause('approval_decided', { about: state })
    if (!withdraws) requireOpenFor({ state, askedBy: author.userId }, actor)
    const isApproved = decision === 'approve'
    const isGone = isApproved && post.pinDeletedAt !== null
    const reason = withdraws ? 'withdrawn' : isGone ? 'pin_deleted' : 'declined'
    const sends = isApproved && !isGone
    if (sends) await requirePublishing(sql, actor, accountId) // else the worker would refuse it, and it would have to be requested again
    const [decided] = await sql<[EditRow]>`
      update pin_edits e
         set state = ${sends ? 'sending' : 'refused'}, reason = ${sends ? null : reason}, due_at = ${sends ? now : null},
             settled_at = ${sends ? null : now}, decided_at = ${now}, decided_by = ${actor.userId}, decided_via = ${actor.via}, decided_key = ${actor.apiKeyId ?? null}
       where e.organization_id = ${organizationId}
         and e.id = ${editId}
      returning ${editColumns(sql)}`
    const act = { accountId, subject: `pin_edit:${editId}`, action: withdraws ? 'withdraw' : decision }
    await recordAct(sql, actor, { ...act, before: { postId }, after: null }, now)
    await askToDecide(sql, { organizationId, accountId, postId, id: editId }, now)
    if (sends) await sql`select pg_notify('pin_edits_due', '')`
    else if (!withdraws) await notify(sql, { ...edit, id: editId, author, account }, { state: 'refused', reason }, now)
    const result = toPinEdit(decided)
    await beforeCommit?.(sql, result)
    return result
  })
}

const stateOf = ({ reason }: Pick<PinEdit, 'reason'>) =>
  reason === 'withdrawn' ? 'withdrawn' : reason === 'declined' ? 'rejected' : 'approved'
