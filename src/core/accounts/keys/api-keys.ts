/** API keys of `/v1`: what one is, how it reads, and the list. Only hashes are stored. */
import { createHash } from 'node:crypto'
import type { Actor, Role } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isOrganizationAdmin } from '../people/roles.js'
import { isRowId } from '../../lib/row-id.js'

/**
 * A key of the organization has a role, on all accounts (`admin` on all: full access) or on some. A personal key has none of its
 * own: it may what its person may.
 */
export type ApiKey = {
  id: string
  name: string
  /** What it is for; null: nothing was noted. */
  note: string | null
  prefix: string
  /** Its last four characters; null: made before they were kept. */
  lastFour: string | null
  /** null: a personal key. */
  role: Role | null
  /** Where the role holds; null: on all accounts. */
  accountIds: string[] | null
  /** `T1:U1` of its person; null: a key of the organization. */
  personId: string | null
  /** Who made it; null: made before that was kept. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

const FORM = /^pst_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}$/

/**
 * The organization a key names and the hash by which it is found. Keys are looked up by digest, so the response time reveals
 * nothing about the key. undefined: not the form of a key.
 */
export function readApiKey(key: string): { organizationId: string; hash: Buffer } | undefined {
  const organizationId = FORM.exec(key)?.[1]
  if (!organizationId || !isRowId(organizationId)) return undefined
  return { organizationId, hash: createHash('sha256').update(key).digest() }
}

/**
 * Oldest first, revoked and expired ones too: of the organization for its admins, for everybody else the personal keys of their
 * own.
 */
export async function listApiKeys({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<ApiKey[]> {
  return [
    ...(await sql<ApiKey[]>`
      select ${apiKeyColumns(sql, actor.organizationId)}
        from api_keys k
       where k.organization_id = ${actor.organizationId}
         and (${isOrganizationAdmin(actor)} or ${isOwn(sql, actor)})
       order by k.id`),
  ]
}

/** Of `api_keys k`. */
export const apiKeyColumns = (sql: Sql, organizationId: string) => sql`
  k.id, k.name, k.note, k.prefix, k.last_four as "lastFour", k.role,
  case when k.names_accounts
       then (select coalesce(json_agg(a.account_id::text order by a.account_id), '[]')
               from api_key_accounts a
              where a.organization_id = ${organizationId} and a.api_key_id = k.id) end as "accountIds",
  k.slack_team_id || ':' || k.slack_user_id as "personId", k.created_by as "createdBy", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"`

/** A personal key of the actor's, of `api_keys k`. */
export const isOwn = (sql: Sql, { userId }: Pick<Actor, 'userId'>) =>
  sql`coalesce(k.slack_team_id || ':' || k.slack_user_id = ${userId}, false)`
