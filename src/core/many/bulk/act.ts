/** Applies an action to each locked post, by the rules of single posts. */
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { inSavepoint } from '../../lib/rows/savepoint.js'
import type { Sql } from '../../ports/deps.js'
import { rememberFull } from '../../slots/next-open-slot.js'
import { announceAccount } from '../../events/announce.js'
import type { UndoableAction } from '../../posts/action.js'
import { undecidableFor } from '../../posts/approval/follow.js'
import { placePost } from '../../posts/schedule/take-slot.js'
import { requireDeletable } from '../../posts/delete.js'
import { requireEditable, writeCopy } from '../../posts/edit.js'
import { findNewPlace } from '../../posts/schedule/new-time.js'
import { requireMayChange } from '../../posts/permissions.js'
import type { Placed } from '../../posts/post.js'
import { type LockedPost, toPost } from '../../posts/row.js'
import { requireSchedulable } from '../../posts/rules.js'
import { requireOwnFields } from '../../posts/saved-pin.js'
import { requireReschedulable } from '../../posts/schedule.js'
import { removePosts } from '../../posts/undo/deleted.js'
import { requireUnschedulable, unscheduleIn } from '../../posts/unschedule.js'
import type { Prepared, PreparedEdit } from './prepare.js'

/**
 * `action` absent: the post is unchanged, after an error or because there was nothing to change. `post` absent: it does not exist
 * any more.
 */
export type Done = { action?: UndoableAction; post?: Placed; error?: DomainError }

type Acting<P extends Prepared = Prepared> = { actor: Actor; account: Account; prepared: P; posts: LockedPost[] }

/** Applies the action. @throws SERVICE_UNAVAILABLE when all further posts would fail in the same manner */
export async function act(sql: Sql, acting: Acting, now: Date): Promise<Map<string, Done>> {
  const { prepared } = acting
  switch (prepared.kind) {
    case 'unschedule':
      return unscheduleAll(sql, acting, now)
    case 'delete':
      return deleteAll(sql, acting, now)
    case 'edit':
      return editAll(sql, { ...acting, prepared }, now)
    case 'reschedule':
      return rescheduleAll(sql, { ...acting, prepared }, now)
  }
}

/** The result for a post that stays unchanged. */
const refused = (post: LockedPost, error: DomainError): Done => ({ post: toPost(post), error })

/** Returns the posts that may be changed, and puts the results of the others into `done`. */
function judge(posts: LockedPost[], done: Map<string, Done>, rule: (post: LockedPost) => boolean): LockedPost[] {
  return posts.filter((post) => {
    try {
      if (rule(post)) return true
      done.set(post.id, { post: toPost(post) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      done.set(post.id, refused(post, error))
    }
    return false
  })
}

async function unscheduleAll(sql: Sql, { account, posts }: Acting, now: Date): Promise<Map<string, Done>> {
  const done = new Map<string, Done>()
  const queued = judge(posts, done, requireUnschedulable)
  for (const post of await unscheduleIn(sql, account, queued, now)) done.set(post.id, { action: 'unschedule', post })
  return done
}

async function deleteAll(sql: Sql, { actor, account, posts }: Acting, now: Date): Promise<Map<string, Done>> {
  const done = new Map<string, Done>()
  const going = judge(posts, done, (post) => {
    requireDeletable(post)
    requireMayChange(actor, post)
    return true
  })
  await removePosts(sql, account, going, now)
  for (const { id } of going) done.set(id, { action: 'delete' })
  return done
}

async function editAll(
  sql: Sql,
  { actor, posts, prepared: { edit } }: Acting<Extract<Prepared, { kind: 'edit' }>>,
  now: Date,
): Promise<Map<string, Done>> {
  const done = new Map<string, Done>()
  const changing = judge(posts, done, (post) => {
    requireEditable(post)
    requireMayChange(actor, post)
    requireOwnFields(post, edit)
    return changes(post, edit)
  })
  for (const post of changing) done.set(post.id, { action: 'edit', post: await writeCopy(sql, { ...post, ...edit }, now) })
  return done
}

const changes = (post: LockedPost, edit: PreparedEdit): boolean =>
  Object.entries(edit).some(([field, value]) => post[field as keyof PreparedEdit] !== value)

async function rescheduleAll(
  sql: Sql,
  { actor, account, posts, prepared: { edit, goneBoards } }: Acting<Extract<Prepared, { kind: 'reschedule' }>>,
  now: Date,
): Promise<Map<string, Done>> {
  const done = new Map<string, Done>()
  const waiting = await undecidableFor(
    sql,
    actor,
    account,
    posts.map(({ id }) => id),
    now,
  )
  const schedulable = judge(posts, done, (post) => {
    requireReschedulable(post)
    const undecidable = waiting.get(post.id)
    if (undecidable) throw undecidable
    requireOwnFields(post, edit)
    requireSchedulable({ ...post, ...edit })
    const gone = post.failure?.reason === 'board_gone' && post.boardId !== null ? goneBoards.get(post.boardId) : undefined
    if (gone) throw gone
    return true
  })
  let isFull = false
  for (const post of schedulable) {
    try {
      done.set(post.id, await inSavepoint(sql, (inner) => reschedule(inner, account, { post, edit }, now)))
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'SERVICE_UNAVAILABLE') throw error
      done.set(post.id, refused(post, error))
      if (isFull || error.details.reason !== 'no_open_slot') continue
      isFull = true
      await rememberFull(sql, account, now) // otherwise each of the others would search ten years again
      await announceAccount(sql, 'schedule.full', account, now)
    }
  }
  return done
}

async function reschedule(
  sql: Sql,
  account: Account,
  { post, edit }: { post: LockedPost; edit: PreparedEdit },
  now: Date,
): Promise<Done> {
  const isEdited = changes(post, edit)
  const edited = { ...post, ...edit }
  const isMoved = edited.boardId !== post.boardId || edited.boardSectionId !== post.boardSectionId
  const written = isEdited ? await writeCopy(sql, edited, now) : toPost(post)
  const place = await findNewPlace(sql, account, { post: edited, when: { kind: 'nextOpenSlot' }, isMoved }, now)
  if (place.kind === 'stays')
    // one change has one kind: Undo restores a link together with the time, also where the time stays
    return {
      ...(isEdited && { action: 'reschedule' }),
      post: { ...written, ...(place.found && { placement: place.found.placement }) },
    }
  const placed = await placePost(sql, account, { post: edited, when: place.when }, now)
  return { action: post.status === 'draft' ? 'schedule' : 'reschedule', post: placed }
}
