/** Derives the kind of a database without an identity, which an older version made, from its contents. */
import type { DatabaseKind } from '../../config/config.js'
import type { Sql } from '../../core/ports/deps.js'
import { teamId } from '../../sandbox/slack/ids.js'

type Tables = { organizations: boolean; accounts: boolean; users: boolean }

/**
 * An account that the simulated platform does not know, or an organization that no seed made, is real.
 * @param isOwn the database of a data folder: organizations without accounts that the operator made there prove nothing
 * @returns undefined if it is empty and may become either
 */
export async function kindByContents(sql: Sql, { isOwn }: { isOwn: boolean }): Promise<DatabaseKind | undefined> {
  const tables = await findTables(sql)
  if (!tables.organizations || !tables.accounts) return undefined
  if (await lacksSomeAccount(sql)) return 'production'
  const [{ all, seeded }] = await sql<[{ all: number; seeded: number }]>`
    select (select count(*)::int from organizations) as all,
           (select count(distinct o.id)::int
              from organizations o
             where exists (select 1 from slack_installations i where i.organization_id = o.id and i.team_id = ${teamId})
                or exists (select 1 from accounts a where a.organization_id = o.id)) as seeded`
  if (all === 0) return undefined
  if (seeded === all || (isOwn && seeded > 0)) return 'sandbox'
  return isOwn ? undefined : 'production'
}

/** True if there is an account of a real platform, which the simulated one does not know. */
export async function lacksSomeAccount(sql: Sql): Promise<boolean> {
  const tables = await findTables(sql)
  if (!tables.accounts) return false
  const [row] = tables.users
    ? await sql<{ id: string }[]>`
        select a.id
          from accounts a
         where not exists (select 1 from sim_users u where u.id = a.platform_user_id)
         limit 1`
    : await sql<{ id: string }[]>`select id from accounts limit 1`
  return row !== undefined
}

async function findTables(sql: Sql): Promise<Tables> {
  const [tables] = await sql<[Tables]>`
    select to_regclass('organizations') is not null as organizations,
           to_regclass('accounts') is not null as accounts,
           to_regclass('sim_users') is not null as users`
  return tables
}
