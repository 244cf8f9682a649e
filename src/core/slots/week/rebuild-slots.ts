/** Reads and writes the slots of a rebuilt week. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { firstOccurrence } from '../occurrences.js'
import { ownColumns, slotColumns } from './writes.js'
import type { SlotRule, Timeslot } from './timeslot.js'

export const byTime = (a: Timeslot, b: Timeslot) => a.day - b.day || a.minute - b.minute || Number(BigInt(a.id) - BigInt(b.id))

/** Reads the smart slots, oldest first. */
export async function readSlots(sql: Sql, { organizationId, id }: Account): Promise<Timeslot[]> {
  return sql<Timeslot[]>`
    select ${slotColumns(sql, organizationId)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'
     order by id`
}

/** Reads the ids of all other slots of the account, evergreen ones included. */
export async function readOtherIds(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id <> all(${ids}::bigint[])`
  return rows.map((row) => row.id)
}

/** Locks the slots. A concurrent transaction with an explicit time for one of them has then written its pin. */
export async function lockSlots(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<void> {
  await sql`
    select id
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = any(${ids}::bigint[])
     order by id
       for update`
}

export async function deleteSlots(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<void> {
  await sql`
    delete from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = any(${ids}::bigint[])`
}

export async function keepSlots(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<void> {
  await sql`
    update timeslots
       set type = 'auto-created'
     where organization_id = ${organizationId} and account_id = ${id} and id = any(${ids}::bigint[]) and type <> 'auto-created'`
}

/** Inserts slots in the order given, which their ids follow. */
export async function insertSlots(
  sql: Sql,
  { organizationId, id, scheduleId }: Pick<Account, 'organizationId' | 'id'> & { scheduleId: string },
  slots: SlotRule[],
  now: Date,
): Promise<Timeslot[]> {
  if (slots.length === 0) return []
  const made = await sql<Omit<Timeslot, 'scheduleId'>[]>`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, created_at)
    select ${organizationId}, ${id}, s.day, s.minute, s.timezone, 'auto-created', s.at, ${now}
      from unnest(${slots.map(({ day }) => day)}::smallint[], ${slots.map(({ minute }) => minute)}::smallint[],
                  ${slots.map(({ timezone }) => timezone)}::text[], ${slots.map((slot) => firstOccurrence(slot, now).toISOString())}::timestamptz[])
           with ordinality as s (day, minute, timezone, at, position)
     order by s.position
    returning ${ownColumns(sql)}`
  return made.map((slot) => ({ ...slot, scheduleId })).sort(byTime)
}
