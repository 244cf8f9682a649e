/** Evergreen slots: managed from Slack, in no listing and no operation of /v1. @see decisions.md section 6 */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRole } from '../accounts/roles.js'
import { isRowId } from '../accounts/row-id.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { detachPins } from './detach.js'
import { lockSchedule } from './next-open-slot.js'
import { firstOccurrence } from './occurrences.js'
import type { Timeslot } from './timeslot.js'
import { readMinute, requireDay, requireTimezone } from './timeslot-rules.js'
import { columns, requireOwnTimezone, type TimeslotEdit } from './timeslots.js'

/** Of one account: more than seven a day would repeat itself sooner than anybody forgets. */
export const MOST_EVERGREEN_SLOTS = 50

/** By weekday and time. @throws NOT_FOUND */
export async function listEvergreenSlots(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Timeslot[]> {
  const account = await requireAccount(db.sql, actor, accountId)
  const rows = await db.sql<Timeslot[]>`
    select ${columns(db.sql)}
      from timeslots
     where organization_id = ${account.organizationId} and account_id = ${account.id} and type = 'evergreen'
     order by day, minute, id`
  return [...rows]
}

/**
 * As createTimeslot(). Its first pin goes out at the first occurrence after now.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked
 */
export async function createEvergreenSlot(
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
    const first = firstOccurrence(rule, now)
    const [timeslot] = await sql<[Timeslot]>`
      insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, next_at, created_at)
      values (${account.organizationId}, ${account.id}, ${day}, ${minute}, ${rule.timezone}, 'evergreen', ${first}, ${first}, ${now})
      returning ${columns(sql)}`
    await beforeCommit?.(sql, timeslot)
    return timeslot
  })
}

/**
 * As editTimeslot(), but it stays evergreen. A pin made for an occurrence that was near keeps its time.
 * @throws as createEvergreenSlot · NOT_FOUND also for one that is not evergreen
 */
export async function editEvergreenSlot(
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
    const before = await takeEvergreenSlot(sql, actor, { accountId, timeslotId }, now)
    const rule = { day: day ?? before.day, minute: minute ?? before.minute, timezone: timezone ?? before.timezone }
    const first = firstOccurrence(rule, now)
    const [edited] = await sql<[Timeslot]>`
      update timeslots
         set day = ${rule.day}, minute = ${rule.minute}, timezone = ${rule.timezone}, predicted_send_at = ${first}, next_at = ${first}
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${columns(sql)}`
    return edited
  })
}

/**
 * A pin made for an occurrence that was near keeps its time.
 * @returns it as it was
 * @throws FORBIDDEN below scheduler · NOT_FOUND also for one that is not evergreen · CONFLICT schedule_locked
 */
export async function deleteEvergreenSlot(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timeslotId }: { accountId: string; timeslotId: string },
): Promise<Timeslot> {
  requireRole(actor, 'scheduler')
  const now = clock()
  return db.tx(async (sql) => {
    const before = await takeEvergreenSlot(sql, actor, { accountId, timeslotId }, now)
    const [removed] = await sql<[Timeslot]>`
      delete from timeslots
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${columns(sql)}`
    return removed
  })
}

type Asked = { accountId: string; timeslotId: string }

/** The slot as it is under the schedule lock, without its pins. Looked for before as well: not found goes before locked. */
async function takeEvergreenSlot(sql: Sql, actor: Actor, { accountId, timeslotId }: Asked, now: Date): Promise<Timeslot> {
  const account = await requireAccount(sql, actor, accountId)
  await requireEvergreenSlot(sql, account, timeslotId)
  await lockSchedule(sql, account, 'briefly')
  const timeslot = await requireEvergreenSlot(sql, account, timeslotId)
  await detachPins(sql, timeslot, now)
  return timeslot
}

async function requireEvergreenSlot(sql: Sql, { organizationId, id }: Account, timeslotId: string): Promise<Timeslot> {
  if (!isRowId(timeslotId)) throw notFound('Timeslot')
  const [timeslot] = await sql<Timeslot[]>`
    select ${columns(sql)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = ${timeslotId} and type = 'evergreen'`
  if (!timeslot) throw notFound('Timeslot')
  return timeslot
}

/** The caller holds the schedule lock, so nobody else adds one meanwhile. @throws BAD_REQUEST */
async function requireRoom(sql: Sql, { organizationId, id }: Account): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type = 'evergreen'`
  if (count < MOST_EVERGREEN_SLOTS) return
  const message = `this account has ${MOST_EVERGREEN_SLOTS} evergreen slots, which is the most. Remove one to add another.`
  throw badRequest('dayPreference', `dayPreference: ${message}`)
}
