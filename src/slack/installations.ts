/** Which organization a workspace belongs to, and by which token it is spoken to. */
import type { Deps, Sql } from '../core/ports.js'

export type Installation =
  | { kind: 'installed'; organizationId: string; botToken: string; botUserId: string | null }
  | { kind: 'revoked' }
  | { kind: 'unknown' }

export type Workspace = { teamId: string | undefined; enterpriseId: string | undefined }
type Row = { organizationId: string; botToken: Buffer | null; botUserId: string | null; isRevoked: boolean }

/** A workspace's own installation goes before one of its whole enterprise. `botToken`: where the row has none. */
export async function findInstallation(
  { db: { sql }, sealer }: Pick<Deps, 'db' | 'sealer'>,
  { teamId, enterpriseId }: Workspace,
  botToken: string,
): Promise<Installation> {
  const [row] = await sql<Row[]>`
    select organization_id as "organizationId", bot_token as "botToken", bot_user_id as "botUserId", revoked_at is not null as "isRevoked"
      from slack_installations
     where (team_id = ${teamId ?? ''} and not is_enterprise)
        or (enterprise_id = ${enterpriseId ?? ''} and is_enterprise and enterprise_id <> '')
     order by revoked_at is not null, is_enterprise
     limit 1`
  if (!row) return { kind: 'unknown' }
  if (row.isRevoked) return { kind: 'revoked' }
  const { organizationId, botUserId } = row
  return { kind: 'installed', organizationId, botUserId, botToken: row.botToken === null ? botToken : sealer.open(row.botToken) }
}

/** The token by which an organization's people are written to; undefined when the app is in none of its workspaces. */
export async function findBotToken(
  { db: { sql }, sealer }: Pick<Deps, 'db' | 'sealer'>,
  { organizationId, teamId }: { organizationId: string; teamId?: string | undefined },
  botToken: string,
): Promise<string | undefined> {
  const [row] = await sql<{ botToken: Buffer | null }[]>`
    select bot_token as "botToken"
      from slack_installations
     where organization_id = ${organizationId}
       and revoked_at is null
     order by (team_id = ${teamId ?? ''}) desc, installed_at
     limit 1`
  if (!row) return undefined
  return row.botToken === null ? botToken : sealer.open(row.botToken)
}

/** The app was taken out of a workspace. Told in either order and more than once, it is done once. */
export async function revokeInstallation(sql: Sql, { teamId, enterpriseId }: Workspace, now: Date): Promise<void> {
  await sql`
    update slack_installations
       set revoked_at = ${now}
     where revoked_at is null
       and ((team_id = ${teamId ?? ''} and not is_enterprise)
            or (${teamId === undefined} and enterprise_id = ${enterpriseId ?? ''} and is_enterprise and enterprise_id <> ''))`
}

/** True for the first time an event is seen; Slack delivers again when it is not sure. */
export async function isNewEvent(sql: Sql, eventId: string, now: Date): Promise<boolean> {
  const recorded = await sql`
    insert into slack_events (event_id, received_at)
    values (${eventId}, ${now})
    on conflict (event_id) do nothing`
  return recorded.count === 1
}
