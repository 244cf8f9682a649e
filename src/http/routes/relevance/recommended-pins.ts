import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { MINUTE_MS } from '../../../core/lib/duration.js'
import type { Deps } from '../../../core/ports/deps.js'
import { KEYWORD_LENGTH } from '../../../core/relevance/keyword-rule.js'
import { KEPT_MS, KEYWORD_LIMIT } from '../../../core/relevance/recommended/keyword-searches.js'
import { MOST_CANDIDATES } from '../../../core/relevance/recommended/public-search.js'
import { BUDGET_MS, findRecommendedPins, RECOMMENDED_PINS } from '../../../core/relevance/recommended/recommended-pins.js'
import { MOST_BOARD_PINS } from '../../../core/relevance/recommended/search-refusals.js'
import { BOARD_CALLS } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { boardParams, queryInteger, text } from '../../schemas.js'
import { recommendedPinsSchema, recommendedPinsToWire } from '../../wire/relevance/recommended-pins.js'

const WHAT = `Public pins from across the platform that fit a keyword, for a board: without the pins it holds (the same pin, the one a pin was saved from, the same picture, the same destination with the same title), those this account published, promoted ones as far as the platform says so, and whatever is below fair. The platform's search is asked for up to ${MOST_CANDIDATES} candidates, and all of them are scored. Free.`
const LIMITS = `An organization may search ${KEYWORD_LIMIT.most} different keywords within an hour; one searched within the last ${KEPT_MS / MINUTE_MS} minutes is served from what was found, for all accounts and boards, and is not counted. Nor is a search that failed; one that was answered is, also where the request itself ends in an error of its board or in a timeout.`
const ERRORS = `429 recommended_pins_rate_limited: too many different keywords, Retry-After says when the next may be searched. 403 platform_board_forbidden: the platform does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 502 recommended_pins_search_failed: the platform's search did not answer, did not take the keyword, refused the account, or is not open to this service. 503 platform_rate_limited: the platform limits our requests, try again after Retry-After. 504 platform_timeout: the board could not be read in time; recommended_pins_board_too_large: it has more than ${MOST_BOARD_PINS} pins; recommended_pins_timeout: the operation as a whole took longer than ${BUDGET_MS / 1000} seconds. After none of these anything was changed.`

const query = z.object({
  // the core checks its length, for both entry points; here it is only documented
  keyword: text().meta({ minLength: 1, maxLength: KEYWORD_LENGTH, description: 'What the pins are to be about' }),
  limit: queryInteger({
    ...RECOMMENDED_PINS,
    description: `Default ${RECOMMENDED_PINS.usual}; bounds the answer alone`,
  }).optional(),
})

export function recommendedPinRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listRecommendedPins',
    refusals: [
      'recommended_pins_rate_limited',
      'recommended_pins_search_failed',
      ...BOARD_CALLS,
      'recommended_pins_board_too_large',
      'recommended_pins_timeout',
    ],
    method: 'GET',
    url: '/accounts/:accountId/boards/:boardId/recommended-pins',
    tag: 'Boards',
    summary: 'Recommend public pins for a board',
    description: `${WHAT} ${LIMITS} ${ERRORS}`,
    params: boardParams,
    query,
    data: recommendedPinsSchema,
    run: ({ actor, params, query }) => findRecommendedPins(deps, actor, { ...params, ...query }),
    show: recommendedPinsToWire,
  })
}
