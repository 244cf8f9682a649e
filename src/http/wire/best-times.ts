/** Results of an account's best times: suggestions and a rebuilt week. */
import { z } from 'zod'
import type { Rebuild } from '../../core/slots/week/rebuild.js'
import type { Suggestions } from '../../core/slots/week/suggestions.js'
import type { SlotRule, Timeslot } from '../../core/slots/week/timeslot.js'
import { timePreferenceOf, timeslotSchema, timeslotToWire } from './timeslot.js'

const basis = z
  .enum(['results', 'default'])
  .meta({ description: 'Where the times come from: the account’s own results, or general data while those are too few' })
const { dayPreference, timePreference, timezone } = timeslotSchema.shape

const addedSchema = z
  .object({
    id: z.string().optional().meta({ description: 'Absent in a preview' }),
    dayPreference,
    timePreference,
    timezone,
    type: z.literal('auto-created').meta({ description: 'Created by a rebuild' }),
  })
  .meta({ id: 'AddedTimeslot', description: 'A timeslot that a rebuild creates' })

export const rebuildSchema = z
  .object({
    preview: z.boolean().meta({ description: 'true: nothing was written' }),
    basis,
    timezone,
    pinsPerDay: z.int().meta({ description: 'As requested' }),
    added: z.array(addedSchema).meta({ description: 'New timeslots' }),
    removed: z.array(timeslotSchema).meta({ description: 'Removed timeslots, as they were' }),
    kept: z
      .array(timeslotSchema)
      .meta({ description: 'Timeslots with the same day, time and timezone: now auto-created, with their pins still on them' }),
    pins: z
      .object({
        reattached: z.int().meta({ description: 'Pins now on a slot of the new week, at the time they had' }),
        offSlot: z.int().meta({ description: 'Pins now on no slot, at the time they had' }),
      })
      .meta({ description: 'Upcoming pins that were not on any of the kept slots' }),
  })
  .meta({ id: 'Rebuild', description: 'What a rebuild did, or would do' })

export const rebuildToWire = ({
  added,
  removed,
  kept,
  shown: _,
  leastApart: _apart,
  ...rebuild
}: Rebuild): z.output<typeof rebuildSchema> => ({
  ...rebuild,
  added: added.map(addedToWire),
  removed: removed.map(timeslotToWire),
  kept: kept.map(timeslotToWire),
})

const addedToWire = (slot: SlotRule | Timeslot): z.output<typeof addedSchema> => ({
  ...('id' in slot && { id: slot.id }),
  dayPreference: slot.day,
  timePreference: timePreferenceOf(slot.minute),
  timezone: slot.timezone,
  type: 'auto-created',
})

export const suggestionsSchema = z.object({
  suggestions: z.array(
    z
      .object({
        dayPreference,
        timePreference,
        timezone,
        score: z.number().meta({ description: '0 to 1; only for comparing times with each other' }),
      })
      .meta({ id: 'Suggestion', description: 'A time worth a timeslot' }),
  ),
  basis,
  pinsRead: z.int().meta({ description: 'Number of published pins with known results' }),
  timezone,
})

export const suggestionsToWire = ({ suggestions, ...rest }: Suggestions): z.output<typeof suggestionsSchema> => ({
  ...rest,
  suggestions: suggestions.map(({ day, minute, score }) => ({
    dayPreference: day,
    timePreference: timePreferenceOf(minute),
    timezone: rest.timezone,
    score: Math.round(score * 1000) / 1000,
  })),
})
