/** The meaning of a response to chat.postMessage for the outbox. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { HOUR_MS, SECOND_MS } from '../../core/lib/duration.js'
import { readRetryAfterMs } from '../../core/lib/http/retry-after.js'
import type { Clock, Delivery } from '../../core/ports/deps.js'

/** `refused`: Slack refuses the content. `closed`: the app is not in the channel, or may not write there. */
export type Outcome = Delivery | { kind: 'refused'; message: string } | { kind: 'closed'; message: string }

/** Temporary errors of Slack's own. */
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

/** True when the channel is the problem, not a temporary error. */
export const isClosed = (error: unknown): boolean => error instanceof WebAPIPlatformError && CLOSED.includes(error.data.error)

/** True when the view has changed since it was read. */
export const isHashConflict = (error: unknown): boolean =>
  error instanceof WebAPIPlatformError && error.data.error === 'hash_conflict'

/** The longest wait before the next try: Slack counts by the minute, so a longer wait is cut to this. */
const MOST_WAIT_MS = HOUR_MS

/** @throws errors that are no response of Slack */
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
