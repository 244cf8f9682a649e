/** Puts a locked post on the schedule: charge, place, write. The part that creating and scheduling share. */
import type { Account } from '../accounts/account.js'
import { takeCharge } from '../billing/ledger.js'
import { slotResolutionTimeout } from '../errors.js'
import type { Sql, Transaction, TxOptions } from '../ports.js'
import { lockSchedule, nextOpenSlot, RESOLUTION_BUDGET_MS, slotAt, type Slot } from '../slots/next-open-slot.js'
import type { Post, When } from './post.js'
import { queuePost, type PostRow } from './store.js'

/** `notBefore`: the first open slot at or after this instant. */
export type PlacedWhen = { kind: 'at'; at: Date } | { kind: 'nextOpenSlot'; notBefore?: Date }

const MAX_TRIES = 20

/** Resolving the next open slot may take 5 s in all, the wait for the schedule lock included. */
export const budgetFor = (when: When): TxOptions =>
  when.kind === 'nextOpenSlot' ? { budgetMs: RESOLUTION_BUDGET_MS, onTimeout: slotResolutionTimeout } : {}

/** The schedule lock comes before every other lock of the transaction; an explicit time takes none. */
export async function lockScheduleFor(sql: Sql, account: Account, when: When): Promise<void> {
  if (when.kind === 'nextOpenSlot') await lockSchedule(sql, account, 'wait')
}

/**
 * Charges a draft (a queued post was charged already) and writes the post at its place.
 * @throws PAYMENT_REQUIRED · UNPROCESSABLE_ENTITY no_open_slot · CONFLICT post_status_changed
 */
export async function placePost(sql: Sql, account: Account, post: PostRow, when: PlacedWhen, now: Date): Promise<Post> {
  if (post.status !== 'draft') return takePlace(sql, account, post, when, now)
  const chargeNumber = post.chargeNumber + 1
  await takeCharge(sql, account, { postId: post.id, chargeNumber }, now)
  return takePlace(sql, account, { ...post, chargeNumber }, when, now)
}

/**
 * Writes the post at its place as it is, charged or not.
 *
 * An occurrence may be lost between looking and writing, to an explicit time: those take no schedule lock. Who asked for the
 * next open slot resolves again; an explicit time then stands off-slot.
 */
export async function takePlace(sql: Sql, account: Account, post: PostRow, when: PlacedWhen, now: Date): Promise<Post> {
  const own = post.status === 'queued' ? post.id : null // a draft has no occurrence of its own to look for
  switch (when.kind) {
    case 'at': {
      const slot = await slotAt(sql, account, { at: when.at, postId: own })
      return (await tryOccurrence(sql, post, slot, now)) ?? queuePost(sql, post, { ...slot, timeslotId: null }, now)
    }
    case 'nextOpenSlot':
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const slot = await nextOpenSlot(sql, account, { postId: own, notBefore: when.notBefore }, now)
        const placed = await tryOccurrence(sql, post, slot, now)
        if (placed) return placed
      }
      throw slotResolutionTimeout()
  }
}

/** @returns undefined when somebody else committed a post on this occurrence meanwhile */
async function tryOccurrence(sql: Sql, post: PostRow, slot: Slot, now: Date): Promise<Post | undefined> {
  if (slot.timeslotId === null) return queuePost(sql, post, slot, now)
  // Placing always happens in a transaction, and only a transaction has savepoints: ISql does not say so.
  const tx = sql as Transaction
  try {
    return await tx.savepoint((inner) => queuePost(inner, post, slot, now))
  } catch (error) {
    if (isOccurrenceTaken(error)) return undefined
    throw error
  }
}

/** Unique violation of posts_occurrence: "an occurrence is taken once". */
const isOccurrenceTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint_name' in error &&
  error.constraint_name === 'posts_occurrence'
