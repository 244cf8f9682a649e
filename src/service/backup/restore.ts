/**
 * Restores a backup into an empty database, in one transaction: any failure leaves the database empty. Existing objects of the
 * store stay; those that a failed restore added are removed again.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type postgres from 'postgres'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Config } from '../../config/config.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import { countUncompared } from '../../core/care/restores/comparisons.js'
import { settleRestored } from '../../core/care/restores/settle-restored.js'
import { pastIn } from '../../db/migrations/baseline.js'
import { type Migration, readMigrations } from '../../db/migrations/files.js'
import { migrationsDir, sandboxMigrationsDir } from '../../root.js'
import { withSql } from '../database/identity.js'
import { readEncryptionKey } from '../secrets.js'
import { whereIs } from '../where-is.js'
import { type Entry, MANIFEST, readArchive, toBuffer } from './archive.js'
import { lockAlone } from './alone.js'
import { BackupError } from './backup-error.js'
import { makeEmpty } from './empty.js'
import type { Keys } from './encryption.js'
import {
  applyMigrations,
  beginLoading,
  createRunnerTable,
  endLoading,
  type Loading,
  openTable,
  requireKnown,
  type TableWriter,
} from './load.js'
import { type AppliedMigration, type End, fingerprintOf, FORMAT, type Manifest, manifestSchema, TABLES } from './manifest.js'
import { type Folder, makeFolder, MEDIA, storeObject } from './media.js'
import { type BackupParts, makeProgress } from './backup.js'
import { AS_TEXT, readNow, WITHOUT_LIMITS } from './snapshot.js'

/** `from`: a file, or `-` for the standard input. */
export type RestoreRequest = { from: string; keys: Keys }
export type RestoreDone = Pick<End, 'rows' | 'media'> & {
  takenAt: Date
  /** Accounts that wait for a comparison. */
  accounts: number
  /** Pictures and videos that were written to the store; the others existed. */
  stored: number
  /** Tables that no migration makes. */
  leftOut: string[]
  hasMedia: boolean
}

/** `input`: used if `from` is `-`. */
export type RestoreParts = BackupParts & { input: Readable }

/** @throws BackupError nothing was restored */
export async function restoreBackup({ from, keys }: RestoreRequest, parts: RestoreParts): Promise<RestoreDone> {
  const folder = await makeFolder()
  try {
    return await withSql(parts.config, parts.url, async (sql) => {
      const result = await sql.begin((tx) => restoreIn(tx, { from, keys }, { ...parts, folder }))
      return result
    })
  } catch (error) {
    await removeStored(parts.storage, folder)
    throw error
  } finally {
    await folder.remove()
  }
}

type Restoring = RestoreParts & { folder: Folder }

async function restoreIn(
  sql: postgres.TransactionSql,
  { from, keys }: RestoreRequest,
  restoring: Restoring,
): Promise<RestoreDone> {
  const { config, url, input } = restoring
  await sql.unsafe(`${WITHOUT_LIMITS}; ${AS_TEXT}`)
  await lockAlone(sql)
  await makeEmpty(sql, config.database.kind === 'url' ? `The database at ${whereIs(url)}` : 'The database of the data folder')
  const file = from === '-' ? input : createReadStream(from)
  const into = makeReceiver(sql, restoring)
  const end = await readArchive(file, keys, (entry) => into.take(entry)).catch(async (error: unknown) => {
    await into.breakOff(error as Error)
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new BackupError(`There is no file ${from}.`) : error
  })
  const { manifest, loading, stored } = await into.finish()
  const now = await readNow(sql)
  await settleRestored(sql, { backupAt: manifest.takenAt, now, isOfCluster: end.isOfCluster }, end.lastIds)
  const accounts = await countUncompared(sql)
  const { rows, media } = end
  return { rows, media, takenAt: manifest.takenAt, accounts, stored, leftOut: loading.leftOut, hasMedia: manifest.hasMedia }
}

/** Receives the entries of a backup one after the other. */
function makeReceiver(sql: postgres.TransactionSql, { config, storage, folder, say }: Restoring) {
  const progress = makeProgress(say)
  let begun: { manifest: Manifest; loading: Loading } | undefined
  let table: TableWriter | undefined
  let isLoaded = false
  let stored = 0

  const begin = async (entry: Entry) => {
    if (entry.name !== MANIFEST) throw new BackupError('This file is no backup of Pinslot: it does not begin with what it is.')
    const manifest = readManifest(await toBuffer(entry.body))
    requireFits(config, manifest)
    await makeTables(sql, manifest)
    begun = { manifest, loading: await beginLoading(sql, manifest) }
  }
  const takeRows = async (entry: Entry, loading: Loading) => {
    const name = entry.name.slice(TABLES.length).split('/')[0] ?? ''
    const shape = loading.tables.get(name)
    if (!shape) return finished(entry.body.resume())
    if (table?.table !== name) {
      await table?.end()
      table = await openTable(sql, shape)
    }
    await table.write(entry)
    progress(`Table ${name}.`)
  }
  const endTables = async ({ manifest, loading }: { manifest: Manifest; loading: Loading }) => {
    if (isLoaded) return
    isLoaded = true
    await table?.end()
    await endLoading(sql, loading)
    await applyNewer(sql, manifest)
  }
  return {
    async take(entry: Entry) {
      if (!begun) return begin(entry)
      if (entry.name.startsWith(TABLES)) return takeRows(entry, begun.loading)
      if (!entry.name.startsWith(MEDIA))
        throw new BackupError(`This backup holds ${entry.name}, which this Pinslot does not know.`)
      await endTables(begun)
      const key = entry.name.slice(MEDIA.length)
      const wasThere = (await storage.stat(key)) !== undefined
      if (!wasThere) await noteStored(folder, key)
      if (await storeObject({ storage, folder }, entry)) stored++
      progress(`${stored} pictures and videos.`)
    },
    /** Ends an unfinished COPY, so that the transaction can end. */
    breakOff: async (because: Error) => table?.breakOff(because),
    async finish() {
      if (!begun) throw new BackupError('This file is no backup of Pinslot: it is empty.')
      await endTables(begun)
      return { ...begun, stored }
    },
  }
}

function readManifest(bytes: Buffer): Manifest {
  const said = JSON.parse(bytes.toString()) as { format?: unknown }
  if (typeof said.format === 'number' && said.format > FORMAT)
    throw new BackupError(
      'This backup was made by a newer Pinslot, in a form that this one does not know. Restore it with that version.',
    )
  return manifestSchema.parse(said)
}

/**
 * Checks the manifest before a row is written.
 * @throws BackupError
 */
function requireFits(config: Config, { database, keyFingerprint, previousKeyFingerprints }: Manifest): void {
  if (database.kind !== config.databaseKind)
    throw new BackupError(
      database.kind === 'sandbox'
        ? 'This backup is of a sandbox, and this configuration publishes for real: restore it where nothing real is configured.'
        : 'This backup is of a production database, and this configuration has stand-ins: set what production needs (PINSLOT_ENV=production names what is missing).',
    )
  const keys = [readEncryptionKey(config.encryptionKey, config.dataDir), ...config.previousEncryptionKeys]
  const ours = keys.map(fingerprintOf)
  if (!ours.includes(keyFingerprint))
    throw new BackupError(
      `The secrets in this backup were sealed with another key (fingerprint ${keyFingerprint}; ours is ${ours[0]}). ` +
        'Set ENCRYPTION_KEY to that one (of a data folder it is the text of its encryption.key), or put it in ENCRYPTION_KEY_PREVIOUS.',
    )
  const lacking = previousKeyFingerprints.filter((one) => !ours.includes(one))
  if (lacking.length > 0)
    throw new BackupError(
      `This backup was taken while its key was being changed, and some of its secrets may be sealed with the key before (fingerprint ${lacking.join(', ')}). ` +
        'Put that one in ENCRYPTION_KEY_PREVIOUS, too.',
    )
}

async function makeTables(sql: Sql, manifest: Manifest): Promise<void> {
  for (const { table, files, applied, isIn } of runnersOf(manifest)) {
    requireKnown(files, applied)
    if (applied.length === 0) continue
    await createRunnerTable(sql, table)
    await applyMigrations(sql, files.filter(isIn))
  }
}

/** Applies migrations that the backup did not have. The rows of both migration tables come from the backup. */
async function applyNewer(sql: Sql, manifest: Manifest): Promise<void> {
  for (const { table, files, applied, isIn } of runnersOf(manifest)) {
    if (applied.length === 0) continue
    await applyMigrations(
      sql,
      files.filter((file) => !isIn(file)),
    )
    const now = await readNow(sql)
    const names = new Set(applied.map(({ name }) => name))
    for (const { name, sha256 } of files.filter((file) => !names.has(file.name)))
      await sql`insert into ${sql(table)} (name, sha256, applied_at) values (${name}, ${sha256}, ${now})`
  }
}

/** `isIn`: what this file makes is in the backup, by the file or by those that it replaces. */
function runnersOf({ migrations, sandboxMigrations }: Manifest) {
  const of = (table: string, dir: string, applied: AppliedMigration[]) => {
    const files = readMigrations(dir)
    const names = new Set(applied.map(({ name }) => name))
    const isAdopted = pastIn(files, applied).has === 'all'
    return { table, files, applied, isIn: ({ name, replaces }: Migration) => names.has(name) || (isAdopted && replaces !== null) }
  }
  return [
    of('schema_migrations', migrationsDir, migrations),
    ...(sandboxMigrations.length > 0 ? [of('sandbox_migrations', sandboxMigrationsDir, sandboxMigrations)] : []),
  ]
}

const storedFile = (folder: Folder) => path.join(folder.dir, 'stored')

/** Records a key before it is written, so that a failed restore can remove it. */
async function noteStored(folder: Folder, key: string): Promise<void> {
  const out = createWriteStream(storedFile(folder), { flags: 'a', mode: 0o600 })
  out.end(`${key}\n`)
  await once(out, 'close')
}

async function removeStored(storage: Deps['storage'], folder: Folder): Promise<void> {
  const file = createReadStream(storedFile(folder))
  const isThere = await Promise.race([once(file, 'open').then(() => true), once(file, 'error').then(() => false)]).catch(
    () => false,
  )
  if (!isThere) return
  for await (const key of createInterface({ input: file })) await storage.remove(key).catch(() => {}) // a remaining object belongs to no row
}
