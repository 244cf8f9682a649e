/** Notices to the team or the staff, as data; the Slack layer lays them out at delivery. */
import type { Delivery, Sql, UndeliverableCause } from '../ports/deps.js'
import type { Notice } from '../ports/notice.js'

/** Why a notice reached no one, in words for people. @see UndeliverableCause */
export const CAUSE_TEXT: Record<UndeliverableCause, string> = {
  no_channel: 'no channel is set for this account',
  no_longer_so: 'what it tells of is gone',
  not_installed: 'the app is in no workspace of this organization',
  unheard: 'nobody of the organization can be told in Slack',
}
/** Causes that matter to no one: nothing is wrong. */
export const HARMLESS: readonly UndeliverableCause[] = ['no_channel', 'no_longer_so', 'not_installed']
/** True for outbox rows that someone misses. Lists the harmful causes to use the index, because harmless rows may be many. */
export const isMissed = (sql: Sql) => sql`coalesce(cause, '') = any(${HARMFUL}::text[])`

const HARMFUL = ['', ...Object.keys(CAUSE_TEXT).filter((cause) => !HARMLESS.some((one) => one === cause))] // '': something went wrong

export const undeliverable = (cause: UndeliverableCause): Extract<Delivery, { kind: 'undeliverable' }> => ({
  kind: 'undeliverable',
  cause,
  message: CAUSE_TEXT[cause],
})

export type NewNotice = {
  organizationId: string
  /** 'staff', 'account:7' (its notice channel), 'approvals:7' (its approval channel), 'clients:7' (that of its clients) or 'user:T1:U1' */
  destination: string
  /** Delivered once: a second row with the same key is dropped. */
  dedupeKey: string
  /** Set for a row that is due later, and must not delay others until then. */
  orderKey?: string
  notice: Notice
}

/**
 * Returns the key within which notices keep their order: those about a pin, and those about its account. So a pin's undeliverable
 * notice does not delay another pin's. @see docs/slack.md#notices
 */
function orderKeyOf(destination: string, notice: Notice): string {
  if ('postId' in notice) return `post:${notice.postId}`
  return notice.kind === 'issueReport' ? `report:${notice.reportId}` : destination
}

/** Writes a notice into the outbox, in the caller's transaction; it is delivered at least once, deduplicated by key. */
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
 * Makes an existing message due again with its state at delivery, in the caller's transaction. Several changes make one delivery,
 * a delivery in progress is followed by another, and nothing else waits for it.
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
