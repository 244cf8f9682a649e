/** Puts the posts of one create on the schedule, in board order. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { requireReachable, timeOfMember } from './series-interval.js'
import { placePost, type PlacedWhen } from './take-slot.js'
import type { Placed, Series } from '../post.js'
import type { When } from '../when.js'
import type { PostRow } from '../row.js'

/** True when a slot has to be found for any of them: then the schedule lock is taken and the budget is short. */
export function findsSlot(when: When, series: Series | null): boolean {
  return when.kind === 'nextOpenSlot' || (series !== null && series.boards.length > 1 && series.mode === 'slots')
}

/**
 * Charges and queues each post: the first at its requested time, the others relative to it. Each is written before the next
 * search, so that no two get the same slot.
 * @param drafts in board order; a post alone has no others
 * @throws PAYMENT_REQUIRED · BAD_REQUEST intervalBoards · UNPROCESSABLE_ENTITY no_open_slot: all of them are to be rolled back
 * @see docs/contract.md#series
 */
export async function placeSeries(
  sql: Sql,
  account: Account,
  { drafts, when, series }: { drafts: readonly [PostRow, ...PostRow[]]; when: PlacedWhen; series: Series | null },
  now: Date,
): Promise<Placed[]> {
  const [first, ...others] = drafts
  const pin = await placePost(sql, account, { post: first, when }, now)
  if (!series || !pin.sendAt) return [pin]
  requireReachable(pin.sendAt, series, account.timezone, now)
  const placed: Placed[] = [pin]
  let before = pin.sendAt
  for (const [index, draft] of others.entries()) {
    const at = timeOfMember(index + 1, pin.sendAt, series, account.timezone)
    const placing = { post: draft, when: turnAt(at, before, series) }
    const { placement: _, ...post } = await placePost(sql, account, placing, now) // only the first is reported
    placed.push(post)
    before = post.sendAt ?? before
  }
  return placed
}

/**
 * Skips the range between a board's earliest time and the slot of the board before, which was just found full. The result would
 * be the same without this; it only saves the search.
 */
function turnAt(at: Date, before: Date, { mode }: Series): PlacedWhen {
  return mode === 'exact' ? { kind: 'at', at } : { kind: 'nextOpenSlot', notBefore: at > before ? at : before }
}
