import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../core/ports/deps.js'
import { readBoardRelevance } from '../../core/insight/relevance/board-relevance.js'
import { MOST_PINS } from '../../core/insight/relevance/score-board.js'
import { KEYWORD_LENGTH } from '../../core/insight/relevance/keyword-rule.js'
import { BOARD_CALLS, DENIALS } from '../document/refusals.js'
import { operation } from '../operation.js'
import { boardParams, queryInteger, text } from '../schemas.js'
import { recommendedPinsSchema, recommendedPinsToWire, relevanceSchema, relevanceToWire } from '../wire/relevance.js'
import { MINUTE_MS } from '../../core/lib/duration.js'
import { KEPT_MS, KEYWORD_LIMIT } from '../../core/insight/relevance/recommended/keyword-searches.js'
import { MOST_CANDIDATES } from '../../core/insight/relevance/recommended/public-search.js'
import { BUDGET_MS, findRecommendedPins, RECOMMENDED_PINS } from '../../core/insight/relevance/recommended/recommended-pins.js'
import { MOST_BOARD_PINS } from '../../core/insight/relevance/recommended/search-refusals.js'

// The core checks its length, for both entry points; here it is only documented.
const query = z.object({
  keyword: text().meta({
    minLength: 1,
    maxLength: KEYWORD_LENGTH,
    description: 'What the board should be about, as someone would type it into a search',
    examples: ['lemon cake'],
  }),
})

export function relevanceRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getBoardRelevance',
    refusals: ['FORBIDDEN', ...DENIALS, ...BOARD_CALLS],
    method: 'GET',
    writes: true,
    url: '/accounts/:accountId/boards/:boardId/relevance',
    tag: 'Boards',
    summary: 'Score a board against a keyword',
    description: `Reads the board’s pins from Pinterest, including those added elsewhere; for a large board, only the first ${MOST_PINS} (truncated). Each score costs one credit, or a trial pin without publishing access; free on legacy and Shopify plans. Asking again is charged again; if the client disconnects before the charge, nothing is charged. Absent: no pin can be read, or the keyword has no words; nothing is charged. 402: no credit is left and nothing was read, or another request took the last one meanwhile and nothing is shown. 403 platform_board_forbidden: Pinterest does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 503 platform_rate_limited and 504 platform_timeout: try again. Errors are never charged.`,
    params: boardParams,
    query,
    data: z.object({ relevance: relevanceSchema }),
    run: ({ actor, params, query: { keyword }, isWanted }) =>
      readBoardRelevance(deps, actor, { ...params, keyword }, { isWanted }),
    show: (board) => ({ relevance: relevanceToWire(board) }),
  })
}

const WHAT = `Public pins from across Pinterest that fit a keyword, for a board. Excludes pins already on the board (the same pin, image, or destination and title), pins this account published, promoted ones, and anything below fair, of up to ${MOST_CANDIDATES} candidates. Free.`
const LIMITS = `An organization may search ${KEYWORD_LIMIT.most} different keywords in an hour. One searched within the last ${KEPT_MS / MINUTE_MS} minutes is served from its earlier results and does not count. Failed searches do not count; answered ones do, even if the request then ends in a board error.`
const ERRORS = `429 recommended_pins_rate_limited: Retry-After says when the next keyword can be searched. 403 platform_board_forbidden: Pinterest does not show the board to the account. 422 platform_reconnect_required: the account holder must reconnect. 502 recommended_pins_search_failed: Pinterest’s search did not answer, or refused the keyword, the account or this service. 503 platform_rate_limited: try again after Retry-After. 504 platform_timeout; recommended_pins_board_too_large: it has more than ${MOST_BOARD_PINS} pins; recommended_pins_timeout: the operation as a whole took longer than ${BUDGET_MS / 1000} seconds. None of these errors changes anything.`

const pinsQuery = z.object({
  // the core checks its length, for both entry points; here it is only documented
  keyword: text().meta({ minLength: 1, maxLength: KEYWORD_LENGTH, description: 'What the pins should be about' }),
  limit: queryInteger({
    ...RECOMMENDED_PINS,
    description: `Default ${RECOMMENDED_PINS.usual}; limits the answer only`,
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
    query: pinsQuery,
    data: recommendedPinsSchema,
    run: ({ actor, params, query }) => findRecommendedPins(deps, actor, { ...params, ...query }),
    show: recommendedPinsToWire,
  })
}
