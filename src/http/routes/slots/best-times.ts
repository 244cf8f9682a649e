import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { PINS_PER_DAY, rebuildTimeslots, type Rebuild } from '../../../core/slots/week/rebuild.js'
import { SUGGESTIONS, suggestTimeslots } from '../../../core/slots/week/suggestions.js'
import { operation } from '../../operation.js'
import { accountParams, queryInteger, MOST_ZONE, text } from '../../schemas.js'
import { rebuildSchema, rebuildToWire, suggestionsSchema, suggestionsToWire } from '../../wire/best-times.js'

const tag = 'Timeslots'
const timezone = text().meta({
  description: 'IANA name; default: the account’s',
  maxLength: MOST_ZONE,
  examples: ['Europe/Berlin'],
})

const rebuild = z.strictObject({
  pinsPerDay: z
    .int()
    .min(PINS_PER_DAY.least)
    .max(PINS_PER_DAY.most)
    .meta({ description: 'Timeslots per day, on each day of the week' }),
  timezone: timezone.optional(),
  preview: z.boolean().optional().meta({ description: 'true: nothing is written. Default false' }),
})

/** Operations based on an account's best times. */
export function bestTimeRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'rebuildTimeslots',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'POST',
    url: '/accounts/:accountId/timeslots/rebuild',
    tag,
    summary: 'Rebuild the weekly timeslots',
    description:
      'Replaces all timeslots with auto-created ones at the account’s best times. Pins keep their times; those whose times match a new timeslot are on it. Use preview to see what would be added and removed.',
    params: accountParams,
    body: rebuild,
    data: z.object({ rebuild: rebuildSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const { pinsPerDay, timezone = null, preview = false } = body
      return rebuildTimeslots(deps, actor, { accountId: params.accountId, pinsPerDay, timezone, preview }, beforeCommit)
    },
    show: (result: Rebuild) => ({ rebuild: rebuildToWire(result) }),
  })
  operation(app, deps, {
    id: 'listTimeslotSuggestions',
    method: 'GET',
    url: '/accounts/:accountId/timeslots/suggestions',
    tag,
    summary: 'Suggest timeslots',
    description: 'Times worth adding as timeslots, best first, if possible at least an hour apart and from existing timeslots.',
    params: accountParams,
    query: z.object({
      limit: queryInteger({ ...SUGGESTIONS, description: `Default ${SUGGESTIONS.usual}` }).optional(),
      timezone: timezone.optional(),
    }),
    data: suggestionsSchema,
    run: ({ actor, params, query }) =>
      suggestTimeslots(deps, actor, { accountId: params.accountId, limit: query.limit, timezone: query.timezone }),
    show: suggestionsToWire,
  })
}
