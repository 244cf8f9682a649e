/** Rebuilds the week at the account's best times. @see docs/contract.md#rebuild */
import { followSchedule } from '../../notices/cards.js'
import { createHash } from 'node:crypto'
import type { Account } from '../../accounts/account.js'
import { enqueueAccountChange } from '../../accounts/account-change.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { readPinResults } from './pin-results.js'
import { zoneFor } from '../account-times.js'
import { bestTimes, type Basis } from './best-times.js'
import { detachPins } from './detach.js'
import { forgetFull } from '../full-until.js'
import { keepOthers } from '../keep.js'
import { brieflyForSchedule, lockSchedule } from '../next-open-slot.js'
import { countOffSlot, planAttachments, readLoosePins, reattachPins } from './reattach.js'
import { compareWeek, type Comparison } from './rebuild-plan.js'
import { byTime, deleteSlots, insertSlots, keepSlots, lockSlots, readOtherIds, readSlots } from './rebuild-slots.js'
import { leastApart, planWeek } from './spread.js'
import type { SlotRule, Timeslot } from './timeslot.js'
import { requireTimezone } from './rules.js'

export type Rebuild = {
  preview: boolean
  basis: Basis
  timezone: string
  pinsPerDay: number
  /** The shortest distance between two slots of the new week, in minutes. */
  leastApart: number
  /** Added slots, planned ones in a preview; sorted by weekday and time, like the others. */
  added: (SlotRule | Timeslot)[]
  removed: Timeslot[]
  /** Slots with the same day, time and zone; auto-created from now on, and their pins stay on them. */
  kept: Timeslot[]
  /** Coming pins that were on no staying slot: how many get a slot of the new week, and how many are left without. */
  pins: { reattached: number; offSlot: number }
  /** A fingerprint of the changes, to ensure that what a preview showed is what is done. */
  shown: string
}

export const PINS_PER_DAY = { least: 1, most: 50 } as const

/**
 * Replaces every non-evergreen slot by auto-created ones, `pinsPerDay` on each day; queued pins keep their times, and a preview
 * writes nothing. `timezone` null: the account's; `shown`: the preview's fingerprint, without which match nothing is done.
 * @throws BAD_REQUEST pinsPerDay, timezone · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked,
 * post_status_changed: not as it was shown
 */
export async function rebuildTimeslots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  {
    accountId,
    pinsPerDay,
    timezone,
    preview,
    shown,
  }: { accountId: string; pinsPerDay: number; timezone: string | null; preview: boolean; shown?: string | undefined },
  beforeCommit?: BeforeCommit<Rebuild>,
): Promise<Rebuild> {
  requirePinsPerDay(pinsPerDay)
  if (timezone !== null) requireTimezone(timezone)
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  const rebuilding = db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const results = await readPinResults(sql, account, now) // before the lock: it is long enough without
      const scheduleId = preview ? null : await lockSchedule(sql, account)
      const zone = zoneFor(account, timezone)
      const { basis, scores } = bestTimes(results, zone)
      const planned = planWeek(scores, pinsPerDay).map((time) => ({ ...time, timezone: zone }))
      const week = compareWeek(await readSlots(sql, account), planned)
      const foreseen = fingerprintOfWeek(week)
      if (shown !== undefined && shown !== foreseen) throw changedSinceShown()
      const { added, pins } =
        scheduleId === null
          ? await foresee(sql, account, week, now)
          : await replaceWeek(sql, { ...account, scheduleId }, week, now)
      const kept = week.kept.map((slot): Timeslot => ({ ...slot, type: 'auto-created' })).sort(byTime)
      const rebuild = {
        preview,
        basis,
        timezone: zone,
        pinsPerDay,
        leastApart: leastApart(planned),
        added,
        removed: week.removed.sort(byTime),
        kept,
        pins,
        shown: foreseen,
      }
      if (!preview) await recordRebuild(sql, actor, account, rebuild, now)
      await beforeCommit?.(sql, rebuild)
      return rebuild
    },
    {
      budgetMs: BUDGET_MS,
      onTimeout: tooBusy,
      ...(preview ? { turn: { organizationId: actor.organizationId } } : brieflyForSchedule(actor.organizationId, accountId)),
    },
  )
  return rebuilding.catch((error: unknown) => {
    if (isDeadlock(error)) throw tooBusy() // given up a second time for others who wait in a circle with it
    throw error
  })
}

const changedSinceShown = () => new RefusedBecause('post_status_changed', { about: 'week' })

function fingerprintOfWeek({ added, removed, kept }: Comparison<Timeslot, SlotRule>): string {
  const timesOf = (slots: readonly SlotRule[]) => slots.map(({ day, minute, timezone }) => `${day} ${minute} ${timezone}`).sort()
  const ids = (slots: readonly Timeslot[]) => slots.map(({ id }) => id).sort()
  const text = JSON.stringify([timesOf(added), ids(removed), ids(kept)])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Records one act, whatever the number of slots. */
async function recordRebuild(sql: Sql, actor: Actor, account: Account, rebuild: Rebuild, now: Date): Promise<void> {
  const { id } = account
  const { timezone, pinsPerDay, added, removed, kept, pins } = rebuild
  const before = { slots: removed.length + kept.length }
  const after = { timezone, pinsPerDay, added: added.length, removed: removed.length, kept: kept.length, ...pins }
  await recordAct(sql, actor, { accountId: id, subject: `schedule:${id}`, action: 'rebuild', before, after }, now)
  if (added.length + removed.length === 0) return
  await followSchedule(sql, account, now)
  await enqueueAccountChange(sql, actor, account, { kind: 'weekRebuilt', added: added.length, removed: removed.length }, now)
}

/** A queue of 50,000 pins takes some seconds; a request has a minute to answer. */
const BUDGET_MS = 45_000

const tooBusy = () => new RefusedBecause('schedule_locked', { about: 'rebuild' })

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

function requirePinsPerDay(pinsPerDay: number): void {
  const { least, most } = PINS_PER_DAY
  if (Number.isInteger(pinsPerDay) && pinsPerDay >= least && pinsPerDay <= most) return
  throw badRequest('pinsPerDay', (of) => `${of('pinsPerDay')} must be a whole number from ${least} to ${most}.`)
}

type Week = Comparison<Timeslot, SlotRule>
type Outcome = Pick<Rebuild, 'added' | 'pins'>

const idsOf = (slots: readonly Timeslot[]) => slots.map(({ id }) => id)

/** Computes what replaceWeek() would do. */
async function foresee(sql: Sql, account: Account, { kept, removed, added }: Week, now: Date): Promise<Outcome> {
  const slots = [...kept, ...added.map((slot, index) => ({ ...slot, id: `planned ${index}` }))]
  const stayingIds = await readOtherIds(sql, account, idsOf(removed))
  const pins = await readLoosePins(sql, account, stayingIds, now)
  const attached = await planAttachments(sql, account, { slots, stayingIds }, pins, now)
  return { added, pins: { reattached: attached.length, offSlot: pins.length - attached.length } }
}

/**
 * Replaces the week; the caller holds the schedule lock. It locks the removed slots, so that no pin can be added to them, then
 * waiting pins, and last, briefly, those being published or published.
 * @see lockSchedule
 */
async function replaceWeek(
  sql: Sql,
  account: Account & { scheduleId: string },
  { kept, removed, added }: Week,
  now: Date,
): Promise<Outcome> {
  await lockSlots(sql, account, idsOf(removed))
  await forgetFull(sql, account)
  await keepSlots(sql, account, idsOf(kept))
  const made = await insertSlots(sql, account, added, now)
  const stayingIds = await readOtherIds(sql, account, idsOf(removed))
  const pins = await readLoosePins(sql, account, stayingIds, now)
  const reattached = await reattachPins(sql, account, { slots: [...kept, ...made], stayingIds }, pins, now)
  await detachPins(sql, removed, now)
  await deleteSlots(sql, account, idsOf(removed))
  await keepOthers(sql, account, now)
  return { added: made, pins: { reattached, offSlot: await countOffSlot(sql, account, now) } }
}
