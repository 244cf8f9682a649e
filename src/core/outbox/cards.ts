/** Updates cards about pins when their text changes without a change of the pin. @see migrations/0012_approvals_and_cards.sql */
import type { Sql } from '../ports/deps.js'

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
    with next as materialized (
      select c.post_id, min(c.id) as first
        from pin_cards c
        join posts p on p.organization_id = ${organizationId} and p.id = c.post_id and p.status = 'queued'
       where c.organization_id = ${organizationId}
         and c.account_id = ${accountId}
       group by c.post_id, p.send_at
       order by p.send_at
       limit ${MOST_CARDS}
    )
    select post_id as "postId"
      from next
     order by first` // in one order: two of these at once do not wait for each other
  if (cards.length === 0) return
  // A separate statement: a cluster runs no function that reads other tables together with rows.
  await sql`
    select refresh_pin_cards(${organizationId}, n.id, ${now}, ${now})
      from (select id from unnest(${cards.map(({ postId }) => postId)}::bigint[]) with ordinality o (id, place) order by place) n`
}
