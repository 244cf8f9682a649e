/** Organizations that removed the app from Slack and use no key: no one there sees what is published. */
import { before, DAY_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'

/** A key that was used within these days keeps its organization active. */
export const KEY_IN_USE_DAYS = 30

/**
 * Excludes organizations that never had the app in Slack, which work by keys only. `organizationId`: checks only this one;
 * `stillActive`: only those with an account that publishes.
 */
export async function listUnused(
  sql: Sql,
  { now, organizationId, stillActive = false }: { now: Date; organizationId?: string | undefined; stillActive?: boolean },
): Promise<string[]> {
  const since = before(now, KEY_IN_USE_DAYS * DAY_MS)
  const rows = await sql<{ organizationId: string }[]>`
    select i.organization_id as "organizationId"
      from slack_installations i
     where ${organizationId === undefined ? sql`true` : sql`i.organization_id = ${organizationId}`}
     group by i.organization_id
    having bool_and(i.revoked_at is not null)`
  const all = rows.map((row) => row.organizationId)
  const removed = stillActive ? await publishing(sql, all) : all
  if (removed.length === 0) return []
  const active = await sql<{ organizationId: string }[]>`
    select distinct k.organization_id as "organizationId"
      from api_keys k
     where k.organization_id = any (${removed}::bigint[])
       and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > ${now})
       and k.last_used_at > ${since}`
  const isActive = new Set(active.map((row) => row.organizationId))
  return removed.filter((id) => !isActive.has(id))
}

async function publishing(sql: Sql, organizationIds: string[]): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select distinct a.organization_id as "organizationId"
      from accounts a
     where a.organization_id = any (${organizationIds}::bigint[])
       and (a.publishing = 'active' or a.paused_until is not null)`
  return rows.map((row) => row.organizationId)
}
