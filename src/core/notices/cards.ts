/** Redraws cards about pins: each has one row in the outbox, which is due again whenever its text may have changed. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'

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
  const cards = sql`
    select organization_id, account_id, post_id, id, destination, null::bigint as batch_id, ${due}::timestamptz as due_at
      from pin_cards
     where organization_id = ${organizationId}
       and post_id = any (${postIds}::bigint[])
       and sent_at > ${before(now, FOLLOWED_MS)}`
  await sql`${redrawn(sql, cards, now)}`
}

/** The most cards of one account at once: those of the pins that go out next. */
const MOST_CARDS = 200

/**
 * Updates cards about an account's queued pins, in the transaction that pauses, resumes, disconnects or connects it, because this
 * changes what the pins wait for. A card with unchanged text makes no call.
 */
export async function refreshCardsOf(
  sql: Sql,
  { organizationId, id: accountId }: { organizationId: string; id: string },
  now: Date,
): Promise<void> {
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
