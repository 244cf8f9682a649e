/** The refusals on the way to recommended pins and to the score of a board. @see test/platform/error-rows.md */
import { setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import * as asked from './error-requests.js'
import type { RequestRow } from './error-rows-requests.js'
import { fault, has, says } from './error-sends.js'
import { UNAUTHORIZED, NOT_FOUND, LIMITED, NO_ANSWER, RECONNECT, WAIT, ALERT, LACKS } from './error-text.js'

const NOT_FOUND_OUT = '502 BAD_GATEWAY recommended_pins_search_failed'

export const OF_RELEVANCE: RequestRow[] = [
  {
    case: 'app not let in to the search',
    sends: has(({ db: { sql } }) => setSwitches(sql, { searchAllowed: false })),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'does not let Pinslot search public pins',
    tells: ALERT,
  },
  {
    case: 'app not let in to the search, told as no rights',
    sends: fault('search_partner_pins', 'forbidden'),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'does not let Pinslot search public pins',
    tells: ALERT,
  },
  {
    case: 'search not accepted, as the specification has it',
    sends: says('GET', /\/search\/partner\/pins/, 400, 400, 'Invalid pin filter value'),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'did not accept this search',
  },
  {
    case: 'rate limit, a search',
    sends: fault('search_partner_pins', 'rate_limited'),
    asked: asked.recommendedPins,
    v1: LIMITED,
    says: `${WAIT} Try again in 30 seconds.`,
  },
  {
    case: 'scope missing, a search',
    sends: fault('search_partner_pins', 'scope_missing'),
    asked: asked.recommendedPins,
    v1: UNAUTHORIZED,
    says: RECONNECT,
    tells: LACKS,
  },
  {
    case: 'new tokens refused too, by a search alone',
    sends: fault('search_partner_pins', 'unauthorized'),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'Pinterest refused this search',
  },
  {
    case: 'it fails, a search',
    sends: fault('search_partner_pins', 'fail_500'),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'could not be reached',
  },
  {
    case: 'it does not answer, a search',
    sends: fault('search_partner_pins', 'hang'),
    asked: asked.recommendedPins,
    v1: NOT_FOUND_OUT,
    says: 'could not be reached',
  },
  {
    case: 'it does not answer, the pins of a board',
    sends: fault('list_board_pins', 'hang'),
    asked: asked.recommendedPins,
    v1: NO_ANSWER,
    says: 'did not answer in time',
  },
  {
    case: 'rate limit, the pins of a board',
    sends: fault('list_board_pins', 'rate_limited'),
    asked: asked.scoreBoard,
    v1: LIMITED,
    says: WAIT,
  },
  {
    case: 'board missing, its pins, as the specification has it',
    sends: says('GET', /\/boards\/102\/pins/, 404, 404, 'Board not found.'),
    asked: asked.scoreBoard,
    v1: NOT_FOUND,
    says: 'Board not found.',
  },
  {
    case: 'its answer cannot be read, the pins of a board',
    sends: fault('list_board_pins', 'truncated'),
    asked: asked.scoreBoard,
    v1: NO_ANSWER,
    says: 'answer cannot be used: it is not JSON (HTTP 200)',
  },
]
