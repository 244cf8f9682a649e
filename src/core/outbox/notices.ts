/** Notices to the team or the staff, as data; the Slack layer lays them out at delivery. */
import type { Sql } from '../ports/deps.js'
import type { Notice } from '../ports/notice.js'

/**
 * Why a notice has no recipient though nothing is wrong: no channel is chosen and nobody in Slack is concerned, or not any
 * more.
 */
export const NO_CHANNEL = 'no channel is set for this account'
export const NO_LONGER_SO = 'what it tells of is gone'
/** It was removed, and those who removed it miss nothing. */
export const NOT_INSTALLED = 'the app is in no workspace of this organization'
/** Bad news, and there is no channel, nobody in Slack whom it concerns, and no admin: the operator is alerted. */
export const UNHEARD = 'nobody of the organization can be told in Slack'
export const HARMLESS: readonly string[] = [NO_CHANNEL, NO_LONGER_SO, NOT_INSTALLED]

export type NewNotice = {
  organizationId: string
  /** 'staff', 'account:7' (its notice channel), 'approvals:7' (its approval channel) or 'user:T1:U1' */
  destination: string
  /** Delivered once: a second row with the same key is dropped. */
  dedupeKey: string
  notice: Notice
}

/**
 * Notices of one key are delivered in the order they were written: those about a pin among each other, and those about its
 * account. What cannot be delivered for one pin does not delay another. @see docs/slack.md#notices
 */
function orderKeyOf(destination: string, notice: Notice): string {
  if ('postId' in notice) return `post:${notice.postId}`
  return notice.kind === 'issueReport' ? `report:${notice.reportId}` : destination
}

/** Writes a notice into the outbox, in the caller's transaction; delivered from there, at least once and deduplicated by key. */
export async function enqueueNotice(
  sql: Sql,
  { organizationId, destination, dedupeKey, notice }: NewNotice,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${destination}, ${dedupeKey}, ${orderKeyOf(destination, notice)}, ${sql.json(notice)}, ${now}, ${now})
    on conflict (organization_id, dedupe_key) do nothing`
  await sql`select pg_notify('outbox_due', '')`
}
