/** A pin that will not be published: a draft with the reason, its charge given back, its team told once. */
import type { Account } from '../../accounts/account.js'
import { refundCharge } from '../../billing/ledger.js'
import { tell, type FailureReason } from '../../notices.js'
import type { Sql } from '../../ports.js'

export type FailedPost = {
  account: Account
  postId: string
  reason: FailureReason
  message: string
  /** What it must still be; anything else and it is left alone. */
  from: { status: 'uploading'; attemptNumber: number } | { status: 'queued'; sendAt: Date }
}

/**
 * In the caller's transaction.
 * @returns false when the post has moved on
 * @see decisions.md "Failure"
 */
export async function failDraft(sql: Sql, { account, postId, reason, message, from }: FailedPost, now: Date): Promise<boolean> {
  const { organizationId } = account
  const guard =
    from.status === 'uploading'
      ? sql`p.status = 'uploading' and p.attempt_number = ${from.attemptNumber}`
      : sql`p.status = 'queued' and p.send_at = ${from.sendAt}`
  const [failed] = await sql<{ chargeNumber: number }[]>`
    update posts p
       set status = 'draft', send_at = null, timeslot_id = null, due_at = null, lease_until = null,
           failure = jsonb_build_object('reason', ${reason}::text, 'message', ${message}::text, 'failedAt', ${now.toISOString()}::text,
                                        'sendAt', ${isoOf(sql)}),
           version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and ${guard}
    returning p.charge_number as "chargeNumber"`
  if (!failed) return false
  const { chargeNumber } = failed
  const refunded = await refundCharge(sql, account, { postId, chargeNumber, refund: 'failed' }, now)
  const destination = `account:${account.id}`
  const dedupeKey = `post:${postId}#${chargeNumber}:failed`
  const notice = { kind: 'pinFailed', accountId: account.id, postId, reason, message, refunded } as const
  await tell(sql, { organizationId, destination, dedupeKey, notice }, now)
  return true
}

/** The time it had, as it is written into the failure. */
const isoOf = (sql: Sql) => sql`to_char(p.send_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
