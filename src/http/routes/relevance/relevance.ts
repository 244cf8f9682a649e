import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { readBoardRelevance } from '../../../core/insight/relevance/board/board-relevance.js'
import { MOST_PINS } from '../../../core/insight/relevance/board/score-board.js'
import { KEYWORD_LENGTH } from '../../../core/insight/relevance/keyword-rule.js'
import { BOARD_CALLS, DENIALS } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { boardParams, text } from '../../schemas.js'
import { relevanceSchema, relevanceToWire } from '../../wire/relevance/relevance.js'

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
