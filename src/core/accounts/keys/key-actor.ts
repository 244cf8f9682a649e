/** Who a key acts as: by the key itself, or by its person as Slack knows them at this moment. */
import type { Actor, Role } from '../../lib/actor.js'
import type { Sql } from '../../ports/deps.js'
import type { Member } from '../people/members.js'

/**
 * A person of Slack at this moment, behind a personal key. `gone`: deactivated, or no member of the workspace any more. undefined:
 * nobody can say, so that the key opens nothing now.
 */
export type FindPerson = (person: {
  organizationId: string
  teamId: string
  userId: string
}) => Promise<Pick<Member, 'actor'> | 'gone' | undefined>

/** Where there is no Slack, there are no persons. */
export const nobody: FindPerson = async () => undefined

export type Key = {
  apiKeyId: string
  name: string
  role: Role | null
  accountIds: string[] | null
  slackTeamId: string | null
  slackUserId: string | null
}

/** `gone`: a personal key whose person left. undefined: nobody can say anything of its person now. */
export async function keyActor(
  { organizationId }: { organizationId: string },
  { apiKeyId, role, accountIds, slackTeamId, slackUserId }: Key,
  findPerson: FindPerson,
): Promise<Actor | 'gone' | undefined> {
  const via = { organizationId, via: 'api', apiKeyId } as const
  if (role !== null) {
    const userId = `key:${apiKeyId}`
    if (accountIds === null) return { ...via, role, userId }
    return { ...via, role: 'none', accountRoles: Object.fromEntries(accountIds.map((id) => [id, role])), userId }
  }
  const found = await findPerson({ organizationId, teamId: slackTeamId ?? '', userId: slackUserId ?? '' })
  return found === 'gone' || found === undefined ? found : { ...found.actor, ...via }
}

/** undefined: it does not work any more. */
export async function findKeyInForce(
  sql: Sql,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  now: Date,
): Promise<Key | undefined> {
  const [row] = await sql<Key[]>`
    select ${keyColumns(sql, organizationId)}
      from api_keys key
     where key.organization_id = ${organizationId}
       and key.id = ${apiKeyId}
       and key.revoked_at is null
       and (key.expires_at is null or key.expires_at > ${now})`
  return row
}

/** Of `key`. */
export const keyColumns = (sql: Sql, organizationId: string) => sql`
  key.id as "apiKeyId", key.name, key.role,
  case when key.names_accounts
       then (select coalesce(json_agg(a.account_id::text), '[]')
               from api_key_accounts a
              where a.organization_id = ${organizationId} and a.api_key_id = key.id) end as "accountIds",
  key.slack_team_id as "slackTeamId", key.slack_user_id as "slackUserId"`
