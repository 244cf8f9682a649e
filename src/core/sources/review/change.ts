/** Changes a review: what is left out, and where it is shown. */
import type { Actor } from '../../lib/actor.js'
import { notFound, RefusedBecause } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { requireSendTime } from '../../posts/rules.js'
import { type Review, type ReviewRef, SPREAD_DAYS } from './model.js'
import { requireReview, type ReviewRow, withItems } from './store.js'

/** Reads a review. @throws NOT_FOUND · FORBIDDEN */
export async function readReview(
  { db: { sql }, wallClock }: Pick<Deps, 'db' | 'wallClock'>,
  actor: Actor,
  ref: ReviewRef,
): Promise<Review> {
  const { row } = await requireReview(sql, actor, ref)
  return withItems(sql, row, wallClock())
}

/**
 * Leaves an item out, or takes it in again. Its draft stays a draft.
 * @throws NOT_FOUND · FORBIDDEN · CONFLICT post_status_changed
 */
export const leaveOut = (
  deps: Writing,
  actor: Actor,
  { isLeftOut, ...item }: ItemRef & { isLeftOut: boolean },
): Promise<Review> => changeItem(deps, actor, item, (sql) => sql`is_left_out = ${isLeftOut}`)

/**
 * Sets a time for one of its pins; null: the next open slot again.
 * @throws NOT_FOUND · FORBIDDEN · BAD_REQUEST sendAt · CONFLICT post_status_changed
 */
export async function chooseTime(
  deps: Writing,
  actor: Actor,
  { sendAt, ...item }: ItemRef & { sendAt: Date | null },
): Promise<Review> {
  const at = sendAt && requireSendTime(sendAt, deps.clock())
  return changeItem(deps, actor, item, (sql) => sql`send_at = ${at}`)
}

type ItemRef = ReviewRef & { position: number }

const changeItem = (
  deps: Writing,
  actor: Actor,
  { position, ...ref }: ItemRef,
  set: (sql: Sql) => ReturnType<Sql>,
): Promise<Review> =>
  changeReview(deps, actor, ref, async (sql, { organizationId, id }) => {
    const { count } = await sql`
      update review_items
         set ${set(sql)}
       where organization_id = ${organizationId} and review_id = ${id} and position = ${position}`
    if (count === 0) throw notFound('Resource')
  })

/**
 * Spreads pins with one link, or stops that: SPREAD_DAYS between them, or none. @throws NOT_FOUND · FORBIDDEN · CONFLICT
 * post_status_changed
 */
export const spreadLinks = (
  deps: Writing,
  actor: Actor,
  { isSpread, ...ref }: ReviewRef & { isSpread: boolean },
): Promise<Review> =>
  changeReview(deps, actor, ref, async (sql, { organizationId, id }) => {
    await sql`
      update reviews
         set spread_days = ${isSpread ? SPREAD_DAYS : 0}
       where organization_id = ${organizationId} and id = ${id}`
  })

type Writing = Pick<Deps, 'db' | 'clock' | 'wallClock'>

async function changeReview(
  { db, clock, wallClock }: Writing,
  actor: Actor,
  ref: ReviewRef,
  write: (sql: Sql, review: ReviewRow) => Promise<void>,
): Promise<Review> {
  return db.tx(async (sql) => {
    const { row } = await requireReview(sql, actor, ref, 'lock')
    requireUndecided(row)
    await write(sql, row)
    await sql`
      update reviews
         set changed_at = ${clock()}
       where organization_id = ${row.organizationId} and id = ${row.id}`
    return withItems(sql, (await requireReview(sql, actor, ref)).row, wallClock())
  })
}

/** Records the Slack message of a review, so that it can be updated there. @throws NOT_FOUND · FORBIDDEN */
export async function noteShown(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { channel, ts, ...ref }: ReviewRef & { channel: string; ts: string },
): Promise<void> {
  const { row } = await requireReview(sql, actor, ref)
  await sql`
    update reviews
       set channel = ${channel}, message_ts = ${ts}
     where organization_id = ${row.organizationId} and id = ${row.id}`
}

/** Records that all items are shown. @throws NOT_FOUND · FORBIDDEN */
export async function noteSeen({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor, ref: ReviewRef): Promise<void> {
  const { row } = await requireReview(sql, actor, ref)
  await sql`
    update reviews
       set unshown_since = null
     where organization_id = ${row.organizationId} and id = ${row.id} and unshown_since is not null`
}

/** The review was decided before: the second person sees who decided, and how. */
export class ReviewDecided extends RefusedBecause<'post_status_changed'> {
  constructor(readonly state: 'scheduled' | 'asked') {
    super('post_status_changed', { about: state })
  }
}

/** Checks that the review can still be decided; drafts that were kept can be. @throws CONFLICT post_status_changed */
export function requireUndecided({ state }: Pick<ReviewRow, 'state'>): void {
  if (state === 'scheduled' || state === 'asked') throw new ReviewDecided(state)
}
