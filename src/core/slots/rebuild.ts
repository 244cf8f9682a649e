/** A new week at the account's best times. @see decisions.md section 6 "Rebuild" */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRole } from '../accounts/roles.js'
import type { Actor } from '../actor.js'
import { badRequest } from '../errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { readBestTimes, zoneFor } from './account-times.js'
import type { Basis } from './best-times.js'
import { detachPins } from './detach.js'
import { forgetFull } from './full-until.js'
import { lockSchedule } from './next-open-slot.js'
import { firstOccurrence } from './occurrences.js'
import { planAttachments, readLoosePins, reattachPins } from './reattach.js'
import { compareWeek, type Comparison } from './rebuild-plan.js'
import { planWeek } from './spread.js'
import type { Timeslot } from './timeslot.js'
import { requireTimezone } from './timeslot-rules.js'
import { slotColumns } from './slot-writes.js'

/** A slot that does not exist yet. */
export type PlannedSlot = { day: number; minute: number; timezone: string }

export type Rebuild = {
  preview: boolean
  basis: Basis
  timezone: string
  pinsPerDay: number
  /** What comes; slots as they were made, or planned ones in a preview. By weekday and time, as are the others. */
  added: (PlannedSlot | Timeslot)[]
  /** What goes, as it was. */
  removed: Timeslot[]
  /** What stays: the same day, time and zone; auto-created from now on, its pins still on it. */
  kept: Timeslot[]
  /** Coming pins that were on no slot that stays: those that are on one of the new week afterwards, and those left on none. */
  pins: { reattached: number; offSlot: number }
}

export const PINS_PER_DAY = { least: 1, most: 50 } as const

/**
 * Replaces every non-evergreen slot by auto-created ones, `pinsPerDay` on each day. Queued pins keep their times. A preview writes
 * nothing.
 * @param timezone null: the account's
 * @throws BAD_REQUEST pinsPerDay, timezone · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked
 */
export async function rebuildTimeslots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  {
    accountId,
    pinsPerDay,
    timezone,
    preview,
  }: { accountId: string; pinsPerDay: number; timezone: string | null; preview: boolean },
  beforeCommit?: BeforeCommit<Rebuild>,
): Promise<Rebuild> {
  requireRole(actor, 'scheduler')
  requirePinsPerDay(pinsPerDay)
  if (timezone !== null) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const zone = zoneFor(account, timezone)
    if (!preview) await lockSchedule(sql, account, 'briefly')
    const { basis, scores } = await readBestTimes(sql, account, zone, now)
    const planned = planWeek(scores, pinsPerDay).map((time) => ({ ...time, timezone: zone }))
    const week = compareWeek(await readSlots(sql, account), planned)
    const { added, pins } = preview ? await foresee(sql, account, week, now) : await replaceWeek(sql, account, week, now)
    const kept = week.kept.map((slot): Timeslot => ({ ...slot, type: 'auto-created' })).sort(byTime)
    const rebuild = { preview, basis, timezone: zone, pinsPerDay, added, removed: week.removed.sort(byTime), kept, pins }
    await beforeCommit?.(sql, rebuild)
    return rebuild
  })
}

function requirePinsPerDay(pinsPerDay: number): void {
  const { least, most } = PINS_PER_DAY
  if (Number.isInteger(pinsPerDay) && pinsPerDay >= least && pinsPerDay <= most) return
  throw badRequest('pinsPerDay', `pinsPerDay must be a whole number from ${least} to ${most}.`)
}

type Week = Comparison<Timeslot, PlannedSlot>
type Outcome = Pick<Rebuild, 'added' | 'pins'>

const byTime = (a: Timeslot, b: Timeslot) => a.day - b.day || a.minute - b.minute || Number(BigInt(a.id) - BigInt(b.id))
const idsOf = (slots: readonly Timeslot[]) => slots.map(({ id }) => id)

/** What replaceWeek() would come to. */
async function foresee(sql: Sql, account: Account, { kept, removed, added }: Week, now: Date): Promise<Outcome> {
  const pins = await readLoosePins(sql, account, { removedIds: idsOf(removed), forUpdate: false }, now)
  const slots = [...kept, ...added.map((slot, index) => ({ ...slot, id: `planned ${index}` }))]
  const attached = await planAttachments(sql, account, { slots, pins }, now)
  return { added, pins: { reattached: attached.length, offSlot: pins.length - attached.length } }
}

/** The caller holds the schedule lock. */
async function replaceWeek(sql: Sql, account: Account, { kept, removed, added }: Week, now: Date): Promise<Outcome> {
  const pins = await readLoosePins(sql, account, { removedIds: idsOf(removed), forUpdate: true }, now)
  await forgetFull(sql, account)
  await keepSlots(sql, account, idsOf(kept))
  const made = await insertSlots(sql, account, added, now)
  const reattached = await reattachPins(sql, account, { slots: [...kept, ...made], pins }, now) // first: most pins are written once
  await detachPins(sql, removed, now)
  await deleteSlots(sql, account, idsOf(removed))
  return { added: made, pins: { reattached, offSlot: pins.length - reattached } }
}

/** Oldest first. */
async function readSlots(sql: Sql, { organizationId, id }: Account): Promise<Timeslot[]> {
  return sql<Timeslot[]>`
    select ${slotColumns(sql)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'
     order by id`
}

async function deleteSlots(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<void> {
  await sql`
    delete from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = any(${ids}::bigint[])`
}

async function keepSlots(sql: Sql, { organizationId, id }: Account, ids: string[]): Promise<void> {
  await sql`
    update timeslots
       set type = 'auto-created'
     where organization_id = ${organizationId} and account_id = ${id} and id = any(${ids}::bigint[]) and type <> 'auto-created'`
}

/** In the order given, which their ids follow. */
async function insertSlots(sql: Sql, { organizationId, id }: Account, slots: PlannedSlot[], now: Date): Promise<Timeslot[]> {
  if (slots.length === 0) return []
  const made = await sql<Timeslot[]>`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, created_at)
    select ${organizationId}, ${id}, s.day, s.minute, s.timezone, 'auto-created', s.at, ${now}
      from unnest(${slots.map(({ day }) => day)}::smallint[], ${slots.map(({ minute }) => minute)}::smallint[],
                  ${slots.map(({ timezone }) => timezone)}::text[], ${slots.map((slot) => firstOccurrence(slot, now).toISOString())}::timestamptz[])
           with ordinality as s (day, minute, timezone, at, position)
     order by s.position
    returning ${slotColumns(sql)}`
  return [...made].sort(byTime)
}
