/** Converts failures of recommended pins to errors of our contract. @see docs/contract.md#errors */
import { toDomainError } from '../../../connections/platform-refusals.js'
import { type DomainError, RefusedBecause } from '../../../lib/errors.js'
import type { Values } from '../../../lib/reasons.js'
import type { PlatformError } from '../../../ports/platform.js'

/**
 * Converts errors of the public search. A fault of the account or its quota is reported as in all calls; the rest is a failed
 * search.
 */
export function toSearchError(error: PlatformError): DomainError {
  switch (error.kind) {
    case 'reconnect':
      if (!error.details.neverLeft && !error.details.lacksScope) return searchFailed('renewed')
      return toDomainError(error, { thing: 'Resource', forbids: 'board' })
    case 'rate_limited':
    case 'account_blocked':
      return toDomainError(error, { thing: 'Resource', forbids: 'board' }) // neither of which can come of it
    case 'forbidden':
    case 'app_refused':
      return searchFailed('forbidden', 'lasting')
    case 'invalid':
      return searchFailed('invalid', 'lasting')
    case 'spam':
      return searchFailed('spam', 'lasting')
    case 'not_found':
    case 'timeout':
    case 'unavailable':
      return searchFailed('unreached')
  }
}

const searchFailed = (about: Values<'recommended_pins_search_failed'>['about'], lasts?: 'lasting') =>
  new RefusedBecause('recommended_pins_search_failed', { about, ...(lasts && { isLasting: true }) })

/**
 * The most pins of a board, which is read whole or not at all, because otherwise its pins could not be excluded. @see
 * docs/contract.md#recommended-pins
 */
export const MOST_BOARD_PINS = 5_000

export const boardTooLarge = () => new RefusedBecause('recommended_pins_board_too_large', { most: MOST_BOARD_PINS })
