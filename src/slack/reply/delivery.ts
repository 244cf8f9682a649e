/** What an answer of chat.postMessage means for the outbox. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { HOUR_MS, SECOND_MS } from '../../core/lib/duration.js'
import { readRetryAfterMs } from '../../core/lib/http/retry-after.js'
import type { Clock, Delivery } from '../../core/ports/deps.js'

/** `refused`: the content, not the place or the moment. `closed`: the place; the app is not in it, or may not write there. */
export type Outcome = Delivery | { kind: 'refused'; message: string } | { kind: 'closed'; message: string }

/** A temporary problem of Slack's own. */
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

/** Slack counts by the minute: what asks for more than an hour is asked again then. */
const MOST_WAIT_MS = HOUR_MS

/** @throws what is no answer of Slack's at all */
export async function deliveryOf(post: () => Promise<unknown>, clock: Clock): Promise<Outcome> {
  try {
    await post()
    return { kind: 'delivered' }
  } catch (error) {
    if (error instanceof WebAPIRateLimitedError) return later('slack limits our messages', limitedMs(error))
    if (error instanceof WebAPIHTTPError) return later(`slack answered ${error.statusCode}`, waitOf(error.headers, clock()))
    if (error instanceof WebAPIRequestError) return later(`slack could not be reached: ${error.original.message}`)
    if (!(error instanceof WebAPIPlatformError)) throw error
    const { error: code, response_metadata: metadata } = error.data
    if (PASSING.includes(code)) return later(`slack answered ${code}`)
    if (BAD_CONTENT.includes(code)) return { kind: 'refused', message: [code, ...(metadata?.messages ?? [])].join(': ') }
    return { kind: isClosed(error) ? 'closed' : 'undeliverable', message: `slack answered ${code}` }
  }
}

/**
 * @param afterMs only Slack's own retry-after: a delay of our own would replace the growing one, and an outage would be retried
 * for ever
 */
const later = (message: string, afterMs?: number): Outcome => ({
  kind: 'later',
  message,
  ...(afterMs !== undefined && { afterMs }),
})

const limitedMs = ({ retryAfter }: WebAPIRateLimitedError) => Math.min(Math.max(retryAfter, 1) * SECOND_MS, MOST_WAIT_MS)

const waitOf = (headers: Record<string, string>, now: Date): number | undefined =>
  readRetryAfterMs(headers['retry-after'], now, MOST_WAIT_MS) || undefined
