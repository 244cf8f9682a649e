/** Ends API keys. */
import type { Actor, Author } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isOrganizationAdmin } from '../people/roles.js'
import { wakeWorkOfKey } from '../../lib/work/wake.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { type ApiKey, apiKeyColumns, isOwn } from './api-keys.js'

/**
 * Revokes a key at once, on every process.
 * @throws NOT_FOUND also for another person's key, unless the actor is an admin of the organization
 */
export async function revokeApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { apiKeyId }: { apiKeyId: string },
): Promise<ApiKey> {
  if (!isRowId(apiKeyId)) throw notFound('Resource')
  const now = clock()
  return db.tx(async (sql) => {
    const [before] = await sql<ApiKey[]>`
      select ${apiKeyColumns(sql, actor.organizationId)}
        from api_keys k
       where k.organization_id = ${actor.organizationId}
         and k.id = ${apiKeyId}
         and (${isOrganizationAdmin(actor)} or ${isOwn(sql, actor)})
         for update of k`
    if (!before) throw notFound('Resource')
    if (before.revokedAt !== null) return before
    await endKey(sql, actor, before, now)
    return { ...before, revokedAt: now }
  })
}

/**
 * Revokes the personal keys of a person whom Slack reports as deactivated, and the programs that they sign in.
 * @returns how many
 */
export async function revokeKeysOfPerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, teamIds, userId }: { organizationId: string; teamIds: readonly string[]; userId: string },
): Promise<number> {
  const actor = { organizationId, via: 'slack', userId: 'slack' } as const
  return db.tx(async (sql) => {
    // first, because a code that is being exchanged holds this row, and its key is found below
    await sql`
      update agent_sign_ins
         set ended_at = ${clock()}
       where organization_id = ${organizationId}
         and person = any (${teamIds.map((teamId) => `${teamId}:${userId}`)})
         and api_key_id is null
         and ended_at is null`
    const keys = await sql<ApiKey[]>`
      select ${apiKeyColumns(sql, organizationId)}
        from api_keys k
       where k.organization_id = ${organizationId}
         and k.slack_team_id = any(${teamIds as string[]})
         and k.slack_user_id = ${userId}
         and k.revoked_at is null
         for update of k`
    for (const key of keys) await endKey(sql, actor, key, clock())
    return keys.length
  })
}

/** Ends the programs that people of the organization signed in. @returns how many */
export async function endAgents(sql: Sql, actor: Actor, now: Date): Promise<number> {
  const agents = await sql<ApiKey[]>`
    select ${apiKeyColumns(sql, actor.organizationId)}
      from api_keys k
     where k.organization_id = ${actor.organizationId}
       and k.most_role is not null
       and k.revoked_at is null
       and k.expires_at > ${now}
       for update of k`
  for (const agent of agents) await endKey(sql, actor, agent, now)
  return agents.length
}

/** Ends a key in the caller's transaction. The other fields are what the audit says of it. */
export async function endKey(
  sql: Sql,
  author: Author,
  { id, name, prefix, because }: Pick<ApiKey, 'id'> & Partial<Pick<ApiKey, 'name' | 'prefix'>> & { because?: string },
  now: Date,
): Promise<void> {
  await sql`
    update api_keys
       set revoked_at = ${now}
     where organization_id = ${author.organizationId}
       and id = ${id}`
  await wakeWorkOfKey(sql, { organizationId: author.organizationId, apiKeyId: id }, now)
  const after = because === undefined ? undefined : { because }
  await recordAct(sql, author, { subject: `api_key:${id}`, action: 'revoke', before: { name, prefix }, after }, now)
}
