/** Converts failures of questions about searches to errors of our contract, with their meaning for the next callers. */
import { toDomainError, trendsForbidden } from '../accounts/connect/platform-refusals.js'
import { after, HOUR_MS, SECOND_MS } from '../lib/duration.js'
import { DomainError, reconnectRequired } from '../lib/errors.js'
import { PlatformError } from '../ports/platform.js'
import type { Failure } from './answers.js'
import type { Cause, OwnCause } from './refused-accounts.js'

const QUESTION = { thing: 'Resource', forbids: 'trends' } as const
/** The rest when a person has to change something first. */
const LASTING_MS = HOUR_MS
const PASSING_MS = 30 * SECOND_MS

/** @returns error: for the caller · cause: why the account was refused · failure: the question fails with any account for now */
export type Judged = { error: DomainError; cause?: Cause; failure?: Failure }

export function judge(error: PlatformError | DomainError): Judged {
  if (error instanceof DomainError) return { error, cause: 'reconnect' } // refused, and there is no way to renew the token
  switch (error.kind) {
    case 'forbidden':
    case 'account_blocked':
      return { error: trendsForbidden('account'), cause: 'forbidden' }
    case 'app_refused':
      return appRefused()
    case 'reconnect':
      if (error.details.lacksScope) return { error: permissionLacking(), cause: 'reconnect' }
      if (error.details.neverLeft) return { error: reconnectRequired() } // what that means the renewal has said
      return { error: trendsForbidden('account'), cause: 'forbidden' } // by tokens that were just renewed
    case 'rate_limited':
      return { error: toDomainError(error, QUESTION) }
    case 'spam':
    case 'invalid':
    case 'not_found':
      return { error: failed('invalid'), failure: 'invalid' }
    case 'timeout':
    case 'unavailable': // in a form that nobody can read it stays longer than out of reach
      return { error: toDomainError(error, QUESTION), failure: error.details.unusable === undefined ? 'unavailable' : 'invalid' }
  }
}

const appRefused = (): Judged => ({ error: trendsForbidden('app'), cause: 'app', failure: 'app_refused' })

/** Returns the error for callers while the question rests. */
export function failed(failure: Failure): DomainError {
  switch (failure) {
    case 'app_refused':
      return trendsForbidden('app')
    case 'invalid':
      return toDomainError(
        new PlatformError('unavailable', failure, { unusable: 'it rejects this question or answers it in a new form' }),
        QUESTION,
      )
    case 'unavailable':
      return toDomainError(new PlatformError('unavailable', failure), QUESTION)
  }
}

export const restOf = (failure: Failure, now: Date) => ({
  failure,
  until: after(now, failure === 'unavailable' ? PASSING_MS : LASTING_MS),
})

/** The connection works and publishes; it only lacks this permission. */
const permissionLacking = () =>
  new DomainError(
    'UNPROCESSABLE_ENTITY',
    'This account was connected without permission to see what people search for. The account holder must reconnect it.',
    { reason: 'platform_reconnect_required', lacksPermission: true },
  )

/** Returns the error for an account that is not asked with. Accounts with refused tokens are handled before. */
export const errorOf = (cause: OwnCause): DomainError =>
  cause === 'reconnect' ? permissionLacking() : trendsForbidden('account')

const BUSY_RETRY_SECONDS = 5
export const busy = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'We are already asking Pinterest for this. Try again shortly.', {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  })
