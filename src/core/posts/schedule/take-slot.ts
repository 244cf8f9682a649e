/** Puts a locked post on the schedule: charge, slot, write. Creating and scheduling share this. */
import type { Account } from '../../accounts/account.js'
import { takeCharge } from '../../billing/ledger.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import { inSavepoint } from '../../lib/rows/savepoint.js'
import type { Deps, Sql } from '../../ports/deps.js'
import {
  dayIsFull,
  type DayWindow,
  lockSchedule,
  nextOpenSlot,
  openOnDay,
  rememberFull,
  RESOLUTION_BUDGET_MS,
  slotAt,
  turnOfSchedule,
  type FoundSlot,
  type Search,
  type Slot,
} from '../../slots/next-open-slot.js'
import { readGuard, whyClosed } from '../../slots/guard.js'
import { isOccurrenceTaken } from '../../slots/occurrence-taken.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { announceAccount } from '../../events/announce.js'
import { RowsRefused } from '../../lib/rows/rows-refused.js'
import type { Placed } from '../post.js'
import type { When } from '../when.js'
import { queuePost } from '../store.js'
import type { PostRow } from '../row.js'

/**
 * `notBefore`: a later board of a series takes the first open slot at or after this instant, with its interval in place of
 * spacing rules. `found`: resolved already, in this transaction. `moving`: posts that leave their slots in the same transaction
 * and so fill none.
 */
export type PlacedWhen =
  | { kind: 'at'; at: Date; day?: DayWindow; moving?: readonly string[] }
  | { kind: 'nextOpenSlot'; spreadDays?: number; notBefore?: Date; found?: FoundSlot; find?: FindSlot }

type Placing = { post: PostRow; when: PlacedWhen }

/** A search in place of the one for the next open slot, called again when another transaction took the slot first. */
export type FindSlot = (sql: Sql, now: Date) => Promise<FoundSlot>

/** A search for the slot of one post, in place of the one for the next open slot. */
export type FindFor = (sql: Sql, account: Account, now: Date) => Promise<FoundSlot>

/** Returns the time with a search of its own, if there is one. */
export const withFind = (when: PlacedWhen, account: Account, find: FindFor | undefined): PlacedWhen =>
  find && when.kind === 'nextOpenSlot' ? { ...when, find: (sql, now) => find(sql, account, now) } : when

const MAX_TRIES = 20

/**
 * Runs the transaction of a write that places posts. For the next open slot it takes the schedule lock before every other lock,
 * within 5 s in all, or `budgetMs`, including the wait for the lock; an explicit time needs no lock. Without an open slot the
 * write is rolled back, but the full schedule is remembered, or each caller would search ten years again.
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout · what `write` throws
 */
export async function withSchedule<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: Account,
  { when, budgetMs = RESOLUTION_BUDGET_MS, keys = [] }: { when: When; budgetMs?: number; keys?: readonly string[] },
  write: (sql: Sql) => Promise<T>,
): Promise<T> {
  const { organizationId, id } = account
  if (when.kind !== 'nextOpenSlot') return db.tx(write, { turn: { organizationId, keys } })
  const turn = turnOfSchedule(organizationId, id)
  const outcome = await db.tx(
    async (sql) => {
      await lockSchedule(sql, account)
      try {
        return { written: await inSavepoint(sql, write) }
      } catch (error) {
        if (!saysFull(error)) throw error
        await rememberFull(sql, account, clock())
        await announceAccount(sql, 'schedule.full', account, clock())
        return { refusal: error }
      }
    },
    {
      budgetMs,
      onTimeout: () => new RefusedBecause('slot_resolution_timeout'),
      turn: { ...turn, keys: [...(turn.keys ?? []), ...keys] },
    },
  )
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.written
}

export const isNoOpenSlot = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.details.reason === 'no_open_slot'

const saysFull = (error: unknown) =>
  isNoOpenSlot(error) || (error instanceof RowsRefused && error.rows.some((row) => isNoOpenSlot(row.error)))

/**
 * Charges a draft (a queued post was charged already) and writes the post at its time.
 * @throws PAYMENT_REQUIRED · UNPROCESSABLE_ENTITY no_open_slot · CONFLICT post_status_changed
 */
export async function placePost(sql: Sql, account: Account, { post, when }: Placing, now: Date): Promise<Placed> {
  if (post.status !== 'draft') return takePlace(sql, account, { post, when }, now)
  const chargeNumber = post.chargeNumber + 1
  await takeCharge(sql, account, { postId: post.id, chargeNumber }, now)
  return takePlace(sql, account, { post: { ...post, chargeNumber }, when }, now)
}

/**
 * Writes the post at its time, charged or not. A concurrent explicit time, which takes no schedule lock, may win the occurrence
 * between reading and writing: then a request for the next open slot resolves again, and an explicit time is off-slot.
 */
export async function takePlace(sql: Sql, account: Account, { post, when }: Placing, now: Date): Promise<Placed> {
  switch (when.kind) {
    case 'at': {
      if (when.day) return placeOnDay(sql, account, { post, at: when.at, day: when.day }, now)
      const slot = await slotAt(sql, account, { at: when.at, postId: post.id, moving: when.moving }, now)
      return (await tryOccurrence(sql, post, slot, now)) ?? queuePost(sql, post, { ...slot, timeslotId: null }, now)
    }
    case 'nextOpenSlot':
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const known = tries === 0 ? when.found : undefined
        const find = when.find ?? ((inner: Sql) => nextOpenSlot(inner, account, searchFor(post, when), now))
        const { placement, ...slot } = known ?? (await find(sql, now))
        const placed = await tryOccurrence(sql, post, slot, now)
        if (placed) return { ...placed, placement }
      }
      throw new RefusedBecause('slot_resolution_timeout')
  }
}

/** Takes the first open slot of the day. @throws BAD_REQUEST sendAt: no slot of the day is open */
async function placeOnDay(
  sql: Sql,
  account: Account,
  { post, at, day }: { post: PostRow; at: Date; day: DayWindow },
  now: Date,
): Promise<Placed> {
  const seen = await slotAt(sql, account, { at, postId: post.id }, now)
  const isOpen = seen.timeslotId !== null && !whyClosed(await readGuard(sql, account, { postId: post.id }, now), at)
  const placed = isOpen && (await tryOccurrence(sql, post, seen, now))
  if (placed) return placed
  const open = openOnDay(sql, account, { ...day, postId: post.id }, now)
  for (;;) {
    const { done, value } = await open.next()
    if (done) throw dayIsFull(value)
    const other = await tryOccurrence(sql, post, { sendAt: value.at, timeslotId: value.timeslotId }, now)
    if (other) return other
  }
}

/** Returns the search for a post. */
export const searchFor = (
  { id: postId, url }: Pick<PostRow, 'id' | 'url'>,
  { notBefore, spreadDays }: { notBefore?: Date; spreadDays?: number } = {},
): Search => (notBefore ? { postId, notBefore } : { postId, urlKey: url && urlKeyOf(url), spreadDays })

/** Queues the post on this occurrence. @returns undefined when another transaction committed a post on it first */
async function tryOccurrence(sql: Sql, post: PostRow, slot: Slot, now: Date): Promise<Placed | undefined> {
  if (slot.timeslotId === null) return queuePost(sql, post, slot, now)
  try {
    return await inSavepoint(sql, (inner) => queuePost(inner, post, slot, now))
  } catch (error) {
    if (isOccurrenceTaken(error)) return undefined
    throw error
  }
}
