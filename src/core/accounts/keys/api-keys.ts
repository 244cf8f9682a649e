/** API keys of `/v1`: their form, and the list. Only hashes are stored. */
import { createHash } from 'node:crypto'
import type { Actor, KeyRole } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { MostRole } from './most-role.js'
import { isOrganizationAdmin } from '../people/roles.js'
import { isRowId } from '../../lib/rows/row-id.js'

/**
 * A key of the organization has a role, on all accounts (admin on all: full access) or on some. A personal key has the rights
 * of its person, and so has a program that a person signed in, up to its own most.
 */
export type ApiKey = {
  id: string
  name: string
  /** The key's purpose; null: none given. */
  note: string | null
  prefix: string
  /** The last four characters; null for keys made before these were stored. */
  lastFour: string | null
  /** null: a personal key. */
  role: KeyRole | null
  /** The accounts of the role; null: all accounts. */
  accountIds: string[] | null
  /** `T1:U1` of its person; null: a key of the organization. */
  personId: string | null
  /** The most that a signed-in program may do; null: a key. */
  mostRole: MostRole | null
  /** The website of a signed-in program; null: a key, or a program on its person's computer. */
  agentHost: string | null
  /** The key's maker; null for keys made before this was stored. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

const FORM = /^pst_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}$/
const AGENT_FORM = /^psa_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}$/

/**
 * Returns the organization and the hash of a key; undefined: not the form of a key. Keys are looked up by digest, so the response
 * time reveals nothing about them.
 */
export const readApiKey = (key: string): ReadKey | undefined => readForm(FORM, key)

/** Does the same for the access token of a signed-in program, which opens /mcp alone. */
export const readAgentToken = (token: string): ReadKey | undefined => readForm(AGENT_FORM, token)

type ReadKey = { organizationId: string; hash: Buffer }

function readForm(form: RegExp, key: string): ReadKey | undefined {
  const organizationId = form.exec(key)?.[1]
  if (!organizationId || !isRowId(organizationId)) return undefined
  return { organizationId, hash: createHash('sha256').update(key).digest() }
}

/**
 * Lists keys by age, including revoked and expired ones: for admins all of the organization, for others their own personal keys.
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

/** Columns of `api_keys k`. */
export const apiKeyColumns = (sql: Sql, organizationId: string) => sql`
  k.id, k.name, k.note, k.prefix, k.last_four as "lastFour", k.role,
  case when k.names_accounts
       then (select coalesce(json_agg(a.account_id::text order by a.account_id), '[]')
               from api_key_accounts a
              where a.organization_id = ${organizationId} and a.api_key_id = k.id) end as "accountIds",
  k.slack_team_id || ':' || k.slack_user_id as "personId", k.most_role as "mostRole", k.agent_host as "agentHost", k.created_by as "createdBy", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"`

/** True for `api_keys k` that are personal keys of the actor. */
export const isOwn = (sql: Sql, { userId }: Pick<Actor, 'userId'>) =>
  sql`coalesce(k.slack_team_id || ':' || k.slack_user_id = ${userId}, false)`
