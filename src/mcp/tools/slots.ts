/** The weekly slots. */
import { z } from 'zod'
import { text } from '../../http/schemas.js'
import { newTimeslot } from '../../http/routes/slots/timeslots.js'
import type { Answer, ShownAccount, WireTimeslot } from '../caller.js'
import { CHANGED, confirmCode, judgeOf, NotConfirmed, SHOW } from '../confirm.js'
import { zoneOf } from '../show/pins.js'
import { showMeta, writtenShape } from '../show/writes.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { accountId, confirm, CONFIRM, dryRun, given, idempotencyKey } from './inputs.js'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MOST_SLOTS = 200

const slotSchema = z.object({
  timeslotId: z.string(),
  day: z.enum(DAYS),
  dayPreference: z.int(),
  /** HH:MM in timezone */
  time: z.string(),
  timezone: z.string(),
  /** manual: set by someone; auto-created and recommended: set by Pinslot */
  type: z.string(),
})

const showSlot = ({ id, dayPreference, timePreference, timezone, type }: WireTimeslot): z.input<typeof slotSchema> => ({
  timeslotId: id,
  day: DAYS[dayPreference] ?? 'Sunday',
  dayPreference,
  time: `${timePreference.slice(0, 2)}:${timePreference.slice(2)}`,
  timezone,
  type,
})

const writtenSlot = z.object({
  ...writtenShape,
  slot: slotSchema.extend({
    /** Absent: a new slot, in a dry run */
    timeslotId: slotSchema.shape.timeslotId.optional(),
  }),
})

/** @param answer with a price if it is a rehearsal */
const showWritten = (account: ShownAccount, answer: Answer<{ timeslot: WireTimeslot }> & { price?: null }) => ({
  done: answer.price === undefined,
  ...showMeta(account, answer),
  slot: showSlot(answer.data.timeslot),
})

const DRY = 'Nothing was done. Call again without dryRun to do it.'

const listSlots = defineTool({
  name: 'list_slots',
  title: 'Read the weekly slots',
  description: 'The weekly days and times at which pins go out; read_schedule has the dates.',
  input: z.strictObject({ accountId }),
  output: z.object({ accountId: z.string(), timezone: z.string(), slots: z.array(slotSchema), isMore: z.boolean().optional() }),
  hints: { isReadOnly: true, isIdempotent: true },
  async run(caller, input) {
    const account = await caller.account(input.accountId)
    const { timeslots } = (await caller.ask('listTimeslots', { params: { accountId: account.id } })).data
    const more = timeslots.length > MOST_SLOTS && { isMore: true }
    return { accountId: account.id, timezone: zoneOf(account), slots: timeslots.slice(0, MOST_SLOTS).map(showSlot), ...more }
  },
})

const saveSlot = defineTool({
  name: 'save_slot',
  title: 'Add or move a slot',
  description: 'Adds a weekly slot, or moves the one of timeslotId. Pins keep their times.',
  input: z.strictObject({
    accountId,
    timeslotId: text().max(20).optional(),
    dayPreference: newTimeslot.shape.dayPreference.optional(),
    time: newTimeslot.shape.time.optional(),
    timezone: newTimeslot.shape.timezone,
    dryRun,
    idempotencyKey,
  }),
  output: writtenSlot,
  hints: {},
  async run(caller, { accountId: of, timeslotId, dryRun: isDry = false, idempotencyKey: key, ...fields }) {
    const account = await caller.account(of)
    const body = given(fields)
    const [id, inputs] =
      timeslotId === undefined
        ? (['createTimeslot', { params: { accountId: account.id }, body, idempotencyKey: key }] as const)
        : (['updateTimeslot', { params: { accountId: account.id, timeslotId }, body }] as const)
    if (!isDry) return showWritten(account, await caller.ask(id, inputs))
    const { slot, ...shown } = showWritten(account, { ...(await caller.rehearse(id, inputs)), price: null })
    const { timeslotId: _, ...fresh } = slot // the slot was rolled back
    return { ...shown, slot: timeslotId === undefined ? fresh : slot, next: DRY }
  },
})

const removeSlot = defineTool({
  name: 'remove_slot',
  title: 'Remove a slot',
  description: `Removes a weekly slot. Pins on it keep their times. ${CONFIRM}`,
  input: z.strictObject({ accountId, timeslotId: text().max(20), confirm, dryRun }),
  output: writtenSlot,
  hints: { isDestructive: true },
  async run(caller, { accountId: of, timeslotId, confirm: code, dryRun: isDry = false }) {
    const account = await caller.account(of)
    const params = { accountId: account.id, timeslotId }
    const act = { tool: 'remove_slot', id: timeslotId, inputs: params }
    if (!isDry && code !== undefined) {
      const judge = judgeOf(caller, { ...act, confirm: code, needed: 'always' })
      try {
        return showWritten(account, await caller.ask('deleteTimeslot', { params, judge }))
      } catch (error) {
        if (!(error instanceof NotConfirmed)) throw error
      }
    }
    const { held, ...rehearsed } = await caller.rehearse('deleteTimeslot', { params })
    const shown = showWritten(account, { ...rehearsed, price: null })
    if (isDry) return { ...shown, next: DRY }
    const next = code === undefined ? SHOW : CHANGED
    return { ...shown, dryRun: false, confirm: confirmCode(caller, { ...act, held, data: rehearsed.data }), next }
  },
})

export const slotTools: Tool[] = [listSlots, saveSlot, removeSlot]
