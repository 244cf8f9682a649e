/** Which endpoints want an event. */
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'

/**
 * Whether some endpoint does; one that is paused gets it when it goes on.
 * @param organization by value in a statement that writes
 */
export const isWanted = (
  sql: Sql,
  { organization, event, account }: { organization: Part | string; event: string; account: Part | string },
) => sql`
  exists (select 1
            from webhooks w
           where w.organization_id = ${organization}
             and w.state <> 'ended'
             and w.events && array['*', ${event}::text]
             and (not w.names_accounts
                  or exists (select 1
                               from webhook_accounts e
                              where e.organization_id = ${organization} and e.webhook_id = w.id and e.account_id = ${account})))`
