import type { FastifyInstance } from 'fastify'
import { requireRoleOn } from '../../../core/accounts/people/roles.js'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { makeCalendarLink, readCalendarLink, removeCalendarLink, type CalendarLink } from '../../../core/slots/calendar-link.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { calendarLinkSchema, calendarLinkToWire } from '../../wire/calendar.js'

export function calendarLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const route = { url: '/accounts/:accountId/calendar-link', tag: 'Schedule', params: accountParams }

  operation(app, deps, {
    ...route,
    id: 'getCalendarLink',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    summary: 'Read the calendar link',
    description: 'Null if there is none.',
    data: z.object({ calendarLink: calendarLinkSchema.nullable() }),
    run: ({ actor, params }) => readCalendarLink(deps, actor, params),
    show: (link) => ({ calendarLink: link && calendarLinkToWire(link) }),
  })
  operation(app, deps, {
    ...route,
    id: 'createCalendarLink',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    summary: 'Create a calendar link',
    description: 'A secret URL that calendar apps can subscribe to. Any earlier link stops working at once.',
    status: 201,
    data: z.object({ calendarLink: calendarLinkSchema }),
    secretFor: ({ actor, params }) => requireRoleOn(actor, params.accountId, 'admin'),
    run: ({ actor, params }, beforeCommit) => makeCalendarLink(deps, actor, params, beforeCommit),
    show: (link: CalendarLink) => ({ calendarLink: calendarLinkToWire(link) }),
  })
  operation(app, deps, {
    ...route,
    id: 'deleteCalendarLink',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    summary: 'Turn off the calendar link',
    description: 'Succeeds even if there is none.',
    data: z.object({ calendarLink: z.null() }),
    run: ({ actor, params }) => removeCalendarLink(deps, actor, params),
    show: () => ({ calendarLink: null }),
  })
}
