/** A stream into a file of this machine, for bytes that are too many to hold. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Of folders that are ours, one for each file. */
const PREFIX = 'pinslot-bytes-'
const NAME = 'bytes'

export type TempFile = { file: string; bytes: number; remove: () => Promise<void> }

/**
 * Read to its end, or to the first byte past the limit. Nothing is left when it fails; the caller removes it when it does not.
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

/** Counts while streaming, for a length in a header is only a claim; breaks off at the first byte past the limit. */
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

/** Removes what processes that died left on this machine. */
export const sweepTempFiles = (olderThanMs: number): Promise<void> =>
  sweepFolder(tmpdir(), { isOurs: (name) => name.startsWith(PREFIX), within: NAME, olderThanMs })

/**
 * Removes what nothing was written to for so long, by the file system's own time: its clock may be another than ours, and ours may be
 * a played one.
 * @param within the file whose age counts, where these are folders
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

/** Not the time of its bytes: a second name for a file has that of the first. undefined: it is gone, or not ours. */
async function changedAt(file: string): Promise<number | undefined> {
  try {
    const { ctimeMs, uid } = await stat(file)
    return uid === process.getuid?.() ? ctimeMs : undefined
  } catch {
    return undefined
  }
}
