/** Puts a draft on the schedule, or moves a queued post. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { hasRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { requireBoard } from '../boards/boards.js'
import { requireSectionsStay } from '../boards/lock-sections.js'
import { DomainError, notFound, RefusedBecause } from '../lib/errors.js'
import { allSettledOrThrow } from '../lib/all-settled-or-throw.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { askForApproval, requestApproval, requireMayScheduleOrAsk } from './approval/request.js'
import { changed } from './changed.js'
import { findRequestedBoard, readBoardChange, requireSameBoard, type BoardChange } from './board-change.js'
import { requireMayChange, requireMayMake, requireMaySchedule, scheduledByOthers } from './permissions.js'
import { type FindFor, placePost, withFind, withSchedule } from './schedule/take-slot.js'
import type { Placed, PostFailure } from './post.js'
import type { PostStatus } from '../ports/post-status.js'
import type { RequestedTime } from './approval/model.js'
import { claimOf, findNewPlace, requireNewTime } from './schedule/new-time.js'
import { requirePublishing } from './schedule/publish-now.js'
import type { NewTime } from './when.js'
import { requireSchedulable } from './rules.js'
import { requireTimeAsSeen } from './seen.js'
import { findPost, lockPost, postStatusChanged } from './store.js'
import { type LockedPost, toPost } from './row.js'
import { withWarnings } from './state/warnings.js'

export type SchedulePost = {
  accountId: string
  postId: string
  when: NewTime
  board?: BoardChange
  /** The version that the caller saw: a post that was changed since is refused. */
  version?: number
  /**
   * The time that the caller saw, compared by the second; null: it had none. A post that was moved since is refused, unless it
   * already has the requested time.
   */
  seenAt?: Date | null
}

/**
 * Puts a draft on the schedule, or moves a queued post. Only a draft is charged; where the account has approvals, a contributor's
 * call requests one and returns the draft with it.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT post_not_schedulable · BAD_REQUEST a field is missing · PAYMENT_REQUIRED
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout (nothing written)
 * @throws of `version` and `seenAt`: CONFLICT post_status_changed, MovedSinceSeen
 * @throws of `now`: CONFLICT publishing_paused, outcome_unknown · UNPROCESSABLE_ENTITY platform_reconnect_required; of
 * `openSlot`: CONFLICT slot_not_open
 * @see docs/contract.md#schedule-a-post
 */
export async function schedulePost(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  requireMayMake(actor, input.accountId)
  if (hasRoleOn(actor, input.accountId, 'scheduler')) return scheduleIf(deps, actor, input, { beforeCommit })
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { organizationId, id: accountId } = account
  const seen = await findPost(deps.db.sql, { organizationId, accountId, postId: input.postId })
  if (!seen) throw notFound('Post')
  requireReschedulable(seen)
  requireMayChange(actor, seen)
  const when = requestedOf(actor, accountId, input.when)
  requireMayScheduleOrAsk(actor, account)
  return requestApproval(deps, actor, account, { ...input, when }, beforeCommit)
}

/**
 * schedulePost() by a program for a person whom somebody else named: where the account has approvals it requests one, whatever
 * that person may do.
 */
export async function scheduleInName(
  deps: Deps,
  actor: Actor,
  input: Pick<SchedulePost, 'accountId' | 'postId'> & { when: RequestedTime },
  beforeCommit: BeforeCommit<Placed>,
): Promise<Placed> {
  const { approvalPolicy } = await requireAccount(deps.db.sql, actor, input.accountId)
  const schedule = approvalPolicy === 'none' ? schedulePost : askForApproval
  return schedule(deps, actor, input, beforeCommit)
}

/** Returns the time that a contributor may request; any other needs a scheduler. @throws FORBIDDEN */
export function requestedOf(actor: Actor, accountId: string, when: NewTime): RequestedTime {
  switch (when.kind) {
    case 'at':
    case 'nextOpenSlot':
      return when
    case 'openSlot':
      return { kind: 'at', at: when.at }
    case 'now':
      requireMaySchedule(actor, accountId, 'now')
      break
    case 'earlier':
    case 'later':
      requireMaySchedule(actor, accountId, 'change')
  }
  throw scheduledByOthers()
}

/**
 * schedulePost() by a person or key that may schedule.
 * @param still checks the post once it is locked: when it throws, nothing is written
 * @param find finds the slot in place of the search for the next open slot
 * @param isDecision `still` checks who decides, also those who schedule nothing else
 */
export async function scheduleIf(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  {
    still,
    find,
    beforeCommit,
    isDecision = false,
  }: {
    still?: (sql: Sql, post: LockedPost) => Promise<void>
    find?: FindFor | undefined
    beforeCommit?: BeforeCommit<Placed> | undefined
    isDecision?: boolean
  },
): Promise<Placed> {
  if (!isDecision) requireMaySchedule(actor, input.accountId, 'change')
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
  const when = requireNewTime(input.when, requested)
  if (when.kind === 'now') await requirePublishing(deps.db.sql, actor, account.id)
  requireSchedulable({ ...seen, ...board })

  return withSchedule(deps, account, { when: claimOf(when, requested) }, async (sql) => {
    const now = deps.clock() // read after the wait, so that nothing is queued in the past
    await requireSectionsStay(sql, account, board ? [board] : [])
    const locked = await lockPost(sql, account, seen.id)
    await still?.(sql, locked)
    if (when.kind === 'now') await requirePublishing(sql, actor, account.id) // checked again after the wait for the post
    requireReschedulable(locked) // it may have been claimed or changed since it was read
    requireSameBoard(input.board, seen, locked)
    if (input.version !== undefined && input.version !== locked.version) throw postStatusChanged()
    requireTimeAsSeen(locked, when, input.seenAt)
    const post = { ...locked, ...board }
    requireSchedulable(post)
    const place = await findNewPlace(sql, account, { post, when, isMoved: board !== undefined }, now)
    if (place.kind === 'stays') {
      const unchanged = { ...toPost(locked), ...(place.found && { placement: place.found.placement }) }
      const stays = await withWarnings(sql, account, unchanged, now)
      await beforeCommit?.(sql, stays)
      return stays
    }
    const placed = await placePost(sql, account, { post, when: withFind(place.when, account, find) }, now)
    const action = locked.status === 'draft' ? 'schedule' : 'reschedule'
    const [scheduled] = await allSettledOrThrow(
      withWarnings(sql, account, placed, now),
      changed(sql, actor, { account, action, before: [locked] }, now),
    )
    await beforeCommit?.(sql, scheduled)
    return scheduled
  })
}

/**
 * Checks the board of a draft that failed because its board was gone, so that it is not charged twice for that. If the platform
 * does not answer now, publishing checks it again.
 * @throws NOT_FOUND board
 */
export async function requireBoardBack(
  deps: Deps,
  account: Account,
  { failure, boardId }: { failure: Pick<PostFailure, 'reason'> | null; boardId: string | null },
): Promise<void> {
  if (failure?.reason !== 'board_gone' || boardId === null) return
  await requireBoard(deps, account, { boardId, boardSectionId: null }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === 'NOT_FOUND') throw error
  })
}

/** Checks that a post is neither sent nor uploading. @throws CONFLICT post_not_schedulable */
export function requireReschedulable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
    case 'sent':
      throw new RefusedBecause('post_not_schedulable', { status, so: 'cannot be rescheduled' })
  }
}
