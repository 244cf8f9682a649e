/** Puts a draft on the schedule, or moves a queued post. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../actor.js'
import { conflict, notFound } from '../errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { nextOpenSlot } from '../slots/next-open-slot.js'
import { recordChange } from './audit.js'
import { findBoardAsked, readBoardChange, requireSameBoard, type BoardChange } from './board-change.js'
import { budgetFor, lockScheduleFor, placePost } from './place.js'
import type { Post, PostStatus, When } from './post.js'
import { requireSchedulable, requireWhen } from './rules.js'
import { findPost, lockPost, toPost, type LockedPost } from './store.js'

export type SchedulePost = {
  accountId: string
  postId: string
  when: Exclude<When, { kind: 'draft' }>
  board?: BoardChange
}

/**
 * Puts a draft on the schedule, or moves a queued post. Charges a draft only: rescheduling is free.
 * @throws NOT_FOUND · CONFLICT post_not_schedulable · BAD_REQUEST a field is missing · PAYMENT_REQUIRED
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout (nothing written)
 * @see service-api.md "POST …/schedule", rules 1 to 5
 */
export async function schedulePost(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  const now = deps.clock()
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const seen = await findPost(deps.db.sql, {
    organizationId: account.organizationId,
    accountId: account.id,
    postId: input.postId,
  })
  if (!seen) throw notFound('Post')
  const found = await findBoardAsked(deps, account, seen, input.board)
  requireReschedulable(seen)
  const board = await readBoardChange(deps, account, found, input.board)
  const when = requireWhen(input.when, now)
  requireSchedulable({ ...seen, ...board })

  return deps.db.tx(async (sql) => {
    await lockScheduleFor(sql, account, when)
    const locked = await lockPost(sql, account, seen.id)
    requireReschedulable(locked) // it may have been taken or changed since it was seen
    requireSameBoard(input.board, seen, locked)
    const post = { ...locked, ...board }
    requireSchedulable(post)
    if (!board && when.kind === 'nextOpenSlot' && (await isThere(sql, account, locked, now))) {
      const unchanged = toPost(locked)
      await beforeCommit?.(sql, unchanged)
      return unchanged
    }
    const scheduled = await placePost(sql, account, post, when, now)
    const action = locked.status === 'draft' ? 'schedule' : 'reschedule'
    await recordChange(sql, actor, { account, action, before: [locked] }, now)
    await beforeCommit?.(sql, scheduled)
    return scheduled
  }, budgetFor(when))
}

/** Asking for the next open slot again changes nothing: no version, no history, and the change before can still be undone. */
async function isThere(sql: Sql, account: Account, post: LockedPost, now: Date): Promise<boolean> {
  if (post.status !== 'queued' || post.timeslotId === null) return false
  const slot = await nextOpenSlot(sql, account, { postId: post.id }, now)
  return slot.timeslotId === post.timeslotId && slot.sendAt.getTime() === post.sendAt?.getTime()
}

/** Sent or uploading posts cannot be rescheduled. @throws CONFLICT post_not_schedulable */
function requireReschedulable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
      throw conflict('post_not_schedulable', 'The post is being published and cannot be rescheduled.')
    case 'sent':
      throw conflict('post_not_schedulable', 'The post is published and cannot be rescheduled.')
  }
}
