/** Redraws cards about pins: each has one row in the outbox, which is due again whenever its text may have changed. */
import { after, before, DAY_MS, SECOND_MS } from '../lib/duration.js'
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import { enqueueRedraw } from './notices.js'

/** Older cards are not updated any more. */
export const FOLLOWED_MS = 30 * DAY_MS

/**
 * Makes the rows of cards due: many changes are one update, and a delivery under way is not recorded, so that the change is shown
 * after it. The card of a batch has a row for each transaction, so no write waits for another one's.
 * @param cards organization_id, account_id, post_id, id, destination, batch_id (null: of one pin), due_at
 */
export const redrawn = (sql: Sql, cards: Part, now: Date) => sql`
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
  with cards as materialized (${cards})
  select organization_id, destination, coalesce('card:' || id, 'approvals:' || batch_id || '#' || pg_current_xact_id()),
         coalesce('card:' || id, 'approvals:' || batch_id),
         case when batch_id is null
              then jsonb_build_object('kind', 'pinCard', 'accountId', account_id::text, 'postId', post_id::text, 'cardId', id::text)
              else jsonb_build_object('kind', 'approvalsCard', 'accountId', account_id::text, 'batchId', batch_id::text) end, due_at, ${now}::timestamptz
    from cards
   order by organization_id, id, batch_id -- two of these at once do not wait for each other
  on conflict (organization_id, dedupe_key) do update
     set due_at = least(coalesce(outbox.due_at, excluded.due_at), excluded.due_at), created_at = excluded.created_at, attempt = 0,
         lease_until = null, delivered_at = null, dead_at = null, last_error = null
   where outbox.order_key = outbox.dedupe_key`

/** Redraws the cards of these pins when their text changes without a change of the pin. */
export async function redrawCards(
  sql: Sql,
  organizationId: string,
  postIds: readonly string[],
  now: Date,
  due = now,
): Promise<void> {
  await redrawWhere(sql, organizationId, sql`c.post_id = any (${postIds}::bigint[])`, now, due)
}

/** Redraws the cards that clients see, of one pin or of all whose requests wait. */
export const redrawClientCards = (
  sql: Sql,
  { organizationId, accountId, postId }: { organizationId: string; accountId: string; postId?: string },
  now: Date,
): Promise<void> =>
  redrawWhere(
    sql,
    organizationId,
    sql`
      c.account_id = ${accountId}
       and c.destination like 'clients:%'
       and ${
         postId === undefined
           ? sql`exists (select 1 from approvals a where a.organization_id = ${organizationId} and a.post_id = c.post_id and a.state = 'open')`
           : sql`c.post_id = ${postId}`
       }`,
    now,
  )

async function redrawWhere(sql: Sql, organizationId: string, isMeant: Part, now: Date, due = now): Promise<void> {
  const cards = sql`
    select c.organization_id, c.account_id, c.post_id, c.id, c.destination, null::bigint as batch_id, ${due}::timestamptz as due_at
      from pin_cards c
     where c.organization_id = ${organizationId}
       and ${isMeant}
       and c.sent_at > ${before(now, FOLLOWED_MS)}`
  await sql`${redrawn(sql, cards, now)}`
}

/** Finds the pin whose card in a channel of the team the message is; undefined: it is none, or was deleted. */
export async function findPinOfCard(
  sql: Sql,
  { organizationId, channelId, ts }: { organizationId: string; channelId: string; ts: string },
): Promise<{ accountId: string; postId: string } | undefined> {
  const [card] = await sql<{ accountId: string; postId: string }[]>`
    select account_id as "accountId", post_id as "postId"
      from pin_cards
     where organization_id = ${organizationId}
       and channel_id = ${channelId}
       and ts = ${ts}
       and destination ~ '^(account|approvals):'`
  return card
}

/** The most cards of one account at once: those of the pins that go out next. */
const MOST_CARDS = 200

/**
 * Updates cards about an account's queued pins and its open requests, in the transaction that pauses, resumes, disconnects or
 * connects it, because this changes what the pins wait for. A card with unchanged text makes no call.
 */
export async function refreshCardsOf(
  sql: Sql,
  { organizationId, id: accountId }: { organizationId: string; id: string },
  now: Date,
): Promise<void> {
  await followSchedule(sql, { organizationId, id: accountId }, now)
  const cards = await sql<{ postId: string }[]>`
    select c.post_id as "postId"
      from pin_cards c
      join posts p on p.organization_id = ${organizationId} and p.id = c.post_id and p.status = 'queued'
     where c.organization_id = ${organizationId}
       and c.account_id = ${accountId}
     group by c.post_id, p.send_at
     order by p.send_at
     limit ${MOST_CARDS}`
  if (cards.length === 0) return
  await redrawCards(
    sql,
    organizationId,
    cards.map(({ postId }) => postId),
    now,
  )
}

/** The delay of an update of the card of several requests, which collects what one act after the other changes. */
const REDRAWN_AFTER_MS = 3 * SECOND_MS

/** Queues an update of the one card of requests that were made together. */
export const redrawRequests = (
  sql: Sql,
  { organizationId, accountId, batchId }: { organizationId: string; accountId: string; batchId: string },
  now: Date,
): Promise<void> =>
  enqueueRedraw(
    sql,
    {
      organizationId,
      destination: `approvals:${accountId}`,
      dedupeKey: `approvals:${batchId}:findings`,
      notice: { kind: 'approvalsCard', accountId, batchId },
    },
    after(now, REDRAWN_AFTER_MS),
  )

/**
 * Queues updates of the cards of open requests that were made together, when slots are filled or freed: what approving them would
 * do changes, but for those that keep a slot.
 */
export const followSlots = (sql: Sql, account: { organizationId: string; id: string }, now: Date): Promise<void> =>
  redrawTogether(sql, account, sql`(kept_at is null or due_at <= ${now})`, now)

/** Does the same for all of them, when the posting times, the spacing rules or the account change. */
export const followSchedule = (sql: Sql, account: { organizationId: string; id: string }, now: Date): Promise<void> =>
  redrawTogether(sql, account, sql`true`, now)

async function redrawTogether(
  sql: Sql,
  { organizationId, id: accountId }: { organizationId: string; id: string },
  areMeant: ReturnType<Sql>,
  now: Date,
): Promise<void> {
  const cards = await sql<{ batchId: string }[]>`
    select distinct batch_id as "batchId"
      from approvals
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and state = 'open'
       and batch_id is not null
       and ${areMeant}
     order by 1`
  for (const { batchId } of cards) await redrawRequests(sql, { organizationId, accountId, batchId }, now)
}
