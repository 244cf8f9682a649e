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
import { countLivePosts, openSlots, readOccupants, readSmartSlots } from './occupancy.js'
import { growingWindows, slotInstants, slotsAt, type SlotInstant, type WeeklySlot, type Window } from './occurrences.js'
import { freeFrom, isBlocked, readSpacing, spacingDays, type Spacing } from './spacing.js'
import type { Occurrence } from './week/timeslot.js'
import { isLive } from '../lib/rows/live.js'

/**
 * `postId`: a queued post, whose own occurrence counts as open. `urlKey`: the key of the url for the account's spacing rules;
 * null: none. `spreadDays`: the spacing where no rule applies; 0: none.
 */
export type SlotSearch = { postId: string | null; urlKey: string | null; spreadDays?: number | undefined }

/** What a search has read before it starts. */
export type SearchContext = {
  postId: string | null
  slots: WeeklySlot[]
  spacing: Spacing | null
  /** The current instant of the post itself. */
  ownAt: Date | null
  hint: Hint
  /** Freed instants that are open, not after the hint. */
  freed: SlotInstant[]
}

type ContextRow = HintRow & { spacingDays: number | null; ownAt: Date | null }

/** Reads the context. `isLocked`: the caller holds the schedule lock, so outdated rows are deleted. */
export async function readSearchContext(
  sql: Sql,
  account: Account,
  { postId, urlKey, spreadDays = 0 }: SlotSearch,
  { now, isLocked }: { now: Date; isLocked: boolean },
): Promise<SearchContext> {
  const [slots, [row]] = await Promise.all([
    readSmartSlots(sql, account),
    sql<[ContextRow]>`
      select ${hintColumns(sql, account.organizationId, now)},
             ${spacingDays(sql, account, urlKey)} as "spacingDays",
             ${ownInstant(sql, account, postId)} as "ownAt"
        from ${storedHint(sql, account, now)} as s`, // made together with the account
  ])
  const { ownAt } = row
  const days = row.spacingDays ?? spreadDays
  const spacing = urlKey === null || days === 0 ? null : await readSpacing(sql, account, { urlKey, postId, days }, now)
  const stored = toHint(row, now)
  const { open, idle } = await checkFreed(sql, account, slots, stored)
  const hint = isLocked ? await forgetFreed(sql, account, stored, idle) : stored
  return { postId, slots, spacing, ownAt, hint, freed: open }
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
  const { ownAt, slots, spacing } = context
  if (!ownAt || ownAt <= window.after || ownAt > window.until || isBlocked(spacing, ownAt)) return undefined
  const [own] = await openAt(sql, account, context, { at: ownAt, timeslotIds: slotsAt(slots, ownAt) })
  return own
}

/**
 * Yields open occurrences within the window that spacing allows, earliest first; the post's own counts as taken here.
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
    if (instant.at <= window.after || instant.at > window.until || isBlocked(context.spacing, instant.at)) continue
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
  const { slots, spacing, hint } = context
  let isLearning = from <= hint.fullUntil
  // While there is something to learn for later callers, blocked days are checked, too.
  const skipTo = (at: Date) => (isLearning ? at : justBefore(freeFrom(spacing, after(at, 1))))
  for (const window of growingWindows({ after: isLearning ? hint.fullUntil : from, until }, skipTo)) {
    const live = await countLivePosts(sql, account, window)
    for (const instant of slotInstants(slots, window)) {
      const isOpen = (live.get(instant.at.getTime()) ?? 0) < instant.timeslotIds.length
      if (isLearning && isOpen) learned.fullUntil = justBefore(instant.at)
      isLearning &&= !isOpen
      if (isLearning) learned.passedOver++
      if (!isOpen || isBlocked(spacing, instant.at)) continue
      if (live.has(instant.at.getTime())) yield* await openAt(sql, account, context, instant)
      else yield* instant.timeslotIds.map((timeslotId) => ({ timeslotId, at: instant.at }))
    }
  }
  if (isLearning && until > hint.fullUntil) learned.fullUntil = until
}

async function openAt(sql: Sql, account: Account, { postId }: SearchContext, instant: SlotInstant): Promise<Occurrence[]> {
  if (instant.timeslotIds.length === 0) return []
  const occupants = await readOccupants(sql, account, instant.at)
  return openSlots(instant, occupants, postId).map((timeslotId) => ({ timeslotId, at: instant.at }))
}
