/** Bytes of pictures as the platform takes them, kept in memory from a minute before they are needed. */
import type { PlatformImage } from '../../platform-port.js'
import type { Deps } from '../../ports.js'
import type { ClaimedMedia } from './claim-row.js'

export type PreparedPictures = {
  /** @throws DomainError BAD_REQUEST the bytes are damaged · what the storage throws */
  of(media: ClaimedMedia): Promise<PlatformImage>
}

export const KEPT_BYTES = 64 * 1024 * 1024

/** Media never changes under its key, so what is kept is never stale; the longest unused goes first. */
export function preparePictures({ storage, pictures }: Pick<Deps, 'storage' | 'pictures'>): PreparedPictures {
  const kept = new Map<string, { image: Promise<PlatformImage>; bytes: number }>()
  let keptBytes = 0
  const forget = (key: string) => {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const read = async ({ storageKey, contentType }: ClaimedMedia) =>
    pictures.forPlatform(await storage.read(storageKey), contentType, 'mediaUrl')
  return {
    of(media) {
      const key = media.storageKey
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known) // now the last one used
        return known.image
      }
      const entry = { image: read(media), bytes: 0 }
      kept.set(key, entry)
      entry.image.then(
        ({ bytes }) => {
          if (kept.get(key) !== entry) return
          entry.bytes = bytes.length
          keptBytes += bytes.length
          for (const oldest of kept.keys()) {
            if (keptBytes <= KEPT_BYTES) return
            forget(oldest)
          }
        },
        () => forget(key), // its reader hears of it; the next one tries again
      )
      return entry.image
    },
  }
}
