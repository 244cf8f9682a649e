/** Converts the platform's refusals to errors of our contract. @see docs/contract.md#pinterests-refusals */
import { DomainError, notFound, RefusedBecause, type Thing } from '../lib/errors.js'
import { PlatformError } from '../ports/platform.js'

export type Question = {
  /** What a 404 of the platform refers to. */
  thing: Thing
  /** True for a write, which may have taken effect without an answer. */
  writes?: boolean
  /** What a 403 refers to. */
  forbids: 'board' | 'analytics' | 'trends'
}

const RETRY_AFTER_SECONDS = 30
const MOST_QUOTED = 200
/** Long, because a person has to fix it. */
const APP_REFUSED_RETRY_AFTER_SECONDS = 3600
const APP_REFUSED = {
  any: 'Pinterest does not allow Pinslot to do this right now. The operator has been alerted. Try again later.',
  pinnerData:
    'Pinterest lets Pinslot read boards and pins of business accounts only. The operator has been alerted. Make this a business account on Pinterest, or try again later.',
} as const

export function toDomainError(error: PlatformError, { thing, writes = false, forbids }: Question): DomainError {
  switch (error.kind) {
    case 'reconnect':
      return new RefusedBecause('platform_reconnect_required')
    case 'app_refused':
      return new DomainError(
        'SERVICE_UNAVAILABLE',
        APP_REFUSED[error.details.appRefusal === 'pinner_data' ? 'pinnerData' : 'any'],
        {
          retryAfterSeconds: APP_REFUSED_RETRY_AFTER_SECONDS,
        },
      )
    case 'forbidden':
      return FORBIDDEN[forbids]()
    case 'not_found':
      return notFound(thing)
    case 'rate_limited': {
      const { retryAfterMs } = error.details
      return new RefusedBecause('platform_rate_limited', {
        retryAfterSeconds: retryAfterMs === undefined ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000)),
      })
    }
    case 'spam':
      return new DomainError('FORBIDDEN', 'Pinterest blocked this as spam. Do not repeat it unchanged.')
    case 'account_blocked':
      return new DomainError(
        'FORBIDDEN',
        `Pinterest takes nothing from this account now. Check the account on Pinterest. Pinterest said: ${error.message.slice(0, MOST_QUOTED).toWellFormed()}`,
      )
    case 'invalid':
      return new DomainError('BAD_REQUEST', `Pinterest did not accept this: ${error.message}`)
    case 'timeout':
    case 'unavailable':
      return unanswered(writes && !error.details.neverLeft, error.details.unusable)
  }
}

/** True when the platform does not let us read it. That does not show whether it exists, or takes pins. */
export const isReadDenied = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'forbidden' || error.details.appRefusal === 'pinner_data')

const FORBIDDEN = {
  analytics: () => new RefusedBecause('platform_analytics_forbidden'),
  board: () => new RefusedBecause('platform_board_forbidden'),
  trends: () => new RefusedBecause('platform_trends_forbidden', { about: 'account' }),
} as const satisfies Record<Question['forbids'], () => DomainError>

/** Keeps the contract's reason also for an unusable answer, because clients react in the same way. */
const unanswered = (isUncertain: boolean, unusable: string | undefined) =>
  new RefusedBecause('platform_timeout', { isUncertain, ...(unusable !== undefined && { unusable }) })
