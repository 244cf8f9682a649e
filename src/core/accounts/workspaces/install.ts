/** Installs the app for a workspace or an enterprise, and decides whose organization that is. */
import { recordAct } from '../../audit/audit.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { insertOrganization, lockSlackPlace, MAX_NAME_LENGTH, type SlackPlace } from './organizations.js'

export type Grant = {
  place: SlackPlace
  /** The name of the workspace or enterprise in Slack. */
  name: string | null
  /** The Slack user who installed it. */
  installedBy: string
  botUserId: string
  scopes: string[]
  /** Slack's grant with its tokens; encrypted here. */
  secret: string
  /** Real time; null: the token does not end. */
  tokenExpiresAt: Date | null
}
export type Installed = { organizationId: string; isNew: boolean }

type Known = { organizationId: string; isHome: boolean; isDeleting: boolean }

/**
 * Creates an organization with the installer as admin, or joins one: a known workspace keeps its own, another joins its
 * enterprise's, and an enterprise joins that of its workspaces if they share one. Installing again gives no rights, because Slack
 * lets any member do it.
 * @see docs/slack.md#installing
 */
export async function installWorkspace(
  { db, clock, wallClock, sealer }: Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer'>,
  given: Grant,
): Promise<Installed> {
  const now = clock()
  const grant = { ...given, name: cleaned(given.name) }
  const { place, installedBy } = grant
  return db.tx(async (sql) => {
    await lockSlackPlace(sql, place) // of two installs at once, the second one finds what the first has made
    const known = await findKnown(sql, place)
    if (known?.isDeleting)
      throw new DomainError('CONFLICT', 'This team is being deleted. Install the app again in a few minutes.')
    const joined = known?.organizationId ?? (await findRelated(sql, place))
    const organizationId = joined ?? (await insertOrganization(sql, nameOf(grant), now)).id
    const isHome = known?.isHome ?? joined === undefined
    await store(sql, { known, organizationId, isHome, grant }, { now, grantedAt: wallClock(), secret: sealer.seal(grant.secret) })
    if (joined === undefined && !place.isEnterprise) await makeAdmin(sql, organizationId, grant)
    const actor = {
      organizationId,
      via: 'slack',
      role: 'admin',
      userId: `${place.teamId || place.enterpriseId}:${installedBy}`,
    } as const
    const act = { subject: `installation:${place.teamId || place.enterpriseId}`, action: known ? 'reinstall' : 'install' }
    await recordAct(sql, actor, { ...act, after: { name: grant.name, scopes: grant.scopes } }, now)
    return { organizationId, isNew: joined === undefined }
  })
}

/** Finds its row, even if revoked: installations in use first, then the latest. */
async function findKnown(sql: Sql, { teamId, enterpriseId, isEnterprise }: SlackPlace): Promise<Known | undefined> {
  const [row] = await sql<Known[]>`
    select i.organization_id as "organizationId", i.is_home as "isHome", o.deleting_at is not null as "isDeleting"
      from slack_installations i
      join organizations o on o.id = i.organization_id
     where is_enterprise = ${isEnterprise}
       and ${isEnterprise ? sql`enterprise_id = ${enterpriseId}` : sql`team_id = ${teamId}`}
     order by revoked_at is not null, installed_at desc
     limit 1`
  return row
}

async function findRelated(sql: Sql, { enterpriseId, isEnterprise }: SlackPlace): Promise<string | undefined> {
  if (enterpriseId === '') return undefined
  const rows = await sql<{ organizationId: string }[]>`
    select distinct organization_id as "organizationId"
      from slack_installations
     where enterprise_id = ${enterpriseId}
       and is_enterprise = ${!isEnterprise}
       and revoked_at is null`
  return rows.length === 1 ? rows[0]?.organizationId : undefined
}

type Storing = {
  known: Known | undefined
  organizationId: string
  /** True when the organization began with it: people of a workspace that joins by its enterprise do not become schedulers. */
  isHome: boolean
  grant: Grant
}

async function store(
  sql: Sql,
  { known, organizationId, isHome, grant }: Storing,
  { now, grantedAt, secret }: { now: Date; grantedAt: Date; secret: Buffer },
): Promise<void> {
  const { teamId, enterpriseId, isEnterprise } = grant.place
  // removes rows under another enterprise or without one, and older ones of the workspace
  if (known && !isEnterprise) await sql`delete from slack_installations where team_id = ${teamId} and not is_enterprise`
  await sql`
    insert into slack_installations (enterprise_id, team_id, is_enterprise, organization_id, bot_user_id, installation, scopes, name,
                                     installed_by, granted_at, token_expires_at, installed_at, is_home)
    values (${enterpriseId}, ${teamId}, ${isEnterprise}, ${organizationId}, ${grant.botUserId}, ${secret}, ${grant.scopes.join(',')},
            ${grant.name}, ${grant.installedBy}, ${grantedAt}, ${grant.tokenExpiresAt}, ${now}, ${isHome})
    on conflict (enterprise_id, team_id, is_enterprise) do update
       set bot_user_id = excluded.bot_user_id, installation = excluded.installation, bot_token = null, scopes = excluded.scopes,
           name = excluded.name, installed_by = excluded.installed_by, granted_at = excluded.granted_at,
           token_expires_at = excluded.token_expires_at, installed_at = excluded.installed_at,
           revoked_at = null, refreshing_until = null, refresh_after = null`
}

async function makeAdmin(sql: Sql, organizationId: string, { place, installedBy }: Grant): Promise<void> {
  await sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role)
    values (${organizationId}, ${place.teamId}, ${installedBy}, 'admin', 'admin')`
}

/** Returns a valid organization name; null: nothing is left of it. */
const cleaned = (name: string | null): string | null =>
  [...(name ?? '').replaceAll('\0', '').toWellFormed().trim()].slice(0, MAX_NAME_LENGTH).join('') || null

const nameOf = ({ name, place }: Grant): string => name ?? `Slack ${place.teamId || place.enterpriseId}`
