/** Starts evergreen slots that are older than evergreen itself. */
import type { GoesOn } from '../../lib/work/batch.js'
import type { Sql } from '../../ports/deps.js'
import { firstOccurrence, type WeeklySlot } from '../../slots/occurrences.js'

const AT_A_TIME = 500

type NotStarted = Omit<WeeklySlot, 'id'> & { organizationId: string; accountId: string; timeslotId: string }

/**
 * Gives each slot that has none its first occurrence to decide about, in all organizations.
 * @returns the failed slots, which are tried again at the next tick
 */
export async function startSlots(sql: Sql, now: Date, goesOn: GoesOn): Promise<(NotStarted & { error: unknown })[]> {
  const failed: (NotStarted & { error: unknown })[] = []
  let some: NotStarted[] = []
  do {
    some = await listNotStarted(sql, some.at(-1))
    for (const slot of some) {
      if (!goesOn()) return failed
      await startSlot(sql, slot, now).catch((error: unknown) => failed.push({ ...slot, error }))
    }
  } while (some.length === AT_A_TIME)
  return failed
}

async function listNotStarted(sql: Sql, last: NotStarted | undefined): Promise<NotStarted[]> {
  const rows = await sql<NotStarted[]>`
    select organization_id as "organizationId", account_id as "accountId", id as "timeslotId", day, minute, timezone
      from timeslots
     where type = 'evergreen' and next_at is null
     ${last ? sql`and (organization_id, id) > (${last.organizationId}, ${last.timeslotId})` : sql``}
     order by organization_id, id
     limit ${AT_A_TIME}`
  return [...rows]
}

/** Sets the first occurrence; a concurrent change of the slot has set its own, and wins. */
async function startSlot(sql: Sql, { organizationId, accountId, timeslotId, ...rule }: NotStarted, now: Date): Promise<void> {
  await sql`
    update timeslots
       set next_at = ${firstOccurrence(rule, now)}
     where organization_id = ${organizationId} and account_id = ${accountId} and id = ${timeslotId} and type = 'evergreen' and next_at is null`
}
