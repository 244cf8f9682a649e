/** What smart and evergreen slots share: reads, and all writes under the schedule lock. */
import { followSchedule } from '../../notices/cards.js'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { constantSql } from '../../lib/rows/constant-sql.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, notFound } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { detachPins } from './detach.js'
import { forgetFull } from '../full-until.js'
import { keepOthers } from '../keep.js'
import { brieflyForSchedule, lockSchedule } from '../next-open-slot.js'
import { firstOccurrence } from '../occurrences.js'
import type { SlotRule, Timeslot, TimeslotType } from './timeslot.js'
import { MOST_SLOTS, readMinute, requireDay, requireOwnTimezone, requireTimezone, type SlotKind } from './rules.js'

type Writing = Pick<Deps, 'db' | 'clock'>
/** `time`: HH:MM; `timezone` null: the account's. */
export type NewSlot = { accountId: string; day: number; time: string; timezone: string | null }
export type SlotRef = { accountId: string; timeslotId: string }
export type TimeslotEdit = { day?: number; time?: string; timezone?: string }

/** Lists slots by weekday and time. @throws NOT_FOUND */
export async function listSlots({ db }: Pick<Deps, 'db'>, actor: Actor, accountId: string, kind: SlotKind): Promise<Timeslot[]> {
  const { organizationId, id } = await requireAccount(db.sql, actor, accountId)
  const rows = await db.sql<Timeslot[]>`
    select ${slotColumns(db.sql, organizationId)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and ${isOf(db.sql, kind)}
     order by day, minute, id`
  return [...rows]
}

type Adding = { type: TimeslotType; once?: boolean }

/**
 * Adds a slot; equal ones are separate slots, except that `once` returns an existing one.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export async function addSlot(
  deps: Writing,
  actor: Actor,
  { day, ...slot }: NewSlot,
  { beforeCommit, ...adding }: Adding & { beforeCommit?: BeforeCommit<Timeslot> | undefined },
): Promise<Timeslot> {
  const only = ({ added, known }: AddedSlots): Timeslot => [...added, ...known][0]! // one day gives one
  const commit: BeforeCommit<AddedSlots> = async (sql, slots) => beforeCommit?.(sql, only(slots))
  return only(await addSlots(deps, actor, { ...slot, days: [day] }, { ...adding, beforeCommit: commit }))
}

/** `known`: existing slots, with `once`. */
export type AddedSlots = { added: Timeslot[]; known: Timeslot[] }

/**
 * Adds slots on several days, all or nothing.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export async function addSlots(
  { db, clock }: Writing,
  actor: Actor,
  { accountId, days, time, timezone }: Omit<NewSlot, 'day'> & { days: readonly number[] },
  { beforeCommit, ...adding }: Adding & { beforeCommit?: BeforeCommit<AddedSlots> | undefined },
): Promise<AddedSlots> {
  if (days.length === 0) throw badRequest('dayPreference', (of) => `${of('dayPreference')}: choose at least one day.`)
  for (const day of days) requireDay(day)
  const minute = readMinute(time)
  if (timezone !== null) requireTimezone(timezone)
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const schedule = { ...account, scheduleId: await lockSchedule(sql, account) }
      const slots: AddedSlots = { added: [], known: [] }
      for (const day of new Set(days)) {
        const rule = { day, minute, timezone: timezone ?? requireOwnTimezone(account) }
        const known = adding.once ? await findSlot(sql, account, rule, kindOf(adding.type)) : undefined
        if (known) slots.known.push(known)
        else slots.added.push(await insertSlot(sql, actor, schedule, { ...rule, type: adding.type }, now))
      }
      await beforeCommit?.(sql, slots)
      return slots
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

const kindOf = (type: TimeslotType): SlotKind => (type === 'evergreen' ? 'evergreen' : 'smart')

/** The caller holds the schedule lock. @throws BAD_REQUEST too many slots */
async function insertSlot(
  sql: Sql,
  actor: Actor,
  { scheduleId, ...account }: Account & { scheduleId: string },
  { day, minute, timezone, type }: SlotRule & { type: TimeslotType },
  now: Date,
): Promise<Timeslot> {
  const kind = kindOf(type)
  await requireFreePlace(sql, account, kind)
  if (kind === 'smart') await forgetFull(sql, account)
  const first = firstOccurrence({ day, minute, timezone }, now)
  const [made] = await sql<[Omit<Timeslot, 'scheduleId'>]>`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, next_at, created_at)
    values (${account.organizationId}, ${account.id}, ${day}, ${minute}, ${timezone}, ${type}, ${first},
            ${kind === 'evergreen' ? first : null}, ${now})
    returning ${ownColumns(sql)}`
  const slot = { ...made, scheduleId }
  await recordSlot(sql, actor, 'create', { before: undefined, after: slot }, now)
  return slot
}

/**
 * Changes the given fields and sets the type, even if nothing changes. Its pins keep their times and become off-slot.
 * @throws BAD_REQUEST dayPreference, time, timezone; nothing given · FORBIDDEN below scheduler
 * @throws NOT_FOUND also for one of the other kind · CONFLICT schedule_locked
 */
export async function changeSlot(
  { db, clock }: Writing,
  actor: Actor,
  { accountId, timeslotId, day, time, timezone }: SlotRef & TimeslotEdit,
  { type, beforeCommit }: { type: 'manual' | 'evergreen'; beforeCommit?: BeforeCommit<Timeslot> | undefined },
): Promise<Timeslot> {
  if (day === undefined && time === undefined && timezone === undefined) {
    throw badRequest(
      'dayPreference',
      (of) => `Nothing to change: choose ${of('dayPreference')}, ${of('time')} or ${of('timezone')}.`,
    )
  }
  if (day !== undefined) requireDay(day)
  const minute = time === undefined ? undefined : readMinute(time)
  if (timezone !== undefined) requireTimezone(timezone)
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const kind = type === 'evergreen' ? 'evergreen' : 'smart'
      const before = await takeSlot(sql, actor, { accountId, timeslotId }, kind, now)
      const rule = { day: day ?? before.day, minute: minute ?? before.minute, timezone: timezone ?? before.timezone }
      const first = firstOccurrence(rule, now)
      const [written] = await sql<[Omit<Timeslot, 'scheduleId'>]>`
      update timeslots
         set day = ${rule.day}, minute = ${rule.minute}, timezone = ${rule.timezone}, type = ${type},
             predicted_send_at = ${first}, next_at = ${kind === 'evergreen' ? first : null}
       where organization_id = ${before.organizationId} and account_id = ${before.accountId} and id = ${before.id}
      returning ${ownColumns(sql)}`
      const changed = { ...written, scheduleId: before.scheduleId }
      if (kind === 'smart') await keepOthers(sql, await requireAccount(sql, actor, accountId), now)
      await recordSlot(sql, actor, 'update', { before, after: changed }, now)
      await beforeCommit?.(sql, changed)
      return changed
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/**
 * Removes the slot; its pins keep their times and become off-slot. Returns the removed slot.
 * @throws FORBIDDEN below scheduler · NOT_FOUND also for one of the other kind · CONFLICT schedule_locked
 */
export async function removeSlot(
  { db, clock }: Writing,
  actor: Actor,
  ref: SlotRef,
  { kind, beforeCommit }: { kind: SlotKind; beforeCommit?: BeforeCommit<Timeslot> | undefined },
): Promise<Timeslot> {
  requireRoleOn(actor, ref.accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const removed = await takeSlot(sql, actor, ref, kind, now)
      const { organizationId, accountId, id } = removed
      await sql`
      delete from timeslots
       where organization_id = ${organizationId} and account_id = ${accountId} and id = ${id}`
      if (kind === 'smart') await keepOthers(sql, await requireAccount(sql, actor, accountId), now)
      await recordSlot(sql, actor, 'delete', { before: removed, after: undefined }, now)
      await beforeCommit?.(sql, removed)
      return removed
    },
    brieflyForSchedule(actor.organizationId, ref.accountId),
  )
}

type Change = { before: Timeslot | undefined; after: Timeslot | undefined }
async function recordSlot(sql: Sql, actor: Actor, action: string, { before, after }: Change, now: Date): Promise<void> {
  const { organizationId, accountId, id } = (after ?? before)!
  const act = { accountId, subject: `timeslot:${id}`, action, before: before && imageOf(before), after: after && imageOf(after) }
  await recordAct(sql, actor, act, now)
  await followSchedule(sql, { organizationId, id: accountId }, now)
}

const imageOf = ({ day, minute, timezone, type }: Timeslot) => ({ day, minute, timezone, type })

/**
 * Locks the slot under the schedule lock and takes its pins off. Searched before as well, so that "not found" precedes "locked".
 * Its row is locked before its pins: concurrent explicit times have then been written, and none can follow.
 */
async function takeSlot(
  sql: Sql,
  actor: Actor,
  { accountId, timeslotId }: SlotRef,
  kind: SlotKind,
  now: Date,
): Promise<Timeslot> {
  const account = await requireAccount(sql, actor, accountId)
  await requireSlot(sql, account, timeslotId, kind)
  await lockSchedule(sql, account)
  const slot = await requireSlot(sql, account, timeslotId, kind, 'lock')
  if (kind === 'smart') await forgetFull(sql, account)
  await detachPins(sql, slot, now)
  return slot
}

/** `mode`: locks the row for a following write. @throws NOT_FOUND */
async function requireSlot(
  sql: Sql,
  { organizationId, id }: Account,
  timeslotId: string,
  kind: SlotKind,
  mode?: 'lock',
): Promise<Timeslot> {
  if (!isRowId(timeslotId)) throw notFound('Timeslot')
  const [slot] = await sql<Timeslot[]>`
    select ${slotColumns(sql, organizationId)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = ${timeslotId} and ${isOf(sql, kind)}
       ${mode === 'lock' ? sql`for update` : sql``}`
  if (!slot) throw notFound('Timeslot')
  return slot
}

async function findSlot(sql: Sql, account: Account, rule: SlotRule, kind: SlotKind): Promise<Timeslot | undefined> {
  const [known] = await sql<Timeslot[]>`
    select ${slotColumns(sql, account.organizationId)}
      from timeslots
     where organization_id = ${account.organizationId} and account_id = ${account.id} and ${isOf(sql, kind)}
       and day = ${rule.day} and minute = ${rule.minute} and timezone = ${rule.timezone}
     order by id
     limit 1`
  return known
}

/** The caller holds the schedule lock, so no other slot is added meanwhile. @throws BAD_REQUEST dayPreference */
async function requireFreePlace(sql: Sql, { organizationId, id }: Account, kind: SlotKind): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and ${isOf(sql, kind)}`
  const { most, word } = MOST_SLOTS[kind]
  if (count < most) return
  const has = `this account has ${most.toLocaleString('en-US')} ${word}, the maximum`
  throw badRequest('dayPreference', (of) => `${of('dayPreference')}: ${has}. Remove one to add another.`)
}

const isOf = (sql: Sql, kind: SlotKind) => (kind === 'evergreen' ? sql`type = 'evergreen'` : sql`type <> 'evergreen'`)

/** Columns have the names of the fields. Only these may be returned by a write: a cluster plans no subselect there. */
export const ownColumns = constantSql(
  (sql) => sql`
  organization_id as "organizationId", account_id as "accountId", id, day, minute, timezone, type,
  predicted_send_at as "predictedSendAt"`,
)

/** A row with these columns is a Timeslot. @param organizationId the organization, by value for the subselect */
export const slotColumns = (sql: Sql, organizationId: string) => sql`
  ${ownColumns(sql)},
  (select schedules.id
     from schedules
    where schedules.organization_id = ${organizationId} and schedules.account_id = timeslots.account_id) as "scheduleId"`
