/** Decides a request about the version of the pin that its card shows. The requester cannot decide it. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import { redrawCards } from '../../notices/cards.js'
import { badRequest, DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { type Keeper, slotOfRequest } from '../../slots/keep.js'
import { editPost, type EditPost } from '../edit.js'
import type { Placed, Post } from '../post.js'
import { scheduleIf } from '../schedule.js'
import type { FindFor } from '../schedule/take-slot.js'
import { type LockedPost, toPost } from '../row.js'
import { findPost, lockPosts } from '../store.js'
import { type ApprovalRef, readWritten } from './approval.js'
import { requireApprovable, requireDecidable } from './decidable.js'
import { holdRequest } from './hold.js'
import { inPlaceOf, recordDecision } from './steps/decisions.js'
import { completesWith, decisionOf, progressNow, writeWaitsFor } from './judge.js'
import { keeperOf } from './keeper.js'
import type { Approval, LostSlot, RequestedTime } from './model.js'
import { readDeclineReason } from './reason.js'
import { settleByChange } from './follow.js'
import { enqueueCard, letGo, notifyRequesters } from './notify.js'
import { planReminder } from './remind.js'
import { withSight } from './sight.js'
import { pendingOf } from './steps/steps.js'

export type Approve = ApprovalRef & {
  /** The version of the post that the approver saw. */
  version: number
  /** True: use the next open slot in place of the requested time. */
  inNextOpenSlot?: boolean
  /** Edits the pin in the same act, which Undo takes back as one. */
  edit?: EditPost['changes'] | undefined
}

/**
 * Approves the pending step. With the last one it schedules the pin as requested, with the given edits; settleByChange() settles
 * the approval in the same transaction. It takes the slot that is kept for it, else the next open one, with the `lostSlot`. Of
 * two concurrent calls one succeeds.
 * @returns the pin; with its open `approval` while steps are left
 * @throws FORBIDDEN nobody it waits for, the requester, approval_own_edit · NOT_FOUND · CONFLICT approval_decided,
 * approval_on_hold, approval_outdated (the pin was changed since), approval_steps_left (edits belong to the last step)
 * @throws BAD_REQUEST approval_time_past · and what schedulePost() and editPost() throw: then the approval stays open
 */
export async function approvePin(
  deps: Deps,
  person: Actor,
  { version, inNextOpenSlot = false, edit, ...ref }: Approve,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  const now = deps.clock()
  const actor = await withSight(deps.db.sql, person, ref)
  const approval = await requireApprovable(deps.db.sql, actor, ref, now)
  const { postId, requestedTime } = approval
  if (!inNextOpenSlot && requestedTime.kind === 'at' && requestedTime.at <= now) throw new RefusedBecause('approval_time_past')
  const step = await approveStep(deps, actor, { version, ref, approval, edits: edit !== undefined }, beforeCommit)
  if (step) return step
  const when: RequestedTime = inNextOpenSlot ? { kind: 'nextOpenSlot' } : requestedTime
  try {
    const own = ownSlot(inNextOpenSlot)
    const still = async (sql: Sql, post: LockedPost) => {
      const locked = await requireApprovable(sql, actor, ref, deps.clock()) // another person may have decided meanwhile
      own.keeper = keeperOf(locked, post)
      if (post.version !== version || !isLast(locked, actor)) throw new RefusedBecause('approval_outdated')
    }
    const withLost = (placed: Placed): Placed => ({ ...placed, ...(own.lost && { lostSlot: own.lost }) })
    const finish: BeforeCommit<Placed> = async (sql, placed) => beforeCommit?.(sql, withLost(placed))
    const input = { accountId: ref.accountId, postId, when }
    const { find } = own
    return withLost(
      edit
        ? await editPost(deps, actor, { ...input, changes: edit, still, find }, finish)
        : await scheduleIf(deps, actor, input, { still, find, beforeCommit: finish, isDecision: true }),
    )
  } catch (error) {
    if (!isOfThePost(error)) throw error
    await settleStray(deps, actor, { ...ref, postId })
    await requireDecidable(deps.db.sql, actor, ref, deps.clock()) // if it was decided meanwhile, this throws that error
    throw error
  }
}

const isLast = (approval: Approval, actor: Actor): boolean =>
  completesWith(approval, decisionOf(approval, actor, { decision: 'approve' }))

/**
 * Approves a step that is not the last; the pin stays a draft, and the request waits for the next one.
 * @returns undefined: this approval completes the request, and so schedules the pin
 */
async function approveStep(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { version, ref, approval, edits }: { version: number; ref: ApprovalRef; approval: Approval; edits: boolean },
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed | undefined> {
  if (isLast(approval, actor)) return undefined
  if (edits) throw new RefusedBecause('approval_steps_left', { step: pendingOf(progressNow(approval))?.name ?? '' })
  const account = await requireAccount(db.sql, actor, ref.accountId)
  return db.tx(async (sql) => {
    const now = clock()
    const [post] = await lockPosts(sql, account, { postIds: [approval.postId] })
    const locked = await requireApprovable(sql, actor, ref, now)
    if (!post || isLast(locked, actor)) return undefined // by what others decided meanwhile
    if (post.version !== version) throw new RefusedBecause('approval_outdated')
    const [decided] = await writeSteps(sql, actor, [locked], now)
    const placed = { ...toPost(post), ...(decided && { approval: decided }) }
    await beforeCommit?.(sql, placed)
    return placed
  })
}

/** Approves the pending step of these requests. The caller has locked their posts and checked who decides. */
export async function writeSteps(sql: Sql, actor: Actor, approvals: readonly Approval[], now: Date): Promise<Approval[]> {
  const decided: Approval[] = []
  for (const approval of approvals) {
    const { organizationId, accountId, id } = approval
    const decision = decisionOf(approval, actor, { decision: 'approve' })
    await recordDecision(sql, approval, decision, now)
    const after = { step: decision.step, name: pendingOf(progressNow(approval))?.name, ...inPlaceOf(decision) }
    await recordAct(sql, actor, { accountId, subject: `approval:${id}`, action: 'approve_step', after }, now)
    decided.push(...(await changedSteps(sql, { organizationId, id }, now)))
  }
  return decided
}

/** Shows a request whose steps changed, announces it, and plans its reminders. */
export async function changedSteps(
  sql: Sql,
  { organizationId, id }: Pick<Approval, 'organizationId' | 'id'>,
  now: Date,
): Promise<Approval[]> {
  await sql`update approvals set revision = revision + 1 where organization_id = ${organizationId} and id = ${id}`
  const decided = await readWritten(sql, organizationId, [{ id }])
  await writeWaitsFor(sql, decided)
  for (const approval of decided) {
    await planReminder(sql, approval, now)
    await enqueueCard(sql, approval, now)
    await redrawCards(sql, organizationId, [approval.postId], now)
    await announceApproval(sql, 'approval.step_decided', approval, now)
  }
  return decided
}

/** Finds the slot of `keeper`, which is set once the request is locked; `lost`: the one that it had, if that is gone. */
function ownSlot(inNextOpenSlot: boolean) {
  const own: { keeper?: Keeper; lost: LostSlot | null; find: FindFor | undefined } = { lost: null, find: undefined }
  if (inNextOpenSlot) return own
  own.find = async (sql, account, now) => {
    if (!own.keeper) throw new Error('the request of a slot is read before the slot')
    const { lost, ...found } = await slotOfRequest(sql, account, own.keeper, now)
    own.lost = lost
    return found
  }
  return own
}

/** True when the post is gone or published. */
const isOfThePost = (error: unknown): boolean =>
  error instanceof DomainError &&
  ((error.code === 'NOT_FOUND' && error.details.thing === 'Post') || OF_THE_POST.includes(error.details.reason))

const OF_THE_POST: readonly (string | undefined)[] = ['post_not_schedulable', 'post_not_editable']

/** Closes the request for a pin that was found published, because no later write of the post will. */
async function settleStray({ db, clock }: Deps, actor: Actor, { accountId, postId }: { accountId: string; postId: string }) {
  const account = await requireAccount(db.sql, actor, accountId)
  await db.tx(async (sql) => {
    await lockPosts(sql, account, { postIds: [postId] })
    await settleByChange(sql, actor, account, [{ id: postId }], clock())
  })
}

export type Decision = ApprovalRef & {
  decision: 'approve' | 'request_changes' | 'reject' | 'hold'
  reason?: string | undefined
  /** Edits the pin and approves it in one act; for approve alone. */
  edit?: EditPost['changes'] | undefined
  /** The end of a hold; null or absent: until somebody releases it. For hold alone. */
  until?: Date | null | undefined
  /** The version of the post that was reviewed; absent: the current one. */
  postVersion?: number | undefined
}
export type Decided = ApprovalRef & { post: Post }

/**
 * Decides as approvePin(), declinePin() or holdRequest() do, for a program that acts for a person.
 * @throws as these do · BAD_REQUEST edit, until
 */
export async function decidePin(
  deps: Deps,
  actor: Actor,
  { decision, reason = '', postVersion, edit, until, ...ref }: Decision,
  beforeCommit?: BeforeCommit<Decided>,
): Promise<Decided> {
  if (edit && decision !== 'approve')
    throw badRequest('edit', (of) => `${of('edit')} belongs to approve: edit the ${of('post')} by itself.`)
  if (until && decision !== 'hold') throw badRequest('until', (of) => `${of('until')} belongs to hold: leave it out.`)
  const approval = await requireDecidable(deps.db.sql, actor, ref, deps.clock())
  const { organizationId, accountId, postId, postVersion: asRequested } = approval
  if (postVersion !== undefined && postVersion !== asRequested) throw new RefusedBecause('approval_outdated')
  if (decision === 'approve') {
    const version = postVersion ?? asRequested
    const post = await approvePin(deps, actor, { ...ref, version, edit }, async (sql, placed) =>
      beforeCommit?.(sql, { ...ref, post: placed }),
    ).catch((error: unknown) => {
      throw edit ? namedInEdit(error) : error
    })
    return { ...ref, post }
  }
  let decided: Decided | undefined
  const show = async (sql: Sql) => {
    const post = await findPost(sql, { organizationId, accountId, postId })
    if (!post) throw notFound('Post')
    decided = { ...ref, post }
    await beforeCommit?.(sql, decided)
  }
  if (decision === 'hold') await holdRequest(deps, actor, { ...ref, reason, until }, show)
  else await declinePin(deps, actor, { ...ref, kind: decision === 'reject' ? 'rejected' : 'changes_requested', reason }, show)
  if (!decided) throw notFound('Post')
  return decided
}

/** Names a refused field by its place in the decision. */
function namedInEdit(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'BAD_REQUEST') return error
  const { code, sentence, details } = error
  const { field, issues } = details
  return new DomainError(code, sentence, {
    ...details,
    ...(field !== undefined && { field: inEdit(field) }),
    ...(issues && { issues: issues.map((issue) => ({ ...issue, field: inEdit(issue.field) })) }),
  })
}
const inEdit = (field: string): string => (field === 'sendAt' ? field : `edit.${field}`)

export type Decide = ApprovalRef & ({ kind: 'changes_requested'; reason: string } | { kind: 'rejected'; reason: string })

/**
 * Declines a request, also one on hold: the pin stays a draft, and a rejection needs no reason.
 * @throws FORBIDDEN nobody it waits for, the requester, approval_own_edit · NOT_FOUND · CONFLICT approval_decided · BAD_REQUEST reason
 */
export async function declinePin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: Decide,
  beforeCommit?: BeforeCommit<Approval>,
): Promise<Approval> {
  const { kind, accountId, approvalId } = input
  const reason = readDeclineReason(input)
  const account = await requireAccount(db.sql, await withSight(db.sql, actor, input), accountId)
  const { postId } = await requireDecidable(db.sql, actor, input, clock())
  return db.tx(async (sql) => {
    const now = clock()
    await lockPosts(sql, account, { postIds: [postId] }) // settling an approval requires the lock of its post
    await requireDecidable(sql, actor, input, now)
    const [approval] = await writeDeclined(sql, actor, account, { approvalIds: [approvalId], kind, reason }, now)
    if (!approval) throw new Error('a request that is decided under the lock of its post is open')
    await beforeCommit?.(sql, approval)
    return approval
  })
}

type Declining = Pick<Decide, 'kind'> & {
  approvalIds: readonly string[]
  reason: string | null
  /** The act that declines several; one alone has none. */
  changeId?: string
}

/**
 * Declines open requests with one reason, and notifies each requester once. The caller has locked their posts and checked who
 * decides.
 */
export async function writeDeclined(
  sql: Sql,
  actor: Actor,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  { approvalIds, kind, reason, changeId }: Declining,
  now: Date,
): Promise<Approval[]> {
  const written = await sql<{ id: string }[]>`
    update approvals a
       set state = ${kind}, reason = ${reason}, decided_by = ${actor.userId}, decided_at = ${now}, remind_at = null,
           revision = a.revision + 1
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and a.id = any (${[...approvalIds]}::bigint[])
       and a.state = 'open'
    returning a.id`
  const declined = await readWritten(sql, organizationId, written)
  const action = kind === 'rejected' ? 'reject' : 'request_changes'
  const states = { before: { state: 'open' }, after: { state: kind, reason, ...(changeId !== undefined && { changeId }) } }
  for (const approval of declined) {
    const decision = kind === 'rejected' ? ('reject' as const) : ('request_changes' as const)
    const made = decisionOf(approval, actor, { decision, reason, settles: true })
    await recordDecision(sql, approval, made, now)
    await enqueueCard(sql, approval, now)
    await announceApproval(sql, 'approval.decided', approval, now)
    const act = {
      accountId,
      subject: `approval:${approval.id}`,
      action,
      ...states,
      after: { ...states.after, ...inPlaceOf(made) },
    }
    await recordAct(sql, actor, act, now)
  }
  await letGo(sql, declined, now)
  await notifyRequesters(sql, declined, now)
  return declined
}
