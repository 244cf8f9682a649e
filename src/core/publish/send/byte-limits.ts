/** Limits the bytes of pictures that this process sends to the platform at once. */
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
 * An organization takes part of either, and the waiting one with the least in flight is next. Acquire before `sending` is
 * committed: a pin that waits here, or whose process ends here, was not sent.
 */
export function makeSendLimit(): SendLimit {
  const [small, large] = [makeAcquire(SMALL), makeAcquire(LARGE)]
  return async ({ organizationId, account, mediaType, media }) => {
    const pictures = mediaType === 'video' ? media.slice(1) : media
    const weight = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
    if (weight === 0) return () => {}
    if (weight <= LARGE_BYTES) return small({ organizationId, weight })
    // a picture that is streamed from the storage takes no memory: it counts at most an organization's limit
    return large({
      organizationId,
      weight: Math.min(weight, LARGE.perOrganization),
      exclusiveKeys: [`${organizationId} ${account.id}`],
    })
  }
}

/**
 * Calls `release` once the bytes of a small pin have been written to the network, so that hundreds of pins may wait for their
 * answers. A large pin or a video, of which an account sends one at a time, keeps its capacity until the answer.
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
