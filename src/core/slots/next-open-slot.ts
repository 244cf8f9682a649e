import type { Account } from '../accounts/account.js'
import type { Actor } from '../actor.js'
import type { Deps, Sql } from '../ports.js'
import type { Occurrence } from './timeslot.js'

export type Slot = { sendAt: Date; timeslotId: string | null }

/** The schedule lock. `nowait`: CONFLICT schedule_locked when it is held; `wait`: waits within the transaction's budget. */
export async function lockSchedule(sql: Sql, account: Account, mode: 'wait' | 'nowait'): Promise<void> {
  throw new Error(`not built yet ${String(sql)} ${String(account)} ${mode}`)
}
/**
 * The earliest open occurrence after now, within ten years; `postId`'s own occurrence counts as open. The caller holds the schedule lock.
 * @throws UNPROCESSABLE_ENTITY no_open_slot
 */
export async function nextOpenSlot(sql: Sql, account: Account, input: { postId: string | null }, now: Date): Promise<Slot> {
  throw new Error(`not built yet ${String(sql)} ${String(account)} ${String(input)} ${String(now)}`)
}
/** Where an explicit time stands: on the open occurrence of its instant, else off-slot. Takes no lock. */
export async function slotAt(sql: Sql, account: Account, input: { at: Date; postId: string | null }): Promise<Slot> {
  throw new Error(`not built yet ${String(sql)} ${String(account)} ${String(input)}`)
}
/** The next `limit` open occurrences, for people to look at. */
export async function listOpenSlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; limit: number },
): Promise<Occurrence[]> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
