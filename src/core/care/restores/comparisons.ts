/** Accounts that came from a backup and wait for the comparison of their boards with their queue. */
import { resumePublishing } from '../../accounts/publishing.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'

export type Comparison = {
  organizationId: string
  accountId: string
  username: string
  backupAt: Date
  restoredAt: Date
  /** True when it was publishing at the backup, and no admin has paused it since. */
  resumes: boolean
  /** null: not compared yet. */
  comparedAt: Date | null
  /** True while it still waits to be resumed. */
  isPaused: boolean
}

/** Lists all, those of one organization, or that of one account. */
export async function listComparisons(
  sql: Sql,
  { organizationId, accountId }: { organizationId?: string | undefined; accountId?: string | undefined } = {},
): Promise<Comparison[]> {
  const rows = await sql<Comparison[]>`
    select c.organization_id as "organizationId", c.account_id as "accountId", a.username, c.backup_at as "backupAt",
           c.restored_at as "restoredAt", c.resumes, c.compared_at as "comparedAt",
           a.publishing = 'paused' and a.paused_because is not distinct from 'restored' as "isPaused"
      from comparisons c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where a.deleting_at is null
       and ${organizationId === undefined ? sql`true` : sql`c.organization_id = ${organizationId}`}
       and ${accountId === undefined ? sql`true` : sql`c.account_id = ${accountId}`}
     order by c.organization_id, c.account_id`
  return [...rows]
}

type Key = Pick<Comparison, 'organizationId' | 'accountId'>

/** Ends the comparison. An account that an admin has paused stays paused. */
export async function endComparison(sql: Sql, { organizationId, accountId }: Key, now: Date): Promise<void> {
  await sql`
    select 1
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}
       for no key update` // an admin may be pausing it
  const [ended] = await sql<{ resumes: boolean }[]>`
    update comparisons
       set compared_at = ${now}, due = '{}'
     where organization_id = ${organizationId}
       and account_id = ${accountId}
    returning resumes`
  if (ended?.resumes) return
  await sql`
    update accounts
       set paused_because = null
     where organization_id = ${organizationId}
       and id = ${accountId}
       and paused_because = 'restored'`
}

/**
 * @returns false when an admin has paused it meanwhile, and it stays paused
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT not_compared
 */
export async function resumeCompared(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { organizationId, accountId }: Key,
): Promise<boolean> {
  const requireUndeclined = async (sql: Sql) => {
    const resumed = await sql`
      select 1
        from comparisons
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and resumes`
    if (resumed.length === 0) throw new Declined()
  }
  try {
    await resumePublishing(deps, actor, { accountId }, requireUndeclined)
    return true
  } catch (error) {
    if (error instanceof Declined) return false
    throw error
  }
}

class Declined extends Error {
  override readonly name = 'Declined'
}

/** Counts accounts that publish nothing until they are compared. */
export async function countUncompared(sql: Sql): Promise<number> {
  const [row] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting
      from comparisons c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where c.compared_at is null
       and a.deleting_at is null`
  return row.waiting
}
