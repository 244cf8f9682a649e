/** Pictures on their way to the platform: kept in memory from a minute before they are needed, or read from the storage while they are sent. */
import type { PinPicture } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import type { ClaimedMedia } from '../model/claimed-post.js'

export type PreparedPictures = {
  /** Ready to be sent: its bytes are at hand, or known to be there. @throws what the storage throws */
  of(media: ClaimedMedia): Promise<PinPicture>
}

const MIB = 1024 * 1024
/** Of all together in this process. */
export const KEPT_BYTES = 48 * MIB
/** What is larger was stored before pictures were brought to a size (`SENT_IMAGE`), and is never in memory whole. */
export const MOST_KEPT_BYTES = 5 * MIB
const CHUNK_BYTES = 48 * 1024

/**
 * What is stored is what the platform takes, checked when it was attached, so it is sent as it is. Media never changes under its key, so what is
 * kept is never stale; the longest unused goes first.
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
        buffer = undefined // once it is written, only what is kept for others has it
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
