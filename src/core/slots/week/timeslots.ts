/** The weekly smart schedule. Evergreen slots are excluded: neither listed nor found. @see docs/contract.md#timeslots */
import type { Actor } from '../../lib/actor.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import {
  type AddedSlots,
  addSlot,
  addSlots,
  changeSlot,
  listSlots,
  removeSlot,
  type NewSlot,
  type SlotRef,
  type TimeslotEdit,
} from './writes.js'
import type { Timeslot } from './timeslot.js'

export type { TimeslotEdit } from './writes.js'

/** Lists slots by weekday and time. @throws NOT_FOUND */
export const listTimeslots = (deps: Pick<Deps, 'db'>, actor: Actor, { accountId }: { accountId: string }): Promise<Timeslot[]> =>
  listSlots(deps, actor, accountId, 'smart')

/**
 * Creates a manual slot; identical calls make two. `time`: HH:MM; `timezone` null: the account's.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export const createTimeslot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  slot: NewSlot,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => addSlot(deps, actor, slot, { type: 'manual', beforeCommit })

/**
 * Creates manual slots at one time on several days, but no second equal one on a day.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export const createTimeslots = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  slots: Omit<NewSlot, 'day'> & { days: readonly number[] },
  beforeCommit?: BeforeCommit<AddedSlots>,
): Promise<AddedSlots> => addSlots(deps, actor, slots, { type: 'manual', once: true, beforeCommit })

/**
 * Changes the given fields and makes the slot manual, even if nothing changes; its pins keep their times and become off-slot.
 * @throws BAD_REQUEST dayPreference, time, timezone; nothing given · FORBIDDEN below scheduler
 * @throws NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export const editTimeslot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  edit: SlotRef & TimeslotEdit,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => changeSlot(deps, actor, edit, { type: 'manual', beforeCommit })

/**
 * Removes the slot; its pins keep their times and become off-slot. Returns the removed slot.
 * @throws FORBIDDEN below scheduler · NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export const deleteTimeslot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ref: SlotRef,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => removeSlot(deps, actor, ref, { kind: 'smart', beforeCommit })
