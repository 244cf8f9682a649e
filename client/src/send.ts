/** Sends a request, and again where that is safe: after a wait that the service asked for, or that grows. */
import { errorWithoutAnswer, retryAfterSeconds } from './errors.js'

export type Limits = {
  /** How often a request is repeated at most; 0: never. Default 4. */
  retries: number
  /** All attempts and waits of a call together. A longer wait that the service asks for ends the call with its refusal. Default 2 minutes. */
  totalMs: number
  /** One attempt. Longer than the service takes for the slowest request. Default 100 s. */
  attemptMs: number
}

export const DEFAULT_LIMITS: Limits = { retries: 4, totalMs: 120_000, attemptMs: 100_000 }

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** What an attempt came to. */
type Outcome = { response: Response; body: string } | { fault: unknown }
export type Sent = { response: Response; body: string; attempts: number }

export type Sending = {
  fetch: typeof globalThis.fetch
  /** The request, whole and new for each attempt. */
  make: () => Request
  /** It has the same effect and the same answer when it arrives twice. */
  repeatable: boolean
  limits: Limits
  signal: AbortSignal | undefined
}

/** @throws PinslotError `NO_ANSWER`, or the reason of the caller's signal */
export async function send({ fetch, make, repeatable, limits, signal }: Sending): Promise<Sent> {
  const startedAt = performance.now()
  for (let attempts = 1; ; attempts++) {
    const left = limits.totalMs - (performance.now() - startedAt)
    signal?.throwIfAborted()
    const request = make()
    const outcome = await attempt(fetch, request, Math.max(1, Math.min(limits.attemptMs, left)), signal)
    signal?.throwIfAborted()
    const wait = mayRepeat(outcome, repeatable) ? waitBefore(outcome, attempts) : undefined
    const over = attempts > limits.retries || wait === undefined || performance.now() - startedAt + wait >= limits.totalMs
    if (over) {
      if ('fault' in outcome) throw errorWithoutAnswer(request, outcome.fault, attempts)
      return { ...outcome, attempts }
    }
    await sleep(wait, signal)
  }
}

/** An answer counts once it is here whole: one that breaks off is none. */
async function attempt(
  fetch: typeof globalThis.fetch,
  request: Request,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`it took longer than ${Math.round(ms / 1000)} s`)), ms)
  const forward = () => late.abort(signal?.reason)
  signal?.addEventListener('abort', forward, { once: true })
  try {
    const response = await fetch(request, { signal: late.signal, redirect: 'manual' })
    return { response, body: await response.text() }
  } catch (fault) {
    return { fault: late.signal.aborted ? late.signal.reason : fault }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

function mayRepeat(outcome: Outcome, repeatable: boolean): boolean {
  if ('fault' in outcome) return repeatable
  const { status } = outcome.response
  if (status === 429) return true // refused before anything was done
  if (status === 503) return repeatable
  // an earlier attempt of ours is still at work, and its answer will be this one's
  return repeatable && status === 409 && outcome.body.includes('"idempotency_in_progress"')
}

/** Never less than the service asked for; a little more, so that many clients do not return at once. */
function waitBefore(outcome: Outcome, attempts: number): number {
  const asked = 'response' in outcome ? retryAfterSeconds(outcome.response.headers) : undefined
  if (asked !== undefined) return asked * 1000 + Math.random() * Math.min(1_000, asked * 100)
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))
  return most / 2 + (Math.random() * most) / 2
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error) // the caller's own
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
