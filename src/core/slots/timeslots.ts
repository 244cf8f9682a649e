/** The weekly smart schedule. Evergreen slots are not here: neither listed nor found. @see service-api.md "Timeslots" */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { isRowId } from '../accounts/row-id.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { lockSchedule } from './next-open-slot.js'
import { firstOccurrence } from './occurrences.js'
import type { Timeslot } from './timeslot.js'
import { readMinute, requireDay, requireTimezone } from './timeslot-rules.js'

/**
 * By weekday and time.
 * @throws NOT_FOUND
 */
export async function listTimeslots({ db }: Pick<Deps, 'db'>, actor: Actor, input: { accountId: string }): Promise<Timeslot[]> {
  const account = await requireAccount(db.sql, actor, input.accountId)
  const rows = await db.sql<Timeslot[]>`
    select ${columns(db.sql)}
      from timeslots
     where organization_id = ${account.organizationId} and account_id = ${account.id} and type <> 'evergreen'
     order by day, minute, id`
  return [...rows]
}

/**
 * A manual slot; identical calls make two. `time` is HH:MM; `timezone` null: the account's.
 * @throws BAD_REQUEST dayPreference, time, timezone · NOT_FOUND · CONFLICT schedule_locked
 */
export async function createTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, day, time, timezone }: { accountId: string; day: number; time: string; timezone: string | null },
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> {
  requireDay(day)
  const minute = readMinute(time)
  if (timezone !== null) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    await lockSchedule(sql, account, 'briefly')
    const rule = { day, minute, timezone: timezone ?? requireOwnTimezone(account) }
    const [timeslot] = await sql<[Timeslot]>`
      insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, created_at)
      values (${account.organizationId}, ${account.id}, ${day}, ${minute}, ${rule.timezone}, 'manual', ${firstOccurrence(rule, now)}, ${now})
      returning ${columns(sql)}`
    await beforeCommit?.(sql, timeslot)
    return timeslot
  })
}

export type TimeslotEdit = { day?: number; time?: string; timezone?: string }

/**
 * Omitted fields stay. Makes the slot manual, also when nothing changes; its pins keep their times and become off-slot.
 * @throws BAD_REQUEST dayPreference, time, timezone; nothing given · NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export async function editTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timeslotId, day, time, timezone }: { accountId: string; timeslotId: string } & TimeslotEdit,
): Promise<Timeslot> {
  if (day === undefined && time === undefined && timezone === undefined) {
    throw badRequest('dayPreference', 'Nothing to change: give at least one of dayPreference, time and timezone.')
  }
  if (day !== undefined) requireDay(day)
  const minute = time === undefined ? undefined : readMinute(time)
  if (timezone !== undefined) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const before = await lockTimeslot(sql, actor, accountId, timeslotId)
    await detachPins(sql, before, now)
    const rule = { day: day ?? before.day, minute: minute ?? before.minute, timezone: timezone ?? before.timezone }
    const [edited] = await sql<[Timeslot]>`
      update timeslots
         set day = ${rule.day}, minute = ${rule.minute}, timezone = ${rule.timezone}, type = 'manual',
             predicted_send_at = ${firstOccurrence(rule, now)}
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${columns(sql)}`
    return edited
  })
}

/**
 * Removes the slot; its pins keep their times and become off-slot. Returns it as it was.
 * @throws NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export async function deleteTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timeslotId }: { accountId: string; timeslotId: string },
): Promise<Timeslot> {
  const now = clock()
  return db.tx(async (sql) => {
    const before = await lockTimeslot(sql, actor, accountId, timeslotId)
    await detachPins(sql, before, now)
    const [removed] = await sql<[Timeslot]>`
      delete from timeslots
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${columns(sql)}`
    return removed
  })
}

/** The slot as it is under the schedule lock. Looked for before as well, because not found goes before locked. */
async function lockTimeslot(sql: Sql, actor: Actor, accountId: string, timeslotId: string): Promise<Timeslot> {
  const account = await requireAccount(sql, actor, accountId)
  await requireTimeslot(sql, account, timeslotId)
  await lockSchedule(sql, account, 'briefly')
  return requireTimeslot(sql, account, timeslotId)
}

async function requireTimeslot(sql: Sql, { organizationId, id }: Account, timeslotId: string): Promise<Timeslot> {
  if (!isRowId(timeslotId)) throw notFound('Timeslot')
  const [timeslot] = await sql<Timeslot[]>`
    select ${columns(sql)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = ${timeslotId} and type <> 'evergreen'`
  if (!timeslot) throw notFound('Timeslot')
  return timeslot
}

/** Whatever is on the slot, published pins too, stays at its time and is on no slot from now on. Locks posts in key order. */
async function detachPins(sql: Sql, { organizationId, accountId, id }: Timeslot, now: Date): Promise<void> {
  await sql`
    update posts
       set timeslot_id = null, version = version + 1, updated_at = ${now}
     where organization_id = ${organizationId}
       and id in (select id
                    from posts
                   where organization_id = ${organizationId} and account_id = ${accountId} and timeslot_id = ${id}
                     and status in ('queued', 'uploading', 'sent')
                   order by id
                     for update)`
}

function requireOwnTimezone({ timezone }: Account): string {
  if (timezone !== null) return timezone
  throw badRequest('timezone', 'timezone is required, because the account has none: give an IANA name, like America/New_York.')
}

/** Columns are named after the fields, so a row is a Timeslot as it comes. */
const columns = (sql: Sql) => sql`
  organization_id as "organizationId", account_id as "accountId", id, day, minute, timezone, type,
  predicted_send_at as "predictedSendAt",
  (select schedules.id
     from schedules
    where schedules.organization_id = timeslots.organization_id and schedules.account_id = timeslots.account_id) as "scheduleId"`
