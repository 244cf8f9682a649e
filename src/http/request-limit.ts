/** One organization's requests beside the others': so many of it at once in a process, the rest wait for these. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/lib/errors.js'
import { type Acquire, makeAcquire } from '../core/lib/fair-semaphore.js'
import { authenticatedOf } from './auth.js'
import { onHandover } from './handover.js'

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null
  }
}

/** Of an organization's, while something is done for it: not while its reader is waited for. */
export type Place = {
  /** @throws TOO_MANY_REQUESTS the wait timed out, or too many wait */
  take: () => Promise<void>
  release: () => void
  /** What is sent takes and releases it by itself, part by part. */
  isByPart: boolean
}

/** However many it has open, the others wait for no more than these. With four, one client's throughput was a sixth lower. */
const PER_ORGANIZATION = 8
const WAIT_MS = 30_000
/**
 * Of a place, for what reads one row by its key: those that come together are one statement, so the others wait for 32 of these no longer than
 * for one of most other requests, and a client that asks without a pause is answered a quarter faster.
 */
const LIGHT_WEIGHT = 0.25
/** More than a client that sends what it has at once; beyond it nothing would be answered in time. */
const MOST_WAITING = 500

/** Of the whole process, whichever the entry point. */
export const makeRequestPlaces = (): Acquire =>
  makeAcquire({
    atOnce: Infinity,
    perOrganization: PER_ORGANIZATION,
    waitMs: WAIT_MS,
    mostWaiting: MOST_WAITING,
    refusal: tooManyAtOnce,
  })

/** Behind requireKey. A body that is still arriving takes no place, and neither does an answer that waits for its reader. */
export function limitRequests(app: FastifyInstance, acquire: Acquire): void {
  app.decorateRequest('place', null)
  app.addHook('preHandler', async (request, { raw }) => {
    const { organizationId } = authenticatedOf(request).actor
    const weight = request.routeOptions.config.isLight ? LIGHT_WEIGHT : 1
    const place = makePlace(
      () => acquire({ organizationId, weight }),
      () => raw.closed,
    )
    request.place = place
    raw.once('close', place.release)
    await place.take()
  })
  onHandover(app, ({ place }) => (place && !place.isByPart ? { pause: place.release } : null))
}

function makePlace(acquire: () => Promise<() => void>, isOver: () => boolean): Place {
  let held: (() => void) | undefined
  const release = () => {
    held?.()
    held = undefined
  }
  return {
    isByPart: false,
    release,
    async take() {
      held = await acquire()
      if (isOver()) release()
    },
  }
}

/** Behind limitRequests. */
export function placeOf({ place }: FastifyRequest): Place {
  if (!place) throw new Error('this route stands outside limitRequests')
  return place
}

const tooManyAtOnce = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many requests from your organization are waiting (at most ${MOST_WAITING}, for at most ${WAIT_MS / 1000} s). Send fewer at once.`,
    { retryAfterSeconds: 1 },
  )
