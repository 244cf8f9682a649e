/** Updates the notice of new drafts. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'

/** Makes the last delivered notice due again after a review, so that it shows what still waits. */
export async function followReview(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  now: Date,
): Promise<void> {
  const { count } = await sql`
    update outbox o
       set due_at = ${now}, delivered_at = null, attempt = 0, lease_until = null
      from feed_notices n
     where o.organization_id = ${organizationId}
       and n.organization_id = ${organizationId}
       and n.account_id = ${id}
       and o.dedupe_key = ${`feeds:${id}:`} || n.told_on::text
       and o.delivered_at is not null`
  if (count > 0) await sql`select pg_notify('outbox_due', '')`
}
