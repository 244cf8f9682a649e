/**
 * Overload: while the event loop or the database lets everything here wait, further requests are refused at once, before anything is read
 * of them. What was let in, and the publishing beside it, stays in time.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/lib/errors.js'
import type { Acquire } from '../core/lib/fair-semaphore.js'
import type { Deps } from '../core/ports/deps.js'
import { onHandover } from './handover.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** However much else there is: whoever asks here has no second chance, or watches over us. */
    isAlwaysAnswered?: boolean
  }
  interface FastifyRequest {
    /** Absent: it is not counted. */
    atWork: AtWork | null
  }
}

/** Counts once. */
type AtWork = { enter: () => void; leave: () => void; end: () => void }

export type AdmissionLimits = {
  /** How long the event loop may keep what is ready waiting, and the database a statement, in ms. */
  loopMs: number
  databaseMs: number
  /** How late the pins of the last second left, in ms; absent: this process publishes nothing. */
  pinLatenessMs?: () => number
  /** The most requests that are ever at work at once. */
  mostAtWork: number
  /** With fewer at work than this, whatever is slow is not slow because of them. Default 20. */
  leastAtWork?: number
}

const LEAST_AT_WORK = 20
/** With as many at work as their pool has connections, some wait for one: of the database alone it is known from here on. */
const LEAST_ON_CONNECTIONS = 10
const TICK_MS = 100
const RESOLUTION_MS = 10
/** What is slow for less than so many ticks is a pause of the collector, or a large answer. */
const STANDING_TICKS = 3
/** Between two cuts: what the first one did shows by then. */
const BETWEEN_CUTS_MS = 300
/** So many times over its bound there is no share that somebody could be given. */
const STALLED = 4
/** Pins go first: what makes one this late has to make room. Below the 250 ms that 99 of 100 are to leave in. */
const PIN_MS = 100

/** How long things wait now, as parts of their bounds: 1 is as long as they may. */
export type Strain = { loop: number; database: number; pins: number }

/** The number of requests that may be at work at once: cut while things wait, raised again when they do not. */
export function makeLimit({ mostAtWork, leastAtWork = LEAST_AT_WORK }: Pick<AdmissionLimits, 'mostAtWork' | 'leastAtWork'>) {
  const recent: Strain[] = []
  let limit = mostAtWork
  let cutAt = -Infinity
  const ofRequests = ({ loop, database }: Strain) => Math.max(loop, database)
  const ofAll = (strain: Strain) => Math.max(ofRequests(strain), strain.pins)
  const standing = (of: (strain: Strain) => number) => (recent.length < STANDING_TICKS ? 0 : Math.min(...recent.map(of)))
  return {
    now: () => Math.floor(limit),
    /** Nothing that is let in now would get on. */
    isStalled: () => standing(ofRequests) >= STALLED,
    /** Each tick. @param at real ms, from anywhere */
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
 * @param places how many of each organization are at work, behind their keys
 * @param organizationOf by an Authorization header, without asking anybody; undefined: it has no key that worked lately
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
  /** The statement that stands for all others, its wait for a connection included: when it was sent, and how long the last one took. */
  let askedAt: number | undefined
  let tookMs = 0

  const askDatabase = () => {
    const from = performance.now()
    askedAt = from
    const answered = () => {
      tookMs = performance.now() - from
      askedAt = undefined
    }
    sql`select 1`.then(answered, answered) // a database that is away is nobody's load
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

  /** Beyond the limit, who has little at work is let in before who has much. */
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
  // an answer that waits for its reader costs nobody anything but its connection
  onHandover(app, ({ atWork: one }) => one && { pause: one.leave, resume: one.enter })
}

const REFUSED_A_TURN = 64

/**
 * So many in a turn of the event loop. Hundreds at once would each time keep waiting what is at work, and the pins; their connections bring nothing
 * new until they are answered.
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

/** So that those who were refused together do not come back together. */
const SPREAD_SECONDS = 3

const overloaded = (retryAfterSeconds: number) =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many requests right now. Nothing was done: try again shortly.', {
    retryAfterSeconds,
  })
