import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../core/ports/deps.js'
import { KEYWORD_LENGTH } from '../../core/insight/relevance/keyword-rule.js'
import { INTERESTS, REGIONS, TREND_TYPES } from '../../core/accounts/trend-questions.js'
import { ANY_INTEREST, readTrends, TRENDS } from '../../core/insight/trends/read.js'
import { BOARD_CALLS, TRENDS as REFUSALS } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, boardId, queryInteger, text } from '../schemas.js'
import { readSeasonPlan } from '../../core/sources/season/read.js'
import { seasonPlanSchema, seasonPlanToWire, trendsSchema, trendsToWire } from '../wire/trends.js'

const query = z.object({
  type: z
    .enum(TREND_TYPES)
    .meta({
      description:
        'growing (default): searched more than before; monthly, yearly: searched most; seasonal: searched at this time of year',
    })
    .optional(),
  // a + in a query is a space, and no region has one
  region: z
    .string()
    .meta({
      enum: [...REGIONS],
      description: 'Where people search. Default: `trendRegion` of the account, else the region of its time zone',
    })
    .transform((told) => told.replaceAll(' ', '+'))
    .pipe(z.enum(REGIONS))
    .optional(),
  interest: z
    .enum([...INTERESTS, ANY_INTEREST])
    .meta({ description: 'Default: `trendInterests` of the account. any: all searches' })
    .optional(),
  // the core checks its length, for both entry points; here it is only documented
  words: text()
    .meta({ minLength: 1, maxLength: KEYWORD_LENGTH, description: 'Only keywords that contain all of these words, in any form' })
    .optional(),
  boardId: boardId().meta({ description: 'Rate how well each keyword fits this board; the best fits come first' }).optional(),
  limit: queryInteger({ ...TRENDS, description: `Default ${TRENDS.usual}` }).optional(),
})

export function trendRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listTrends',
    refusals: [...REFUSALS, ...BOARD_CALLS],
    method: 'GET',
    url: '/accounts/:accountId/trends',
    tag: 'Trends',
    summary: 'List what people search for',
    description:
      'Keywords with their growth, their searches per week for a year and, if they have a clear season, their next peak and when to start pinning for it. Pinterest is asked once a day for each region, type and interest, for all organizations together; if it gives no answer, the newest one from the last five weeks is used, and `asOf` says so. Free. 403 platform_trends_forbidden, 422, 503 and 504: there is no earlier answer.',
    params: accountParams,
    query,
    data: trendsSchema,
    run: ({ actor, params, query }) => readTrends(deps, actor, { ...params, ...query }),
    show: trendsToWire,
  })

  operation(app, deps, {
    id: 'getSeasonPlan',
    refusals: REFUSALS,
    method: 'GET',
    url: '/accounts/:accountId/plan',
    tag: 'Trends',
    summary: 'Plan a season',
    description:
      'Searches that peak soon or grow and concern the account, with its pins for each, its drafts without a time, and pages of its feeds without a pin. Texts are compared as for board relevance. Free, and changes nothing: drafts of pages are made by `createGeneration`. The refusals are those of `listTrends`.',
    params: accountParams,
    data: seasonPlanSchema,
    run: ({ actor, params }) => readSeasonPlan(deps, actor, params),
    show: seasonPlanToWire,
  })
}
