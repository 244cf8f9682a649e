/**
 * Pictures that are sent to the platform: kept in memory from a minute before they are needed, or read from the storage while
 * they are sent.
 */
import type { PinPicture } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import type { ClaimedMedia } from '../model/claimed-post.js'

export type PreparedPictures = {
  /** Returns a picture that is ready to be sent: its bytes are in memory, or known to exist. @throws what the storage throws */
  of(media: ClaimedMedia): Promise<PinPicture>
}

const MIB = 1024 * 1024
/** The limit for all pictures together in this process. */
export const KEPT_BYTES = 48 * MIB
/** The largest picture kept in memory. A larger one was stored before pictures were resized, and is streamed. */
export const MOST_KEPT_BYTES = 5 * MIB
const CHUNK_BYTES = 48 * 1024

/**
 * Keeps stored pictures in memory, dropping the longest unused first. They were checked when attached and are sent unchanged;
 * media never changes under its key, so nothing here is stale.
 */
export function preparePictures({ storage }: Pick<Deps, 'storage'>): PreparedPictures {
  const kept = new Map<string, { read: Promise<Buffer>; bytes: number }>()
  let keptBytes = 0
  const forget = (key: string) => {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const bytesOf = (key: string): Promise<Buffer> => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known) // now the last one used
      return known.read
    }
    const entry = { read: storage.read(key), bytes: 0 }
    kept.set(key, entry)
    entry.read.then(
      ({ length }) => {
        if (kept.get(key) !== entry) return
        entry.bytes = length
        keptBytes += length
        for (const oldest of kept.keys()) {
          if (keptBytes <= KEPT_BYTES) return
          forget(oldest)
        }
      },
      () => forget(key), // its reader gets the error; the next one tries again
    )
    return entry.read
  }

  const inMemory = async ({ storageKey, contentType }: ClaimedMedia): Promise<PinPicture> => {
    let buffer: Buffer | undefined = await bytesOf(storageKey)
    const { length } = buffer
    return {
      contentType: platformType(contentType),
      bytes: length,
      async *open() {
        const bytes = buffer ?? (await bytesOf(storageKey))
        buffer = undefined // after this write, only the cache has the bytes
        for (let at = 0; at < length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
      },
    }
  }
  const streamed = async ({ storageKey, contentType }: ClaimedMedia): Promise<PinPicture> => {
    const stored = await storage.stat(storageKey)
    if (!stored) throw new Error(`nothing is stored under ${storageKey}`)
    return {
      contentType: platformType(contentType),
      bytes: stored.bytes,
      async *open() {
        const stream = await storage.stream(storageKey)
        yield* stream as AsyncIterable<Buffer> // storage streams bytes, never text
      },
    }
  }
  return { of: (media) => (media.bytes <= MOST_KEPT_BYTES ? inMemory(media) : streamed(media)) }
}

const platformType = (contentType: string) => (contentType === 'image/png' ? 'image/png' : 'image/jpeg')
