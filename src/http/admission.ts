/**
 * Refuses requests at once, before reading anything of them, while the event loop or the database keeps everything waiting.
 * Admitted requests and publishing stay in time.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/lib/errors.js'
import type { Acquire } from '../core/lib/work/fair-semaphore.js'
import type { Deps } from '../core/ports/deps.js'
import { onHandover } from './handover.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that are answered under any load: their clients cannot retry, or they are health checks. */
    isAlwaysAnswered?: boolean
  }
  interface FastifyRequest {
    /** null: the request is not counted. */
    atWork: AtWork | null
  }
}

/** Each of its methods counts once. */
type AtWork = { enter: () => void; leave: () => void; end: () => void }

export type AdmissionLimits = {
  /** The longest delay of the event loop, and of a statement in the database, in ms. */
  loopMs: number
  databaseMs: number
  /** The current lateness of pins: how late those of the last second left, in ms; absent if this process publishes nothing. */
  pinLatenessMs?: () => number
  /** The most requests that are ever in progress at once. */
  mostAtWork: number
  /** Fewer requests in progress than this are not the cause of the load. Default 20. */
  leastAtWork?: number
}

const LEAST_AT_WORK = 20
/**
 * The connection pool's size. Some of this many requests wait for a connection, so a slow database counts as load from here on.
 */
const LEAST_ON_CONNECTIONS = 10
const TICK_MS = 100
const RESOLUTION_MS = 10
/** Slowness of fewer ticks is a pause of the garbage collector or a large answer. */
const STANDING_TICKS = 3
/** The least time between two cuts, so that the effect of the first one shows. */
const BETWEEN_CUTS_MS = 300
/** No capacity is left to share at this multiple of a bound. */
const STALLED = 4
/** Pins go first: requests make way for pins that are this late. Below the 250 ms within which 99 of 100 pins leave. */
const PIN_MS = 100

/** Current delays in relation to their bounds: 1 is the most that is allowed. */
export type Strain = { loop: number; database: number; pins: number }

/** The number of requests that may be in progress at once: cut while there are delays, raised again when there are none. */
export function makeLimit({ mostAtWork, leastAtWork = LEAST_AT_WORK }: Pick<AdmissionLimits, 'mostAtWork' | 'leastAtWork'>) {
  const recent: Strain[] = []
  let limit = mostAtWork
  let cutAt = -Infinity
  const ofRequests = ({ loop, database }: Strain) => Math.max(loop, database)
  const ofAll = (strain: Strain) => Math.max(ofRequests(strain), strain.pins)
  const standing = (of: (strain: Strain) => number) => (recent.length < STANDING_TICKS ? 0 : Math.min(...recent.map(of)))
  return {
    now: () => Math.floor(limit),
    /** True when nothing admitted now would make progress. */
    isStalled: () => standing(ofRequests) >= STALLED,
    /**
     * Called each tick.
     * @param at real ms from any origin
     */
    learn(strain: Strain, atWork: number, at: number): void {
      recent.push(strain)
      if (recent.length > STANDING_TICKS) recent.shift()
      const most = standing(ofAll)
      if (most > 1) {
        const isDatabase = standing(({ loop, pins }) => Math.max(loop, pins)) <= 1
        const least = isDatabase ? Math.min(LEAST_ON_CONNECTIONS, leastAtWork) : leastAtWork
        if (at - cutAt < BETWEEN_CUTS_MS || atWork < least) return
        cutAt = at
        limit = Math.max(least, Math.min(limit, atWork) * (most > 2 ? 0.5 : 0.8))
      } else if (ofAll(strain) < 1) limit = Math.min(mostAtWork, limit + Math.max(1, limit * 0.05))
    },
  }
}

/**
 * @param places counts each organization's requests in progress, behind their keys
 * @param organizationOf finds the organization of an Authorization header without a query; undefined if its key did not work
 * lately
 */
export function limitAdmission(
  app: FastifyInstance,
  { db: { sql }, log, meter, random }: Pick<Deps, 'db' | 'log' | 'meter' | 'random'>,
  {
    places,
    organizationOf,
    ...limits
  }: AdmissionLimits & {
    places: Pick<Acquire, 'organizations' | 'countOf'>
    organizationOf: (authorization: string | undefined) => string | undefined
  },
): void {
  const { leastAtWork = LEAST_AT_WORK } = limits
  const limit = makeLimit(limits)
  const loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loopDelay.enable()
  let atWork = 0
  let refused = 0
  let refusing = false
  const refuseInTurn = makeTurns()
  /**
   * A sample statement that measures all others, including its wait for a connection: when it was sent, and how long the last
   * one took.
   */
  let askedAt: number | undefined
  let tookMs = 0

  const askDatabase = () => {
    const from = performance.now()
    askedAt = from
    const answered = () => {
      tookMs = performance.now() - from
      askedAt = undefined
    }
    sql`select 1`.then(answered, answered) // an unavailable database is not overload
  }
  const timer = setInterval(() => {
    const now = performance.now()
    const loopMs = loopDelay.count === 0 ? 0 : Math.max(0, loopDelay.mean / 1e6 - RESOLUTION_MS)
    loopDelay.reset()
    const databaseMs = askedAt === undefined ? tookMs : Math.max(tookMs, now - askedAt)
    const strain = {
      loop: loopMs / limits.loopMs,
      database: databaseMs / limits.databaseMs,
      pins: (limits.pinLatenessMs?.() ?? 0) / PIN_MS,
    }
    limit.learn(strain, atWork, now)
    if (askedAt === undefined) {
      if (atWork >= Math.min(LEAST_ON_CONNECTIONS, leastAtWork)) askDatabase()
      else tookMs = 0
    }
    if (refused > 0 && !refusing) log.warn({ atWork, loopMs, databaseMs }, 'overload: requests are refused')
    if (refused === 0 && refusing) log.warn({ atWork, limit: limit.now() }, 'overload: over, no request was refused')
    refusing = refused > 0
    refused = 0
  }, TICK_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    loopDelay.disable()
    done()
  })

  /** Beyond the limit, organizations with few requests in progress go before those with many. */
  const mayEnter = (request: FastifyRequest): boolean => {
    if (atWork < limit.now()) return true
    if (atWork >= 2 * limit.now() || limit.isStalled()) return false
    const organizationId = organizationOf(request.headers.authorization)
    return organizationId !== undefined && places.countOf(organizationId) < limit.now() / (places.organizations() + 1)
  }

  const makeAtWork = (): AtWork => {
    let [isIn, isOver] = [false, false]
    const leave = () => {
      if (isIn) atWork--
      isIn = false
    }
    return {
      leave,
      enter() {
        if (!isIn && !isOver) atWork++
        isIn = !isOver
      },
      end() {
        isOver = true
        leave()
      },
    }
  }
  app.decorateRequest('atWork', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { isAlwaysAnswered = false, takesLong = false } = request.routeOptions.config
    if (isAlwaysAnswered) return done()
    if (!mayEnter(request)) {
      refused++
      meter.requestRefused()
      return refuseInTurn(() => done(overloaded(1 + Math.floor(random() * SPREAD_SECONDS))))
    }
    if (!takesLong) {
      const one = makeAtWork()
      one.enter()
      request.atWork = one
      reply.raw.once('close', one.end)
    }
    done()
  })
  // an answer that waits for its reader uses only its connection
  onHandover(app, ({ atWork: one }) => one && { pause: one.leave, resume: one.enter })
}

const REFUSED_A_TURN = 64

/**
 * Refuses a batch of requests each event loop iteration. Hundreds at once would delay the work in progress and the pins; the
 * clients send nothing new until they are answered.
 */
export function makeTurns(): (refuse: () => void) => void {
  const waiting: (() => void)[] = []
  const take = () => {
    for (const refuse of waiting.splice(0, REFUSED_A_TURN)) refuse()
    if (waiting.length > 0) setImmediate(take)
  }
  return (refuse) => {
    if (waiting.push(refuse) === 1) setImmediate(take)
  }
}

/** Spreads the retries of clients that were refused together. */
const SPREAD_SECONDS = 3

const overloaded = (retryAfterSeconds: number) =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many requests right now. Nothing was done: try again shortly.', {
    retryAfterSeconds,
  })
