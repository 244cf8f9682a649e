/** Swaps the times of two queued posts. */
import { requireAccount } from '../../accounts/accounts.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, notFound, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { lockSchedule, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../../slots/next-open-slot.js'
import { changed } from '../changed.js'
import { requireMaySchedule } from '../permissions.js'
import type { Post } from '../post.js'
import type { LockedPost } from '../row.js'
import { lockPosts, postStatusChanged } from '../store.js'
import { isSameSecond, placeTogether } from './together.js'

export type SwapPosts = {
  accountId: string
  postId: string
  otherPostId: string
  /** The versions and times that the caller saw: a changed or moved post (times by the second; null: none) is refused. */
  version?: number
  otherVersion?: number
  seenAt?: Date | null
  otherSeenAt?: Date
}
export type Swapped = { post: Post; other: Post }

/**
 * Swaps the times and slots of two posts as one change, free and without spacing rules, as for any explicit time. A second swap
 * restores both; of two concurrent callers who state what they saw, the second is refused.
 * @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST otherPostId (the same one, or the same time), sendAt (a time has passed)
 * @throws CONFLICT post_not_schedulable (one is not queued), post_status_changed · SERVICE_UNAVAILABLE slot_resolution_timeout
 * @see docs/contract.md#swap
 */
export async function swapPosts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: SwapPosts,
  beforeCommit?: BeforeCommit<Swapped>,
): Promise<Swapped> {
  requireMaySchedule(actor, input.accountId, 'change')
  const { postId, otherPostId } = input
  const account = await requireAccount(db.sql, actor, input.accountId)
  if (!isRowId(postId) || !isRowId(otherPostId)) throw notFound('Post')
  if (postId === otherPostId)
    throw badRequest('otherPostId', (of) => `${of('otherPostId')} is the ${of('post')} itself. Choose another one.`)
  return db.tx(
    async (sql) => {
      await lockSchedule(sql, account)
      const now = clock()
      const locked = await lockPosts(sql, account, { postIds: [postId, otherPostId] })
      const one = requirePlaced(locked, postId, { version: input.version, at: input.seenAt }, now)
      const two = requirePlaced(locked, otherPostId, { version: input.otherVersion, at: input.otherSeenAt }, now)
      if (one.at.getTime() === two.at.getTime())
        throw badRequest('otherPostId', (of) => `${of('otherPostId')} goes out at the same time. Choose another one.`)
      const moves = [
        { post: one.post, at: two.at },
        { post: two.post, at: one.at },
      ]
      const [post, other] = await placeTogether(sql, account, moves, now)
      if (!post || !other) throw postStatusChanged()
      await changed(sql, actor, { account, action: 'reschedule', before: locked }, now)
      const swapped = { post, other }
      await beforeCommit?.(sql, swapped)
      return swapped
    },
    {
      budgetMs: RESOLUTION_BUDGET_MS,
      onTimeout: () => new RefusedBecause('slot_resolution_timeout'),
      turn: turnOfSchedule(account.organizationId, account.id),
    },
  )
}

type Seen = { version: number | undefined; at: Date | null | undefined }

function requirePlaced(locked: LockedPost[], postId: string, seen: Seen, now: Date) {
  const post = locked.find(({ id }) => id === postId)
  if (!post) throw notFound('Post')
  if (post.status !== 'queued' || post.sendAt === null) throw new RefusedBecause('post_not_schedulable', { swapped: postId })
  if (seen.version !== undefined && seen.version !== post.version) throw postStatusChanged()
  if (seen.at !== undefined && (seen.at === null || !isSameSecond(seen.at, post.sendAt))) throw postStatusChanged()
  if (post.sendAt <= now)
    throw badRequest('sendAt', (of) => `${of('sendAt')} of ${of('post')} ${postId} has passed: it is about to go out.`)
  return { post, at: post.sendAt }
}
