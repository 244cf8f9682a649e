/**
 * Accounts whose rows came from a backup: until their boards are compared with their queue, it is unknown what was published
 * since.
 */
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from './account.js'

type Of = { organizationId: Part | string; accountId: Part | string }

/** True while the account must neither publish nor fail pins for not being published. */
export const isUncompared = (sql: Sql, { organizationId, accountId }: Of) => sql`
  exists (select 1
            from comparisons c
           where c.organization_id = ${organizationId}
             and c.account_id = ${accountId}
             and c.compared_at is null)`

/**
 * Returns true when an admin paused the account after a restore had paused it: it then stays paused once its boards are compared.
 * @see docs/decisions.md#47-pauses-after-a-restore
 */
export async function staysPaused(sql: Sql, { organizationId, id }: Pick<Account, 'organizationId' | 'id'>): Promise<boolean> {
  const declined = await sql`
    select
      from comparisons
     where organization_id = ${organizationId}
       and account_id = ${id}
       and not resumes`
  return declined.length > 0
}
