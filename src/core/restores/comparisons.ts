/** Which accounts came from a backup and wait until their boards were compared with their queue. */
import type { Sql } from '../ports/deps.js'

export type Comparison = {
  organizationId: string
  accountId: string
  username: string
  backupAt: Date
  restoredAt: Date
  /** It was publishing when the backup was taken. */
  resumes: boolean
  /** null: nobody has yet. */
  comparedAt: Date | null
  /** It still waits for being resumed. */
  isPaused: boolean
}

/** Over all organizations, or of one, or of one account. */
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

/** What an admin had paused is as the admin left it. */
export async function endComparison(sql: Sql, { organizationId, accountId, resumes }: Comparison, now: Date): Promise<void> {
  await sql`
    update comparisons
       set compared_at = ${now}
     where organization_id = ${organizationId}
       and account_id = ${accountId}`
  if (resumes) return
  await sql`
    update accounts
       set paused_because = null
     where organization_id = ${organizationId}
       and id = ${accountId}
       and paused_because = 'restored'`
}

/** Accounts that nothing goes out for until then. */
export async function countUncompared(sql: Sql): Promise<number> {
  const [row] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting
      from comparisons c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where c.compared_at is null
       and a.deleting_at is null`
  return row.waiting
}
