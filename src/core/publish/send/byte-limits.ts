/** How many bytes of pictures are on their way to the platform at once in this process, and whose. */
import { mediaBusy } from '../../lib/errors.js'
import { makeAcquire } from '../../lib/work/fair-semaphore.js'
import type { NewPinMedia, PinPicture } from '../../ports/platform.js'
import type { Claimed } from '../model/claimed-post.js'

/**
 * Waits until the bytes of a pin fit the limit. @returns a function that releases them. @throws SERVICE_UNAVAILABLE the wait
 * timed out
 */
export type SendLimit = (claimed: Pick<Claimed, 'organizationId' | 'account' | 'mediaType' | 'media'>) => Promise<() => void>

const MIB = 1024 * 1024
const LARGE_BYTES = 2 * MIB
const WAIT_MS = 120_000
const SMALL = { atOnce: 48 * MIB, perOrganization: 16 * MIB, waitMs: WAIT_MS, refusal: mediaBusy }
const LARGE = { atOnce: 48 * MIB, perOrganization: 24 * MIB, waitMs: WAIT_MS, refusal: mediaBusy }

/**
 * Small pins have a limit of their own, so that none of them waits behind large ones; an account sends one large pin at a time.
 * An organization takes part of either, and of those that wait, the one with the least in flight is next.
 * Acquire before `sending` is committed: a pin that waits here, or whose process ends here, was not sent.
 */
export function makeSendLimit(): SendLimit {
  const [small, large] = [makeAcquire(SMALL), makeAcquire(LARGE)]
  return async ({ organizationId, account, mediaType, media }) => {
    const weight = mediaType === 'image' ? media.reduce((sum, { bytes }) => sum + bytes, 0) : 0
    if (weight === 0) return () => {}
    if (weight <= LARGE_BYTES) return small({ organizationId, weight })
    // what is streamed from the storage takes no memory: it counts as much as an organization may have, and not more
    return large({
      organizationId,
      weight: Math.min(weight, LARGE.perOrganization),
      exclusiveKeys: [`${organizationId} ${account.id}`],
    })
  }
}

/**
 * Of a small pin, whose bytes are in memory: `release` is called once they have been handed to the network, so that hundreds of pins may wait for
 * their answers. A large one, of which an account has one on its way, keeps its place until then.
 */
export function releasingOnceWritten(media: NewPinMedia, release: () => void): NewPinMedia {
  if (media.kind === 'video') return media
  const images = media.kind === 'image' ? [media.image] : media.images
  if (images.reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_BYTES) return media
  let left = images.length
  const watched = images.map(
    (image): PinPicture => ({
      ...image,
      async *open() {
        yield* image.open()
        if (--left === 0) release()
      },
    }),
  )
  return media.kind === 'image' ? { kind: 'image', image: watched[0]! } : { kind: 'carousel', images: watched } // one for each
}
