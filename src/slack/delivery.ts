/** What an answer of chat.postMessage means for the outbox. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import type { Delivery } from '../core/ports.js'

/** `refused`: the content, not the place or the moment. `closed`: the place; the app is not in it, or may not write there. */
export type Outcome = Delivery | { kind: 'refused'; message: string } | { kind: 'closed'; message: string }

const SOON_MS = 15_000
/** Trouble of Slack's own that passes. */
export const PASSING = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'ratelimited',
  'rate_limited',
]
export const BAD_CONTENT = [
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_attachments',
  'msg_blocks_too_long',
  'msg_too_long',
  'invalid_arguments',
]

const CLOSED = ['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action']

/** The channel, not the moment. */
export const isClosed = (error: unknown): boolean => error instanceof WebAPIPlatformError && CLOSED.includes(error.data.error)

/** Another view came before this one. */
export const isHashConflict = (error: unknown): boolean =>
  error instanceof WebAPIPlatformError && error.data.error === 'hash_conflict'

/** @throws what is no answer of Slack's at all */
export async function deliveryOf(post: () => Promise<unknown>): Promise<Outcome> {
  try {
    await post()
    return { kind: 'delivered' }
  } catch (error) {
    if (error instanceof WebAPIRateLimitedError) return later(Math.max(error.retryAfter, 1) * 1000, 'slack limits our messages')
    if (error instanceof WebAPIHTTPError) return later(retryAfterOf(error.headers), `slack answered ${error.statusCode}`)
    if (error instanceof WebAPIRequestError) return later(SOON_MS, `slack could not be reached: ${error.original.message}`)
    if (!(error instanceof WebAPIPlatformError)) throw error
    const { error: code, response_metadata: metadata } = error.data
    if (PASSING.includes(code)) return later(SOON_MS, `slack answered ${code}`)
    if (BAD_CONTENT.includes(code)) return { kind: 'refused', message: [code, ...(metadata?.messages ?? [])].join(': ') }
    return { kind: isClosed(error) ? 'closed' : 'undeliverable', message: `slack answered ${code}` }
  }
}

const later = (afterMs: number, message: string): Outcome => ({ kind: 'later', afterMs, message })
const retryAfterOf = (headers: Record<string, string>) => (Number(headers['retry-after']) || SOON_MS / 1000) * 1000
