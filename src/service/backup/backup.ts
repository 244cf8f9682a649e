/** Takes a backup while the service runs: the database at one instant, and the pictures and videos that it references. */
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Config } from '../../config/config.js'
import type { Deps } from '../../core/ports/deps.js'
import { makeSealer } from '../../core/care/seal.js'
import { findIdentity, readIdentity, withSql } from '../database/identity.js'
import { requireOwnKey } from '../database/key-check.js'
import { readEncryptionKey } from '../secrets.js'
import { type ArchiveWriter, MANIFEST, writeArchive } from './archive.js'
import { BackupError } from './backup-error.js'
import { type Lock, makeEncrypter } from './encryption.js'
import { type End, fingerprintOf, FORMAT, type ManifestText, TABLES } from './manifest.js'
import { addObject, type Folder, makeFolder } from './media.js'
import { writeFile, writeTo } from './output.js'
import {
  copyOut,
  inSnapshot,
  listNamed,
  listObjects,
  readBeginning,
  readLastIds,
  readMigrations,
  readPartitions,
  type StoredObject,
} from './snapshot.js'

/** `to`: a file, or `-` for the standard output. */
export type BackupRequest = { to: string; lock: Lock | null; withMedia: boolean }
export type BackupDone = Pick<End, 'rows' | 'media'> & {
  file: string
  bytes: number
  takenAt: Date
  isEncrypted: boolean
  /** Missing media that the database still references after the backup. Others were deleted while it was taken. */
  lost: { count: number; keys: string[] }
}

export type BackupParts = {
  config: Config
  /** The address of the database itself, without a pooler. */
  url: string
  storage: Deps['storage']
  /** Reports progress to the waiting operator. */
  say: (line: string) => void
}

const KEYS_NAMED = 1_000
const SAY_EVERY_MS = 5_000

/**
 * @param parts its `output` is used if `to` is `-`
 * @throws BackupError nothing is kept; also if the store has none of the media that the database references
 * @throws IdentityError if the key is not that of the database's secrets, because the manifest would name the wrong one
 */
export async function takeBackup(
  { to, lock, withMedia }: BackupRequest,
  parts: BackupParts & { output: Writable },
): Promise<BackupDone> {
  const encrypt = lock && makeEncrypter(lock)
  await requireKeyOf(parts)
  const archive = writeArchive()
  const folder = await makeFolder()
  try {
    const bytes = encrypt ? await encrypt(archive.packed) : archive.packed
    const writing = to === '-' ? writeTo(parts.output, bytes) : writeFile(to, bytes)
    writing.catch((error: unknown) => archive.packed.destroy(error as Error)) // makes adding entries fail, too
    const filling = fill(archive, { ...parts, withMedia, folder })
    filling.catch((error: unknown) => bytes.destroy(error as Error))
    const [written, filled] = await Promise.allSettled([writing, filling])
    // A failed write makes the other side fail as well, with a less useful error.
    if (written.status === 'rejected' && written.reason instanceof BackupError) throw written.reason
    if (filled.status === 'rejected') throw filled.reason
    if (written.status === 'rejected') throw written.reason
    return { file: to, bytes: written.value, isEncrypted: lock !== null, ...filled.value }
  } finally {
    await folder.remove()
  }
}

async function requireKeyOf({ config, url }: BackupParts): Promise<void> {
  await withSql(config, url, async (sql) => {
    if (!(await findIdentity(sql)))
      throw new BackupError('The database has nothing to back up: no service was ever started on it.')
    const sealer = makeSealer(readEncryptionKey(config.encryptionKey, config.dataDir), config.previousEncryptionKeys)
    await requireOwnKey(config, sealer, sql)
  })
}

type Filling = BackupParts & { withMedia: boolean; folder: Folder }
type Filled = Pick<BackupDone, 'rows' | 'media' | 'takenAt' | 'lost'>

async function fill(archive: ArchiveWriter, filling: Filling): Promise<Filled> {
  const { config, url, folder, withMedia } = filling
  const keysFile = path.join(folder.dir, 'keys')
  const { takenAt, ...ofDatabase } = await withSql(config, url, (sql) => addDatabase(archive, sql, { ...filling, keysFile }), 2)
  const lost: BackupDone['lost'] = { count: 0, keys: [] }
  const onMissing = async (keys: string[]) => {
    const named = await withSql(config, url, (sql) => listNamed(sql, keys))
    lost.count += named.length
    lost.keys.push(...named.slice(0, KEYS_NAMED - lost.keys.length))
  }
  const media = withMedia
    ? await addMedia(archive, keysFile, { ...filling, onMissing })
    : { objects: 0, bytes: 0, missing: 0, missingKeys: [] }
  if (media.objects === 0 && lost.count > 0) throw otherStore(config, lost.count)
  await archive.end({ ...ofDatabase, media })
  return { rows: ofDatabase.rows, media, takenAt, lost }
}

function otherStore({ storage }: Config, count: number): BackupError {
  const where = storage.kind === 'local' ? `The folder ${storage.dir}` : `The bucket ${storage.place.bucket}`
  const name = storage.kind === 'local' ? 'PINSLOT_DATA_DIR' : 'STORAGE_URL'
  return new BackupError(
    `${where} has none of the ${count} pictures and videos that the database names: is it the store of this database? ` +
      `Set ${name} to that of the service, or leave the store out with --without-media. Nothing of the backup was kept.`,
  )
}

type Connection = Parameters<typeof inSnapshot>[0]

async function addDatabase(
  archive: ArchiveWriter,
  connection: Connection,
  { config, withMedia, keysFile, say }: Filling & { keysFile: string },
): Promise<Pick<End, 'rows' | 'lastIds' | 'isOfCluster'> & { takenAt: Date }> {
  const progress = makeProgress(say)
  return inSnapshot(connection, async (sql, tables, isOfCluster) => {
    const { id, kind, platformHost } = (await readIdentity(sql))!
    const takenAt = await readBeginning(sql)
    const manifest: ManifestText = {
      format: FORMAT,
      takenAt: takenAt.toISOString(),
      database: { id, kind, platformHost },
      keyFingerprint: fingerprintOf(readEncryptionKey(config.encryptionKey, config.dataDir)),
      previousKeyFingerprints: config.previousEncryptionKeys.map(fingerprintOf),
      migrations: await readMigrations(sql, 'schema_migrations'),
      sandboxMigrations: await readMigrations(sql, 'sandbox_migrations'),
      tables,
      partitions: await readPartitions(sql),
      hasMedia: withMedia,
    }
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
    const rows: End['rows'] = {}
    for (const table of tables) {
      let part = 0
      rows[table.name] = await copyOut(sql, table, async (bytes) => {
        await archive.add(`${TABLES}${table.name}/${String(++part).padStart(6, '0')}`, bytes)
        progress(`Table ${table.name}, part ${part}.`)
      })
    }
    if (withMedia) await writeKeys(keysFile, (onObjects) => listObjects(sql, onObjects))
    const ids = await readLastIds(sql)
    return {
      takenAt,
      rows,
      isOfCluster,
      lastIds: Object.fromEntries(ids.map(({ table, column, last }) => [`${table}.${column}`, last])),
    }
  })
}

/** Writes keys to a file, so that the snapshot is not held open for as long as reading all media takes. */
async function writeKeys(
  file: string,
  list: (onObjects: (objects: StoredObject[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  const closed = once(out, 'close')
  await list(async (objects) => {
    const isFull = !out.write(objects.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if (isFull) await once(out, 'drain')
  })
  out.end()
  await closed
}

/** Adds media to the archive, and reports keys that the store lacks in batches to `onMissing`. */
async function addMedia(
  archive: ArchiveWriter,
  keysFile: string,
  { storage, folder, say, onMissing }: Filling & { onMissing: (keys: string[]) => Promise<void> },
): Promise<End['media']> {
  const media: End['media'] = { objects: 0, bytes: 0, missing: 0, missingKeys: [] }
  const progress = makeProgress(say)
  const parts = { archive, storage, folder }
  let missing: string[] = []
  const reportMissing = async () => {
    if (missing.length > 0) await onMissing(missing)
    missing = []
  }
  for await (const line of createInterface({ input: createReadStream(keysFile) as Readable })) {
    const object = JSON.parse(line) as StoredObject // as writeKeys() wrote it
    const bytes = await addObject(parts, object)
    if (bytes !== null) {
      media.objects++
      media.bytes += bytes
    } else if (!object.isStaged) {
      media.missing++
      if (media.missingKeys.length < KEYS_NAMED) media.missingKeys.push(object.key)
      if (missing.push(object.key) === KEYS_NAMED) await reportMissing()
    }
    progress(`${media.objects} pictures and videos, ${Math.round(media.bytes / 1024 / 1024)} MiB.`)
  }
  await reportMissing()
  return media
}

/** Makes a reporter that passes on a line every few seconds at most. */
export function makeProgress(say: (line: string) => void): (line: string) => void {
  let saidAt = performance.now()
  return (line) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    say(line)
  }
}
