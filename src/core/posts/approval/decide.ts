/** Decides a request about the version of the pin that its card shows. The requester cannot decide it. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, DomainError, notFound } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { lengthOf, requireStorable } from '../../lib/prose/text.js'
import type { Placed, Post } from '../post.js'
import { scheduleIf } from '../schedule.js'
import type { LockedPost } from '../row.js'
import { findPost, lockPosts } from '../store.js'
import { type ApprovalRef, readWritten } from './approval.js'
import { outdated, requireDecidable, timePast } from './decidable.js'
import type { Approval } from './model.js'
import { settleByChange } from './follow.js'
import { enqueueCard, notifyRequesters } from './notify.js'

export const REASON_LENGTH = 1000

export type Approve = ApprovalRef & {
  /** The version of the post that the approver saw. */
  version: number
  /** True: use the next open slot in place of the requested time. */
  inNextOpenSlot?: boolean
}

/**
 * Schedules the pin as requested; settleByChange() settles the approval in the same transaction. Of two concurrent calls one
 * succeeds.
 * @throws FORBIDDEN no scheduler, or the requester · NOT_FOUND · CONFLICT approval_decided, approval_outdated (the pin was
 * changed since)
 * @throws BAD_REQUEST approval_time_past · and what schedulePost() throws: then the approval stays open
 */
export async function approvePin(
  deps: Deps,
  actor: Actor,
  { version, inNextOpenSlot = false, ...ref }: Approve,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  const { postId, requestedTime } = await requireDecidable(deps.db.sql, actor, ref)
  if (!inNextOpenSlot && requestedTime.kind === 'at' && requestedTime.at <= deps.clock()) throw timePast()
  const when = inNextOpenSlot ? ({ kind: 'nextOpenSlot' } as const) : requestedTime
  try {
    const still = async (sql: Sql, post: LockedPost) => {
      await requireDecidable(sql, actor, ref) // another person may have decided meanwhile
      if (post.version !== version) throw outdated()
    }
    return await scheduleIf(deps, actor, { accountId: ref.accountId, postId, when }, still, beforeCommit)
  } catch (error) {
    if (!isOfThePost(error)) throw error
    await settleStray(deps, actor, { ...ref, postId })
    await requireDecidable(deps.db.sql, actor, ref) // if it was decided meanwhile, this throws that error
    throw error
  }
}

/** True when the post is gone or published. */
const isOfThePost = (error: unknown): boolean =>
  error instanceof DomainError &&
  ((error.code === 'NOT_FOUND' && error.details.thing === 'Post') || error.details.reason === 'post_not_schedulable')

/** Closes the request for a pin that was found published, because no later write of the post will. */
async function settleStray({ db, clock }: Deps, actor: Actor, { accountId, postId }: { accountId: string; postId: string }) {
  const account = await requireAccount(db.sql, actor, accountId)
  await db.tx(async (sql) => {
    await lockPosts(sql, account, { postIds: [postId] })
    await settleByChange(sql, actor, account, [postId], clock())
  })
}

export type Decision = ApprovalRef & {
  decision: 'approve' | 'request_changes' | 'reject'
  reason?: string | undefined
  /** The version of the post that was reviewed; absent: the current one. */
  postVersion?: number | undefined
}
export type Decided = ApprovalRef & { post: Post }

/**
 * Decides as approvePin() or declinePin() do, for a program that acts for a person.
 * @throws as these do
 */
export async function decidePin(
  deps: Deps,
  actor: Actor,
  { decision, reason = '', postVersion, ...ref }: Decision,
  beforeCommit?: BeforeCommit<Decided>,
): Promise<Decided> {
  const { organizationId, accountId, postId, postVersion: asRequested } = await requireDecidable(deps.db.sql, actor, ref)
  if (postVersion !== undefined && postVersion !== asRequested) throw outdated()
  if (decision === 'approve') {
    const version = postVersion ?? asRequested
    const post = await approvePin(deps, actor, { ...ref, version }, async (sql, placed) =>
      beforeCommit?.(sql, { ...ref, post: placed }),
    )
    return { ...ref, post }
  }
  const kind = decision === 'reject' ? 'rejected' : 'changes_requested'
  let decided: Decided | undefined
  await declinePin(deps, actor, { ...ref, kind, reason }, async (sql) => {
    const post = await findPost(sql, { organizationId, accountId, postId })
    if (!post) throw notFound('Post')
    decided = { ...ref, post }
    await beforeCommit?.(sql, decided)
  })
  if (!decided) throw notFound('Post')
  return decided
}

export type Decide = ApprovalRef & ({ kind: 'changes_requested'; reason: string } | { kind: 'rejected'; reason: string })

/**
 * Declines a request: the pin stays a draft, and a rejection needs no reason.
 * @throws FORBIDDEN no scheduler, or the requester · NOT_FOUND · CONFLICT approval_decided · BAD_REQUEST reason
 */
export async function declinePin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: Decide,
  beforeCommit?: BeforeCommit<Approval>,
): Promise<Approval> {
  const { kind, accountId, approvalId } = input
  const reason = readReason(input)
  const account = await requireAccount(db.sql, actor, accountId)
  const { postId } = await requireDecidable(db.sql, actor, input)
  return db.tx(async (sql) => {
    const now = clock()
    await lockPosts(sql, account, { postIds: [postId] }) // settling an approval requires the lock of its post
    await requireDecidable(sql, actor, input)
    const written = await sql<{ id: string }[]>`
      update approvals a
         set state = ${kind}, reason = ${reason}, decided_by = ${actor.userId}, decided_at = ${now}, revision = a.revision + 1
       where a.organization_id = ${account.organizationId}
         and a.id = ${approvalId}
         and a.state = 'open'
      returning a.id`
    const [approval] = await readWritten(sql, account.organizationId, written)
    if (!approval) throw new Error('a request that is decided under the lock of its post is open')
    await enqueueCard(sql, approval, now)
    await notifyRequesters(sql, [approval], now)
    await announceApproval(sql, 'approval.decided', approval, now)
    const action = kind === 'rejected' ? 'reject' : 'request_changes'
    const states = { before: { state: 'open' }, after: { state: kind, reason } }
    await recordAct(sql, actor, { accountId, subject: `approval:${approvalId}`, action, ...states }, now)
    await beforeCommit?.(sql, approval)
    return approval
  })
}

function readReason({ kind, reason }: Decide): string | null {
  const words = requireStorable('reason', reason).trim()
  if (kind === 'changes_requested' && words === '') throw badRequest('reason', 'Say what should change.')
  if (lengthOf(words) > REASON_LENGTH)
    throw badRequest('reason', `Use at most ${REASON_LENGTH} characters; you have ${lengthOf(words)}.`)
  return words === '' ? null : words
}
