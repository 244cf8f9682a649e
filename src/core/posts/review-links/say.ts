/** What a client says of a pin, by their link or in Slack: they approve it, ask for changes, comment, or take it back. */
import { recordAct } from '../../audit/audit.js'
import { isClient, isSlackPerson } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import type { Notice } from '../../ports/notice.js'
import { type ApprovalRow, approvalColumns, readWritten, toApproval } from '../approval/approval.js'
import { requireDecidable } from '../approval/decidable.js'
import { approvePin, writeDeclined } from '../approval/decide.js'
import { recordDecision, type StepDecision, undoDecisions } from '../approval/steps/decisions.js'
import { contactKey, tokenOf } from '../approval/steps/steps.js'
import type { Approval } from '../approval/model.js'
import { enqueueCard } from '../approval/notify.js'
import { readDeclineReason } from '../approval/reason.js'
import { readText, writeComment } from '../comments/add.js'
import type { LockedPost } from '../row.js'
import { lockPosts } from '../store.js'
import { undoDecision } from '../undo/decision.js'
import { isUndoable, stepFor } from './open.js'
import type { Seat } from './seat.js'

/**
 * `outdated`: the pin was changed since it was shown. `settled`: nothing waits for the client any more. `already`: they said it
 * before. `held`: the team keeps it from being approved. `late`: it can no longer be undone. `gone`: the pin was deleted. `ended`:
 * the link was, or the client is named no more.
 */
export type Outcome = 'done' | 'outdated' | 'settled' | 'already' | 'held' | 'late' | 'gone' | 'ended'

type Named = { name?: string | undefined }
/** `step`: the one that waited for the client when they looked: they answer it, also if they said something of the version before. */
export type ClientWord = { postId: string; version: number; step?: number | undefined } & (
  | { decision: 'approve' }
  | { decision: 'request_changes'; reason: string }
)

/**
 * Records what a client thinks of the version that they saw. Where a step of the request waits for this contact, they decide it;
 * otherwise the team decides, and nothing is scheduled or declined by it.
 * @throws BAD_REQUEST name: there is none yet · reason
 */
export async function sayAsClient(
  deps: Deps,
  seat: Seat,
  { postId, version, step: shown, name: given, ...word }: ClientWord & Named,
): Promise<Outcome> {
  const reason = word.decision === 'approve' ? null : readDeclineReason({ kind: 'changes_requested', reason: word.reason })
  const { decision } = word
  const said = await deps.db.tx(async (sql): Promise<Outcome | { step: Approval }> => {
    const now = deps.clock()
    const name = await seat.nameOf(sql, given, now)
    const found = await lockPin(sql, seat, postId, now)
    if (typeof found === 'string') return found
    const { post, approval } = found
    const before = approval && lastOf(seat, approval)
    const isSame = isRepeat(before, { decision, version, reason })
    if (approval?.state !== 'open') return isSame && approval?.decidedBy === seat.actor.userId ? 'done' : 'settled'
    if (post.version !== version) return 'outdated'
    const step = stepFor(approval, seat.actor)
    const isStep = step !== null
    if (before?.postVersion === version && !(isStep && step === shown)) return isSame ? 'done' : 'already'
    if (isStep && decision === 'approve') return { step: approval }
    if (!isStep && seat.postIds === null) return 'settled'
    if (isStep) await declineStep(sql, seat, approval, reason, now)
    else await recordWord(sql, seat, approval, { name, decision, version, reason }, now)
    return 'done'
  })
  if (typeof said === 'string') return said
  return approveStep(deps, seat, said.step, version)
}

type Word = Pick<Extract<Notice, { kind: 'clientDecided' }>, 'name' | 'decision' | 'version' | 'reason' | 'isUndone'>

/** True for what the client said before of the same version: a second press of a button. */
const isRepeat = (before: StepDecision | undefined, { decision, version, reason }: Omit<Word, 'name' | 'isUndone'>): boolean =>
  before?.postVersion === version && before.decision === decision && before.reason === reason

/** Records a word that decides nothing. The caller has locked the post. */
async function recordWord(sql: Sql, seat: Seat, approval: Approval, word: Word, now: Date): Promise<void> {
  const { name, decision, version: postVersion, reason } = word
  const { organizationId } = approval
  const by = { decidedBy: seat.actor.userId, decidedFor: null, name, token: null }
  const about = { approvalId: approval.id, step: null, fingerprint: null, postVersion }
  await recordDecision(sql, { organizationId, accountId: approval.accountId }, { ...about, ...by, decision, reason }, now)
  await tell(sql, seat, approval, word, now)
}

async function declineStep(
  sql: Sql,
  { actor, account }: Seat,
  { id: approvalId }: Approval,
  reason: string | null,
  now: Date,
): Promise<void> {
  await requireDecidable(sql, actor, { accountId: account.id, approvalId }, now)
  await writeDeclined(sql, actor, account, { approvalIds: [approvalId], kind: 'changes_requested', reason }, now)
}

/** Approves the step that waits for the client. If that cannot schedule the pin, their word is kept, and the team schedules it. */
async function approveStep(deps: Deps, seat: Seat, { id: approvalId, postId }: Approval, version: number): Promise<Outcome> {
  try {
    await approvePin(deps, seat.actor, { accountId: seat.account.id, approvalId, version }, async (sql) => {
      if (!(await seat.isHeld(sql, deps.clock()))) throw new Ended()
    })
    return 'done'
  } catch (error) {
    if (error instanceof Ended) return 'ended'
    const outcome = refusalIn(error)
    if (outcome !== 'done' && outcome !== 'settled') return outcome
    return deps.db.tx(async (sql) => {
      const now = deps.clock()
      const found = await lockPin(sql, seat, postId, now)
      if (typeof found === 'string') return found
      const before = found.approval && lastOf(seat, found.approval)
      const isSame = isRepeat(before, { decision: 'approve', version, reason: null })
      if (outcome === 'settled' || found.approval?.state !== 'open') return isSame && before?.step !== null ? 'done' : 'settled'
      if (found.post.version !== version) return 'outdated'
      if (isSame) return 'done'
      const name = await seat.nameOf(sql, seat.actor.contact, now)
      await recordWord(sql, seat, found.approval, { name, decision: 'approve', version, reason: null }, now)
      return 'done'
    })
  }
}

/** Thrown to roll back what a client decided whose seat ended meanwhile. */
class Ended extends Error {}

/** Returns why the client cannot do it; `done`: for a reason that the team resolves. */
function refusalIn(error: unknown): Outcome {
  if (!(error instanceof DomainError)) throw error
  const { code, details } = error
  if (details.reason === 'approval_outdated') return 'outdated'
  if (details.reason === 'approval_on_hold') return 'held'
  if (details.reason === 'undo_expired') return 'late'
  if (details.reason === 'approval_decided' || details.reason === 'post_status_changed' || code === 'FORBIDDEN') return 'settled'
  return code === 'NOT_FOUND' ? 'gone' : 'done'
}

/** Takes back what the client said last of a pin, within ten minutes and before anything followed it. */
export async function undoAsClient(deps: Deps, seat: Seat, postId: string): Promise<Outcome> {
  const undone = await deps.db.tx(async (sql): Promise<Outcome | { step: Approval }> => {
    const now = deps.clock()
    const found = await lockPin(sql, seat, postId, now)
    if (typeof found === 'string') return found
    const { approval } = found
    const said = approval && lastOf(seat, approval)
    if (!approval || !said) return approval?.decisions.some(({ decidedBy }) => isClient(decidedBy)) ? 'settled' : 'done'
    if (said.step !== null) return { step: approval }
    if (approval.state !== 'open') return 'settled'
    if (!isUndoable(said, now)) return 'late'
    await undoDecisions(sql, approval.organizationId, { ids: [said.id] }, now)
    const { postVersion: version, reason } = said
    const decision = said.decision === 'approve' ? 'approve' : 'request_changes'
    const name = said.name ?? seat.actor.contact
    await tell(sql, seat, approval, { name, decision, version, reason, isUndone: true }, now)
    return 'done'
  })
  if (typeof undone === 'string') return undone
  const { id: approvalId, state, decidedBy } = undone.step
  if (state !== 'open' && decidedBy !== seat.actor.userId) return 'settled'
  try {
    await undoDecision(deps, seat.actor, { accountId: seat.account.id, approvalId })
    return 'done'
  } catch (error) {
    const outcome = refusalIn(error)
    return outcome === 'done' ? 'settled' : outcome
  }
}

/** Adds a comment that clients see, while the pin is not published. @throws BAD_REQUEST name: there is none yet · text */
export async function commentAsClient(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  seat: Seat,
  { postId, name: given, ...typed }: { postId: string; text: string } & Named,
  beforeCommit?: BeforeCommit<Outcome>,
): Promise<Outcome> {
  const text = readText(typed.text)
  return db.tx(async (sql) => {
    const now = clock()
    const name = await seat.nameOf(sql, given, now)
    const found = await lockPin(sql, seat, postId, now)
    if (typeof found === 'string') return found
    if (isOut(found.post)) return 'settled'
    await writeComment(sql, { ...seat.actor, name }, { accountId: seat.account.id, postId, text, audience: 'client' }, now)
    await beforeCommit?.(sql, 'done')
    return 'done'
  })
}

/** True for a pin that is published, or is being published now. */
export const isOut = ({ status }: Pick<LockedPost, 'status'>): boolean => status === 'sent' || status === 'uploading'

/** Keeps the name that is typed first. @throws BAD_REQUEST name: there is none yet */
export async function nameAsClient({ db, clock }: Pick<Deps, 'db' | 'clock'>, seat: Seat, given: string): Promise<void> {
  await db.tx((sql) => seat.nameOf(sql, given, clock()))
}

/** Returns what this client said last of a request. */
const lastOf = ({ actor: { userId } }: Seat, { decisions }: Pick<Approval, 'decisions'>): StepDecision | undefined =>
  decisions.findLast(({ decidedBy }) => decidedBy === userId)

/** Locks a pin that the seat reaches and reads its last request, once the seat itself is known to be held until the end. */
async function lockPin(
  sql: Sql,
  seat: Seat,
  postId: string,
  now: Date,
): Promise<'ended' | 'gone' | { post: LockedPost; approval: Approval | undefined }> {
  const { account, actor, postIds } = seat
  if (!(await seat.isHeld(sql, now))) return 'ended'
  const [post] = (postIds?.includes(postId) ?? isRowId(postId)) ? await lockPosts(sql, account, { postIds: [postId] }) : []
  if (!post) return 'gone'
  const { organizationId } = account
  const [row] = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, organizationId)}
      from approvals a
     where a.organization_id = ${organizationId}
       and a.account_id = ${account.id}
       and a.post_id = ${postId}
     order by a.id desc
     limit 1`
  const approval = row && toApproval(row)
  const isAsked = approval?.plan?.steps.some(({ reviewers }) =>
    reviewers.map(tokenOf).includes(`contact:${contactKey(actor.contact)}`),
  )
  return postIds === null && !isAsked ? 'gone' : { post, approval }
}

/** Shows the word on the card, records it, and sends it to the person who made the request. */
async function tell(
  sql: Sql,
  { actor }: Seat,
  { organizationId, accountId, id, postId, askedBy }: Approval,
  word: Word,
  now: Date,
): Promise<void> {
  const written = await sql<{ id: string }[]>`
    update approvals a
       set revision = a.revision + 1
     where a.organization_id = ${organizationId}
       and a.id = ${id}
    returning a.id`
  const [approval] = await readWritten(sql, organizationId, written)
  if (!approval) throw new Error('a request that was just written is there')
  await enqueueCard(sql, approval, now)
  const { decision, version: postVersion, reason, isUndone = false } = word
  const act = { accountId, subject: `approval:${id}`, action: isUndone ? 'client_undo' : `client_${decision}` }
  await recordAct(sql, actor, { ...act, after: { postId, decision, postVersion, reason } }, now)
  if (!isSlackPerson(askedBy)) return
  const notice: Notice = { kind: 'clientDecided', accountId, postId, approvalId: id, ...word }
  const dedupeKey = `approval:${id}#${approval.revision}:client`
  await enqueueNotice(sql, { organizationId, destination: `user:${askedBy}`, dedupeKey, notice }, now)
}
