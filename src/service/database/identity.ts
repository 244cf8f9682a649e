/** The kind of a database, real or of the sandbox: stored in it, and compared before a process writes anything else. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type postgres from 'postgres'
import type { Config, DatabaseKind } from '../../config/config.js'
import type { Sql } from '../../core/ports/deps.js'
import { connectTo } from '../../db/connect.js'
import { migrationsDir } from '../../root.js'
import { kindByContents, lacksSomeAccount } from './contents.js'
import { whereIs } from '../where-is.js'

/** The message is a sentence for the person at the terminal. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
}

export type Identity = { id: string; kind: DatabaseKind; platformHost: string | null; keyCheck: Buffer | null }

const TABLE = readFileSync(path.join(migrationsDir, '0001_database.sql'), 'utf8')

/**
 * Reads the database's identity, or makes it that of this process if it has none; one of two concurrent starts wins. Writes
 * nothing when this process is refused.
 * @throws IdentityError if the database is of the other kind, or of another platform
 */
export async function claimDatabase(config: Config, url: string, now: Date): Promise<Identity> {
  return withSql(config, url, (sql) =>
    sql.begin(async (tx) => {
      // A transaction lock, which a pooler cannot lose.
      await tx`select pg_advisory_xact_lock(hashtext('pinslot identity')::bigint)`
      const found = await findIdentity(tx)
      const kind = found?.kind ?? (await kindByContents(tx, { isOwn: config.database.kind === 'embedded' }))
      if (kind !== undefined && kind !== config.databaseKind) throw new IdentityError(otherKind(config, kind))
      if (config.platform.kind === 'simulated' && (await lacksSomeAccount(tx))) throw new IdentityError(realAccounts(config))
      const platformHost = platformHostOf(config)
      const other = otherPlatform(config, found?.platformHost ?? null)
      if (other !== null) throw new IdentityError(other)
      if (found && (found.platformHost || !platformHost)) return found
      if (!found) await tx.unsafe(TABLE)
      const [written] = await tx<Identity[]>`
        insert into database_identity (kind, platform_host, created_at)
        values (${config.databaseKind}, ${platformHost}, ${now})
        on conflict (one) do update
           set platform_host = excluded.platform_host
        returning id, kind, platform_host as "platformHost", key_check as "keyCheck"`
      return written!
    }),
  )
}

/**
 * Opens a connection for a moment, before there is a pool.
 * @param max connections at once
 */
export async function withSql<T>(
  { database }: Config,
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  max = 1,
): Promise<T> {
  const prepare = database.kind === 'url' ? database.prepare : true
  const sql = connectTo(url, { max, prepare, onnotice: () => {}, connect_timeout: 10 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** @throws IdentityError if the address leads to another database than the direct one, where `id` was found */
export async function requireSame(config: Config, url: string, id: string): Promise<void> {
  const there = await withSql(config, url, findIdentity)
  if (there?.id === id) return
  throw differentDatabases()
}

export const differentDatabases = () =>
  new IdentityError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set DATABASE_DIRECT_URL to the one behind the pooler of DATABASE_URL.',
  )

/** undefined if no process has claimed the database yet. */
export async function readIdentity(sql: Sql): Promise<Identity | undefined> {
  const [row] = await sql<Identity[]>`
    select id, kind, platform_host as "platformHost", key_check as "keyCheck"
      from database_identity`
  return row
}

/** Reads the identity of a database in which the table may not exist yet. */
export const findIdentity = async (sql: Sql): Promise<Identity | undefined> =>
  (await hasIdentity(sql)) ? readIdentity(sql) : undefined

async function hasIdentity(sql: Sql): Promise<boolean> {
  const [table] = await sql<[{ there: boolean }]>`select to_regclass('database_identity') is not null as there`
  return table.there
}

/** Returns Pinterest's own addresses only, because a proxy at another address leads to the same platform. */
function platformHostOf({ platform }: Config): string | null {
  if (platform.kind === 'simulated') return null
  const { hostname } = new URL(platform.apiUrl)
  return /(^|\.)pinterest\.com$/.test(hostname) ? hostname : null
}

/** @param kind of the database */
export function otherKind(config: Config, kind: DatabaseKind): string {
  if (kind === 'sandbox') {
    return `${theDatabase(config)} belongs to a sandbox, and this process publishes for real: ${elsewhere(config, 'an empty one')}.`
  }
  return (
    `${theDatabase(config)} is a production database, and this process has stand-ins for the platform or Slack: ` +
    `set what production needs (PINSLOT_ENV=production names what is missing), or ${elsewhere(config, 'one of the sandbox’s own')}.`
  )
}

const realAccounts = (config: Config) =>
  `${theDatabase(config)} has accounts that the simulated platform does not know: set PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET ` +
  `to publish for them, or ${elsewhere(config, 'one of the sandbox’s own')}.`

/**
 * @param theirs the platform of the database; null if it has none yet
 * @returns null if it is ours
 */
export function otherPlatform(config: Config, theirs: string | null): string | null {
  const ours = platformHostOf(config)
  if (theirs === null || ours === null || theirs === ours) return null
  return (
    `${theDatabase(config)} has accounts of ${theirs}, and PLATFORM_API_URL leads to ${ours}, where their tokens are not good: ` +
    `set PLATFORM_API_URL to https://${theirs}/v5, or ${elsewhere(config, 'another one')}.`
  )
}

function theDatabase({ database }: Config): string {
  return database.kind === 'url' ? `The database at ${whereIs(database.url)}` : `The database of the data folder ${database.dir}`
}

const elsewhere = ({ database }: Config, what: string) =>
  database.kind === 'url' ? `set DATABASE_URL to ${what}` : `set PINSLOT_DATA_DIR to another folder`
