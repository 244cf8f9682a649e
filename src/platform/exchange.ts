/** One HTTP exchange with the platform: bounded in time and size, logged in one line without its bodies. */
import type { Readable } from 'node:stream'
import { request, type Dispatcher } from 'undici'
import type { Clock, Log } from '../core/ports/deps.js'
import type { Meter } from '../core/ports/metrics.js'
import type { StreamedBody } from './bodies.js'
import type { Deadline } from '../core/lib/timeout.js'
import { kindOf, MAX_ANSWER_MIB } from './errors.js'
import { excerpt, withoutSecrets } from './excerpt.js'
import type { OperationName } from './operations.js'
import { readRateLimit, readRetryAfter, type Headers } from './rate-limit.js'
import type { Answered, Exchange, Unanswered } from './exchanged.js'

export type Question = {
  operation: OperationName
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the API's address, with a leading slash. */
  path: string
  query?: Record<string, string>
  authorization: string
  /** Parts of the request that must not appear in a log line or a message. */
  secrets: readonly string[]
  /** The account whose quota it uses; null for none. */
  payer: string | null
  /** Background: nobody waits for it. */
  isBackground?: true
  body?: { contentType: string; text: string } | StreamedBody
  signal?: AbortSignal
}
export type Sending = {
  dispatcher: Dispatcher
  apiUrl: () => string
  log: Log
  clock: Clock
  /** Called for each exchange, for the metrics. */
  onCall?: Meter['platformCalled'] | undefined
}

const MAX_ANSWER_BYTES = MAX_ANSWER_MIB * 1024 * 1024
class Oversized extends Error {}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

export async function exchange(sending: Sending, question: Question, deadline: Deadline): Promise<Exchange> {
  const startedAt = performance.now()
  const { body } = question
  const streamed = body && 'open' in body ? body.open() : undefined
  let came: Exchange
  try {
    came = await send(sending, question, deadline.signal, streamed?.chunks)
  } catch (error) {
    came = toUnanswered(error, deadline, question.secrets)
    if (streamed?.isWhole() === false) came = { ...came, wasCut: true }
  }
  const ms = performance.now() - startedAt
  logExchange(sending.log, question, came, Math.round(ms))
  const { operation } = question
  const isDone = came.kind === 'answered' && isSuccess(came.status)
  sending.onCall?.({ operation, result: isDone ? 'ok' : kindOf(operation, came), ms })
  return came
}

async function send(
  { dispatcher, apiUrl, clock }: Sending,
  question: Question,
  signal: AbortSignal,
  chunks: AsyncIterable<Buffer> | undefined,
): Promise<Answered> {
  const { method, path, query, authorization, body, secrets } = question
  const answer = await request(apiUrl().replace(/\/$/, '') + path, {
    dispatcher,
    method,
    ...(query && { query }),
    headers: {
      authorization,
      accept: 'application/json',
      ...(body && { 'content-type': body.contentType }),
      ...(body && 'open' in body && { 'content-length': String(body.bytes) }),
    },
    ...(body && { body: 'open' in body ? (chunks as unknown as Readable) : body.text }), // undici accepts any async iterable
    signal,
  })
  const status = answer.statusCode
  const headers: Headers = answer.headers
  const isShort = Number(headers['content-length']) <= MAX_ANSWER_BYTES // the most of it that is read
  const text = await (isShort ? answer.body.text() : readText(answer.body))
  const rate = readRateLimit(headers)
  return {
    kind: 'answered',
    status,
    json: parseJson(isSuccess(status) ? text : withoutSecrets(text, secrets)),
    requestId: [headers['x-pinterest-rid']].flat()[0] ?? null,
    rate,
    retryAfterMs: rate.resetMs ?? readRetryAfter(headers, clock()),
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Oversized(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Escapes in JSON that the database cannot store: NUL, and half of a surrogate pair, which may end a truncated text. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, ESCAPED.test(text) ? storable : undefined)
  } catch {
    return undefined
  }
}

function toUnanswered(error: unknown, { signal, calledOff }: Deadline, secrets: readonly string[]): Unanswered {
  const kind = 'unanswered'
  if (signal.aborted) {
    return { kind, reason: 'timeout', neverLeft: calledOff, message: 'Pinterest did not answer in time.' }
  }
  const message = withoutSecrets(error instanceof Error ? error.message || error.name : String(error), secrets)
  if (error instanceof Oversized) return { kind, reason: 'oversized', neverLeft: false, message }
  if (isCode(error, 'UND_ERR_CONNECT_TIMEOUT')) return { kind, reason: 'timeout', neverLeft: true, message }
  return { kind, reason: 'broken', neverLeft: failedToConnect(error), message }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** If a name has several addresses, each of them must have failed before a byte was sent. */
function failedToConnect(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedToConnect)
  return error instanceof Error && 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
}

function logExchange(log: Log, { operation, method, path }: Question, came: Exchange, ms: number): void {
  const call = { operation, method, path, ms }
  if (came.kind === 'unanswered') {
    const { reason, neverLeft, wasCut, message } = came
    log.warn({ ...call, reason, neverLeft, ...(wasCut && { wasCut }), cause: message }, 'platform call without an answer')
    return
  }
  const { status, requestId, json } = came
  if (!isSuccess(status))
    log.warn({ ...call, status, platformRequestId: requestId, body: excerpt(json) }, 'platform call refused')
  else log.debug({ ...call, status, platformRequestId: requestId }, 'platform call')
}
