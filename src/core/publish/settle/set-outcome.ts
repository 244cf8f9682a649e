/** A person reports the outcome that the platform did not: "it is there", with its pin, or "it is not there". */
import { Superseded } from '../../lib/work/superseded.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { CallDeps } from '../../connections/call-platform.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, notFound, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Sql } from '../../ports/deps.js'
import { changed, rechecking, showing } from '../../posts/changed.js'
import { requireMaySchedule } from '../../posts/permissions.js'
import type { Post } from '../../posts/post.js'
import type { PostStatus } from '../../ports/post-status.js'
import { findPost, lockPost } from '../../posts/store.js'
import { isPinClaimed, type NamedPin, pinClaimed, requireOwnPin, requireUnclaimed } from './named-pin.js'
import { readPinId } from '../../posts/pin-id.js'
import { movedTo } from '../model/match-pins.js'
import { settleFound } from './found.js'
import { isSave } from '../model/payload.js'
import { listUnresolved, nearestAttempt, SENT_AROUND_MS, ruleOut } from '../model/unresolved-attempts.js'
import { withinDay } from '../../posts/state/lateness.js'
import { requeueIn, settleFailedIn } from './settle.js'

/** `pinId`: the number of the pin, or the address of its page. */
export type ReportedOutcome = { kind: 'there'; pinId: string } | { kind: 'notThere' }
/** `isUnchecked`: the platform does not let us read the named pin. */
export type ReportedPost = Post & { isUnchecked?: true }
export type SayOutcome = { accountId: string; postId: string; outcome: ReportedOutcome }

/**
 * Records the outcome of a draft that failed as `outcome_unknown`, or of a post in flight whose outcome is still being checked;
 * the first answer counts, and a later different one is refused. A pin that is there makes the post sent at the time the pin was
 * made, and a refund stands, because our uncertainty costs nobody a credit.
 * A pin that is not there leaves a draft without an open question, or a post that is queued again and due now (missed, when its
 * 24 hours are over), and no board is read for it again. Where the platform does not let us read the pin, the person’s word
 * counts, and the post records that it is unchecked.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT outcome_known · BAD_REQUEST pinId · UNPROCESSABLE_ENTITY platform_reconnect_required
 * @throws SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT platform_timeout
 * @see docs/contract.md#unknown-outcomes
 */
export async function setOutcome(
  deps: CallDeps,
  actor: Actor,
  { accountId, postId, outcome }: SayOutcome,
  beforeCommit?: BeforeCommit<ReportedPost>,
): Promise<ReportedPost> {
  requireMaySchedule(actor, accountId, 'outcome')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  if (!isRowId(postId)) throw notFound('Post')
  const requested = await requireOpen(deps.db.sql, account, postId)
  const pin =
    outcome.kind === 'there' ? await requireNamedPin(deps, account, { pinId: readPinId(outcome.pinId), postId }) : undefined
  if (pin) await requireMadeSince(deps.db.sql, account, postId, pin)

  const now = deps.clock()
  const write = async (sql: Sql): Promise<ReportedPost> => {
    const locked = await lockPost(sql, account, postId)
    const open = await requireOpen(sql, account, postId)
    if (open.attemptNumber !== requested.attemptNumber) throw outcomeKnown()
    if (pin) await writeThere(sql, account, { postId, open, pin }, now)
    else await settleReportedAbsent(sql, account, { postId, ...open }, now)
    const action = pin?.isUnchecked ? 'sayThereUnchecked' : pin ? 'sayThere' : 'sayNotThere'
    await changed(sql, actor, { account, action, before: [locked] }, now)
    const found = await findPost(sql, { organizationId: account.organizationId, accountId: account.id, postId })
    if (!found) throw notFound('Post')
    const reported = pin?.isUnchecked ? { ...found, isUnchecked: pin.isUnchecked } : found
    await beforeCommit?.(sql, reported)
    return reported
  }
  return deps.db.tx(write).catch((error: unknown) => {
    throw pin && isPinClaimed(error) ? pinClaimed(pin.id) : error
  })
}

async function requireNamedPin(deps: CallDeps, account: Account, named: { pinId: string; postId: string }): Promise<NamedPin> {
  const sent = await listUnresolved(deps.db.sql, { organizationId: account.organizationId, postId: named.postId })
  return requireOwnPin(deps, account, { ...named, boardIds: [...new Set(sent.map(({ payload }) => payload.boardId))] })
}

/** `sendAt`: the time of the scheduling in question. */
export type OpenOutcome = { from: 'draft' | 'uploading'; attemptNumber: number; sendAt: Date; tries: number }

/** True when a person may set the outcome of a post: read when the post is shown. @throws NOT_FOUND */
export async function isOutcomeOpen(
  { db }: Pick<CallDeps, 'db'>,
  actor: Actor,
  { accountId, postId }: Pick<SayOutcome, 'accountId' | 'postId'>,
): Promise<boolean> {
  const account = await requireAccount(db.sql, actor, accountId)
  const { open } = await readOpen(db.sql, account, postId)
  return open !== undefined
}

/**
 * Reads the open outcome. With the post locked it stays valid, because every change of an attempt's state holds the lock of its
 * post. @throws CONFLICT outcome_known
 */
async function requireOpen(sql: Sql, account: Account, postId: string): Promise<OpenOutcome> {
  const { status, open } = await readOpen(sql, account, postId)
  if (!open) throw outcomeKnown(status)
  return open
}

type Read = { status: PostStatus; open: OpenOutcome | undefined }

/** Reads the outcome of a post. @throws NOT_FOUND */
async function readOpen(sql: Sql, { organizationId, id }: Account, postId: string): Promise<Read> {
  const [post] = await sql<(Omit<OpenOutcome, 'from'> & { status: PostStatus; reason: string | null; state: string | null })[]>`
    select p.status, p.attempt_number as "attemptNumber", p.tries, p.failure ->> 'reason' as reason, a.state,
           coalesce(p.send_at, (p.failure ->> 'sendAt')::timestamptz, p.created_at) as "sendAt"
      from posts p
      left join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
     where p.organization_id = ${organizationId}
       and p.account_id = ${id}
       and p.id = ${postId}`
  if (!post) throw notFound('Post')
  const { status, reason, state, ...open } = post
  if (status === 'draft' && reason === 'outcome_unknown') return { status, open: { from: status, ...open } }
  if (status === 'uploading' && state === 'unknown') return { status, open: { from: status, ...open } }
  return { status, open: undefined }
}

const outcomeKnown = (status?: PostStatus) =>
  new RefusedBecause('outcome_known', { about: status === 'uploading' || status === 'queued' ? status : 'known' })

/** Refuses an older pin, which is a different one, however similar. @throws BAD_REQUEST pinId */
async function requireMadeSince(
  sql: Sql,
  account: Account,
  postId: string,
  { id, createdAt, parentPinId }: NamedPin,
): Promise<void> {
  const [first] = await listUnresolved(sql, { organizationId: account.organizationId, postId })
  if (first && isSave(first.payload) && parentPinId === first.payload.savedPinId) return // the time that a copy shows proves nothing
  if (!first || !createdAt || createdAt.getTime() >= first.sendingAt.getTime() - SENT_AROUND_MS) return
  throw badRequest(
    'pinId',
    (of) =>
      `${of('pinId')}: ${id} is older than this ${of('post')}, so it is a different pin. Find the right pin, or record that it is not there.`,
  )
}

async function writeThere(
  sql: Sql,
  account: Account,
  { postId, open, pin }: { postId: string; open: OpenOutcome; pin: NamedPin },
  now: Date,
): Promise<void> {
  await requireUnclaimed(sql, account, { pinId: pin.id, postId })
  const sent = await listUnresolved(sql, { organizationId: account.organizationId, postId })
  const attempt =
    open.from === 'uploading'
      ? sent.find(({ number }) => number === open.attemptNumber)
      : nearestAttempt(sent, pin.createdAt ?? open.sendAt)
  const sentAt = pin.createdAt ?? attempt?.sendingAt ?? open.sendAt
  const found = {
    postId,
    ...open,
    pinId: pin.id,
    sentAt,
    attempt,
    how: pin.isUnchecked ? 'a person says so; not checked' : 'a person says so',
  }
  await settleFound(sql, account, { ...found, movedTo: attempt && movedTo(pin, attempt.payload) }, now)
}

type ReportedAbsent = {
  postId: string
  from: 'draft' | 'uploading'
  attemptNumber: number
  sendAt: Date
  tries: number
}

const REASON = 'a person says that it is not there'

/**
 * Settles a pin that was reported absent, in the caller's transaction, with the post locked. A draft stays one without a failure;
 * a post in flight is queued again, due now by the rule of late pins, or has missed its 24 hours and is refunded. Nothing is
 * searched for any more.
 * @throws Superseded the post has moved on: the caller must roll back
 */
async function settleReportedAbsent(sql: Sql, account: Account, reported: ReportedAbsent, now: Date): Promise<void> {
  const { organizationId } = account
  const { postId, attemptNumber, sendAt, tries } = reported
  const key = { organizationId, account, postId, attemptNumber }
  await ruleOut(sql, key, now) // first, because a ruled-out attempt must not count as unknown
  if (reported.from === 'draft') await clearFailure(sql, key, now)
  else if (withinDay(now, sendAt)) {
    const dueAt = now > sendAt ? now : sendAt // when this process's clock is behind
    await requeueIn(sql, key, { dueAt, tries, as: 'absent', reason: REASON }, now)
    await sql`select pg_notify('posts_due', '')`
  } else await settleFailedIn(sql, key, { cause: { code: 'missed' }, as: 'absent' }, now)
}

type Key = { organizationId: string; postId: string; attemptNumber: number }

async function clearFailure(sql: Sql, { organizationId, postId, attemptNumber }: Key, now: Date): Promise<void> {
  const cleared = await sql`
    with p as (
      update posts p
         set failure = null, version = p.version + 1, updated_at = ${now}
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.status = 'draft'
         and p.attempt_number = ${attemptNumber}
      returning p.*
    ), ${rechecking(sql, sql`p`, { now }, sql`true`)}, ${showing(sql, sql`p`, { organizationId, now })}
    select
      from p`
  if (cleared.count !== 1) throw new Superseded()
}
