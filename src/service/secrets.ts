/** The one key of this installation and the keys derived from it. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedError } from '../db/embedded/binaries.js'
import type { Deps } from '../core/ports/deps.js'

const KEY_BYTES = 32

/** Returns the given key, or that of the data folder, which is made at the first start and readable by its owner only. */
export function readEncryptionKey(given: Buffer | null, dataDir: string): Buffer {
  if (given) return given
  const file = path.join(dataDir, 'encryption.key')
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, randomBytes(32).toString('base64'), { mode: 0o600 })
  try {
    linkSync(aside, file) // one of two concurrent first starts wins, and no incomplete key is ever read
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES)
    throw new EmbeddedError(`The key in ${file} is not whole: put the file back from a backup, or set ENCRYPTION_KEY.`)
  return key
}

/** Derives a separate key for each purpose, so that a leaked one opens nothing else. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pinslot ${purpose}`, 32))

/** Implements Deps.sign, for values that we issue and must recognize later. */
export const makeSign =
  (key: Buffer): Deps['sign'] =>
  (purpose, text) =>
    createHmac('sha256', deriveKey(key, `sign ${purpose}`))
      .update(text)
      .digest('base64url')
