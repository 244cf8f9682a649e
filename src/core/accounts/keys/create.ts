/** Creates API keys: for the organization by its admins, and personal ones by each person. */
import { randomBytes } from 'node:crypto'
import { type Actor, isSlackPerson, type KeyRole } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { DAY_MS } from '../../lib/duration.js'
import { badRequest, DomainError, notFound } from '../../lib/errors.js'
import { cleanLine, lengthOf } from '../../lib/prose/text.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireAccount } from '../accounts.js'
import { requireOrganizationAdmin, requireRoleAnywhere } from '../people/roles.js'
import { type ApiKey, apiKeyColumns, readApiKey } from './api-keys.js'

/** The most valid keys at once: more are no use in a list that people read. Expired and revoked ones do not count. */
export const MOST_API_KEYS = 100
export const MOST_PERSONAL_KEYS = 20
/**
 * The most keys made in a UTC day, including revoked ones: each has its own daily limit, so unlimited keys would be unlimited
 * requests.
 */
export const MOST_KEYS_A_DAY = 200
export const KEY_NAME_LENGTH = 120
export const KEY_NOTE_LENGTH = 500
/** The most accounts of one key. */
export const MOST_KEY_ACCOUNTS = 100

export type NewKey = {
  name: string
  note?: string | null | undefined
  expiresAt?: Date | undefined
}
export type NewOrganizationKey = NewKey & {
  /** Default: `admin`. */
  role?: KeyRole | undefined
  /** The accounts of the role; absent: all of them. */
  accountIds?: readonly string[] | undefined
  /** A given key, for the sandbox; given again, it stays one key. */
  key?: string | undefined
}
export type MadeKey = { key: string; apiKey: ApiKey }

/**
 * Creates `pst_<organization>_<secret>`; the whole key is returned once, and only its hash is stored. A key made by an expiring
 * key expires with it at the latest.
 * @throws FORBIDDEN not an admin of the organization · NOT_FOUND an account · BAD_REQUEST name (also too many keys), note,
 * accountIds, key, expiresAt (also later than that of its maker)
 */
export async function createApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: NewOrganizationKey,
  beforeCommit?: BeforeCommit<MadeKey>,
): Promise<MadeKey> {
  requireOrganizationAdmin(actor)
  const now = clock()
  const fields = readFields(input, now)
  const accountIds = readAccountIds(input.accountIds)
  const { key, hash } = keyFor(actor, input.key)
  return db.tx(async (sql) => {
    await lockKeys(sql, actor)
    const known = await findByHash(sql, actor, hash)
    if (known) return { key, apiKey: known } // one that was revoked stays revoked
    await requireFreePlace(sql, actor, now)
    const expiresAt = await endWithin(sql, actor, fields.expiresAt)
    for (const accountId of accountIds ?? []) await requireAccount(sql, actor, accountId)
    const id = await insertKey(sql, actor, {
      ...fields,
      expiresAt,
      key,
      hash,
      role: input.role ?? 'admin',
      namesAccounts: accountIds !== null,
      now,
    })
    if (accountIds !== null) {
      await sql`
        insert into api_key_accounts (organization_id, api_key_id, account_id)
        select ${actor.organizationId}, ${id}, unnest(${accountIds}::bigint[])`
    }
    return finish(sql, actor, { id, key, now }, beforeCommit)
  })
}

/**
 * Creates a key by which a program acts as this person: each request has their current rights, and the key ends when Slack
 * deactivates them.
 * @throws FORBIDDEN not a person of Slack, a person without a role, or a request that came by a key · BAD_REQUEST name (also too
 * many keys), note, expiresAt
 */
export async function createPersonalKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: NewKey,
  beforeCommit?: BeforeCommit<MadeKey>,
): Promise<MadeKey> {
  if (actor.via !== 'slack' || !isSlackPerson(actor.userId)) throw new DomainError('FORBIDDEN', ONLY_PEOPLE)
  requireRoleAnywhere(actor, 'reviewer')
  const now = clock()
  const fields = readFields(input, now)
  const { key, hash } = keyFor(actor)
  return db.tx(async (sql) => {
    await lockKeys(sql, actor)
    await requireFreePersonalPlace(sql, actor, now)
    const [slackTeamId = '', slackUserId = ''] = actor.userId.split(':')
    const person = { slackTeamId, slackUserId }
    const id = await insertKey(sql, actor, { ...fields, key, hash, role: null, namesAccounts: false, person, now })
    return finish(sql, actor, { id, key, now }, beforeCommit)
  })
}
const ONLY_PEOPLE = 'Personal keys belong to people in Slack. Create yours there, with /pin keys.'

/** Returns the part shown in lists, enough to distinguish keys. */
const prefixOf = (key: string, organizationId: string) => key.slice(0, `pst_${organizationId}_`.length + 4)

function keyFor({ organizationId }: Pick<Actor, 'organizationId'>, given?: string): { key: string; hash: Buffer } {
  const key = given ?? `pst_${organizationId}_${randomBytes(32).toString('base64url')}`
  const read = readApiKey(key)
  if (read?.organizationId !== organizationId) {
    throw badRequest('key', (of) => `${of('key')} must be pst_${organizationId}_ and 43 characters of base64url.`)
  }
  return { key, hash: read.hash }
}

function readFields({ name: typed, note: noted, expiresAt: until }: NewKey, now: Date) {
  const expiresAt = until ?? null
  const name = cleanLine('name', typed)
  const length = lengthOf(name)
  if (length === 0 || length > KEY_NAME_LENGTH)
    throw badRequest('name', (of) => `${of('name')} must be 1 to ${KEY_NAME_LENGTH} characters.`)
  const note = cleanLine('note', noted ?? '')
  if (lengthOf(note) > KEY_NOTE_LENGTH)
    throw badRequest('note', (of) => `${of('note')} must be at most ${KEY_NOTE_LENGTH} characters.`)
  if (expiresAt && expiresAt <= now) throw badRequest('expiresAt', (of) => `${of('expiresAt')} must be in the future.`)
  return { name, note: note === '' ? null : note, expiresAt }
}

function readAccountIds(given: readonly string[] | undefined): string[] | null {
  if (given === undefined) return null
  const ids = [...new Set(given)]
  if (ids.length === 0 || ids.length > MOST_KEY_ACCOUNTS)
    throw badRequest(
      'accounts',
      (of) => `${of('accounts')} must be 1 to ${MOST_KEY_ACCOUNTS} account ids. Leave it out for all accounts.`,
    )
  return ids
}

/** Locks the organization, so that the counts stay correct. */
const lockKeys = (sql: Sql, { organizationId }: Pick<Actor, 'organizationId'>) =>
  sql`select from organizations where id = ${organizationId} for no key update`

async function findByHash(sql: Sql, { organizationId }: Actor, hash: Buffer): Promise<ApiKey | undefined> {
  const [apiKey] = await sql<ApiKey[]>`
    select ${apiKeyColumns(sql, organizationId)}
      from api_keys k
     where k.organization_id = ${organizationId}
       and k.hash = ${hash}`
  return apiKey
}

/** @throws BAD_REQUEST name */
async function requireFreePlace(sql: Sql, { organizationId }: Actor, now: Date): Promise<void> {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  const [{ working, made }] = await sql<[{ working: number; made: number }]>`
    select count(*) filter (where revoked_at is null and (expires_at is null or expires_at > ${now}))::int as working,
           count(*) filter (where created_at >= ${today})::int as made
      from api_keys
     where organization_id = ${organizationId}
       and slack_user_id is null`
  if (working >= MOST_API_KEYS)
    throw badRequest('name', (of) => `${of('name')}: you have ${MOST_API_KEYS} keys, the maximum. Revoke one first.`)
  if (made >= MOST_KEYS_A_DAY)
    throw badRequest(
      'name',
      (of) => `${of('name')}: ${MOST_KEYS_A_DAY} keys were created today, the maximum. Create the next one after midnight UTC.`,
    )
}

/** Returns the requested end, or that of the requesting key. @throws BAD_REQUEST expiresAt */
async function endWithin(sql: Sql, { organizationId, apiKeyId }: Actor, asked: Date | null): Promise<Date | null> {
  if (apiKeyId === undefined) return asked
  const [maker] = await sql<{ expiresAt: Date | null }[]>`
    select expires_at as "expiresAt"
      from api_keys
     where organization_id = ${organizationId}
       and id = ${apiKeyId}`
  const most = maker?.expiresAt ?? null
  if (asked !== null && most !== null && asked > most)
    throw badRequest(
      'expiresAt',
      (of) => `${of('expiresAt')} must be ${most.toISOString()} or earlier: the key that creates this one expires then.`,
    )
  return asked ?? most
}

/** @throws BAD_REQUEST name */
async function requireFreePersonalPlace(sql: Sql, { organizationId, userId }: Actor, now: Date): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from api_keys
     where organization_id = ${organizationId}
       and slack_team_id || ':' || slack_user_id = ${userId}
       and most_role is null
       and revoked_at is null
       and (expires_at is null or expires_at > ${now})`
  if (count >= MOST_PERSONAL_KEYS)
    throw badRequest(
      'name',
      (of) => `${of('name')}: you have ${MOST_PERSONAL_KEYS} personal keys, the maximum. Revoke one first.`,
    )
}

type Row = ReturnType<typeof readFields> & {
  key: string
  hash: Buffer
  role: KeyRole | null
  namesAccounts: boolean
  person?: { slackTeamId: string; slackUserId: string }
  now: Date
}

async function insertKey(sql: Sql, { organizationId, userId }: Actor, row: Row): Promise<string> {
  const { name, note, expiresAt, key, hash, role, namesAccounts, person, now } = row
  const [{ id }] = await sql<[{ id: string }]>`
    insert into api_keys (organization_id, name, note, prefix, last_four, hash, role, names_accounts, slack_team_id, slack_user_id,
                          created_by, expires_at, created_at)
    values (${organizationId}, ${name}, ${note}, ${prefixOf(key, organizationId)}, ${key.slice(-4)}, ${hash}, ${role}, ${namesAccounts},
            ${person?.slackTeamId ?? null}, ${person?.slackUserId ?? null}, ${userId}, ${expiresAt}, ${now})
    returning id`
  return id
}

async function finish(
  sql: Sql,
  actor: Actor,
  { id, key, now }: { id: string; key: string; now: Date },
  beforeCommit?: BeforeCommit<MadeKey>,
): Promise<MadeKey> {
  const [apiKey] = await sql<ApiKey[]>`
    select ${apiKeyColumns(sql, actor.organizationId)}
      from api_keys k
     where k.organization_id = ${actor.organizationId}
       and k.id = ${id}`
  if (!apiKey) throw notFound('Resource')
  const { name, prefix, expiresAt, role, accountIds, personId } = apiKey
  const after = { name, prefix, expiresAt, ...(personId === null ? { role, accountIds } : { personId }) }
  await recordAct(sql, actor, { subject: `api_key:${id}`, action: 'create', after }, now)
  const made = { key, apiKey }
  await beforeCommit?.(sql, made)
  return made
}
