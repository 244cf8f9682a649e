import type { Actor } from '../actor.js'
import type { Deps } from '../ports.js'
import type { ScheduleEntry } from './timeslot.js'

/** The dated schedule; defaults now and 14 days, at most 60. @throws BAD_REQUEST from, to · NOT_FOUND · GATEWAY_TIMEOUT schedule_timeout */
export async function readSchedule(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; from: Date | null; to: Date | null },
): Promise<{ entries: ScheduleEntry[]; window: { from: Date; to: Date } }> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
