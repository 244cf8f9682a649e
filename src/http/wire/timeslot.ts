import { z } from 'zod'
import type { ScheduleEntry, Timeslot } from '../../core/slots/week/timeslot.js'
import { seconds, secondsSchema } from './time.js'

/** @see docs/contract.md#timeslots */
export const timeslotSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the timeslot' }),
    accountId: z.string().meta({ description: 'Id of its account' }),
    dayPreference: z.int().meta({ description: '0 (Sunday) to 6 (Saturday)' }),
    timePreference: z.string().meta({ description: 'HHMM, in timezone', examples: ['0930'] }),
    timezone: z.string().meta({ description: 'IANA name' }),
    type: z
      .enum(['auto-created', 'recommended', 'manual'])
      .meta({ description: 'How it was created: by a rebuild, from a suggestion, or manually' }),
    scheduleId: z.int().meta({ description: 'Id of the account’s schedule' }),
    sendAt: secondsSchema.optional().meta({ description: 'One occurrence predicted when the slot was written' }),
  })
  .meta({ id: 'Timeslot', description: 'A weekly time at which a pin may go out' })

export const timeslotToWire = (slot: Timeslot): z.output<typeof timeslotSchema> => {
  if (slot.type === 'evergreen') throw new Error(`timeslot ${slot.id} is evergreen and not addressable here`)
  return {
    id: slot.id,
    accountId: slot.accountId,
    dayPreference: slot.day,
    timePreference: timePreferenceOf(slot.minute),
    timezone: slot.timezone,
    type: slot.type,
    scheduleId: Number(slot.scheduleId),
    ...(slot.predictedSendAt && { sendAt: seconds(slot.predictedSendAt) }),
  }
}

/** HHMM of a minute of the day. */
export const timePreferenceOf = (minute: number) => `${twoDigits(Math.floor(minute / 60))}${twoDigits(minute % 60)}`
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** @see docs/contract.md#dated-schedule */
export const scheduleEntrySchema = z
  .object({
    sendAt: secondsSchema,
    kind: z.enum(['open', 'pin', 'repeat']).meta({ description: 'repeat: evergreen republishes a published pin' }),
    state: z
      .enum(['open', 'scheduled', 'publishing', 'published'])
      .meta({ description: 'open: no post; otherwise depends on the status of its post' }),
    timeslotId: z.string().optional().meta({ description: 'Absent off-slot and on evergreen posts' }),
    post: z
      .object({
        postId: z.string().meta({ description: 'Id of the post' }),
        title: z.string().meta({ description: 'Its title' }),
        url: z.string().meta({ description: 'Its destination' }),
        boardId: z.string().meta({ description: 'Its board' }),
      })
      .optional()
      .meta({ description: 'The post at that time; absent if open, or for a repeat that is not created yet' }),
  })
  .meta({ id: 'ScheduleEntry', description: 'One dated time of the schedule' })

export const entryToWire = ({ sendAt, kind, state, timeslotId, post }: ScheduleEntry): z.output<typeof scheduleEntrySchema> => ({
  sendAt: seconds(sendAt),
  kind,
  state,
  ...(timeslotId !== null && { timeslotId }),
  ...(post && { post }),
})
