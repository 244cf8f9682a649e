/** Fails a pin: a draft with the reason, its charge refunded, its team notified once. */
import type { Account } from '../../accounts/account.js'
import { refundCharge } from '../../billing/ledger.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { FailureCause, FailureReason } from '../../ports/notice.js'
import type { Sql } from '../../ports/deps.js'
import { noteHold } from '../../preflight/dead-links.js'
import { following } from '../../posts/changed.js'
import { failureMessage } from '../../posts/state/failure-messages.js'
import { reasonOf } from '../model/failure-cause.js'
import { isUnresolved } from '../../posts/state/open-question.js'
import { noteReportedUnknown } from '../model/unresolved-attempts.js'

export type FailedPost = {
  account: Account
  postId: string
  cause: FailureCause
  /** The required state; otherwise the post is left alone. A draft has no time: `sendAt` is the one it had. */
  from: { status: 'uploading'; attemptNumber: number } | { status: 'queued'; sendAt: Date } | { status: 'draft'; sendAt: Date }
}

/**
 * Fails a post in the caller's transaction. While an earlier request may have made the pin, it fails as `outcome_unknown` for any
 * cause: a team that reads that it was not published would schedule it again.
 * @returns the reason it failed for; undefined when the post has moved on
 * @see docs/contract.md#failures, docs/contract.md#unknown-outcomes
 */
export async function failDraft(sql: Sql, failed: FailedPost, now: Date): Promise<FailureReason | undefined> {
  const reason = reasonOf(failed.cause)
  if (reason === 'outcome_unknown' || !(await isStillUnknown(sql, failed, reason))) return writeFailed(sql, failed, now)
  return writeFailed(sql, { ...failed, cause: { code: 'earlier_request', because: reason } }, now)
}

/** Reasons for which a post fails before its boards were searched for what earlier schedulings sent. */
const UNREAD: FailureReason[] = ['paused', 'missed', 'account_disconnected', 'account_on_hold']

/** True when another attempt may have made the pin: one of this scheduling, or an earlier one that was not searched for. */
async function isStillUnknown(sql: Sql, { account, postId, from }: FailedPost, reason: FailureReason): Promise<boolean> {
  const ending = from.status === 'uploading' ? from.attemptNumber : null
  const [row] = await sql<[{ isUnknown: boolean }]>`
    select exists (select 1 from posts p
                     join publish_attempts u on u.organization_id = p.organization_id and u.post_id = p.id
                    where p.organization_id = ${account.organizationId}
                      and p.id = ${postId}
                      and u.number is distinct from ${ending}
                      and (u.send_at = p.send_at or ${UNREAD.includes(reason)})
                      and ${isUnresolved(sql)}) as "isUnknown"`
  return row.isUnknown
}

async function writeFailed(
  sql: Sql,
  { account, postId, cause, from }: FailedPost,
  now: Date,
): Promise<FailureReason | undefined> {
  const { organizationId } = account
  const reason = reasonOf(cause)
  const message = failureMessage(cause)
  const guard =
    from.status === 'uploading'
      ? sql`p.status = 'uploading' and p.attempt_number = ${from.attemptNumber}`
      : from.status === 'queued'
        ? sql`p.status = 'queued' and p.send_at = ${from.sendAt}`
        : sql`p.status = 'draft'`
  const sendAt = from.status === 'uploading' ? await readSendAt(sql, { organizationId, postId }) : from.sendAt
  const failure = { reason, cause, message, failedAt: now.toISOString(), sendAt: sendAt?.toISOString() ?? null }
  const leftAt = from.status === 'draft' ? null : sendAt
  const [failed] = await sql<{ chargeNumber: number }[]>`
    with p as (
      update posts p
         set status = 'draft', send_at = null, timeslot_id = null, due_at = null, lease_until = null,
             failure = ${sql.json(failure)},
             version = p.version + 1, updated_at = ${now}
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and ${guard}
      returning p.*, ${leftAt}::timestamptz as left_at
    ), ${following(sql, sql`p`, { event: 'post.failed', organizationId, now })}
    select charge_number as "chargeNumber"
      from p`
  if (!failed) return undefined
  if (reason === 'outcome_unknown') await noteReportedUnknown(sql, { organizationId, postId }, now)
  if (cause.code === 'link_dead') await noteHold(sql, { organizationId, postId }, now)
  const { chargeNumber } = failed
  const refunded = await refundCharge(sql, account, { postId, chargeNumber, refund: 'failed' }, now)
  const destination = `account:${account.id}`
  if (cause.code === 'account_on_hold') {
    await enqueueNotice(sql, { organizationId, destination, ...missedOnHold(account, now) }, now)
    return reason
  }
  const dedupeKey = `post:${postId}#${chargeNumber}:failed`
  const notice = { kind: 'pinFailed', accountId: account.id, postId, reason, cause, message, refunded } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
  return reason
}

/** The notice for pins that a hold made miss their time: one a day for all of them. */
const missedOnHold = ({ id: accountId }: Account, now: Date) => ({
  dedupeKey: `hold:${accountId}:missed:${now.toISOString().slice(0, 10)}`,
  notice: { kind: 'pinsMissedOnHold', accountId } as const,
})

/** Reads its time, which does not change while it is being published. */
async function readSendAt(
  sql: Sql,
  { organizationId, postId }: { organizationId: string; postId: string },
): Promise<Date | null> {
  const [post] = await sql<{ sendAt: Date | null }[]>`
    select send_at as "sendAt"
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}`
  return post?.sendAt ?? null
}
