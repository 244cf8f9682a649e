/** The weekly slots. */
import { text } from '../../http/schemas.js'
import type { WireTimeslot } from '../caller.js'
import { CONFIRM } from '../inputs.js'
import { zoneOf } from '../show/pins.js'
import { showWritten } from '../show/writes.js'
import { type MakeTool, toolOf, view } from '../tool.js'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MOST_SLOTS = 200

const showSlot = ({ id, dayPreference, timePreference, timezone, type }: WireTimeslot) => ({
  timeslotId: id,
  day: DAYS[dayPreference] ?? 'Sunday',
  dayPreference,
  time: `${timePreference.slice(0, 2)}:${timePreference.slice(2)}`,
  timezone,
  type,
})

const listSlots = view({
  name: 'list_slots',
  title: 'Read the weekly slots',
  description: 'The weekly days and times at which pins go out; read_schedule has the dates.',
  of: 'listTimeslots',
  inputs: {},
  hasOthersText: false,
  show: (account, { data: { timeslots } }) => ({
    accountId: account.id,
    timezone: zoneOf(account),
    slots: timeslots.slice(0, MOST_SLOTS).map(showSlot),
    ...(timeslots.length > MOST_SLOTS && { isMore: true }),
  }),
})

const saveSlot = toolOf({
  name: 'save_slot',
  title: 'Add or move a slot',
  description: 'Adds a weekly slot, or moves the one of timeslotId. Pins keep their times.',
  of: ['createTimeslot', 'updateTimeslot'],
  inputs: {
    timeslotId: text().max(20).optional(),
    dayPreference: '0 (Sunday) to 6 (Saturday)',
    time: 'HH:MM in timezone',
    timezone: 'IANA name; default: the account’s',
  },
  hasOthersText: false,
  async run({ account, perform }, fields) {
    const outcome = await perform(fields.timeslotId === undefined ? 'createTimeslot' : 'updateTimeslot', fields)
    const slot = showSlot(outcome.data.timeslot)
    const isToBe = fields.timeslotId === undefined && !outcome.said.done // its id was rolled back
    return showWritten(account, outcome, { slot: isToBe ? { ...slot, timeslotId: undefined } : slot })
  },
})

const removeSlot = view({
  name: 'remove_slot',
  title: 'Remove a slot',
  description: `Removes a weekly slot. Pins on it keep their times. ${CONFIRM}`,
  of: 'deleteTimeslot',
  inputs: { timeslotId: text().max(20) },
  confirms: 'always',
  hasOthersText: false,
  show: (account, outcome) => showWritten(account, outcome, { slot: showSlot(outcome.data.timeslot) }),
})

export const slotTools: MakeTool[] = [listSlots, saveSlot, removeSlot]
