/** Bytes of any number, by streams: the bench holds none of them. */
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Storage } from '../../../src/core/ports/deps.js'

export async function addBytes(storage: Storage, key: string, bytes: number): Promise<void> {
  const file = path.join(tmpdir(), `pinslot-neighbours-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, Buffer.alloc(bytes, 0xd8))
    await storage.putFile(key, file, 'image/jpeg')
  } finally {
    await rm(file, { force: true })
  }
}
