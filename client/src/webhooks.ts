/** Proves that a webhook is Pinslot's own. @see https://www.standardwebhooks.com */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { components } from './generated/document.js'

type Schemas = components['schemas']
type Of<Type extends string, Data> = {
  type: Type
  /** The resource as /v1 shows it. */
  data: Data
  /** The same in every delivery of one event. */
  id: string
  /** When it happened, ISO 8601. */
  timestamp: string
  organizationId: string
  /** null: it belongs to no account. */
  accountId: string | null
}

/** What there is today; another `type` may come, so have a branch for it. */
export type WebhookEvent =
  | Of<'post.scheduled' | 'post.sent' | 'post.failed' | 'post.late' | 'post.deleted', Schemas['Post']>
  | Of<
      'approval.requested' | 'approval.reminded' | 'approval.step_decided' | 'approval.decided' | 'approval.held',
      Schemas['Approval']
    >
  | Of<'comment.created', Schemas['Comment']>
  | Of<'account.connected' | 'account.reconnect_required' | 'schedule.full', Schemas['Account']>
  | Of<'webhook.test', Schemas['Webhook']>

export type WebhookProblem = 'header_missing' | 'timestamp_wrong' | 'too_old' | 'too_new' | 'signature_wrong' | 'body_wrong'

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  constructor(
    readonly problem: WebhookProblem,
    message: string,
  ) {
    super(message)
  }
}

type HeaderMap = Headers | Record<string, string | string[] | undefined>

export type Received = {
  /** Of the endpoint, `whsec_…`; while you change it, both. */
  secret: string | readonly string[]
  headers: HeaderMap
  /** The bytes as they came: JSON that was read and written again has another signature. */
  body: string | Uint8Array
  /** For tests. */
  now?: Date
}

/** Both ways: an old one may be a copy that somebody sends again, a new one comes from a clock that is wrong. */
const TOLERANCE_SECONDS = 5 * 60
const MOST_SIGNATURES = 20

/**
 * @throws WebhookError when it is not from Pinslot, too old, or not for these secrets: answer 400 and do nothing
 * @throws TypeError for a secret that is none
 */
export function verifyWebhook({ secret, headers, body, now = new Date() }: Received): WebhookEvent {
  const keys = (typeof secret === 'string' ? [secret] : secret).map(keyOf)
  if (keys.length === 0) throw new TypeError('A secret is needed.')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, MOST_SIGNATURES)
  requireRecent(timestamp, now)
  const given = signatures.flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  let matches = false
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    // every pair is compared, so that the time says nothing
    for (const one of given) if (one.length === expected.length && timingSafeEqual(one, expected)) matches = true
  }
  if (!matches) throw new WebhookError('signature_wrong', 'No signature of this webhook is made with the secret.')
  return read(body)
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.length === 0 || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new TypeError('A secret starts with whsec_, and base64 follows.')
  return key
}

function headerOf(headers: HeaderMap, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (typeof value !== 'string' || value === '') throw new WebhookError('header_missing', `The header ${name} is missing.`)
  return value
}

/** Node writes them in lower case; others need not. */
function valueIn(headers: Record<string, string | string[] | undefined>, name: string): string | string[] | undefined {
  return headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function requireRecent(timestamp: string, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('timestamp_wrong', 'webhook-timestamp must be Unix seconds.')
  const age = now.getTime() / 1000 - Number(timestamp)
  if (age > TOLERANCE_SECONDS) throw new WebhookError('too_old', 'This webhook is more than five minutes old.')
  if (age < -TOLERANCE_SECONDS) throw new WebhookError('too_new', 'This webhook is more than five minutes ahead of your clock.')
}

function read(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as WebhookEvent // signed by the service
  } catch {
    throw new WebhookError('body_wrong', 'The body is not JSON.')
  }
}
