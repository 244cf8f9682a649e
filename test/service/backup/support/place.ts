/** Places between which backups go: each a database, a store and a configuration, as the operator's commands see them. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { readConfig } from '../../../../src/config/config.js'
import type { Storage } from '../../../../src/core/ports/deps.js'
import { makeSealer } from '../../../../src/core/care/seal.js'
import { type BackupDone, type BackupRequest, takeBackup } from '../../../../src/service/backup/backup.js'
import { restoreBackup, type RestoreDone, type RestoreRequest } from '../../../../src/service/backup/restore.js'
import { prepareDatabase } from '../../../../src/service/database/database.js'
import { claimDatabase, withSql } from '../../../../src/service/database/identity.js'
import { makeLocalStorage } from '../../../../src/storage/local.js'
import { realSettings } from '../../../support/real-settings.js'

export type Place = {
  storage: Storage
  dir: string
  /** The first process has been there. */
  claim(): Promise<void>
  /** As a start does, and most commands of the operator. */
  prepare(): Promise<void>
  backup(request: Partial<BackupRequest> & { to: string }): Promise<BackupDone>
  restore(request: Partial<RestoreRequest> & { from: string }): Promise<RestoreDone>
}

/**
 * Called at the top level of a file or in a test.
 * @param settings of the environment, over those of a production without stand-ins
 */
export function aPlace(url: string, settings: Record<string, string> = {}, dir = aFolder(), storage = localStore(dir)): Place {
  const config = readConfig({ ...realSettings(url, dir), ...settings })
  const parts = { config, url, storage, say: () => {} }
  return {
    storage,
    dir,
    async claim() {
      await claimDatabase(config, url, new Date())
      const key_check = makeSealer(config.encryptionKey!, config.previousEncryptionKeys).seal('pinslot key check')
      await withSql(config, url, (sql) => sql`update database_identity set ${sql({ key_check })}`)
    },
    prepare: () => prepareDatabase(config, url, new Date()),
    backup: (request) => takeBackup({ lock: null, withMedia: true, ...request }, { ...parts, output: new Writable() }),
    restore: (request) =>
      restoreBackup({ keys: { identities: [], passphrases: [] }, ...request }, { ...parts, input: Readable.from([]) }),
  }
}

export const localStore = (dir: string): Storage =>
  makeLocalStorage({
    dir: path.join(dir, 'media'),
    publicUrl: () => 'http://127.0.0.1',
    secret: Buffer.alloc(32),
    clock: () => new Date(),
  })

const folders = new Set<string>()

/** Removed with the process: files that share one share this module, too. */
export function aFolder(): string {
  if (folders.size === 0) process.once('exit', () => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })))
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-place-'))
  folders.add(dir)
  return dir
}

let files = 0
/** Of no file yet. */
export const aFile = (): string => path.join(aFolder(), `${++files}-${randomBytes(3).toString('hex')}.backup`)
