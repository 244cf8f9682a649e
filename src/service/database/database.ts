/** The database before there is a pool: its address and its tables. */
import type { Shutdown } from '../shutdown.js'
import type { Config } from '../../config/config.js'
import type { Log, Sql } from '../../core/ports/deps.js'
import { makeSealer } from '../../core/care/seal.js'
import { makeFolder } from '../../db/embedded/cluster.js'
import { startEmbedded } from '../../db/embedded/embedded.js'
import { migrate, requirePast } from '../../db/migrations/migrate.js'
import { migrationsDir, sandboxMigrationsDir } from '../../root.js'
import { byDirect, directOf } from './direct.js'
import { claimDatabase, differentDatabases, findIdentity, requireSame, withSql } from './identity.js'
import { keepKeyCheck, requireKey } from './key-check.js'
import { withRights } from './rights.js'
import { readEncryptionKey } from '../secrets.js'

const DATABASE_NAME = 'pinslot'
/** Longer than the embedded server takes for an immediate stop. */
const STOP_MS = 8_000

/**
 * Starts or joins the embedded server, unless there is a DATABASE_URL.
 * @returns the address to connect to
 */
export async function openDatabase(
  { database, dataDir }: Config,
  { shutdown, log }: { shutdown: Shutdown; log: Log },
): Promise<string> {
  if (database.kind === 'url') {
    makeFolder(dataDir)
    return database.url
  }
  const onProblem = (error: unknown) => log.error({ error }, 'the embedded Postgres went away and could not be started again')
  const server = await startEmbedded(database.dir, DATABASE_NAME, { onProblem })
  shutdown.opened('embedded Postgres', STOP_MS, () => server.stop())
  return server.url
}

/**
 * Fails early on a read-only database: a start without pending migrations would write nothing, and each loop would fail later.
 * @throws Error with the database's own code, 25006
 */
async function requireWrites(sql: Sql): Promise<void> {
  const [row] = await sql<[{ isReadOnly: boolean }]>`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`
  if (row.isReadOnly) throw Object.assign(new Error('the database is read-only'), { code: '25006' })
}

/**
 * Applies migrations under the database's own lock, each file once, after checking that the database belongs to this process.
 * @param checksKey false: accepts secrets of any key
 * @throws IdentityError, MigrationError of a database that is too old: before anything is written; MigrationError; RightsError
 */
export async function prepareDatabase(config: Config, url: string, now: Date, { checksKey = true } = {}): Promise<void> {
  const direct = directOf(config, url) // a pooler shares sessions, on which locks depend
  await withSql(config, url, requireWrites)
  if (direct !== url) await requireOne(config, url, direct)
  await byDirect(config, () => withRights(config, direct, () => prepare(config, { url, direct, now, checksKey })))
}

type Preparing = { url: string; direct: string; now: Date; checksKey: boolean }

async function prepare(config: Config, { url, direct, now, checksKey }: Preparing): Promise<void> {
  await withSql(config, direct, async (sql) => {
    await requirePast(sql, migrationsDir)
    await requirePast(sql, sandboxMigrationsDir, 'sandbox_migrations')
  })
  const { id, keyCheck } = await claimDatabase(config, direct, now)
  if (direct !== url) await withRights(config, url, () => requireSame(config, url, id)) // both may have been empty before
  const sealer = makeSealer(readEncryptionKey(config.encryptionKey, config.dataDir), config.previousEncryptionKeys)
  if (checksKey) requireKey(config, sealer, keyCheck)
  await migrate(direct, migrationsDir, { now })
  if (config.databaseKind === 'sandbox') await migrate(direct, sandboxMigrationsDir, { table: 'sandbox_migrations', now })
  if (checksKey && keyCheck === null) await withSql(config, direct, (sql) => keepKeyCheck(config, sealer, sql))
}

/**
 * Checks both addresses before errors mention the direct one. Processes that start at the same time may create the identity at
 * any moment.
 * @throws IdentityError if they lead to two databases, one of which has an identity
 */
async function requireOne(config: Config, url: string, direct: string): Promise<void> {
  const identityAt = (at: string) => withRights(config, at, () => withSql(config, at, findIdentity))
  const before = await byDirect(config, () => identityAt(direct))
  const there = await identityAt(url)
  const after = there && !before ? await byDirect(config, () => identityAt(direct)) : before
  if (after?.id !== there?.id) throw differentDatabases()
}
