/** The inverse of each kind of change, in the caller's transaction, for locked posts that have not changed since. */
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../../accounts/account.js'
import { isRefunded, requireConnected, takeCharge } from '../../billing/ledger.js'
import { badRequest, DomainError, RefusedBecause } from '../../lib/errors.js'
import type { Sql } from '../../ports/deps.js'
import { contentOf } from '../content.js'
import { contentAssigned, type LockedPost, postColumnsOf, type PostImage, type PostRow, toPost } from '../row.js'
import { attachMedia, holdMedia, isSameMedia } from '../create/attach-media.js'
import { changedSince, type Change } from './change.js'
import { restoreRow } from './deleted.js'
import { writeCopy } from '../edit.js'
import { takePlace } from '../schedule/take-slot.js'
import { placeTogether } from '../schedule/together.js'
import type { Post } from '../post.js'
import { findPost } from '../store.js'
import { unscheduleIn } from '../unschedule.js'

/** A post with its image before the change. */
type Pair = { post: LockedPost; was: PostImage }

export function pairsOf({ posts }: Change, locked: LockedPost[]): Pair[] {
  return locked.flatMap((post) => {
    const was = posts.find(({ postId }) => postId === post.id)?.before
    return was ? [{ post, was }] : []
  })
}

/** Undoes an edit: restores what it changed, and no more. @throws CONFLICT undo_expired: its picture is no longer kept */
export async function restoreCopy(sql: Sql, pairs: readonly Pair[], now: Date): Promise<Post[]> {
  const posts: Post[] = []
  for (const { post, was } of pairs) {
    const { boardId, boardSectionId, mediaType = post.mediaType, mediaIds } = was
    if (mediaIds) await reattach(sql, post, mediaIds, now)
    posts.push(await writeCopy(sql, { ...post, ...contentOf(was), boardId, boardSectionId, mediaType }, now))
  }
  return posts
}

/**
 * Attaches the previous media, under a lock: the sweep keeps them while the change can be undone, but that time may be ending.
 */
async function reattach(sql: Sql, post: LockedPost, mediaIds: string[], now: Date): Promise<void> {
  if (isSameMedia(post.media, mediaIds)) return
  if (!(await holdMedia(sql, post, mediaIds))) throw new RefusedBecause('undo_expired', { about: 'media' })
  await attachMedia(sql, post, mediaIds, now)
}

/**
 * Restores the copy and the media that a scheduling changed along with the times. The next write of the posts counts the version.
 * @returns the posts after that
 */
export async function restoreFields(sql: Sql, account: Account, pairs: readonly Pair[], now: Date): Promise<Pair[]> {
  const restored = [...pairs]
  for (const [index, { post, was }] of pairs.entries()) {
    const { mediaType = post.mediaType, mediaIds } = was
    const fields = { ...contentOf(was), mediaType }
    const isSame = !mediaIds || isSameMedia(post.media, mediaIds)
    if (isSame && isDeepStrictEqual({ ...post, ...fields }, post)) continue
    if (mediaIds) await reattach(sql, post, mediaIds, now)
    await sql`
      update posts
         set ${contentAssigned(sql, { ...post, ...fields })}, media_type = ${mediaType}
       where organization_id = ${account.organizationId}
         and id = ${post.id}`
    const { media } = (!isSame && (await findPost(sql, { ...post, postId: post.id }))) || post
    restored[index] = { post: { ...post, ...fields, media }, was }
  }
  return restored
}

/** Undoes a scheduling: the post is a draft again, with the board and the failure it had. */
export async function restoreDraft(sql: Sql, account: Account, pairs: readonly Pair[], now: Date): Promise<Post[]> {
  const locked = pairs.map(({ post }) => post)
  await unscheduleIn(sql, account, locked, now)
  const posts: Post[] = []
  for (const { post, was } of pairs) {
    const rows = await sql<PostRow[]>`
      with p as (
      update posts p
         set board_id = ${was.boardId}, board_section_id = ${was.boardSectionId}, failure = ${was.failure && sql.json(was.failure)}
       where p.organization_id = ${account.organizationId}
         and p.id = ${post.id}
      returning p.*)
      select ${postColumnsOf(sql, account.organizationId)} from p`
    posts.push(...rows.map(toPost))
  }
  return posts
}

/** Undoes a rescheduling: restores the time and the board. @throws BAD_REQUEST sendAt */
export async function restoreTime(sql: Sql, account: Account, pairs: readonly Pair[], now: Date): Promise<Post[]> {
  const moves = pairs.map(({ post, was }) => {
    const { boardId, boardSectionId } = was
    return { post: { ...post, boardId, boardSectionId }, at: requireAhead(was, now) }
  })
  return placeTogether(sql, account, moves, now)
}

/**
 * Undoes an unscheduling: restores all the times or none, and charges again what was refunded. A post that had no time stays a
 * draft.
 * @returns soonest first @throws BAD_REQUEST sendAt · PAYMENT_REQUIRED
 */
export async function restoreQueued(sql: Sql, account: Account, pairs: readonly Pair[], now: Date): Promise<Post[]> {
  const paid: Paid[] = []
  for (const { post, was } of pairs) {
    const at = requireAhead(was, now)
    paid.push({ post: { ...post, chargeNumber: await chargeAgain(sql, account, post, now) }, at })
  }
  return placePaid(sql, account, paid, now)
}

type Paid = { post: PostRow; at: Date }

/**
 * Places the posts after all were paid for: a transaction that has locked the account's balance must not wait for a slot whose
 * transaction waits for the balance. Soonest first, as a series is placed, so that two transactions which want the same slots
 * cannot deadlock.
 */
async function placePaid(sql: Sql, account: Account, paid: readonly Paid[], now: Date): Promise<Post[]> {
  const posts: Post[] = []
  for (const { post, at } of [...paid].sort((a, b) => a.at.getTime() - b.at.getTime()))
    posts.push(await takePlace(sql, account, { post, when: { kind: 'at', at } }, now))
  return posts
}

/** A post that was scheduled and is restored as a draft, and why: its time has passed, or its charge was denied. */
export type NotScheduled = { postId: string; error: DomainError }
type Restored = { posts: Post[]; notScheduled: NotScheduled[] }

/**
 * Undoes a deletion: restores all posts, because nothing else can. Those that cannot be scheduled again are drafts; where the
 * credit does not cover all, the soonest are paid for.
 * @throws CONFLICT post_status_changed: a post is not there to be restored
 * @see docs/decisions.md#50-undo-brings-back-what-it-can
 */
export async function restoreDeleted(sql: Sql, account: Account, change: Change, now: Date): Promise<Restored> {
  const postIds = change.posts.map(({ postId }) => postId)
  const aside = await restoreRow(sql, account, postIds, now)
  if (aside.length !== postIds.length) throw changedSince(undefined)
  const back = await leaveGoneSections(sql, account, change, aside)
  const paid: Paid[] = []
  const unplaced: { post: LockedPost; at: Date; error: DomainError }[] = []
  for (const { post, at } of soonestFirst(pairsOf(change, back))) {
    const charged = at > now ? await tryCharge(sql, account, post, now) : timePassed()
    if (charged instanceof DomainError) unplaced.push({ post, at, error: charged })
    else paid.push({ post: { ...post, chargeNumber: charged }, at })
  }
  const drafts = await unscheduleAgain(sql, account, unplaced, now)
  const queued = await placePaid(sql, account, paid, now)
  const written = new Map([...drafts, ...queued].map((post) => [post.id, post]))
  return {
    posts: back.map((post) => written.get(post.id) ?? toPost(post)),
    notScheduled: unplaced.map(({ post: { id: postId }, error }) => ({ postId, error })),
  }
}

/** Returns the posts that had a time, with that time. */
const soonestFirst = (pairs: Pair[]) =>
  pairs
    .flatMap(({ post, was: { sendAt } }) => (sendAt === null ? [] : [{ post, at: new Date(sendAt) }]))
    .sort((a, b) => a.at.getTime() - b.at.getTime())

/** Charges the post. @returns the number of the charge that pays for it, or why it was denied */
async function tryCharge(sql: Sql, account: Account, post: LockedPost, now: Date): Promise<number | DomainError> {
  try {
    return await chargeAgain(sql, account, post, now)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'PAYMENT_REQUIRED') return error // a denial has written nothing
    throw error
  }
}

/** Unschedules posts that had a time as a person would, because that time is how a post finds its earlier attempts. */
async function unscheduleAgain(
  sql: Sql,
  account: Account,
  unplaced: readonly { post: LockedPost; at: Date }[],
  now: Date,
): Promise<Post[]> {
  if (unplaced.length === 0) return []
  const times = unplaced.map(({ post: { id }, at }) => ({ id, at: at.toISOString() }))
  await sql`
    update posts p
       set status = 'queued', send_at = t.at
      from jsonb_to_recordset(${sql.json(times)}) as t(id bigint, at timestamptz)
     where p.organization_id = ${account.organizationId}
       and p.id = t.id`
  return unscheduleIn(
    sql,
    account,
    unplaced.map(({ post }) => post),
    now,
  )
}

/** Moves posts whose section is gone to the board's root. */
async function leaveGoneSections(sql: Sql, account: Account, change: Change, posts: LockedPost[]): Promise<LockedPost[]> {
  const leaving = pairsOf(change, posts).flatMap(({ post, was }) => (post.boardSectionId !== was.boardSectionId ? post.id : []))
  if (leaving.length === 0) return posts
  await sql`
    update posts
       set board_section_id = null
     where organization_id = ${account.organizationId}
       and id = any (${leaving}::bigint[])`
  return posts.map((post) => (leaving.includes(post.id) ? { ...post, boardSectionId: null } : post))
}

/**
 * Charges a post again if it was refunded; otherwise the earlier charge pays, but only on a connected account. @returns the
 * number of the charge that pays for it
 */
async function chargeAgain(sql: Sql, account: Account, { id, chargeNumber }: LockedPost, now: Date): Promise<number> {
  if (!(await isRefunded(sql, account, { postId: id, chargeNumber }))) {
    await requireConnected(sql, account, now)
    return chargeNumber
  }
  await takeCharge(sql, account, { postId: id, chargeNumber: chargeNumber + 1 }, now)
  return chargeNumber + 1
}

const timePassed = () =>
  badRequest('sendAt', (of) => `The old time of the ${of('post')} has passed. Schedule it for another time.`)

function requireAhead({ sendAt }: PostImage, now: Date): Date {
  const at = sendAt === null ? now : new Date(sendAt)
  if (!(at > now)) throw badRequest('sendAt', 'Its old time has passed, so nothing was undone. Schedule it for another time.')
  return at
}
