/** Accounts whose rows came from a backup: until somebody has compared their boards with their queue, nobody knows what went out since. */
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'

type Of = { organizationId: Part | string; accountId: Part | string }

/** Nothing of the account goes out yet, and nothing of it fails because it did not. */
export const isUncompared = (sql: Sql, { organizationId, accountId }: Of) => sql`
  exists (select 1
            from comparisons c
           where c.organization_id = ${organizationId}
             and c.account_id = ${accountId}
             and c.compared_at is null)`
