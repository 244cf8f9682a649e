/** Sends calls to the platform: in time, below its limits, and repeated only where that is safe. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Clock, Log } from '../core/ports/deps.js'
import type { Meter } from '../core/ports/metrics.js'
import { startDeadline, type Deadline } from '../core/lib/timeout.js'
import { isOverRate } from './errors.js'
import { exchange, isSuccess, type Question, type Sending } from './exchange.js'
import type { Exchange } from './exchanged.js'
import { OPERATIONS, type Operation } from './operations.js'
import { makePace, noPace, type Held, type Pace } from './pace.js'

export type AskOptions = {
  apiUrl: () => string
  /** Real time that no call exceeds. */
  timeoutMs: number
  log: Log
  clock: Clock
  random: () => number
  pacing?: boolean
  onCall?: Meter['platformCalled'] | undefined
}
export type PlatformRequest = Exchange | Held
export type Ask = (question: Question) => Promise<PlatformRequest>

/** Waits before the second and third try, each spread from half to one and a half. */
const WAIT_MS = [50, 200]
const MOST_TRIES = { read: 3, unsent: 2, never: 1 } satisfies Record<Operation['again'], number>
/**
 * Opens a connection for each open call, so that a pin never waits behind another. Idle connections are kept for less time than
 * servers keep them, because a pin must not be sent on one that is being closed.
 */
export const CONNECTIONS = { pipelining: 1, keepAliveTimeout: 4_000, connect: { timeout: 5_000 } }

/** `close` waits for open calls, each of which is bounded by its time. */
export function makeAsk(options: AskOptions): { ask: Ask; close: () => Promise<void> } {
  const { apiUrl, timeoutMs, log, clock, random, pacing = true, onCall } = options
  const agent = new Agent(CONNECTIONS)
  const sending: Sending = { dispatcher: agent, apiUrl, log, clock, onCall }
  const pace = pacing ? makePace(clock) : noPace

  const ask: Ask = async (question) => {
    const operation = OPERATIONS[question.operation]
    const deadline = startDeadline(Math.min(operation.timeoutMs, timeoutMs), { outer: question.signal })
    try {
      let came = await inTurn(pace, sending, question, deadline)
      for (let tries = 1; isWorthAnother(operation, came, tries); tries++) {
        const waitMs = (WAIT_MS[tries - 1] ?? 0) * (0.5 + random())
        if (waitMs >= deadline.leftMs()) break
        await sleep(waitMs, undefined, { signal: deadline.signal }).catch(() => undefined)
        if (deadline.signal.aborted) break
        const again = await inTurn(pace, sending, question, deadline)
        if (again.kind === 'held') break // the previous result is more useful
        came = again
      }
      return came
    } finally {
      deadline.stop()
    }
  }
  return { ask, close: () => agent.close() }
}

async function inTurn(pace: Pace, sending: Sending, question: Question, deadline: Deadline): Promise<PlatformRequest> {
  const { category, waits } = OPERATIONS[question.operation]
  const { payer, isBackground } = question
  if (category === null || payer === null || deadline.calledOff) return exchange(sending, question, deadline)
  const { signal } = deadline
  const asker = { payer, category, waits, signal, longestWaitMs: deadline.leftMs() / 2, ...(isBackground && { isBackground }) }
  const turn = await pace.turn(asker)
  if (turn.kind === 'held') {
    const { operation } = question
    sending.log.debug({ operation, ...turn }, 'platform call throttled')
    sending.onCall?.({ operation, result: 'held', ms: 0 })
    return turn
  }
  const came = await exchange(sending, question, deadline)
  if (came.kind === 'unanswered') {
    turn.done()
    return came
  }
  if (!isOverRate(came)) {
    turn.done({ rate: came.rate })
    return came
  }
  // the header may state less than is known of the windows, or nothing: the caller should wait until the account may send again
  const throttledMs = turn.done({ rate: came.rate, throttleMs: came.retryAfterMs })
  return { ...came, retryAfterMs: throttledMs ?? came.retryAfterMs }
}

/** Never repeats a call that the platform may have executed, unless a repetition changes nothing. */
function isWorthAnother({ again }: Operation, came: PlatformRequest, tries: number): boolean {
  if (tries >= MOST_TRIES[again] || came.kind === 'held') return false
  if (came.kind === 'unanswered') return came.neverLeft || (again === 'read' && came.reason === 'broken')
  return again === 'read' && (came.status >= 500 || (isSuccess(came.status) && came.json === undefined))
}
