/** Declines several requests with one reason: those that are as they were seen; each of the others stays open, with the reason. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, DomainError, notFound, RefusedBecause } from '../lib/errors.js'
import type { BeforeCommit, Deps } from '../ports/deps.js'
import { isRowId } from '../lib/rows/row-id.js'
import { listThese } from '../posts/approval/approval.js'
import { requireApproverOf, requireDecider, requireUndecided } from '../posts/approval/decidable.js'
import { type Decide, writeDeclined } from '../posts/approval/decide.js'
import type { Approval } from '../posts/approval/model.js'
import { asSeer } from '../posts/approval/sight.js'
import { readDeclineReason } from '../posts/approval/reason.js'
import { newChangeId } from '../posts/audit.js'
import { lockPosts } from '../posts/store.js'
import type { ApproveMany } from './approve-many.js'
import { requireCount } from './batch/check.js'

export type DeclineMany = ApproveMany & Pick<Decide, 'kind' | 'reason'>
/** `approval`: after the decision; `error`: why this one was not declined. */
export type Declined = { approvalId: string; approval?: Approval; error?: DomainError }
export type DeclinedMany = { accountId: string; results: Declined[] }

/**
 * Declines in one transaction and as one act, with one notice for each requester. Of two concurrent calls the second finds each
 * decided.
 * @throws FORBIDDEN no scheduler, a key without a person · NOT_FOUND the account · BAD_REQUEST reason; approvals: none, too many,
 * one twice
 */
export async function declineMany(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, approvals, ...decision }: DeclineMany,
  beforeCommit?: BeforeCommit<DeclinedMany>,
): Promise<DeclinedMany> {
  requireCount('approvals', approvals.length)
  if (new Set(approvals.map(({ approvalId }) => approvalId)).size < approvals.length)
    throw badRequest('approvals', (of) => `${of('approvals')} must not list a request twice.`)
  const { kind } = decision
  const reason = readDeclineReason(decision)
  requireDecider(actor, accountId)
  const account = await requireAccount(db.sql, asSeer(actor, accountId), accountId)
  const ids = approvals.map(({ approvalId }) => approvalId).filter(isRowId)
  return db.tx(async (sql) => {
    const seen = await listThese(sql, account, ids)
    requireApproverOf(actor, accountId, seen)
    const locked = await lockPosts(sql, account, { postIds: [...new Set(seen.map(({ postId }) => postId))] })
    const versions = new Map(locked.map((post) => [post.id, post.version]))
    const now = clock() // read after the wait
    const requests = new Map((await listThese(sql, account, ids)).map((approval) => [approval.id, approval]))
    const errors = new Map<string, DomainError>()
    for (const yes of approvals) await judge(yes)
    const wanted = ids.filter((id) => !errors.has(id))
    const changeId = newChangeId()
    const written = await writeDeclined(sql, actor, account, { approvalIds: wanted, kind, reason, changeId }, now)
    const declined = new Map(written.map((approval) => [approval.id, approval]))
    const results = approvals.map(({ approvalId }): Declined => {
      const approval = declined.get(approvalId)
      return approval ? { approvalId, approval } : { approvalId, error: errors.get(approvalId) ?? notFound('Approval') }
    })
    const done = { accountId: account.id, results }
    await beforeCommit?.(sql, done)
    return done

    async function judge({ approvalId, version }: ApproveMany['approvals'][number]): Promise<void> {
      const approval = requests.get(approvalId)
      try {
        if (!approval) throw notFound('Approval')
        await requireUndecided(sql, approval, actor, now)
        const current = versions.get(approval.postId)
        if (current === undefined) throw notFound('Post')
        if (current !== version) throw new RefusedBecause('approval_outdated')
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        errors.set(approvalId, error)
      }
    }
  })
}
