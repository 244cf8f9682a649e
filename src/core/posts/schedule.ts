/** Puts a draft on the schedule, or moves a queued post. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { hasRole } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { requireBoard } from '../boards/boards.js'
import { requireSectionsStay } from '../boards/lock-sections.js'
import { conflict, DomainError, notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { nextOpenSlot, type FoundSlot } from '../slots/next-open-slot.js'
import { requestApproval, needsApproval } from './approval/request.js'
import { recordChange } from './audit.js'
import { findRequestedBoard, readBoardChange, requireSameBoard, type BoardChange } from './boards/board-change.js'
import { requireMayChange, requireMayMake, requireMaySchedule, scheduledByOthers } from './permissions.js'
import { placePost, searchFor, withSchedule } from './boards/place.js'
import type { Placed, Post, PostStatus } from './post.js'
import type { When } from './when.js'
import { requireSchedulable, requireWhen } from './rules.js'
import { findPost, lockPost, toPost } from './store.js'
import type { LockedPost } from './row.js'

export type SchedulePost = {
  accountId: string
  postId: string
  when: Exclude<When, { kind: 'draft' }>
  board?: BoardChange
}

/**
 * Puts a draft on the schedule, or moves a queued post. Charges a draft only: rescheduling is free. Where the account has approvals, a
 * contributor asks for one by it: the answer is the draft with its approval.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_not_schedulable · BAD_REQUEST a field is missing · PAYMENT_REQUIRED
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout (nothing written)
 * @see docs/contract.md#schedule-a-post
 */
export async function schedulePost(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  requireMayMake(actor)
  if (hasRole(actor, 'scheduler')) return scheduleIf(deps, actor, input, undefined, beforeCommit)
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { organizationId, id: accountId } = account
  const seen = await findPost(deps.db.sql, { organizationId, accountId, postId: input.postId })
  if (!seen) throw notFound('Post')
  requireReschedulable(seen)
  requireMayChange(actor, seen)
  if (!needsApproval(actor, account, input.when)) throw scheduledByOthers()
  return requestApproval(deps, actor, account, input, beforeCommit)
}

/**
 * schedulePost() by a person or key that may schedule.
 * @param still checks the post once it is locked: when it throws, nothing is written
 */
export async function scheduleIf(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  still?: (sql: Sql, post: LockedPost) => Promise<void>,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  requireMaySchedule(actor, 'change')
  const requested = deps.clock()
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const seen = await findPost(deps.db.sql, {
    organizationId: account.organizationId,
    accountId: account.id,
    postId: input.postId,
  })
  if (!seen) throw notFound('Post')
  const found = await findRequestedBoard(deps, account, seen, input.board)
  requireReschedulable(seen)
  if (!input.board) await requireBoardBack(deps, account, seen)
  const board = await readBoardChange(deps, account, found, input.board)
  const when = requireWhen(input.when, requested)
  requireSchedulable({ ...seen, ...board })

  return withSchedule(deps, account, when, async (sql) => {
    const now = deps.clock() // the wait for the schedule took its time: nothing is queued in the past
    await requireSectionsStay(sql, account, board ? [board] : [])
    const locked = await lockPost(sql, account, seen.id)
    await still?.(sql, locked)
    requireReschedulable(locked) // it may have been taken or changed since it was seen
    requireSameBoard(input.board, seen, locked)
    const post = { ...locked, ...board }
    requireSchedulable(post)
    const found = !board && when.kind === 'nextOpenSlot' ? await findAgain(sql, account, locked, now) : undefined
    if (found && isThere(locked, found)) {
      const unchanged = { ...toPost(locked), placement: found.placement }
      await beforeCommit?.(sql, unchanged)
      return unchanged
    }
    const scheduled = await placePost(sql, account, post, found ? { kind: 'nextOpenSlot', found } : when, now)
    const action = locked.status === 'draft' ? 'schedule' : 'reschedule'
    await recordChange(sql, actor, { account, action, before: [locked] }, now)
    await beforeCommit?.(sql, scheduled)
    return scheduled
  })
}

/**
 * A draft whose board was gone is not charged for it a second time: the board is checked first. Where the platform does not say
 * now, it does at the time of the pin.
 * @throws NOT_FOUND board
 */
async function requireBoardBack(deps: Deps, account: Account, { failure, boardId }: Post): Promise<void> {
  if (failure?.reason !== 'board_gone' || boardId === null) return
  await requireBoard(deps, account, { boardId, boardSectionId: null }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === 'NOT_FOUND') throw error
  })
}

/**
 * The next open slot of a post that is on one. Where that is the same, a repetition changes nothing: no version, no history,
 * and the change before can still be undone.
 */
async function findAgain(sql: Sql, account: Account, post: LockedPost, now: Date): Promise<FoundSlot | undefined> {
  return post.status === 'queued' && post.timeslotId !== null
    ? nextOpenSlot(sql, account, searchFor(post, post.id), now)
    : undefined
}

const isThere = (post: LockedPost, { timeslotId, sendAt }: FoundSlot): boolean =>
  timeslotId === post.timeslotId && sendAt.getTime() === post.sendAt?.getTime()

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
