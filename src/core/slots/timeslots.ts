import type { Actor } from '../actor.js'
import type { BeforeCommit, Deps } from '../ports.js'
import type { Timeslot } from './timeslot.js'

/** Without evergreen ones. */
export async function listTimeslots(deps: Pick<Deps, 'db'>, actor: Actor, input: { accountId: string }): Promise<Timeslot[]> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
/** `time` is HH:MM; `timezone` null: the account's. @throws BAD_REQUEST · CONFLICT schedule_locked */
export async function createTimeslot(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; day: number; time: string; timezone: string | null },
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)} ${String(beforeCommit)}`)
}
export type TimeslotEdit = { day?: number; time?: string; timezone?: string }
/** Makes the slot manual; its pins keep their times and become off-slot. @throws NOT_FOUND also for evergreen · CONFLICT schedule_locked */
export async function editTimeslot(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; timeslotId: string } & TimeslotEdit,
): Promise<Timeslot> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
export async function deleteTimeslot(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; timeslotId: string },
): Promise<Timeslot> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
