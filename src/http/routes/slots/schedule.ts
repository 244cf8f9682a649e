import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { readSchedule } from '../../../core/slots/calendar.js'
import { operation } from '../../operation.js'
import { accountParams, queryInstant } from '../../schemas.js'
import { seconds, secondsSchema } from '../../wire/time.js'
import { entryToWire, scheduleEntrySchema } from '../../wire/timeslot.js'

export function scheduleRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getSchedule',
    refusals: ['schedule_timeout'],
    method: 'GET',
    url: '/accounts/:accountId/schedule',
    tag: 'Schedule',
    summary: 'Read the dated schedule',
    description:
      'Open and occupied times, earliest first. An open time may be taken before you use it: schedule with useNextOpenSlot.',
    params: accountParams,
    query: z.object({
      from: queryInstant().optional().meta({ description: 'Default: now' }),
      to: queryInstant().optional().meta({ description: 'Default: 14 days after from; at most 60' }),
      include: z.literal('repeats').optional().meta({
        description: 'Include upcoming evergreen occurrences: kind repeat, state scheduled, and no post until it is created',
      }),
    }),
    data: z.object({
      schedule: z.array(scheduleEntrySchema),
      window: z.object({ from: secondsSchema, to: secondsSchema }),
    }),
    run: ({ actor, params, query }) =>
      readSchedule(deps, actor, {
        accountId: params.accountId,
        from: query.from ?? null,
        to: query.to ?? null,
        withRepeats: query.include === 'repeats',
      }),
    show: ({ entries, window }) => ({
      schedule: entries.map(entryToWire),
      window: { from: seconds(window.from), to: seconds(window.to) },
    }),
  })
}
