/** Streams into a local file, for data too large for memory. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Prefix of our temporary folders, one for each file. */
const PREFIX = 'pinslot-bytes-'
const NAME = 'bytes'

export type TempFile = { file: string; bytes: number; remove: () => Promise<void> }

/**
 * Reads the stream to its end, or to the first byte past the limit. On failure nothing is left; otherwise the caller must call
 * `remove`.
 * @throws what `tooLarge` makes · what the stream throws
 */
export async function toTempFile(
  body: Readable,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<TempFile> {
  body.on('error', () => {}) // before the first await: the stream may fail before it is read, and its reader gets the error
  const dir = await mkdtemp(path.join(tmpdir(), PREFIX)) // readable by this user alone
  const remove = () => rm(dir, { recursive: true, force: true })
  const file = path.join(dir, NAME)
  try {
    const out = createWriteStream(file)
    await pipeline(body, limitBytes(maxBytes, tooLarge), out)
    return { file, bytes: out.bytesWritten, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Counts while streaming, because a length in a header cannot be trusted, and fails at the first byte past the limit. */
export function limitBytes(maxBytes: number, tooLarge: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** Removes files of processes that died. */
export const sweepTempFiles = (olderThanMs: number): Promise<void> =>
  sweepFolder(tmpdir(), { isOurs: (name) => name.startsWith(PREFIX), within: NAME, olderThanMs })

/**
 * Removes entries to which nothing was written for this long. Compares the file system's own times, because its clock may differ
 * from ours, and ours may be a virtual clock.
 * @param dir the folder to sweep; with `within`, the age of that file in each entry counts
 */
export async function sweepFolder(
  dir: string,
  { isOurs, within = '', olderThanMs }: { isOurs: (name: string) => boolean; within?: string; olderThanMs: number },
): Promise<void> {
  const names = (await readdir(dir)).filter(isOurs)
  if (names.length === 0) return
  const probe = await mkdtemp(path.join(dir, PREFIX))
  const now = await changedAt(probe)
  await rm(probe, { recursive: true })
  for (const name of names) {
    const entry = path.join(dir, name)
    const changed = (await changedAt(path.join(entry, within))) ?? (await changedAt(entry))
    const isOld = now !== undefined && changed !== undefined && now - changed >= olderThanMs
    if (isOld) await rm(entry, { recursive: true, force: true })
  }
}

/** Reads ctime, because a hard link has the mtime of the first name. undefined: it is gone, or not ours. */
async function changedAt(file: string): Promise<number | undefined> {
  try {
    const { ctimeMs, uid } = await stat(file)
    return uid === process.getuid?.() ? ctimeMs : undefined
  } catch {
    return undefined
  }
}
