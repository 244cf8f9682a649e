/** Keys of the REST door. Only hashes are kept. */
import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { Deps } from '../ports.js'
import { isRowId } from './row-id.js'

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
 * The organization a key names and the hash by which it is found. Keys are looked up by digest, so the time an answer takes tells
 * nothing about the key. undefined: not the form of a key.
 */
export function readApiKey(key: string): { organizationId: string; hash: Buffer } | undefined {
  const organizationId = FORM.exec(key)?.[1]
  if (!organizationId || !isRowId(organizationId)) return undefined
  return { organizationId, hash: createHash('sha256').update(key).digest() }
}

/** What a list shows of a key: enough to tell keys apart. */
const prefixOf = (key: string, organizationId: string) => key.slice(0, `pst_${organizationId}_`.length + 4)

/**
 * `pst_<organization>_<secret>`; the whole key is returned once and only its hash is kept. `key` given: that one is kept (the
 * sandbox's), and given again it is still one key.
 * @throws BAD_REQUEST name, key, expiresAt
 */
export async function createApiKey(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { name: string; expiresAt?: Date; key?: string },
): Promise<{ key: string; apiKey: ApiKey }> {
  const { organizationId } = actor
  const now = clock()
  const name = requireName(input.name)
  const expiresAt = input.expiresAt ?? null
  if (expiresAt && expiresAt <= now) throw badRequest('expiresAt', 'expiresAt must lie after now.')
  const key = input.key ?? `pst_${organizationId}_${randomBytes(32).toString('base64url')}`
  const read = readApiKey(key)
  if (read?.organizationId !== organizationId) {
    throw badRequest('key', `key must be pst_${organizationId}_ and 43 characters of base64url.`)
  }
  // Nothing is changed on a conflict, so a revoked key given again stays revoked; an update is what makes "returning" answer.
  const [apiKey] = await sql<[ApiKey]>`
    insert into api_keys (organization_id, name, prefix, hash, expires_at, created_at)
    values (${organizationId}, ${name}, ${prefixOf(key, organizationId)}, ${read.hash}, ${expiresAt}, ${now})
    on conflict (organization_id, hash) do update set hash = excluded.hash
    returning ${apiKeyColumns(sql)}`
  return { key, apiKey }
}

/** Counts at once, on every process. Revoking again changes nothing. @throws NOT_FOUND */
export async function revokeApiKey(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { apiKeyId }: { apiKeyId: string },
): Promise<ApiKey> {
  if (!isRowId(apiKeyId)) throw notFound('Resource')
  const [apiKey] = await sql<ApiKey[]>`
    update api_keys
       set revoked_at = coalesce(revoked_at, ${clock()})
     where organization_id = ${actor.organizationId}
       and id = ${apiKeyId}
    returning ${apiKeyColumns(sql)}`
  if (!apiKey) throw notFound('Resource')
  return apiKey
}

/** Oldest first, revoked and expired ones too. */
export async function listApiKeys({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<ApiKey[]> {
  return [
    ...(await sql<ApiKey[]>`
    select ${apiKeyColumns(sql)}
      from api_keys
     where organization_id = ${actor.organizationId}
     order by id`),
  ]
}

const apiKeyColumns = (sql: Deps['db']['sql']) => sql`
  id, name, prefix, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`

function requireName(text: string): string {
  const name = text.trim()
  const length = [...name].length
  if (length === 0 || length > MAX_NAME_LENGTH) throw badRequest('name', `name must be 1 to ${MAX_NAME_LENGTH} characters.`)
  return name
}
