/** What a call throws when it does not succeed. */
import type { components } from './generated/document.js'

/** Why one post of a batch was refused. */
export type RowError = components['schemas']['RowError']

export type ErrorFields = {
  status: number
  code: string
  message: string
  reason?: string | undefined
  field?: string | undefined
  rows?: readonly RowError[] | undefined
  requestId?: string | undefined
  resolveUrl?: string | undefined
  retryAfterSeconds?: number | undefined
  attempts: number
}

/** Every refusal of the service, and `NO_ANSWER` (status 0) where none came. A request that you abort throws your signal's reason instead. */
export class PinslotError extends Error {
  override readonly name = 'PinslotError'
  /** Of the answer; 0: there was none. */
  readonly status: number
  /** As the service says it, `BAD_REQUEST`; `NO_ANSWER` without an answer; `UNEXPECTED_ANSWER` for one that is not the service's. */
  readonly code: string
  /** Says which of several causes a code has, `no_open_slot`. */
  readonly reason: string | undefined
  /** The input at fault. */
  readonly field: string | undefined
  /** Of a batch that is refused as a whole: each post that is wrong, by its place in the request. */
  readonly rows: readonly RowError[] | undefined
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined
  /** Where a `PAYMENT_REQUIRED` is resolved. */
  readonly resolveUrl: string | undefined
  /** How long the service asked to wait, where it did. */
  readonly retryAfterSeconds: number | undefined
  /** How often the request was sent. */
  readonly attempts: number

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.status = fields.status
    this.code = fields.code
    this.reason = fields.reason
    this.field = fields.field
    this.rows = fields.rows
    this.requestId = fields.requestId
    this.resolveUrl = fields.resolveUrl
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.attempts = fields.attempts
  }
}

type Envelope = {
  error: { code: string; message: string; reason?: string; field?: string; resolve_url?: string; rows?: RowError[] }
}

/** @param body as it came: JSON of the service, or whatever stands between it and us */
export function errorOfAnswer(response: Response, body: unknown, attempts: number): PinslotError {
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response.headers),
    attempts,
  }
  if (!isEnvelope(body)) {
    const location = response.headers.get('location')
    const leads = location === null ? '' : ` It leads to ${location}.`
    const message = `The answer is not Pinslot's: ${response.status} ${response.statusText}.${leads} Check baseUrl.`
    return new PinslotError({ ...common, code: 'UNEXPECTED_ANSWER', message })
  }
  const { code, message, reason, field, resolve_url: resolveUrl, rows } = body.error
  return new PinslotError({ ...common, code, message, reason, field, rows, resolveUrl })
}

export function errorWithoutAnswer(request: Request, cause: unknown, attempts: number): PinslotError {
  const { origin, pathname } = new URL(request.url) // the query may hold what is nobody's business
  const message = `No answer to ${request.method} ${origin}${pathname}: ${wordsOf(cause)}`
  return new PinslotError({ status: 0, code: 'NO_ANSWER', message, attempts }, { cause })
}

/** fetch says "fetch failed" and hides why in the cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message} (${cause.message})` : error.message
}

/** Seconds, or a date. @see RFC 9110, section 10.2.3 */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined || text === '') return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  typeof body.error.code === 'string' &&
  'message' in body.error &&
  typeof body.error.message === 'string'
