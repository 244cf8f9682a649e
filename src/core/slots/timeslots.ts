/** The weekly smart schedule. Evergreen slots are not here: neither listed nor found. @see service-api.md "Timeslots" */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRole } from '../accounts/roles.js'
import { isRowId } from '../accounts/row-id.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { detachPins } from './detach.js'
import { forgetFull } from './full-until.js'
import { lockSchedule } from './next-open-slot.js'
import { firstOccurrence } from './occurrences.js'
import type { Timeslot } from './timeslot.js'
import { MOST_TIMESLOTS, readMinute, requireDay, requireTimezone } from './timeslot-rules.js'

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
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked
 */
export async function createTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, day, time, timezone }: { accountId: string; day: number; time: string; timezone: string | null },
  beforeCommit?: BeforeCommit<Timeslot>,
): Promise<Timeslot> {
  requireRole(actor, 'scheduler')
  requireDay(day)
  const minute = readMinute(time)
  if (timezone !== null) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    await lockSchedule(sql, account, 'briefly')
    const rule = { day, minute, timezone: timezone ?? requireOwnTimezone(account) }
    await requireRoom(sql, account)
    await forgetFull(sql, account)
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
 * @throws BAD_REQUEST dayPreference, time, timezone; nothing given · FORBIDDEN below scheduler
 * @throws NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export async function editTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timeslotId, day, time, timezone }: { accountId: string; timeslotId: string } & TimeslotEdit,
): Promise<Timeslot> {
  requireRole(actor, 'scheduler')
  if (day === undefined && time === undefined && timezone === undefined) {
    throw badRequest('dayPreference', 'Nothing to change: give at least one of dayPreference, time and timezone.')
  }
  if (day !== undefined) requireDay(day)
  const minute = time === undefined ? undefined : readMinute(time)
  if (timezone !== undefined) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const before = await takeTimeslot(sql, actor, { accountId, timeslotId }, now)
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
 * @throws FORBIDDEN below scheduler · NOT_FOUND also for evergreen · CONFLICT schedule_locked
 */
export async function deleteTimeslot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timeslotId }: { accountId: string; timeslotId: string },
): Promise<Timeslot> {
  requireRole(actor, 'scheduler')
  const now = clock()
  return db.tx(async (sql) => {
    const before = await takeTimeslot(sql, actor, { accountId, timeslotId }, now)
    const [removed] = await sql<[Timeslot]>`
      delete from timeslots
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${columns(sql)}`
    return removed
  })
}

type Asked = { accountId: string; timeslotId: string }

/** The slot as it is under the schedule lock, without its pins. Looked for before as well: not found goes before locked. */
async function takeTimeslot(sql: Sql, actor: Actor, { accountId, timeslotId }: Asked, now: Date): Promise<Timeslot> {
  const account = await requireAccount(sql, actor, accountId)
  await requireTimeslot(sql, account, timeslotId)
  await lockSchedule(sql, account, 'briefly')
  const timeslot = await requireTimeslot(sql, account, timeslotId)
  await forgetFull(sql, account)
  await detachPins(sql, timeslot, now)
  return timeslot
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

/** The caller holds the schedule lock, so nobody else adds one meanwhile. @throws BAD_REQUEST */
export async function requireRoom(sql: Sql, { organizationId, id }: Account): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'`
  if (count < MOST_TIMESLOTS) return
  const most = MOST_TIMESLOTS.toLocaleString('en-US')
  throw badRequest(
    'dayPreference',
    `dayPreference: this account has ${most} timeslots, which is the most. Remove one to add another.`,
  )
}

/** @throws BAD_REQUEST timezone */
export function requireOwnTimezone({ timezone }: Account): string {
  if (timezone !== null) return timezone
  throw badRequest('timezone', 'timezone is required, because the account has none: give an IANA name, like America/New_York.')
}

/** Columns are named after the fields, so a row is a Timeslot as it comes. */
export const columns = (sql: Sql) => sql`
  organization_id as "organizationId", account_id as "accountId", id, day, minute, timezone, type,
  predicted_send_at as "predictedSendAt",
  (select schedules.id
     from schedules
    where schedules.organization_id = timeslots.organization_id and schedules.account_id = timeslots.account_id) as "scheduleId"`
