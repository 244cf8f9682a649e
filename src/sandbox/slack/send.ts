/** Slack's requests to the app: signed HTTP to its one address, with Slack's deadline of three seconds. */
import { createHmac } from 'node:crypto'
import { makeInFlight } from '../../core/lib/work/in-flight.js'
import type { Clock, Log } from '../../core/ports/deps.js'

const DEADLINE_MS = 3_000
const EVENT_RETRY_DELAYS_MS = [0, 60_000, 300_000]

/** The response within three seconds; `body` is undefined if it was empty. */
export type Answer = { kind: 'acked'; body: unknown } | { kind: 'failed'; reason: 'operation_timeout' | 'dispatch_failed' }

export type Sender = {
  connect(baseUrl: () => string): void
  sendCommand(form: Record<string, string>): Promise<Answer>
  sendInteraction(payload: object): Promise<Answer>
  /** Delivers an event again, up to three times, if the response is bad. Resolves after the attempts without a delay. */
  sendEvent(envelope: object): Promise<void>
  /** Resolves when everything sent was answered. */
  settled(): Promise<void>
  close(): Promise<void>
}

export type SenderOptions = {
  signingSecret: string
  wallClock: Clock
  log: Log
  deadlineMs?: number
  eventRetryDelaysMs?: number[]
}

export function makeSender(options: SenderOptions): Sender {
  const { signingSecret, wallClock, log, deadlineMs = DEADLINE_MS, eventRetryDelaysMs = EVENT_RETRY_DELAYS_MS } = options
  const inFlight = makeInFlight()
  const pauses = new Set<NodeJS.Timeout>()
  let baseUrl: (() => string) | undefined
  let isClosed = false

  const post = async (
    contentType: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Response | 'timeout' | 'refused'> => {
    if (!baseUrl) throw new Error('the local workspace is not connected to an app yet')
    const timestamp = String(Math.floor(wallClock().getTime() / 1000))
    const signature = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`
    try {
      const response = await fetch(`${baseUrl()}/slack/events`, {
        method: 'POST',
        headers: {
          'content-type': contentType,
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': signature,
          ...headers,
        },
        body,
        signal: AbortSignal.timeout(deadlineMs),
      })
      // read here, because the body counts into the three seconds as well
      return new Response(response.status === 204 ? null : await response.arrayBuffer(), {
        status: response.status,
        headers: response.headers,
      })
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      log.warn(
        { err: error },
        isTimeout ? 'the app did not answer slack within three seconds' : 'the app could not be reached by slack',
      )
      return isTimeout ? 'timeout' : 'refused'
    }
  }

  const ask = async (form: Record<string, string>): Promise<Answer> => {
    const response = await post('application/x-www-form-urlencoded', new URLSearchParams(form).toString())
    if (response === 'timeout') return { kind: 'failed', reason: 'operation_timeout' }
    if (response === 'refused' || !response.ok) return { kind: 'failed', reason: 'dispatch_failed' }
    return { kind: 'acked', body: await readAck(response) }
  }

  const deliver = async (body: string, attempt: number, reason?: string): Promise<void> => {
    const retry = reason === undefined ? {} : { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': reason }
    const response = await post('application/json', body, retry)
    if (typeof response !== 'string' && (response.ok || response.headers.get('x-slack-no-retry') === '1')) return
    const delayMs = eventRetryDelaysMs[attempt]
    if (delayMs === undefined || isClosed) return
    const why = response === 'timeout' ? 'http_timeout' : response === 'refused' ? 'connection_failed' : 'http_error'
    if (delayMs === 0) return deliver(body, attempt + 1, why)
    const pause = setTimeout(() => {
      pauses.delete(pause)
      inFlight
        .track(deliver(body, attempt + 1, why))
        .catch((error: unknown) => log.error({ err: error }, 'slack event not delivered'))
    }, delayMs).unref()
    pauses.add(pause)
  }

  return {
    connect: (to) => void (baseUrl = to),
    sendCommand: (form) => inFlight.track(ask(form)),
    sendInteraction: (payload) => inFlight.track(ask({ payload: JSON.stringify(payload) })),
    sendEvent: (envelope) => inFlight.track(deliver(JSON.stringify(envelope), 0)),
    settled: () => inFlight.idle(),
    async close() {
      isClosed = true
      for (const pause of pauses) clearTimeout(pause)
      await inFlight.idle()
    },
  }
}

async function readAck(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  if (!response.headers.get('content-type')?.includes('json')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
