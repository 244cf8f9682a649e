/** Resolves a key to its actor: the key itself, or its person as Slack knows them now. */
import type { Actor, KeyRole } from '../../lib/actor.js'
import type { Sql } from '../../ports/deps.js'
import type { Member } from '../people/members.js'
import { atMost, type MostRole } from './most-role.js'

/**
 * Finds the person behind a personal key. `gone`: deactivated, or no longer a member of the workspace. undefined: unknown now, so
 * the key does not work.
 */
export type FindPerson = (person: {
  organizationId: string
  teamId: string
  userId: string
}) => Promise<Pick<Member, 'actor'> | 'gone' | undefined>

/** Finds no one: services without Slack have no persons. */
export const nobody: FindPerson = async () => undefined

export type Key = {
  apiKeyId: string
  name: string
  role: KeyRole | null
  accountIds: string[] | null
  slackTeamId: string | null
  slackUserId: string | null
  /** The most that a signed-in program may do; null: a key. */
  mostRole: MostRole | null
}

/** Returns `gone` for a personal key whose person left; undefined when its person is unknown now. */
export async function keyActor(
  { organizationId }: { organizationId: string },
  { apiKeyId, role, accountIds, slackTeamId, slackUserId, mostRole }: Key,
  findPerson: FindPerson,
): Promise<Actor | 'gone' | undefined> {
  const via = { organizationId, via: 'api', apiKeyId } as const
  if (role !== null) {
    const userId = `key:${apiKeyId}`
    if (accountIds === null) return { ...via, role, userId }
    return { ...via, role: 'none', accountRoles: Object.fromEntries(accountIds.map((id) => [id, role])), userId }
  }
  const found = await findPerson({ organizationId, teamId: slackTeamId ?? '', userId: slackUserId ?? '' })
  if (found === 'gone' || found === undefined) return found
  const person = { ...found.actor, ...via }
  return mostRole === null ? person : atMost(person, mostRole)
}

/** Returns undefined when the key no longer works. */
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

/** Columns of api_keys as `key`. */
export const keyColumns = (sql: Sql, organizationId: string) => sql`
  key.id as "apiKeyId", key.name, key.role,
  case when key.names_accounts
       then (select coalesce(json_agg(a.account_id::text), '[]')
               from api_key_accounts a
              where a.organization_id = ${organizationId} and a.api_key_id = key.id) end as "accountIds",
  key.slack_team_id as "slackTeamId", key.slack_user_id as "slackUserId", key.most_role as "mostRole"`
