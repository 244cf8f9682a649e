/** The refusals of what people search for. @see test/platform/error-rows.md */
import { trends } from './error-requests.js'
import type { RequestRow } from './error-rows-requests.js'
import { fault } from './error-sends.js'
import { ALERT, LACKS, LIMITED, NO_ANSWER, UNAUTHORIZED } from './error-text.js'

const NO_TRENDS = '403 FORBIDDEN platform_trends_forbidden'

export const OF_TRENDS: RequestRow[] = [
  { case: 'no rights, trends', sends: fault('trending_keywords', 'forbidden'), asked: trends, v1: NO_TRENDS },
  {
    case: 'app not approved, trends',
    sends: fault('trending_keywords', 'app_not_approved'),
    asked: trends,
    v1: NO_TRENDS,
    tells: ALERT,
  },
  {
    case: 'scope missing, trends',
    sends: fault('trending_keywords', 'scope_missing'),
    asked: trends,
    v1: UNAUTHORIZED,
    tells: LACKS,
  },
  {
    case: 'new tokens refused too, by trends alone',
    sends: fault('trending_keywords', 'unauthorized'),
    asked: trends,
    v1: NO_TRENDS,
  },
  { case: 'rate limit, trends', sends: fault('trending_keywords', 'rate_limited'), asked: trends, v1: LIMITED },
  { case: 'it fails, trends', sends: fault('trending_keywords', 'fail_500'), asked: trends, v1: NO_ANSWER },
  { case: 'it does not answer, trends', sends: fault('trending_keywords', 'hang'), asked: trends, v1: NO_ANSWER },
]
