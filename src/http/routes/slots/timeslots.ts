import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import type { Timeslot } from '../../../core/slots/week/timeslot.js'
import { createTimeslot, deleteTimeslot, editTimeslot, listTimeslots } from '../../../core/slots/week/timeslots.js'
import { operation } from '../../operation.js'
import { accountParams, MOST_ZONE, text, timeslotParams } from '../../schemas.js'
import { timeslotSchema, timeslotToWire } from '../../wire/timeslot.js'

const tag = 'Timeslots'

const dayPreference = z.int().min(0).max(6).meta({ description: '0 (Sunday) to 6 (Saturday)' })
const time = z
  .string()
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a 24-hour HH:MM, for example 09:30')
  .meta({ maxLength: 5, description: 'HH:MM in timezone' })
const timezone = (description: string) =>
  text()
    .meta({ description, maxLength: MOST_ZONE, examples: ['Europe/Berlin'] })
    .optional()

export const newTimeslot = z.strictObject({ dayPreference, time, timezone: timezone('IANA name; default: the account’s') })
export const timeslotEdit = z
  .strictObject({
    dayPreference: dayPreference.optional(),
    time: time.optional(),
    timezone: timezone('IANA name; left out: unchanged'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['dayPreference'],
    message: 'dayPreference, time or timezone: at least one is required',
  })
  .meta({ description: 'At least one field; others keep their values', minProperties: 1 })

/** Reads the fields of an edit, of a timeslot or an evergreen slot, by their names in the core. */
export const readSlotEdit = ({ dayPreference: day, time, timezone }: z.output<typeof timeslotEdit>) => ({
  ...(day !== undefined && { day }),
  ...(time !== undefined && { time }),
  ...(timezone !== undefined && { timezone }),
})

export function timeslotRoutes(app: FastifyInstance, deps: Deps): void {
  const oneSlot = z.object({ timeslot: timeslotSchema })
  const showSlot = (slot: Timeslot) => ({ timeslot: timeslotToWire(slot) })

  operation(app, deps, {
    id: 'listTimeslots',
    method: 'GET',
    url: '/accounts/:accountId/timeslots',
    tag,
    summary: 'List the weekly timeslots',
    description: 'By weekday and time, each in its own time zone.',
    params: accountParams,
    data: z.object({ timeslots: z.array(timeslotSchema) }),
    run: ({ actor, params }) => listTimeslots(deps, actor, params),
    show: (slots) => ({ timeslots: slots.map(timeslotToWire) }),
  })
  operation(app, deps, {
    id: 'createTimeslot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'POST',
    url: '/accounts/:accountId/timeslots',
    tag,
    summary: 'Add a timeslot',
    description: 'Its type is manual. Adding the same one twice creates two. An account can have at most 2,000.',
    params: accountParams,
    body: newTimeslot,
    status: 201,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const slot = { day: body.dayPreference, time: body.time, timezone: body.timezone ?? null }
      return createTimeslot(deps, actor, { accountId: params.accountId, ...slot }, beforeCommit)
    },
    show: showSlot,
  })
  operation(app, deps, {
    id: 'updateTimeslot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'PATCH',
    url: '/accounts/:accountId/timeslots/:timeslotId',
    tag,
    summary: 'Move a timeslot',
    description: 'The slot becomes manual. Pins on it keep their times.',
    params: timeslotParams,
    body: timeslotEdit,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => editTimeslot(deps, actor, { ...params, ...readSlotEdit(body) }, beforeCommit),
    show: showSlot,
  })
  operation(app, deps, {
    id: 'deleteTimeslot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'DELETE',
    url: '/accounts/:accountId/timeslots/:timeslotId',
    tag,
    summary: 'Remove a timeslot',
    description: 'Pins on it keep their times. The answer is the slot as it was.',
    params: timeslotParams,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deleteTimeslot(deps, actor, params, beforeCommit),
    show: showSlot,
  })
}
