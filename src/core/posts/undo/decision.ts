/** Undoes a decision: the request is open again, for the version of the pin that was decided. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import { type DomainError, RefusedBecause } from '../../lib/errors.js'
import { type Actor, isSamePerson } from '../../lib/actor.js'
import { UNDO_MS } from '../../lib/undo-time.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { LockedPost } from '../row.js'
import { lockPosts } from '../store.js'
import { changedSince } from './change.js'
import { undoChange } from './undo.js'
import { type ApprovalRef, requireApproval } from '../approval/approval.js'
import { recordAct } from '../../audit/audit.js'
import { changedSteps } from '../approval/decide.js'
import { requireApprover, requireDecider } from '../approval/decidable.js'
import { undoDecisions } from '../approval/steps/decisions.js'
import { canUndo, lastStepOf } from '../approval/status.js'
import type { Approval } from '../approval/model.js'
import { withSight } from '../approval/sight.js'
import { reopen, waitsForSlot } from '../approval/reopen.js'
import { withSchedule } from '../schedule/take-slot.js'

/**
 * Undoes a decision within ten minutes, and only while the pin has not changed since. It is undone with all that were decided in
 * the same act; of declined ones, those that changed since stay.
 * @throws FORBIDDEN no scheduler · NOT_FOUND · CONFLICT undo_expired · post_status_changed: the pin was changed, or requested
 * again
 */
export async function undoDecision(deps: Pick<Deps, 'db' | 'clock'>, person: Actor, ref: ApprovalRef): Promise<void> {
  const { accountId } = ref
  const actor = await withSight(deps.db.sql, person, ref)
  requireDecider(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const approval = await requireApproval(deps.db.sql, actor, ref)
  const { state: seen, postId, postVersion } = approval
  if (seen === 'open' && approval.plan) return undoStep(deps, actor, account, approval)
  requireMayUndo(actor, accountId, approval.decidedBy)
  // whoever decided may undo it, also where that unschedules the pin
  const asScheduler = { ...actor, accountRoles: { ...actor.accountRoles, [accountId]: 'scheduler' as const } }
  if (seen === 'approved') return void (await undoChange(deps, asScheduler, { accountId, postId, version: postVersion }))
  const others = await declinedWith(deps.db.sql, account, ref.approvalId)
  const isKept = await waitsForSlot(deps.db.sql, account, [postId, ...others.map((other) => other.postId)])
  await withSchedule(deps, account, { when: { kind: isKept ? 'nextOpenSlot' : 'draft' } }, async (sql) => {
    const now = deps.clock()
    const locked = await lockPosts(sql, account, { postIds: [postId, ...others.map((other) => other.postId)] })
    const posts = new Map(locked.map((post) => [post.id, post]))
    const pressed = await requireApproval(sql, actor, ref)
    const problem = await whyNotUndone(sql, pressed, posts.get(postId), now)
    if (problem) throw problem
    const undone = [pressed]
    for (const { id: approvalId } of others) {
      const other = await requireApproval(sql, actor, { accountId, approvalId })
      if (!(await whyNotUndone(sql, other, posts.get(other.postId), now))) undone.push(other)
    }
    await reopen(sql, actor, account, undone, now)
  })
}

/** Requires that the decision is their own, or that they may schedule. @throws FORBIDDEN */
function requireMayUndo(actor: Actor, accountId: string, decidedBy: string | null): void {
  if (decidedBy === null || !isSamePerson(decidedBy, actor.userId)) requireApprover(actor, accountId)
}

/** Undoes the last approval of a step: the one that comes after it has not been decided yet. */
async function undoStep(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  account: Account,
  { id: approvalId, accountId, postId }: Pick<Approval, 'id' | 'accountId' | 'postId'>,
): Promise<void> {
  await db.tx(async (sql) => {
    const now = clock()
    await lockPosts(sql, account, { postIds: [postId] })
    const approval = await requireApproval(sql, actor, { accountId, approvalId })
    const last = approval.state === 'open' ? lastStepOf(approval) : undefined
    if (!last) throw new RefusedBecause('post_status_changed', { about: 'decision' })
    requireMayUndo(actor, account.id, last.decidedBy)
    if (!canUndo(approval, now)) throw new RefusedBecause('undo_expired', { about: 'decision' })
    await undoDecisions(sql, account.organizationId, { ids: [last.id] }, now)
    const act = { accountId: account.id, subject: `approval:${approval.id}`, action: 'undo_step', after: { step: last.step } }
    await recordAct(sql, actor, act, now)
    await changedSteps(sql, approval, now)
  })
}

/** Returns the other requests that were declined in the same act. */
const declinedWith = (
  sql: Sql,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  approvalId: string,
): Promise<{ id: string; postId: string }[]> => sql<{ id: string; postId: string }[]>`
  select a.id, a.post_id as "postId"
    from approvals one
    join audit k on k.organization_id = ${organizationId} and k.account_id = ${accountId}
     and k.subject = 'approval:' || one.id and k.at = one.decided_at and k.after ? 'changeId' and k.action in ('reject', 'request_changes')
    join approvals a on a.organization_id = ${organizationId} and a.account_id = ${accountId}
     and a.decided_at = one.decided_at and a.state = one.state and a.id <> one.id
    join audit o on o.organization_id = ${organizationId} and o.account_id = ${accountId}
     and o.subject = 'approval:' || a.id and o.at = one.decided_at and o.after ->> 'changeId' = k.after ->> 'changeId'
   where one.organization_id = ${organizationId}
     and one.account_id = ${accountId}
     and one.id = ${approvalId}
   order by a.id`

/** The caller has locked the post. */
async function whyNotUndone(
  sql: Sql,
  { organizationId, postId, state, decidedAt, postVersion }: Approval,
  post: LockedPost | undefined,
  now: Date,
): Promise<DomainError | undefined> {
  if (state !== 'changes_requested' && state !== 'rejected')
    return new RefusedBecause('post_status_changed', { about: 'decision' })
  if (decidedAt === null || now.getTime() - decidedAt.getTime() > UNDO_MS)
    return new RefusedBecause('undo_expired', { about: 'decision' })
  if (post?.status !== 'draft' || post.version !== postVersion) return changedSince(post)
  const [again] = await sql`
    select 1
      from approvals
     where organization_id = ${organizationId} and post_id = ${postId} and state = 'open'`
  return again && new RefusedBecause('post_status_changed', { about: 'requestedAgain' })
}
