/** Decides a review once and as a whole: scheduled, requested, or kept as drafts; it is undone as a whole, too. */
import type { Actor } from '../../lib/actor.js'
import { RefusedBecause } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { ChangedSinceShown, ifAsShown } from '../../posts/seen.js'
import { followReview } from './follow-feed-notice.js'
import { requestDrafts, type ScheduleDrafts, scheduleDrafts } from '../../many/batch/drafts.js'
import type { Batch } from '../../many/batch/model.js'
import { undoBatch } from '../../many/batch/undo.js'
import { readReview, requireUndecided } from './change.js'
import type { Review, ReviewRef, ReviewState } from './model.js'
import { planReview, shownOf, wishesOf } from './plan.js'
import { requireReview, withItems } from './store.js'

export type Decided = { review: Review; batch: Batch }
/** `shown`: the effect of the decision that the person saw. */
export type Decision = ReviewRef & { shown: ReturnType<typeof shownOf> }

/** The review differs from what was shown: nothing was done, and the person checks it again. */
export class ReviewChanged extends RefusedBecause<'post_status_changed'> {
  constructor() {
    super('post_status_changed', { about: 'review' })
  }
}

/**
 * Schedules all drafts; what is incomplete, left out or refused stays a draft. Of two concurrent decisions one wins.
 * @throws CONFLICT post_status_changed: ReviewDecided, ReviewChanged · and as scheduleDrafts()
 */
export const scheduleReview = (deps: Deps, actor: Actor, decision: Decision): Promise<Decided> =>
  decide(deps, actor, decision, 'scheduled', (input, beforeCommit) => scheduleDrafts(deps, actor, input, beforeCommit))

/** Requests approval for the drafts. @throws CONFLICT as scheduleReview() · and as requestDrafts() */
export const askForReview = (deps: Deps, actor: Actor, decision: Decision): Promise<Decided> =>
  decide(deps, actor, decision, 'asked', (input, beforeCommit) => requestDrafts(deps, actor, input, beforeCommit))

async function decide(
  deps: Deps,
  actor: Actor,
  { shown, ...ref }: Decision,
  state: 'scheduled' | 'asked',
  write: (input: ScheduleDrafts, beforeCommit: (sql: Sql, batch: Batch) => Promise<void>) => Promise<Batch>,
): Promise<Decided> {
  const { review: seen, postIds } = await planReview(deps, actor, ref)
  requireUndecided(seen)
  if (postIds.length === 0) {
    requireUndecided(await readReview(deps, actor, ref)) // it may have been decided just now
    throw new ReviewChanged()
  }
  if (shown.wishes !== shownOf(seen, postIds).wishes) throw new ReviewChanged()
  try {
    const batch = await write(
      { accountId: ref.accountId, postIds, ...wishesOf(seen) },
      ifAsShown(shown.drafts, (sql, { id }) => mark(deps, sql, actor, { ref, seen, state, batchId: id })),
    )
    return { batch, review: await readReview(deps, actor, ref) }
  } catch (error) {
    // the first decision made the drafts scheduled posts; an error about that would hide that the review is decided
    requireUndecided(await readReview(deps, actor, ref))
    throw error instanceof ChangedSinceShown ? new ReviewChanged() : error
  }
}

type Mark = { ref: ReviewRef; seen: Review; state: ReviewState; batchId: string | null }

/** Marks the review in the transaction of the decision. @throws ReviewDecided · ReviewChanged */
async function mark({ clock }: Pick<Deps, 'clock'>, sql: Sql, actor: Actor, { ref, seen, state, batchId }: Mark): Promise<void> {
  const { row } = await requireReview(sql, actor, ref, 'lock')
  requireUndecided(row)
  if (row.changedAt.getTime() !== seen.changedAt.getTime()) throw new ReviewChanged()
  const now = clock()
  await sql`
    update reviews
       set state = ${state}, decided_by = ${actor.userId}, decided_at = ${now}, batch_id = ${batchId}, changed_at = ${now}
     where organization_id = ${row.organizationId} and id = ${row.id}`
  await followReview(sql, { organizationId: row.organizationId, id: row.accountId }, now)
}

/** Keeps the drafts, which can still be scheduled together. @throws CONFLICT post_status_changed: ReviewDecided */
export async function keepReview(deps: Pick<Deps, 'db' | 'clock' | 'wallClock'>, actor: Actor, ref: ReviewRef): Promise<Review> {
  return deps.db.tx(async (sql) => {
    const { row } = await requireReview(sql, actor, ref, 'lock')
    requireUndecided(row)
    const kept = await keep(deps, sql, actor, ref)
    return kept
  })
}

/** Keeps the drafts of a review that the caller has locked. */
async function keep(
  { clock, wallClock }: Pick<Deps, 'clock' | 'wallClock'>,
  sql: Sql,
  actor: Actor,
  ref: ReviewRef,
): Promise<Review> {
  const now = clock()
  await sql`
    update reviews
       set state = 'kept', decided_by = ${actor.userId}, decided_at = ${now}, batch_id = null, changed_at = ${now}
     where organization_id = ${actor.organizationId} and account_id = ${ref.accountId} and id = ${ref.reviewId}`
  const { row } = await requireReview(sql, actor, ref)
  await followReview(sql, { organizationId: row.organizationId, id: row.accountId }, now)
  return withItems(sql, row, wallClock())
}

/**
 * Undoes the whole decision: scheduled pins are drafts again and refunded, requests are withdrawn, and the review can be decided
 * again.
 * @throws CONFLICT undo_expired · post_status_changed: one of them was changed since · and as undoBatch()
 */
export async function undoReview(deps: Deps, actor: Actor, ref: ReviewRef): Promise<Review> {
  const { accountId } = ref
  const { batchId } = await readReview(deps, actor, ref)
  if (batchId === null) throw new ReviewChanged()
  let undone: Review | undefined
  await undoBatch(deps, actor, { accountId, batchId }, async (sql) => {
    await requireReview(sql, actor, ref, 'lock')
    undone = await keep(deps, sql, actor, ref)
  })
  return undone ?? readReview(deps, actor, ref)
}
