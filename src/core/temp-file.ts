/** A stream into a file of this machine, for bytes that are too many to hold. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type TempFile = { file: string; bytes: number; remove: () => Promise<void> }

/**
 * Read to its end, or to the first byte past the limit. Nothing is left when it fails; the caller removes it when it does not.
 * @throws what `tooLarge` makes · what the stream throws
 */
export async function toTempFile(
  body: Readable,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<TempFile> {
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  const dir = await mkdtemp(path.join(tmpdir(), 'pinslot-media-')) // readable by this user alone
  const remove = () => rm(dir, { recursive: true, force: true })
  const file = path.join(dir, 'bytes')
  try {
    await pipeline(body, count, createWriteStream(file))
    return { file, bytes, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
