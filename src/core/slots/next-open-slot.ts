/** Claims a time on the smart schedule. */
import { isUrl } from '../lib/http/parse-url.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Account } from '../accounts/account.js'
import type { Actor } from '../lib/actor.js'
import { isLockRefused, TurnMissed } from '../lib/database-away.js'
import { badRequest, RefusedBecause } from '../lib/errors.js'
import type { Deps, Sql, Turn, TxOptions } from '../ports/deps.js'
import { addYears } from '../lib/time.js'
import { urlKeyOf } from '../lib/http/url.js'
import { justBefore, keepHint } from './full-until.js'
import { blackoutAt, type ClosedBecause, placesWithin, roomOn, type Guard } from './guard.js'
import type { Kept } from './kept.js'
import { lockSmartSlots, openSlots, readSmartSlots, readTaken } from './occupancy.js'
import { HORIZON_YEARS, slotsAt, type Window } from './occurrences.js'
import { openOccurrences, ownOccurrence, readSearchContext, type SearchContext, type SlotSearch } from './open-search.js'
import { explain, type Placement } from './placement.js'
import type { Occurrence } from './week/timeslot.js'

export type Slot = { sendAt: Date; timeslotId: string | null }

/** Real-time budget for finding the next open slot, including the wait for the lock. */
export const RESOLUTION_BUDGET_MS = 5000
/** Long enough for concurrent creations of slots; only a rebuild holds the lock longer. */
const BRIEFLY_MS = 1000

/**
 * Options for each transaction that takes an account's schedule lock: those of one process run one after the other, and wait
 * without a connection. @see lockSchedule
 */
export const turnOfSchedule = (organizationId: string, accountId: string): Turn => ({
  organizationId,
  keys: [`schedule ${accountId}`],
})

/**
 * Options of a transaction that writes timeslots: it waits for another quick write, but not for a rebuild.
 * @throws CONFLICT schedule_locked
 */
export const brieflyForSchedule = (organizationId: string, accountId: string): Pick<TxOptions, 'turn'> => ({
  turn: { ...turnOfSchedule(organizationId, accountId), waitMs: BRIEFLY_MS, onLocked: scheduleLocked },
})

/**
 * Takes the schedule lock until the end of the transaction, before any other lock; the transaction uses turnOfSchedule. Moving
 * or removing slots then locks their rows `for update`, and after these their pins. An explicit time takes no schedule lock: it
 * locks its post, then the slot's row `for key share`, skipping rows being written, so it never waits for a transaction that may
 * wait for its post.
 * @returns the id of the schedule
 */
export async function lockSchedule(sql: Sql, account: Account): Promise<string> {
  const [schedule] = await sql<{ id: string }[]>`
    select id
      from schedules
     where organization_id = ${account.organizationId} and account_id = ${account.id}
       for update`.catch((error: unknown) => {
    throw isLockRefused(error) ? new TurnMissed(error) : error
  })
  if (!schedule) throw new Error(`account ${account.id} has no schedule`) // made together with the account
  return schedule.id
}

const scheduleLocked = () => new RefusedBecause('schedule_locked', { about: 'saving' })

/**
 * `postId`: its own occurrence counts as open. `urlKey`: the key of its future url, for the account's spacing rules; absent: no
 * rule applies. `notBefore`: the earliest instant allowed. `spreadDays`: see SlotSearch. `kept`: see SearchBy.
 */
export type Search = Pick<SlotSearch, 'postId' | 'spreadDays'> & {
  urlKey?: string | null | undefined
  notBefore?: Date | undefined
  kept?: readonly Kept[] | undefined
}

export type FoundSlot = Slot & { placement: Placement }

/**
 * Finds the earliest open occurrence within ten years that spacing and the guard allow, and what was passed over for it. The caller holds the
 * schedule lock, so no two callers get the same slot; an explicit time takes no lock and may be faster, in which case the write
 * violates posts_occurrence and the caller repeats the search (in a savepoint).
 * @throws UNPROCESSABLE_ENTITY no_open_slot
 */
export async function nextOpenSlot(sql: Sql, account: Account, search: Search, now: Date): Promise<FoundSlot> {
  const { postId, urlKey = null, notBefore, spreadDays, kept } = search
  const isLocked = kept === undefined // what is not read now must not be learned from
  const context = await readSearchContext(sql, account, { postId, urlKey, spreadDays }, { now, isLocked, kept })
  const after = notBefore && notBefore > now ? justBefore(notBefore) : now // a window begins after its instant
  const found = await findOpen(sql, account, context, { after, until: addYears(now, HORIZON_YEARS) })
  if (!found) throw new RefusedBecause('no_open_slot', { isGuarded: isGuarding(context.guard) })
  const placement = await explain(sql, account, context, { after, until: justBefore(found.at) })
  return { sendAt: found.at, timeslotId: found.timeslotId, placement }
}

/** True when blackouts or a limit may be why there is no slot. */
const isGuarding = ({ ranges, limitOn }: Guard): boolean => ranges.length > 0 || limitOn(0) !== null

async function findOpen(sql: Sql, account: Account, context: SearchContext, window: Window): Promise<Occurrence | undefined> {
  const own = await ownOccurrence(sql, account, context, window)
  const earlier = own ? { after: window.after, until: justBefore(own.at) } : window
  const learned = { passedOver: 0, fullUntil: null }
  let found = own
  for await (const occurrence of openOccurrences(sql, account, context, earlier, learned)) {
    found = occurrence
    break
  }
  if (context.isLocked) await keepHint(sql, account, context.hint, learned)
  return found
}

/**
 * Stores how far the schedule is full, for a caller who found no open slot and rolled back. The caller holds the schedule lock.
 */
export async function rememberFull(sql: Sql, account: Account, now: Date): Promise<void> {
  const context = await readSearchContext(sql, account, { postId: null, urlKey: null }, { now, isLocked: true })
  await findOpen(sql, account, context, { after: now, until: addYears(now, HORIZON_YEARS) })
}

/**
 * Resolves an explicit time: an open occurrence of its instant, else off-slot. It takes no schedule lock: if another post takes
 * the occurrence first, the write violates posts_occurrence and is to be repeated with `timeslotId` null. The slot is locked to
 * the end of the transaction; one being moved or removed is ignored. A slot that is kept for another pin stays kept: the post goes
 * out at the same time, off-slot. `moving`: posts that leave their times in this transaction, and so do not count.
 * @see lockSchedule
 */
export async function slotAt(
  sql: Sql,
  account: Account,
  { at, postId, moving = [] }: { at: Date; postId: string | null; moving?: readonly string[] | undefined },
  now: Date,
): Promise<Slot> {
  const timeslotIds = slotsAt(await readSmartSlots(sql, account), at)
  if (timeslotIds.length === 0) return { sendAt: at, timeslotId: null }
  const taken = await readTaken(sql, account, { at, postId }, now)
  const occupants = taken.filter((one) => one.postId === postId || !moving.includes(one.postId))
  const open = openSlots({ at, timeslotIds }, occupants, postId)
  const locked = slotsAt(await lockSmartSlots(sql, account, open), at)
  return { sendAt: at, timeslotId: open.find((id) => locked.includes(id)) ?? null }
}

/** The pin that needs a slot: `postId` of a scheduled one, `url` as typed so far. */
export type SlotQuery = { postId?: string | null; url: string | null }

/** No rule applies to an incomplete address. */
const searchOf = ({ postId = null, url }: SlotQuery = { url: null }): SlotSearch => ({
  postId,
  urlKey: url !== null && /^https?:\/\//i.test(url) && isUrl(url) ? urlKeyOf(url) : null,
})

/**
 * Lists the next `limit` open occurrences for display, without locks: those that the next pins take, so no more of a day than it has
 * room for; with `pin`, each that spacing allows it.
 * @throws NOT_FOUND · SERVICE_UNAVAILABLE slot_resolution_timeout
 */
export async function listOpenSlots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, limit, pin }: { accountId: string; limit: number; pin?: SlotQuery },
): Promise<Occurrence[]> {
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const found: Occurrence[] = []
      if (limit < 1) return found
      const context = await readSearchContext(sql, account, searchOf(pin), { now, isLocked: false })
      const window = { after: now, until: addYears(now, HORIZON_YEARS) }
      const within = placesWithin(context.guard)
      for await (const occurrence of openOccurrences(sql, account, context, window)) {
        if (!pin && within(occurrence.at, 1) === 0) continue
        found.push(occurrence)
        if (found.length >= limit) break
      }
      const own = await ownOccurrence(sql, account, context, window)
      return own ? [...found, own].sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit) : found
    },
    { budgetMs: RESOLUTION_BUDGET_MS, onTimeout: () => new RefusedBecause('slot_resolution_timeout') },
  )
}

/** The limit for displays beside a list of pins; a later slot is searched when its button is pressed. */
const MOST_LATER = 200

/**
 * Finds for each time the first open slot after it, for display. undefined: none is near, or a spacing rule decides.
 * @throws NOT_FOUND the account
 */
export async function listLaterSlots(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, times }: { accountId: string; times: readonly Date[] },
): Promise<(Date | undefined)[]> {
  const none = times.map(() => undefined)
  if (times.length === 0) return none
  const now = clock()
  const account = await requireAccount(sql, actor, accountId)
  const [rule] = await sql`
    select 1
      from spacing_rules
     where organization_id = ${account.organizationId} and account_id = ${account.id}
     limit 1`
  if (rule) return none
  const context = await readSearchContext(sql, account, searchOf(), { now, isLocked: false })
  const sorted = times.map((at) => at.getTime()).sort((a, b) => a - b)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const open: Date[] = []
  const window = { after: new Date(Math.max(first, now.getTime())), until: addYears(now, HORIZON_YEARS) }
  for await (const { at } of openOccurrences(sql, account, context, window)) {
    open.push(at)
    if (at.getTime() > last || open.length >= MOST_LATER) break
  }
  return times.map((time) => open.find((at) => at > time))
}

/**
 * Finds the first open occurrence before `until`, for a button beside a pin. undefined: there is none.
 * @throws NOT_FOUND the account
 */
export async function findOpenBefore(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, until }: { accountId: string; until: Date },
): Promise<Date | undefined> {
  const now = clock()
  if (until <= now) return undefined
  const account = await requireAccount(sql, actor, accountId)
  const context = await readSearchContext(sql, account, searchOf(), { now, isLocked: false })
  for await (const { at } of openOccurrences(sql, account, context, { after: now, until: justBefore(until) })) return at
  return undefined
}

/** `until` is no part of it. */
export type DayWindow = { from: Date; until: Date }

/** Why no further slot of a day is open, where the guard closes all of it. */
export type DayClosed = ClosedBecause | undefined

/**
 * Open occurrences of a day, earliest first, whatever spacing says: who names the day has chosen it. No more than the day has
 * room for. `postId`: for which pin; `others`: times of the day, in ms, that pins will take which are not there yet. Returns why it
 * ends.
 */
export async function* openOnDay(
  sql: Sql,
  account: Account,
  { from, until, postId = null, others = [] }: DayWindow & { postId?: string | null; others?: readonly number[] },
  now: Date,
): AsyncGenerator<Occurrence, DayClosed> {
  if (from > addYears(now, HORIZON_YEARS)) return undefined
  const { guard, ...context } = await readSearchContext(sql, account, searchOf({ postId, url: null }), { now, isLocked: false })
  const shut = blackoutAt(guard.ranges, from)
  if (shut && shut.until >= until.getTime()) return 'blackout'
  const waiting = [...others]
  let room = roomOn(guard, from) - waiting.length
  const window = { after: from > now ? justBefore(from) : now, until: justBefore(until) }
  for await (const occurrence of openOccurrences(sql, account, { ...context, guard }, window)) {
    if (room <= 0) return 'day_full'
    const other = waiting.indexOf(occurrence.at.getTime())
    if (other >= 0) {
      waiting.splice(other, 1)
      continue
    }
    room--
    yield occurrence
  }
  return room <= 0 ? 'day_full' : undefined
}

const SAYS_CLOSED = {
  blackout: 'This day is in a blackout. Write a time beside the date, or choose another day.',
  day_full: 'This day has its limit of pins. Write a time beside the date, or choose another day.',
}

/** No slot of a day is open. */
export const dayIsFull = (because: DayClosed) =>
  badRequest(
    'sendAt',
    because
      ? SAYS_CLOSED[because]
      : 'No slot is open on this day. Write a time beside the date, or add posting times for the day.',
  )
