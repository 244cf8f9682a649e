/** Evergreen slots: apart from the others, in no listing and no operation of timeslots. @see docs/contract.md#evergreen */
import type { Actor } from '../lib/actor.js'
import type { BeforeCommit, Deps } from '../ports/deps.js'
import { addSlot, changeSlot, listSlots, removeSlot, type NewSlot, type SlotRef, type TimeslotEdit } from './week/writes.js'
import type { Timeslot } from './week/timeslot.js'

/** Lists them by weekday and time. @throws NOT_FOUND */
export const listEvergreenSlots = (
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Timeslot[]> => listSlots(deps, actor, accountId, 'evergreen')

/**
 * Works like createTimeslot(); the first pin goes out at the first occurrence after now.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export const createEvergreenSlot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  slot: NewSlot,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => addSlot(deps, actor, slot, { type: 'evergreen', beforeCommit })

/**
 * Works like editTimeslot(), but the slot stays evergreen. A pin already made for a near occurrence keeps its time.
 * @throws as createEvergreenSlot · NOT_FOUND also for one that is not evergreen
 */
export const editEvergreenSlot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  edit: SlotRef & TimeslotEdit,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => changeSlot(deps, actor, edit, { type: 'evergreen', beforeCommit })

/**
 * A pin already made for a near occurrence keeps its time.
 * @returns the deleted slot
 * @throws FORBIDDEN below scheduler · NOT_FOUND also for one that is not evergreen · CONFLICT schedule_locked
 */
export const deleteEvergreenSlot = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ref: SlotRef,
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> => removeSlot(deps, actor, ref, { kind: 'evergreen', beforeCommit })
