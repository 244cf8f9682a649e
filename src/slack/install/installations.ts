/** The organization of a workspace, and the token for its API. */
import { SECOND_MS } from '../../core/lib/duration.js'
import { recordAct } from '../../core/audit/audit.js'
import type { Deps } from '../../core/ports/deps.js'
import type { TokenDeps } from '../transport/access.js'
import { type Kept, keptColumns, withoutToken } from './kept.js'
import { tokenOf, type Waiting } from './tokens.js'

export type Installation =
  | { kind: 'installed'; organizationId: string; botToken: string; botUserId: string | null }
  | { kind: 'revoked' }
  | { kind: 'unknown' }

export type Workspace = { teamId: string | undefined; enterpriseId: string | undefined }

/**
 * Finds an installation; a workspace's own wins over that of its enterprise. A token that ends soon is renewed.
 * @throws Error the token has ended, and Slack gives no other now
 */
export async function findInstallation(
  deps: TokenDeps,
  { teamId, enterpriseId }: Workspace,
  waiting: Waiting,
): Promise<Installation> {
  const { sql } = deps.db
  const [row] = await sql<(Kept & { isRevoked: boolean })[]>`
    select ${keptColumns(sql)}, revoked_at is not null as "isRevoked"
      from slack_installations
     where (team_id = ${teamId ?? ''} and not is_enterprise)
        or (enterprise_id = ${enterpriseId ?? ''} and is_enterprise and enterprise_id <> '')
     order by revoked_at is not null, is_enterprise
     limit 1`
  if (!row) return { kind: 'unknown' }
  if (row.isRevoked) return { kind: 'revoked' }
  const token = await tokenOf(deps, row, waiting)
  if (token.kind !== 'token') return token
  return { kind: 'installed', organizationId: row.organizationId, botUserId: row.botUserId, botToken: token.botToken }
}

/**
 * Returns the token for messages to an organization's people, of the team's workspace or enterprise if one is given; undefined
 * when the app is in none of its workspaces. A token that ends soon is renewed first, however long that takes.
 * @throws Error the token has ended, and Slack gives no other now
 */
export async function tokenFor(
  deps: TokenDeps,
  { organizationId, teamId }: { organizationId: string; teamId?: string | undefined },
): Promise<string | undefined> {
  const { sql } = deps.db
  const [row] = await sql<Kept[]>`
    select ${keptColumns(sql)}
      from slack_installations
     where organization_id = ${organizationId}
       and revoked_at is null
       and ${teamId === undefined ? sql`true` : sql`(team_id = ${teamId} or is_enterprise)`}
     order by (team_id = ${teamId ?? ''}) desc, installed_at
     limit 1`
  return tokenIn(deps, row)
}

/**
 * Returns the token for the staff's channel, in the operator's workspace or enterprise; undefined: the app is not installed
 * there.
 */
export async function staffToken(deps: TokenDeps & { staffTeamId?: string | null | undefined }): Promise<string | undefined> {
  const { sql } = deps.db
  if (deps.staffTeamId === undefined || deps.staffTeamId === null) return deps.botToken
  const [row] = await sql<Kept[]>`
    select ${keptColumns(sql)}
      from slack_installations
     where revoked_at is null
       and ((team_id = ${deps.staffTeamId} and not is_enterprise) or (enterprise_id = ${deps.staffTeamId} and is_enterprise))`
  return (await tokenIn(deps, row)) ?? deps.botToken
}

async function tokenIn(deps: TokenDeps, row: Kept | undefined): Promise<string | undefined> {
  const token = row && (await tokenOf(deps, row, 'until it is settled'))
  return token?.kind === 'token' ? token.botToken : undefined
}

export type Removal = Workspace & {
  isEnterpriseInstall: boolean
  /** The time of the removal by Slack's account; null: Slack gave none. */
  removedAt: Date | null
}

/**
 * Revokes the installation of a workspace or an enterprise and deletes its token. Repeated reports, in any order, take effect
 * once; a report about an installation that was since replaced has no effect.
 * @returns whose it was, if it was in use until now
 */
export async function revokeInstallation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { teamId, enterpriseId, isEnterpriseInstall, removedAt }: Removal,
): Promise<string | undefined> {
  const isWhole = isEnterpriseInstall || teamId === undefined
  const id = (isWhole ? enterpriseId : teamId) ?? ''
  const now = clock()
  const behind = removedAt && new Date((Math.floor(removedAt.getTime() / SECOND_MS) + 1) * SECOND_MS)
  return db.tx(async (sql) => {
    const [revoked] = await sql<{ organizationId: string }[]>`
      update slack_installations
         set revoked_at = ${now}, ${withoutToken(sql)}
       where revoked_at is null
         and is_enterprise = ${isWhole}
         and ${isWhole ? sql`enterprise_id` : sql`team_id`} = ${id}
         and ${id} <> ''
         and (granted_at is null or ${behind}::timestamptz is null or granted_at < ${behind})
      returning organization_id as "organizationId"`
    if (!revoked) return undefined
    const actor = { ...revoked, via: 'slack', role: 'admin', userId: 'slack' } as const
    await recordAct(sql, actor, { subject: `installation:${id}`, action: 'remove' }, now)
    return revoked.organizationId
  })
}
