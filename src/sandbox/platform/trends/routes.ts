/** GET /trends/keywords/{region}/top/{type}: made-up searches with seasons, the same for everybody on one day. */
import { z } from 'zod'
import type { Serve } from '../endpoints.js'
import { invalidRequest } from '../faults/refusals.js'
import { INTERESTS, REGIONS, trendsOf, TYPES } from './seasons.js'

const question = z.object({
  region: z.enum(REGIONS),
  type: z.enum(TYPES),
  interests: z
    .union([z.string(), z.array(z.string())])
    .transform((told) => [told].flat().flatMap((text) => text.split(',')))
    .pipe(z.array(z.enum(INTERESTS)))
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(50),
})

export function trendRoutes(serve: Serve): void {
  serve(
    {
      method: 'GET',
      url: '/trends/keywords/:region/top/:type',
      scopes: ['user_accounts:read'],
      call: 'trending_keywords',
      category: 'trends_read',
    },
    async ({ params, query, now }) => {
      const parsed = question.safeParse({ ...params, ...(query as object) })
      if (!parsed.success) throw invalidRequest('Invalid trending keywords request parameters')
      const { limit, ...asked } = parsed.data
      const trends = trendsOf(asked, now).slice(0, limit)
      return {
        trends: trends.map(({ keyword, weekly, monthly, yearly, weeks }) => ({
          keyword,
          pct_growth_wow: weekly,
          pct_growth_mom: monthly,
          pct_growth_yoy: yearly,
          time_series: Object.fromEntries(weeks.map(({ week, value }) => [week, value])),
        })),
      }
    },
  )
}
