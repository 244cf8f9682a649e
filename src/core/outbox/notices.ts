/** Notices to the team or the staff, as data; the Slack layer lays them out at delivery. */
import type { Delivery, Sql, UndeliverableCause } from '../ports/deps.js'
import type { Notice } from '../ports/notice.js'

/** Why a notice reached nobody, for people. @see UndeliverableCause */
export const CAUSE_TEXT: Record<UndeliverableCause, string> = {
  no_channel: 'no channel is set for this account',
  no_longer_so: 'what it tells of is gone',
  not_installed: 'the app is in no workspace of this organization',
  unheard: 'nobody of the organization can be told in Slack',
}
/** Nobody misses it, and nothing is wrong. */
export const HARMLESS: readonly UndeliverableCause[] = ['no_channel', 'no_longer_so', 'not_installed']
/** Of the outbox: somebody misses it. By its index: of those that nobody misses there may be many. */
export const isMissed = (sql: Sql) => sql`coalesce(cause, '') = any(${HARMFUL}::text[])`

const HARMFUL = ['', ...Object.keys(CAUSE_TEXT).filter((cause) => !HARMLESS.some((one) => one === cause))] // '': something went wrong

export const undeliverable = (cause: UndeliverableCause): Extract<Delivery, { kind: 'undeliverable' }> => ({
  kind: 'undeliverable',
  cause,
  message: CAUSE_TEXT[cause],
})

export type NewNotice = {
  organizationId: string
  /** 'staff', 'account:7' (its notice channel), 'approvals:7' (its approval channel) or 'user:T1:U1' */
  destination: string
  /** Delivered once: a second row with the same key is dropped. */
  dedupeKey: string
  /** Of one that is due later, and holds up nothing until then. */
  orderKey?: string
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
  { organizationId, destination, dedupeKey, notice, orderKey = orderKeyOf(destination, notice) }: NewNotice,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${destination}, ${dedupeKey}, ${orderKey}, ${sql.json(notice)}, ${now}, ${now})
    on conflict (organization_id, dedupe_key) do nothing`
  await sql`select pg_notify('outbox_due', '')`
}

/**
 * Writes one that says a message again as it is by then, in the caller's transaction: it has one row, which is due again. Many changes until then
 * are one delivery, a delivery that is under way is followed by another, and nothing else waits for it.
 */
export async function enqueueRedraw(
  sql: Sql,
  { organizationId, destination, dedupeKey, notice }: Omit<NewNotice, 'orderKey'>,
  due: Date,
): Promise<void> {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${destination}, ${dedupeKey}, ${dedupeKey}, ${sql.json(notice)}, ${due}, ${due})
    on conflict (organization_id, dedupe_key) do update
       set due_at = least(coalesce(outbox.due_at, excluded.due_at), excluded.due_at), created_at = excluded.created_at, attempt = 0,
           lease_until = null, delivered_at = null, dead_at = null, last_error = null, cause = null`
  await sql`select pg_notify('outbox_due', '')`
}
