/** Organizations, which own accounts, keys and members. Made by the operator. */
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isRowId } from '../../lib/rows/row-id.js'

export type Organization = {
  id: string
  name: string
  billingSystem: 'modular' | 'legacy' | 'shopify'
  /** Posts per billing period over all accounts, for legacy and shopify; null: no limit. */
  postLimit: number | null
  createdAt: Date
}

/** Slack workspaces whose people belong to the organization. */
export type SlackPlaces = {
  teamIds: string[]
  /** The enterprise of the teams; without teams, every workspace of the enterprise belongs here. */
  enterpriseId: string | null
}

/** Code points. */
export const MAX_NAME_LENGTH = 120

/**
 * Creates an organization, whose billing periods begin on the current day (UTC).
 * @throws BAD_REQUEST name, slackTeam, enterprise (wrong form, or another organization has them)
 */
export async function createOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { name, slack }: { name: string; slack: SlackPlaces },
): Promise<Organization> {
  const trimmed = name.trim()
  const length = [...trimmed].length
  if (length === 0 || length > MAX_NAME_LENGTH)
    throw badRequest('name', (of) => `${of('name')} must be 1 to ${MAX_NAME_LENGTH} characters.`)
  for (const teamId of slack.teamIds) requireTeamId(teamId)
  if (slack.enterpriseId !== null && !/^E[A-Z0-9]+$/.test(slack.enterpriseId)) {
    throw badRequest('enterprise', `${slack.enterpriseId} is not a Slack enterprise id: those look like E0123456789.`)
  }
  const now = clock()
  return db.tx(async (sql) => {
    const organization = await insertOrganization(sql, trimmed, now)
    for (const teamId of new Set(slack.teamIds)) {
      await addInstallation(sql, organization, { teamId, enterpriseId: slack.enterpriseId ?? '', isEnterprise: false }, now)
    }
    if (slack.enterpriseId !== null && slack.teamIds.length === 0) {
      await addInstallation(sql, organization, { teamId: '', enterpriseId: slack.enterpriseId, isEnterprise: true }, now)
    }
    const by = { organizationId: organization.id, via: 'operator', userId: 'operator' } as const
    await recordAct(
      sql,
      by,
      { subject: `organization:${organization.id}`, action: 'create', after: { name: trimmed, slack } },
      now,
    )
    return organization
  })
}

/** Billing periods begin on the day (UTC) of `now`. */
export async function insertOrganization(sql: Sql, name: string, now: Date): Promise<Organization> {
  const [organization] = await sql<[Organization]>`
    insert into organizations (name, period_anchor, created_at)
    values (${name}, ${now.toISOString().slice(0, 10)}, ${now})
    returning ${organizationColumns(sql)}`
  return organization
}

/**
 * Adds a workspace, or one from which the app was removed and whose token is now in the configuration: it keeps everything it
 * had.
 * @throws NOT_FOUND · BAD_REQUEST slackTeam (wrong form, or it is in use: here or by another organization)
 */
export async function addWorkspace(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { teamId }: { teamId: string },
): Promise<Organization> {
  requireTeamId(teamId)
  const now = clock()
  return db.tx(async (sql) => {
    const organization = await requireOrganization(sql, actor)
    await addInstallation(sql, organization, { teamId, enterpriseId: '', isEnterprise: false }, now)
    await recordAct(sql, actor, { subject: `installation:${teamId}`, action: 'install' }, now)
    return organization
  })
}

/**
 * Gives a workspace its organization: its current or former one, else the oldest (`joins`), else a new one. Idempotent, also when
 * run concurrently.
 * @throws BAD_REQUEST name, slackTeam
 */
export async function ensureWorkspace(
  deps: Pick<Deps, 'db' | 'clock'>,
  { teamId, name, joins }: { teamId: string; name: string; joins: boolean },
): Promise<{ organizationId: string; isNew: boolean }> {
  const { sql } = deps.db
  const find = async () => {
    const [row] = await sql<{ organizationId: string; isInUse: boolean }[]>`
      select organization_id as "organizationId", revoked_at is null as "isInUse"
        from slack_installations
       where team_id = ${teamId}
       order by revoked_at is null desc, installed_at desc
       limit 1`
    return row
  }
  const found = await find()
  if (found?.isInUse) return { ...found, isNew: false }
  const [oldest] = joins ? await sql<{ id: string }[]>`select id from organizations order by id limit 1` : []
  const id = found?.organizationId ?? oldest?.id
  try {
    const organization =
      id === undefined
        ? await createOrganization(deps, { name, slack: { teamIds: [teamId], enterpriseId: null } })
        : await addWorkspace(deps, { organizationId: id, via: 'operator', role: 'admin', userId: 'operator' }, { teamId })
    return { organizationId: organization.id, isNew: true }
  } catch (error) {
    const meanwhile = await find()
    if (!meanwhile?.isInUse) throw error
    return { ...meanwhile, isNew: false }
  }
}

function requireTeamId(teamId: string): void {
  if (!/^T[A-Z0-9]+$/.test(teamId))
    throw badRequest('slackTeam', `${teamId} is not a Slack workspace id: those look like T0123456789.`)
}

/** @throws NOT_FOUND */
export async function requireOrganization(sql: Sql, { organizationId }: Actor): Promise<Organization> {
  const [organization] = isRowId(organizationId)
    ? await sql<Organization[]>`
        select ${organizationColumns(sql)}
          from organizations
         where id = ${organizationId}`
    : []
  if (!organization) throw new DomainError('NOT_FOUND', 'Organization not found.')
  return organization
}

/** A workspace (`enterpriseId` '': unknown or none), or with `isEnterprise` and no team a whole enterprise. */
export type SlackPlace = { teamId: string; enterpriseId: string; isEnterprise: boolean }

/** Serializes decisions about the owner; the enterprise is locked first, because its workspaces depend on it. */
export async function lockSlackPlace(sql: Sql, { teamId, enterpriseId }: SlackPlace): Promise<void> {
  for (const id of [enterpriseId, teamId].filter((each) => each !== '')) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`slack installation ${id}`}, 0))`
  }
}

/** Matches a workspace by its own id, whatever its enterprise, so that only one organization may have it. */
async function addInstallation(sql: Sql, { id }: Organization, place: SlackPlace, now: Date): Promise<void> {
  const { teamId, enterpriseId, isEnterprise } = place
  await lockSlackPlace(sql, place)
  const added = await sql`
    insert into slack_installations as i (enterprise_id, team_id, is_enterprise, organization_id, installed_at)
    select ${enterpriseId}, ${teamId}, ${isEnterprise}, ${id}, ${now}
     where not exists (select 1
                         from slack_installations
                        where is_enterprise = ${isEnterprise} and revoked_at is null
                          and ${isEnterprise ? sql`enterprise_id = ${enterpriseId}` : sql`team_id = ${teamId}`})
    on conflict (enterprise_id, team_id, is_enterprise) do update
       set organization_id = excluded.organization_id, installed_at = excluded.installed_at, revoked_at = null
     where i.revoked_at is not null`
  if (added.count === 1) return
  throw badRequest(
    isEnterprise ? 'enterprise' : 'slackTeam',
    `${isEnterprise ? enterpriseId : teamId} belongs to an organization already.`,
  )
}

const organizationColumns = (sql: Sql) => sql`
  id, name, billing_system as "billingSystem", post_limit as "postLimit", created_at as "createdAt"`
