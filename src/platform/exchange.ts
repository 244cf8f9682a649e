/** One HTTP exchange with the platform: bounded in time and size, told in one log line without its bodies. */
import { Agent, request } from 'undici'
import type { Log } from '../core/ports.js'
import { startDeadline, type Deadline } from './deadline.js'

export type Question = {
  operation: string
  method: 'GET' | 'POST'
  /** Below the API's address, with a leading slash. */
  path: string
  query?: Record<string, string>
  authorization: string
  body?: { contentType: string; text: string }
  signal?: AbortSignal
}
export type Answered = {
  kind: 'answered'
  status: number
  /** undefined when the body is no JSON. */
  json: unknown
  requestId: string | null
  /** From X-RateLimit-Reset, which holds seconds to the end of the window. */
  retryAfterMs: number | null
}
export type Unanswered = {
  kind: 'unanswered'
  reason: 'timeout' | 'broken'
  /** The connection was never made: the platform cannot have seen the question. */
  neverLeft: boolean
  message: string
}
export type Exchange = Answered | Unanswered
export type Ask = (question: Question) => Promise<Exchange>

export type ExchangeOptions = { apiUrl: () => string; timeoutMs: number; log: Log }

const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const LOGGED_CHARACTERS = 300
const LONGEST_BELIEVED_RESET_SECONDS = 2 * 86_400

/** @param timeoutMs real time for a whole exchange, to the last byte of the answer */
export function makeAsk({ apiUrl, timeoutMs, log }: ExchangeOptions): { ask: Ask; close: () => Promise<void> } {
  const agent = new Agent({ pipelining: 1 }) // a connection for each open call: a pin never waits behind another in a queue of ours
  const ask: Ask = async (question) => {
    const startedAt = performance.now()
    const deadline = startDeadline(timeoutMs, question.signal)
    let exchange: Exchange
    try {
      exchange = await send(agent, apiUrl(), question, deadline.signal)
    } catch (error) {
      exchange = toUnanswered(error, deadline)
    } finally {
      deadline.stop()
    }
    tell(log, question, exchange, Math.round(performance.now() - startedAt))
    return exchange
  }
  return { ask, close: () => agent.close() }
}

async function send(agent: Agent, apiUrl: string, question: Question, signal: AbortSignal): Promise<Answered> {
  const { method, path, query, authorization, body } = question
  const answer = await request(apiUrl.replace(/\/$/, '') + path, {
    dispatcher: agent,
    method,
    ...(query && { query }),
    headers: { authorization, accept: 'application/json', ...(body && { 'content-type': body.contentType }) },
    ...(body && { body: body.text }),
    signal,
  })
  const status = answer.statusCode
  const text = await readText(answer.body)
  return { kind: 'answered', status, json: parseJson(text), ...readHeaders(answer.headers) }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Headers = Record<string, string | string[] | undefined>

function readHeaders(headers: Headers): Pick<Answered, 'requestId' | 'retryAfterMs'> {
  const first = (name: string) => [headers[name]].flat()[0]
  const seconds = Number(/^\s*(\d+)/.exec(first('x-ratelimit-reset') ?? first('retry-after') ?? '')?.[1] ?? Number.NaN)
  return {
    requestId: first('x-pinterest-rid') ?? null,
    retryAfterMs: seconds <= LONGEST_BELIEVED_RESET_SECONDS ? seconds * 1000 : null,
  }
}

function toUnanswered(error: unknown, deadline: Deadline): Unanswered {
  const message = error instanceof Error ? error.message || error.name : String(error)
  if (deadline.signal.aborted) {
    return {
      kind: 'unanswered',
      reason: 'timeout',
      neverLeft: deadline.calledOff,
      message: 'The platform did not answer in time.',
    }
  }
  if (isCode(error, 'UND_ERR_CONNECT_TIMEOUT')) return { kind: 'unanswered', reason: 'timeout', neverLeft: true, message }
  return { kind: 'unanswered', reason: 'broken', neverLeft: failedToConnect(error), message }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** Where a name has several addresses, each of them must have failed before a byte was sent. */
function failedToConnect(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedToConnect)
  return error instanceof Error && 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
}

function tell(log: Log, { operation, method, path }: Question, exchange: Exchange, ms: number): void {
  const call = { operation, method, path, ms }
  if (exchange.kind === 'unanswered') {
    const { reason, neverLeft, message } = exchange
    log.warn({ ...call, reason, neverLeft, cause: message }, 'platform call without an answer')
    return
  }
  const { status, requestId, json } = exchange
  if (status < 400 && json !== undefined) log.debug({ ...call, status, requestId }, 'platform call')
  else log.warn({ ...call, status, requestId, body: excerpt(json) }, 'platform call refused')
}

/** An error of the platform may echo the picture it was sent. */
export function excerpt(json: unknown): string {
  const text = typeof json === 'string' ? json : (JSON.stringify(json) ?? 'no JSON')
  const readable = text.replace(/[A-Za-z0-9+/_=-]{80,}/g, (run) => `[${run.length} characters]`)
  return readable.length > LOGGED_CHARACTERS ? `${readable.slice(0, LOGGED_CHARACTERS)}…` : readable
}
