/** The sandbox's clock over HTTP. @see docs/sandbox.md#the-clock */
import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { oneAtATime } from '../core/lib/work/concurrency.js'
import { after, DAY_MS } from '../core/lib/duration.js'
import type { Db } from '../core/ports/deps.js'
import type { ServiceClock } from '../db/clock.js'
import type { Loop } from '../jobs/loop.js'
import { findOtherProcess } from './clock-processes.js'
import { onlyFromHere } from './slack/loopback.js'
import { setTimeout as sleep } from 'node:timers/promises'

export type SandboxClock = { serviceClock: ServiceClock; loops: Loop[]; listeners?: Listener[]; db: Pick<Db, 'sql'> }

const MAX_FORWARD_MS = 10 * 366 * DAY_MS
const WANTED = 'Send {"advanceMs": 3600000} or {"to": "2026-12-01T09:00:00Z"}.'

export const clockBody = z.union([
  z.strictObject({ advanceMs: z.int().min(0).max(MAX_FORWARD_MS) }),
  z.strictObject({ to: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) }),
])

/** A caller's mistake, as a sentence. */
class ClockRefusal extends Error {
  constructor(
    readonly status: 400 | 409,
    message: string,
  ) {
    super(message)
  }
}

/** GET and POST /sandbox/clock. The loops also run by themselves while the clock moves; each piece of work is done once. */
export function sandboxClockPlugin({ serviceClock, loops, listeners = [], db }: SandboxClock): FastifyPluginAsync {
  const inTurn = oneAtATime() // a later move begins where the earlier one ended
  const respond = () => ({ now: serviceClock.now().toISOString() })

  return async (app) => {
    const stop = serviceClock.onMove(() => loops.forEach((loop) => loop.wake()))
    app.addHook('onClose', async () => void stop())
    app.addHook('onRequest', onlyFromHere)
    app.setErrorHandler<FastifyError | ClockRefusal>((error, _request, reply) => {
      if (error instanceof ClockRefusal) return reply.code(error.status).send({ error: error.message })
      if (error.statusCode && error.statusCode < 500) return reply.code(400).send({ error: `The body is no JSON. ${WANTED}` })
      return reply.code(500).send({ error: `The clock could not be moved: ${error.message}` })
    })
    app.get('/sandbox/clock', respond)
    app.post('/sandbox/clock', async (request) => {
      const wanted = readBody(request.body)
      return inTurn(async () => {
        const to = instantOf(wanted, serviceClock.now())
        const other = await findOtherProcess(db.sql)
        if (other !== undefined)
          throw new ClockRefusal(409, `Process ${other} lives on the same database. Stop it to move the clock.`)
        await forward({ serviceClock, loops, listeners }, to)
        return respond()
      })
    })
  }
}

function readBody(given: unknown): z.output<typeof clockBody> {
  const parsed = clockBody.safeParse(given)
  if (parsed.success) return parsed.data
  throw new ClockRefusal(400, WANTED)
}

function instantOf(wanted: z.output<typeof clockBody>, now: Date): Date {
  if ('advanceMs' in wanted) return after(now, wanted.advanceMs)
  const { to } = wanted
  if (to < now)
    throw new ClockRefusal(400, `to must not lie before now, which is ${now.toISOString()}: the clock only goes forward.`)
  if (to.getTime() - now.getTime() > MAX_FORWARD_MS) throw new ClockRefusal(400, 'to must lie within ten years.')
  return to
}

/** A process that answers requests and knows when none is open. */
type Listener = { idle(): Promise<void> }

type Forwarding = { serviceClock: ServiceClock; loops: Loop[]; listeners: Listener[] }

/** Fails instead of waiting forever: due work that cannot be done is our bug. */
const STUCK_MS = 60_000
const RECHECK_MS = 5

/** @throws Error if the due work does not end */
async function forward({ serviceClock, loops, listeners }: Forwarding, to: Date): Promise<void> {
  await settle({ serviceClock, loops, listeners })
  for (;;) {
    const next = await earliestDue(loops)
    if (!next || next > to) break
    if (next > serviceClock.now()) await serviceClock.moveTo(next)
    await settle({ serviceClock, loops, listeners })
  }
  if (to > serviceClock.now()) await serviceClock.moveTo(to)
  await settle({ serviceClock, loops, listeners })
}

/** Waits until no attempt, outbox row, tick or listener is open and none is due. */
async function settle({ serviceClock, loops, listeners }: Forwarding): Promise<void> {
  const since = performance.now()
  for (;;) {
    for (const listener of listeners) await listener.idle()
    let did = false
    for (const loop of loops) if (await loop.drain()) did = true
    if (!did) {
      const next = await earliestDue(loops)
      if (!next || next > serviceClock.now()) return
      await sleep(RECHECK_MS)
    }
    if (performance.now() - since > STUCK_MS) throw new Error('what is due does not end')
  }
}

async function earliestDue(loops: Loop[]): Promise<Date | null> {
  const times = (await Promise.all(loops.map((loop) => loop.nextDue()))).filter((at) => at !== null)
  return times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null
}
