/** What an answer that is no success means: by HTTP status and code, by the text only where these two say several things. */
import { z } from 'zod'
import { PlatformError } from '../core/platform-port.js'
import { excerpt, type Answered, type Exchange } from './exchange.js'

const errorBody = z.looseObject({
  code: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
  message: z.string().nullish(),
  message_detail: z.unknown().optional(),
})

/** Code and text of an error body; the detail belongs to the text, since only there a block for spam may be told. */
export function readError({ status, json }: Answered): { code: number | null; message: string } {
  const parsed = errorBody.safeParse(json)
  if (!parsed.success) return { code: null, message: excerpt(json ?? `HTTP ${status} without a readable body`) }
  const { code, message, message_detail: detail } = parsed.data
  const told = [message, detail].filter((part) => part !== undefined && part !== null && part !== '')
  return { code: code ?? null, message: told.length > 0 ? told.map(excerpt).join(' ') : `HTTP ${status}` }
}

/** For reads and board writes; what became of a pin is judged by the core. */
export function toPlatformError(exchange: Exchange): PlatformError {
  if (exchange.kind === 'unanswered') {
    return new PlatformError(exchange.reason === 'timeout' ? 'timeout' : 'unavailable', exchange.message)
  }
  const { code, message } = readError(exchange)
  return new PlatformError(kindOf(exchange.status, code, message), message, detailsOf(exchange, code))
}

/** At the token endpoint a 401 other than 283 refuses our app's own id and secret: no account holder can mend that. */
export function toRefreshError(exchange: Exchange): PlatformError {
  const error = toPlatformError(exchange)
  if (exchange.kind === 'unanswered' || error.details.code === 283) return error
  if (error.kind === 'reconnect') return new PlatformError('app_refused', error.message, error.details)
  return error
}

export function unreadable(exchange: Answered): PlatformError {
  return new PlatformError(
    'unavailable',
    `The platform's answer could not be read: ${excerpt(exchange.json)}`,
    detailsOf(exchange, null),
  )
}

function detailsOf({ status, requestId, retryAfterMs }: Answered, code: number | null): PlatformError['details'] {
  return {
    status,
    ...(code !== null && { code }),
    ...(requestId !== null && { requestId }),
    ...(status === 429 && retryAfterMs !== null && { retryAfterMs }),
  }
}

function kindOf(status: number, code: number | null, message: string): PlatformError['kind'] {
  if (code === 283) return 'reconnect'
  if (code === 2786 || code === 2787) return 'unavailable'
  switch (status) {
    case 401:
      return code === 3 && !/scopes?\b|sufficient permissions/i.test(message) ? 'app_refused' : 'reconnect'
    case 403:
      return code === 29 && /^Apps with Trial access/i.test(message) ? 'app_refused' : 'forbidden'
    case 404:
      return 'not_found'
    case 408:
      return 'timeout'
    case 409:
      return code === 58 ? 'invalid' : 'unavailable' // a section's lock, unless it is a board's name
    case 429:
      return 'rate_limited'
    default:
      return status >= 400 && status < 500 ? 'invalid' : 'unavailable'
  }
}
