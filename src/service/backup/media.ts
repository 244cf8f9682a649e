/** Copies pictures and videos between the store and a backup, one at a time through a temporary file. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../core/ports/deps.js'
import type { ArchiveWriter, Entry } from './archive.js'
import { BackupError } from './backup-error.js'
import type { StoredObject } from './snapshot.js'

/** The prefix of media entries, followed by the key. */
export const MEDIA = 'media/'

export type Folder = { dir: string; remove: () => Promise<void> }

/** Makes a folder for temporary files, readable by this user only. */
export async function makeFolder(): Promise<Folder> {
  const dir = await mkdtemp(path.join(tmpdir(), 'pinslot-backup-'))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/**
 * Reads an object completely before writing it, because its checksum comes first.
 * @returns its size in bytes; null if the store does not have it
 */
export async function addObject(
  { archive, storage, folder }: { archive: ArchiveWriter; storage: Storage; folder: Folder },
  { key, contentType }: StoredObject,
): Promise<number | null> {
  if ((await storage.stat(key)) === undefined) return null
  const file = path.join(folder.dir, 'object')
  const body = await storage.stream(key).catch(async (error: unknown) => {
    if ((await storage.stat(key)) === undefined) return null // deleted meanwhile
    throw error
  })
  if (!body) return null
  const { bytes, sha256 } = await toFile(body, file)
  await archive.addStream({ name: `${MEDIA}${key}`, bytes, sha256, contentType }, createReadStream(file))
  return bytes
}

/**
 * Keeps an object that the store already has with the same bytes.
 * @returns true if it was written
 */
export async function storeObject({ storage, folder }: { storage: Storage; folder: Folder }, entry: Entry): Promise<boolean> {
  const key = entry.name.slice(MEDIA.length)
  const { contentType } = entry
  if (contentType === undefined)
    throw new BackupError(`This backup is damaged (${entry.name} has no type). Take another copy of it.`)
  const file = path.join(folder.dir, 'object')
  await toFile(entry.body, file)
  if (await isStored(storage, key, entry)) return false
  await storage.putFile(key, file, contentType)
  return true
}

async function isStored(storage: Storage, key: string, { bytes, sha256 }: Pick<Entry, 'bytes' | 'sha256'>): Promise<boolean> {
  if ((await storage.stat(key))?.bytes !== bytes) return false
  const hash = createHash('sha256')
  for await (const chunk of (await storage.stream(key)) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex') === sha256
}

async function toFile(body: Readable, file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const out = createWriteStream(file, { mode: 0o600 })
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(body, hashed, out)
  return { bytes: out.bytesWritten, sha256: hash.digest('hex') }
}
