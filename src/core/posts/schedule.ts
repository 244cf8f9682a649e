/** Puts a draft on the schedule, or moves a queued post. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../actor.js'
import { requireBoardChoice } from '../boards/boards.js'
import { badRequest, conflict, notFound } from '../errors.js'
import type { BeforeCommit, Deps } from '../ports.js'
import { budgetFor, lockScheduleFor, placePost } from './place.js'
import type { BoardChoice, Post, PostStatus, When } from './post.js'
import { requireSchedulable, requireWhen } from './rules.js'
import { findPost, lockPost } from './store.js'

export type SchedulePost = {
  accountId: string
  postId: string
  when: Exclude<When, { kind: 'draft' }>
  /** undefined: stays. `boardSectionId` null: the board's root; undefined with a boardId: cleared. */
  board?: { boardId?: string; boardSectionId?: string | null }
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
  requireReschedulable(seen)
  const board = await readBoard(deps, account, seen, input.board) // may ask the platform, hence before the transaction
  const when = requireWhen(input.when, now)
  requireSchedulable({ ...seen, ...board })

  return deps.db.tx(async (sql) => {
    await lockScheduleFor(sql, account, when)
    const post = { ...(await lockPost(sql, account, seen.id)), ...board }
    requireReschedulable(post) // it may have been taken or changed since it was seen
    requireSchedulable(post)
    const scheduled = await placePost(sql, account, post, when, now)
    await beforeCommit?.(sql, scheduled)
    return scheduled
  }, budgetFor(when))
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

/** The board and section to write: always a pair that was checked together. undefined: stays as it is. */
async function readBoard(
  deps: Deps,
  account: Account,
  post: Post,
  asked: SchedulePost['board'],
): Promise<BoardChoice | undefined> {
  if (asked?.boardId === undefined && asked?.boardSectionId === undefined) return undefined
  const boardId = asked.boardId ?? post.boardId
  if (boardId === null) throw badRequest('boardSectionId', 'boardSectionId needs a board. Pass boardId too.')
  return requireBoardChoice(deps, account, { boardId, boardSectionId: asked.boardSectionId ?? null })
}
