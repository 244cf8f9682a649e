/** Undoes a recent change: within ten minutes, and only while nothing else has changed the pin since. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { findGoneSections } from '../../boards/lock-sections.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { lockSchedule, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../../slots/next-open-slot.js'
import { reopenSettled, waitsForSlot } from '../approval/reopen.js'
import { withdrawAskedBy } from '../approval/request.js'
import { type Before } from '../audit.js'
import { changed } from '../changed.js'
import { changedSince, markUndone, requireUndoable, type Change, type ChangeRef } from './change.js'
import { lockDeleted, removePosts } from './deleted.js'
import {
  type NotScheduled,
  pairsOf,
  restoreCopy,
  restoreDeleted,
  restoreDraft,
  restoreFields,
  restoreQueued,
  restoreTime,
} from './restore.js'
import { requireMayChange, requireMayMake, requireMaySchedule } from '../permissions.js'
import type { Post } from '../post.js'
import type { PostStatus } from '../../ports/post-status.js'
import { lockPosts } from '../store.js'
import type { LockedPost } from '../row.js'
import type { UndoableAction } from '../action.js'

/** The real time for undoing a change of this many posts. */
export const undoBudgetMs = (posts: number): number => RESOLUTION_BUDGET_MS + posts * 40

export type Undone = {
  action: UndoableAction
  /** The current posts; empty when the change was their creation. */
  posts: Post[]
  /** Posts of a deletion that were on the schedule and are drafts now. */
  notScheduled: NotScheduled[]
}

/**
 * Restores the state before a change and opens again the approval request that a scheduling had settled. A charge is refunded as
 * by unscheduling, and only a refunded charge is charged again; a deleted post always is restored, as a draft where its time has
 * passed or its charge is denied.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT undo_expired, post_status_changed, schedule_locked
 * @throws of an unscheduling or a move: BAD_REQUEST sendAt: its time has passed · PAYMENT_REQUIRED
 * @throws SERVICE_UNAVAILABLE: the wait for another lock timed out
 */
export async function undoChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ref: ChangeRef,
  beforeCommit?: BeforeCommit<Undone>,
): Promise<Undone> {
  requireMayMake(actor, ref.accountId)
  const account = await requireAccount(db.sql, actor, ref.accountId)
  const undoable = await requireUndoable(db.sql, account, ref, clock())
  const postIds = undoable.posts.map(({ postId }) => postId)
  const takesSchedule = bringsTimesBack(undoable) || (await waitsForSlot(db.sql, account, postIds))
  let waitsForSchedule = takesSchedule
  return db.tx(
    async (sql) => {
      waitsForSchedule = takesSchedule
      if (takesSchedule) await lockSchedule(sql, account) // several times may be restored: one writer at a time
      waitsForSchedule = false
      const undone = await undoIn(sql, actor, account, undoable, clock()) // read after the wait, so that nothing is queued in the past
      await beforeCommit?.(sql, undone)
      return undone
    },
    {
      budgetMs: undoBudgetMs(undoable.posts.length),
      onTimeout: () => (waitsForSchedule ? scheduleBusy() : tookTooLong()),
      turn: takesSchedule ? turnOfSchedule(account.organizationId, account.id) : { organizationId: account.organizationId },
    },
  )
}

/**
 * Undoes a change in the caller's transaction, which holds the schedule lock where times return.
 * @throws as undoChange()
 */
export async function undoIn(sql: Sql, actor: Actor, account: Account, undoable: Change, now: Date): Promise<Undone> {
  const change = await withoutGoneSections(sql, account, undoable)
  const posts = await lockChanged(sql, actor, account, change)
  await markUndone(sql, account, change, now)
  const undone = { action: change.action, ...(await takeBack(sql, account, { change, locked: posts }, now)) }
  if (change.action === 'schedule' || change.action === 'reschedule') await reopenSettled(sql, actor, account, change.posts, now)
  await changed(sql, actor, { account, action: 'undo', before: beforeUndoing(change, posts) }, now)
  if (change.action === 'edit') await withdrawAskedBy(sql, actor, account, change, now)
  return undone
}

/** Replaces sections that were deleted since by the board's root, where their pins are. */
async function withoutGoneSections(sql: Sql, account: Account, change: Change): Promise<Change> {
  const gone = await findGoneSections(
    sql,
    account,
    change.posts.flatMap(({ before }) => before ?? []),
  )
  const posts = change.posts.map((post) =>
    post.before && gone.includes(post.before) ? { ...post, before: { ...post.before, boardSectionId: null } } : post,
  )
  return { ...change, posts }
}

const bringsTimesBack = ({ posts }: Change) => posts.some(({ before }) => before?.status === 'queued')

const scheduleBusy = () => new RefusedBecause('schedule_locked', { about: 'undoing' })

export const tookTooLong = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Undoing took too long. Nothing was undone: try again shortly.', {
    retryAfterSeconds: 5,
  })

/**
 * Returns the current posts, locked; none for a deletion. They are checked against the change only after it is known not to be
 * undone already.
 */
async function lockChanged(sql: Sql, actor: Actor, account: Account, change: Change): Promise<LockedPost[]> {
  const postIds = change.posts.map(({ postId }) => postId)
  if (bringsTimesBack(change)) requireMaySchedule(actor, account.id, 'change')
  if (change.action === 'delete') {
    for (const { createdBy } of await lockDeleted(sql, account, postIds))
      requireMayChange(actor, { accountId: account.id, status: 'draft', createdBy })
    return []
  }
  const posts = await lockPosts(sql, account, { postIds })
  for (const post of posts) requireMayChange(actor, post)
  return posts
}

async function takeBack(
  sql: Sql,
  account: Account,
  { change, locked }: { change: Change; locked: LockedPost[] },
  now: Date,
): Promise<Omit<Undone, 'action'>> {
  if (change.action === 'delete') return restoreDeleted(sql, account, change, now)
  for (const { postId, version } of change.posts) {
    const post = locked.find(({ id }) => id === postId)
    if (post?.version !== version) throw changedSince(post)
  }
  const restored = (posts: Post[]) => ({ posts, notScheduled: [] })
  const pairs = pairsOf(change, locked)
  switch (change.action) {
    case 'create':
      await removePosts(sql, account, locked, now)
      return restored([])
    case 'edit':
      return restored(await restoreCopy(sql, pairs, now))
    case 'schedule':
    case 'reschedule': {
      // one change of many may be both, and of other fields, too
      const all = await restoreFields(sql, account, pairs, now)
      const wasIn = (status: PostStatus) => all.filter(({ was }) => was.status === status)
      return restored([
        ...(await restoreDraft(sql, account, wasIn('draft'), now)),
        ...(await restoreTime(sql, account, wasIn('queued'), now)),
      ])
    }
    case 'unschedule':
      return restored(await restoreQueued(sql, account, pairs, now))
  }
}

/** The posts before the undo: a deleted post did not exist. */
function beforeUndoing({ action, posts }: Change, locked: LockedPost[]): Before[] {
  if (action !== 'delete') return locked
  return posts.map(({ postId, version }) => ({ id: postId, version, image: null }))
}
