/** The search for open occurrences: freed instants first, then a scan from where the schedule is known to be full. */
import type { Account } from '../accounts/account.js'
import { after } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import {
  forgetFreed,
  hintColumns,
  justBefore,
  checkFreed,
  storedHint,
  toHint,
  type Hint,
  type HintRow,
  type Learned,
} from './full-until.js'
import { guardColumns, openFrom, toGuard, whyClosed, type Guard, type GuardRow } from './guard.js'
import { keptFromOthers, readKept, withKept, type Kept } from './kept.js'
import { countLivePosts, openSlots, readOccupants, readSmartSlots } from './occupancy.js'
import { growingWindows, slotInstants, slotsAt, type SlotInstant, type WeeklySlot, type Window } from './occurrences.js'
import { freeFrom, isBlocked, readSpacing, spacingDays, type Spacing } from './spacing.js'
import type { Occurrence } from './week/timeslot.js'
import { isLive } from '../lib/rows/live.js'

/**
 * `postId`: the post to be placed; its own occurrence, and the slot that its request keeps, count as open. `urlKey`: the key of
 * the url for the account's spacing rules; null: none. `spreadDays`: the spacing where no rule applies; 0: none.
 */
export type SlotSearch = { postId: string | null; urlKey: string | null; spreadDays?: number | undefined }

/** `isLocked`: the caller holds the schedule lock, so outdated rows are deleted. `kept`: read already, with those not yet written. */
export type SearchBy = { now: Date; isLocked: boolean; kept?: readonly Kept[] | undefined }

/** What a search has read before it starts. */
export type SearchContext = {
  postId: string | null
  isLocked: boolean
  slots: WeeklySlot[]
  spacing: Spacing | null
  /** What closes slots that no pin has. */
  guard: Guard
  /** The current instant of the post itself. */
  ownAt: Date | null
  hint: Hint
  /** Freed instants that are open, not after the hint. */
  freed: SlotInstant[]
  /** The slots that are kept for requests of other pins. */
  kept: Kept[]
}

type ContextRow = HintRow & GuardRow & { spacingDays: number | null; ownAt: Date | null; isTwin: boolean }

/** The days between two versions of a pin that are compared, where no rule asks for more. */
const TWIN_DAYS = 3

/**
 * Reads the context. Requests are read after the exceptions, and again after exceptions were deleted: a slot that is let go
 * meanwhile has a row, or does not count as kept.
 */
export async function readSearchContext(
  sql: Sql,
  account: Account,
  { postId, urlKey, spreadDays = 0 }: SlotSearch,
  { now, isLocked, kept: given }: SearchBy,
): Promise<SearchContext> {
  const [slots, [row], read] = await Promise.all([
    readSmartSlots(sql, account),
    sql<[ContextRow]>`
      select ${hintColumns(sql, account.organizationId, now)},
             ${guardColumns(sql, account, postId, now)},
             ${spacingDays(sql, account, urlKey)} as "spacingDays",
             ${ownInstant(sql, account, postId)} as "ownAt",
             exists (select 1 from twins w where w.organization_id = ${account.organizationId} and w.post_id = ${postId}) as "isTwin"
        from ${storedHint(sql, account, now)} as s`, // made together with the account
    given ?? readKept(sql, account, now),
  ])
  const { ownAt } = row
  const days = Math.max(row.spacingDays ?? spreadDays, row.isTwin ? TWIN_DAYS : 0)
  const kept = keptFromOthers(read, postId)
  const waiting = kept.filter((one) => one.urlKey === urlKey)
  const spacing = urlKey === null || days === 0 ? null : await readSpacing(sql, account, { urlKey, postId, days, waiting }, now)
  const stored = toHint(row, now)
  const lapsed = read.filter((one) => !kept.includes(one)).map(({ at }) => at)
  const { open, idle } = await checkFreed(sql, account, { slots, lapsed, kept }, stored)
  const context = { postId, isLocked, slots, spacing, guard: toGuard(row, account, kept), ownAt, freed: open }
  if (!isLocked) return { ...context, hint: stored, kept }
  const hint = await forgetFreed(sql, account, stored, idle)
  if (!stored.hasBeyond) return { ...context, hint, kept }
  const current = keptFromOthers(await readKept(sql, account, now), postId)
  return { ...context, hint, kept: current, guard: toGuard(row, account, current) }
}

/** True when spacing or the guard forbids an instant, whether its slots have pins or not. */
export const isClosed = ({ spacing, guard }: Pick<SearchContext, 'spacing' | 'guard'>, at: Date): boolean =>
  isBlocked(spacing, at) || whyClosed(guard, at) !== undefined

/** Returns this instant, or the first later one that neither spacing nor the guard forbids. */
function firstAllowed({ spacing, guard }: SearchContext, at: Date): Date {
  let from = at
  for (;;) {
    const next = openFrom(guard, freeFrom(spacing, from))
    if (next <= from) return next
    from = next
  }
}

const ownInstant = (sql: Sql, { organizationId, id }: Account, postId: string | null) => sql`(
  select send_at
    from posts
   where organization_id = ${organizationId} and id = ${postId}
     and case when account_id = ${id} then ${isLive(sql)} end)` // so written it is found by its key

/**
 * Returns the occurrence on which the post may stay: at its own instant, if that is in the window, open to it and not blocked.
 */
export async function ownOccurrence(
  sql: Sql,
  account: Account,
  context: SearchContext,
  window: Window,
): Promise<Occurrence | undefined> {
  const { ownAt, slots } = context
  if (!ownAt || ownAt <= window.after || ownAt > window.until || isClosed(context, ownAt)) return undefined
  const [own] = await openAt(sql, account, context, { at: ownAt, timeslotIds: slotsAt(slots, ownAt) })
  return own
}

/**
 * Yields open occurrences within the window that spacing and the guard allow, earliest first; the post's own counts as taken here.
 * @param learned is filled when the window begins within the known range
 */
export async function* openOccurrences(
  sql: Sql,
  account: Account,
  context: SearchContext,
  window: Window,
  learned: Learned = { passedOver: 0, fullUntil: null },
): AsyncGenerator<Occurrence> {
  if (context.slots.length === 0) return
  for (const instant of context.freed) {
    if (instant.at <= window.after || instant.at > window.until || isClosed(context, instant.at)) continue
    yield* await openAt(sql, account, context, instant)
  }
  yield* scan(sql, account, context, window, learned)
}

/** Scans what follows the hint, reading taken instants window by window. */
async function* scan(
  sql: Sql,
  account: Account,
  context: SearchContext,
  { after: from, until }: Window,
  learned: Learned,
): AsyncGenerator<Occurrence> {
  const { slots, hint, kept } = context
  let isLearning = from <= hint.fullUntil
  // While there is something to learn for later callers, closed days are checked, too.
  const skipTo = (at: Date) => (isLearning ? at : justBefore(firstAllowed(context, after(at, 1))))
  for (const window of growingWindows({ after: isLearning ? hint.fullUntil : from, until }, skipTo)) {
    const live = withKept(await countLivePosts(sql, account, window), kept)
    for (const instant of slotInstants(slots, window)) {
      const isOpen = (live.get(instant.at.getTime()) ?? 0) < instant.timeslotIds.length
      if (isLearning && isOpen) learned.fullUntil = justBefore(instant.at)
      isLearning &&= !isOpen
      if (isLearning) learned.passedOver++
      if (!isOpen || isClosed(context, instant.at)) continue
      if (live.has(instant.at.getTime())) yield* await openAt(sql, account, context, instant)
      else yield* instant.timeslotIds.map((timeslotId) => ({ timeslotId, at: instant.at }))
    }
  }
  if (isLearning && until > hint.fullUntil) learned.fullUntil = until
}

async function openAt(sql: Sql, account: Account, { postId, kept }: SearchContext, instant: SlotInstant): Promise<Occurrence[]> {
  if (instant.timeslotIds.length === 0) return []
  const waiting = kept.filter(({ at }) => at.getTime() === instant.at.getTime())
  const occupants = [...(await readOccupants(sql, account, instant.at)), ...waiting]
  return openSlots(instant, occupants, postId).map((timeslotId) => ({ timeslotId, at: instant.at }))
}
