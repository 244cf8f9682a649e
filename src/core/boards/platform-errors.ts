/** What the platform refused, in the words of our contract. */
import { DomainError, notFound, reconnectRequired } from '../errors.js'
import { PlatformError } from '../platform-port.js'

const RETRY_AFTER_SECONDS = 30

/** Runs a call to the platform; its refusals come out as DomainErrors. @param thing what a 404 of the platform means here */
export async function askPlatform<T>(call: () => Promise<T>, thing: 'Board' | 'Resource' = 'Resource'): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof PlatformError ? toDomainError(error, thing) : error
  }
}

/** @see decisions.md section 1 */
export function toDomainError(error: PlatformError, thing: 'Board' | 'Resource'): DomainError {
  switch (error.kind) {
    case 'reconnect':
      return reconnectRequired()
    case 'app_refused':
      return new DomainError('FORBIDDEN', 'The platform does not let this service do that. Tell whoever runs it.')
    case 'forbidden':
      return new DomainError(
        'FORBIDDEN',
        'The platform refused this for the account, usually because the board is not its own.',
        {
          reason: 'platform_board_forbidden',
        },
      )
    case 'not_found':
      return notFound(thing)
    case 'rate_limited': {
      const retryAfterMs = error.details.retryAfterMs
      return new DomainError('SERVICE_UNAVAILABLE', 'The platform limits our requests at the moment. Try again later.', {
        reason: 'platform_rate_limited',
        retryAfterSeconds: retryAfterMs === undefined ? RETRY_AFTER_SECONDS : Math.ceil(retryAfterMs / 1000),
      })
    }
    case 'invalid':
      return new DomainError('BAD_REQUEST', `The platform did not accept this: ${error.message}`)
    case 'timeout':
      return new DomainError('GATEWAY_TIMEOUT', 'The platform did not answer in time. Try again.', { reason: 'platform_timeout' })
    case 'unavailable':
      return new DomainError('GATEWAY_TIMEOUT', 'The platform cannot answer at the moment. Try again.', {
        reason: 'platform_timeout',
      })
  }
}
