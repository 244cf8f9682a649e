/** Handles the pins of slots that move or are removed: the pins stay. @see docs/contract.md#timeslots */
import type { Sql } from '../../ports/deps.js'
import type { Timeslot } from './timeslot.js'
import { isLive } from '../../lib/rows/live.js'

/**
 * Takes all pins off the slots, published ones included; they keep their times. The slots belong to one account; the caller holds
 * its schedule lock and the slots' rows, so no pin can be added. Locks posts in key order, and makes no new version: nothing
 * changes for people, and earlier changes can still be undone.
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
