/** Converts failures of recommended pins to errors of our contract. @see docs/contract.md#errors */
import { toDomainError } from '../../../connections/platform-refusals.js'
import { DomainError } from '../../../lib/errors.js'
import type { PlatformError } from '../../../ports/platform.js'

/**
 * Converts errors of the public search. A fault of the account or its quota is reported as in all calls; the rest is a failed
 * search.
 */
export function toSearchError(error: PlatformError): DomainError {
  switch (error.kind) {
    case 'reconnect':
      if (!error.details.neverLeft && !error.details.lacksScope)
        return searchFailed('Pinterest refused this search even though the connection was just renewed. Try again later.')
      return toDomainError(error, { thing: 'Resource', forbids: 'board' })
    case 'rate_limited':
    case 'account_blocked':
      return toDomainError(error, { thing: 'Resource', forbids: 'board' }) // neither of which can come of it
    case 'forbidden':
    case 'app_refused':
      return searchFailed('Pinterest does not let Pinslot search public pins. The operator has been alerted.', 'lasting')
    case 'invalid':
      return searchFailed('Pinterest did not accept this search. Try other words.', 'lasting')
    case 'spam':
      return searchFailed('Pinterest blocked this search as spam. Do not repeat it unchanged.', 'lasting')
    case 'not_found':
    case 'timeout':
    case 'unavailable':
      return searchFailed('The public pin search could not be reached. Try again.')
  }
}

const searchFailed = (message: string, lasts?: 'lasting') =>
  new DomainError('BAD_GATEWAY', `${message} Nothing was changed.`, {
    reason: 'recommended_pins_search_failed',
    ...(lasts && { isLasting: true }),
  })

/**
 * The most pins of a board, which is read whole or not at all, because otherwise its pins could not be excluded. @see
 * docs/contract.md#recommended-pins
 */
export const MOST_BOARD_PINS = 5_000

export const boardTooLarge = () =>
  new DomainError(
    'GATEWAY_TIMEOUT',
    `The board has more than ${MOST_BOARD_PINS} pins, too many for one request. Nothing was changed: choose a smaller board.`,
    { reason: 'recommended_pins_board_too_large', isLasting: true },
  )

export const recommendedPinsTimeout = () =>
  new DomainError('GATEWAY_TIMEOUT', 'Finding pins for this board took too long. Nothing was changed: try again.', {
    reason: 'recommended_pins_timeout',
  })
