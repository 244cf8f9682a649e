/** API keys of `/v1`. Only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, notFound } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireRole } from '../people/roles.js'
import { isRowId } from '../row-id.js'

export type ApiKey = {
  id: string
  name: string
  prefix: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

const FORM = /^pst_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}$/
const MAX_NAME_LENGTH = 120

/**
 * The organization a key names and the hash by which it is found. Keys are looked up by digest, so the response time reveals
 * nothing about the key. undefined: not the form of a key.
 */
export function readApiKey(key: string): { organizationId: string; hash: Buffer } | undefined {
  const organizationId = FORM.exec(key)?.[1]
  if (!organizationId || !isRowId(organizationId)) return undefined
  return { organizationId, hash: createHash('sha256').update(key).digest() }
}

/** What a list shows of a key: enough to distinguish keys. */
const prefixOf = (key: string, organizationId: string) => key.slice(0, `pst_${organizationId}_`.length + 4)

/** How many may work at once: more is no use, and a list has to be read. Those that are over do not count. */
export const MOST_API_KEYS = 100

/**
 * `pst_<organization>_<secret>`; the whole key is returned once and only its hash is kept. `key` given: that one is kept (the
 * sandbox's), and given again it is still one key.
 * @throws FORBIDDEN not an admin · BAD_REQUEST name (also too many keys), key, expiresAt
 */
export async function createApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { name: string; expiresAt?: Date; key?: string },
  beforeCommit?: BeforeCommit<ApiKey>,
): Promise<{ key: string; apiKey: ApiKey }> {
  requireRole(actor, 'admin')
  const { organizationId } = actor
  const now = clock()
  const name = requireName(input.name)
  const expiresAt = input.expiresAt ?? null
  if (expiresAt && expiresAt <= now) throw badRequest('expiresAt', 'expiresAt must be in the future.')
  const key = input.key ?? `pst_${organizationId}_${randomBytes(32).toString('base64url')}`
  const read = readApiKey(key)
  if (read?.organizationId !== organizationId) {
    throw badRequest('key', `key must be pst_${organizationId}_ and 43 characters of base64url.`)
  }
  return db.tx(async (sql) => {
    const known = await findByHash(sql, organizationId, read.hash)
    if (known) return { key, apiKey: known } // one that was revoked stays revoked
    await requireFreePlace(sql, organizationId, now)
    const [apiKey] = await sql<[ApiKey]>`
      insert into api_keys (organization_id, name, prefix, hash, expires_at, created_at)
      values (${organizationId}, ${name}, ${prefixOf(key, organizationId)}, ${read.hash}, ${expiresAt}, ${now})
      returning ${apiKeyColumns(sql)}`
    const { id, prefix } = apiKey
    await recordAct(sql, actor, { subject: `api_key:${id}`, action: 'create', after: { name, prefix, expiresAt } }, now)
    await beforeCommit?.(sql, apiKey)
    return { key, apiKey }
  })
}

/** Holds the organization's row: nobody else makes a key meanwhile. @throws BAD_REQUEST name */
async function requireFreePlace(sql: Sql, organizationId: string, now: Date): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from api_keys
     where organization_id = ${organizationId}
       and revoked_at is null
       and (expires_at is null or expires_at > ${now})`
  if (count >= MOST_API_KEYS) throw badRequest('name', `name: you have ${MOST_API_KEYS} keys, the maximum. Revoke one first.`)
}

async function findByHash(sql: Sql, organizationId: string, hash: Buffer): Promise<ApiKey | undefined> {
  await sql`select from organizations where id = ${organizationId} for no key update`
  const [apiKey] = await sql<ApiKey[]>`
    select ${apiKeyColumns(sql)}
      from api_keys
     where organization_id = ${organizationId}
       and hash = ${hash}`
  return apiKey
}

/** Counts at once, on every process. Revoking again changes nothing. @throws FORBIDDEN not an admin · NOT_FOUND */
export async function revokeApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { apiKeyId }: { apiKeyId: string },
): Promise<ApiKey> {
  requireRole(actor, 'admin')
  if (!isRowId(apiKeyId)) throw notFound('Resource')
  const now = clock()
  return db.tx(async (sql) => {
    const [before] = await sql<ApiKey[]>`
      select ${apiKeyColumns(sql)}
        from api_keys
       where organization_id = ${actor.organizationId}
         and id = ${apiKeyId}
         for update`
    if (!before) throw notFound('Resource')
    if (before.revokedAt !== null) return before
    await sql`
      update api_keys
         set revoked_at = ${now}
       where organization_id = ${actor.organizationId}
         and id = ${apiKeyId}`
    const { name, prefix } = before
    await recordAct(sql, actor, { subject: `api_key:${apiKeyId}`, action: 'revoke', before: { name, prefix } }, now)
    return { ...before, revokedAt: now }
  })
}

/** Oldest first, revoked and expired ones too. @throws FORBIDDEN not an admin */
export async function listApiKeys({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<ApiKey[]> {
  requireRole(actor, 'admin')
  return [
    ...(await sql<ApiKey[]>`
    select ${apiKeyColumns(sql)}
      from api_keys
     where organization_id = ${actor.organizationId}
     order by id`),
  ]
}

const apiKeyColumns = (sql: Sql) => sql`
  id, name, prefix, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`

function requireName(text: string): string {
  const name = text.trim()
  const length = [...name].length
  if (length === 0 || length > MAX_NAME_LENGTH) throw badRequest('name', `name must be 1 to ${MAX_NAME_LENGTH} characters.`)
  return name
}
