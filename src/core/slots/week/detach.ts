/** What happens to the pins of a slot that moves or goes: they stay. @see docs/contract.md#timeslots */
import type { Sql } from '../../ports/deps.js'
import type { Timeslot } from './timeslot.js'
import { isLive } from '../../lib/rows/live.js'

/**
 * Whatever is on the slots, published pins too, stays at its time and is on no slot from now on. The slots are of one account,
 * whose schedule lock the caller holds, and their rows, so that no pin comes onto them any more. Locks posts in key order. Nothing of
 * them changes for a person, so it is no new version: what was done to them can still be undone.
 */
export async function detachPins(sql: Sql, slotOrSlots: Timeslot | readonly Timeslot[], now: Date): Promise<void> {
  const slots = [slotOrSlots].flat()
  const [first] = slots
  if (!first) return
  const { organizationId, accountId } = first
  await sql`
    update posts
       set timeslot_id = null, updated_at = ${now}
     where organization_id = ${organizationId}
       and id in (select id
                    from posts
                   where organization_id = ${organizationId} and account_id = ${accountId}
                     and timeslot_id = any(${slots.map(({ id }) => id)}::bigint[])
                     and ${isLive(sql)}
                   order by id
                     for update)`
}
