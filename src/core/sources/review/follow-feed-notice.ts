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
    with last as materialized ( -- a cluster updates by no column that is cast to text
      select ${`feeds:${id}:`} || told_on::text as dedupe_key
        from feed_notices
       where organization_id = ${organizationId}
         and account_id = ${id}
    )
    update outbox o
       set due_at = ${now}, delivered_at = null, attempt = 0, lease_until = null
      from last l
     where o.organization_id = ${organizationId}
       and o.dedupe_key = l.dedupe_key
       and o.delivered_at is not null`
  if (count > 0) await sql`select pg_notify('outbox_due', '')`
}
