/** How many bytes of pictures are on their way to the platform at once in this process, and whose. */
import { mediaBusy } from '../../../lib/errors.js'
import { makeAcquire } from '../../../lib/fair-semaphore.js'
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
      exclusiveKey: `${organizationId} ${account.id}`,
    })
  }
}
