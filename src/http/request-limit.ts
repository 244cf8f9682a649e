/** Limits each organization's concurrent requests in a process; further ones wait. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/lib/errors.js'
import { type Acquire, makeAcquire } from '../core/lib/work/fair-semaphore.js'
import { authenticatedOf } from './auth.js'
import { onHandover } from './handover.js'

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null
  }
}

/** A permit of an organization, held while its request is processed, not while the client receives the answer. */
export type Place = {
  /** @throws TOO_MANY_REQUESTS if the wait timed out, or too many wait */
  take: () => Promise<void>
  release: () => void
  /** True if the answer takes and releases the permit by itself for each part. */
  isByPart: boolean
}

/** Bounds how long other organizations wait for one of them. With four, one client's throughput was a sixth lower. */
const PER_ORGANIZATION = 8
const WAIT_MS = 30_000
/**
 * The weight of a request that reads one row by its key. Concurrent ones share a statement, so others wait for 32 of these no
 * longer than for one of most other requests, and a client that sends without a pause is answered a quarter faster.
 */
const LIGHT_WEIGHT = 0.25
/** More than a client sends at once; requests beyond it would not be answered in time. */
const MOST_WAITING = 500

/** Makes the permits of the whole process, shared by all entry points. */
export const makeRequestPlaces = (): Acquire =>
  makeAcquire({
    atOnce: Infinity,
    perOrganization: PER_ORGANIZATION,
    waitMs: WAIT_MS,
    mostWaiting: MOST_WAITING,
    refusal: tooManyAtOnce,
  })

/** Requires requireKey. A body that is still arriving holds no permit, and neither does an answer that waits for its reader. */
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

/** Requires limitRequests. */
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
