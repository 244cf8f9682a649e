/** Schedules existing drafts, or requests approval for them, all or none. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, DomainError, notFound, type RowRefusal, RefusedBecause } from '../../lib/errors.js'
import { rolledBack } from '../../lib/rows/rolled-back.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import type { RequestedTime } from '../../posts/approval/model.js'
import { openApproval, requireMayScheduleOrAsk } from '../../posts/approval/request.js'
import { changed } from '../../posts/changed.js'
import { withSchedule } from '../../posts/schedule/take-slot.js'
import { requireMayChange, requireMayMake, requireMaySchedule } from '../../posts/permissions.js'
import type { Post } from '../../posts/post.js'
import { toPost, type LockedPost } from '../../posts/row.js'
import { requireSchedulable, requireWhen } from '../../posts/rules.js'
import { requireBoardBack } from '../../posts/schedule.js'
import { findPost, lockPosts } from '../../posts/store.js'
import { withWarnings } from '../../posts/state/warnings.js'
import { requireApprovals, requireCount } from './check.js'
import { BATCH_BUDGET_MS, toResults } from './create.js'
import type { Batch, BatchMode } from './model.js'
import { forPreview } from './preview.js'
import { RowsRefused } from '../../lib/rows/rows-refused.js'
import { refuseAll } from './refused.js'
import { beginBatch, insertResults } from './store.js'
import { BATCHES, keepArranged, lockBatches, placeAll, savedPictureOf, type WrittenRow } from './write.js'

export type DraftsRef = { accountId: string; postIds: readonly string[] }
export type ScheduleDrafts = DraftsRef & {
  /**
   * `arranged`: boards alternate, and one link or picture is apart, as in a batch of new posts; `asGiven`: in the order of the
   * ids.
   */
  spacing?: 'arranged' | 'asGiven'
} & Times
/** `at`: own times, by post. `spreadDays`: between posts with one url on the next open slots, without a spacing rule for it. */
type Times = { at?: ReadonlyMap<string, Date>; spreadDays?: number }

/**
 * Puts drafts on the next open slots, one charge each, as one change that undoBatch() undoes as a whole.
 * @returns in the order of the ids
 * @throws FORBIDDEN · NOT_FOUND the account · BAD_REQUEST postIds; with `rows`: a draft is gone, lacks a field, or is on the
 * schedule
 * @throws PAYMENT_REQUIRED, UNPROCESSABLE_ENTITY no_open_slot with `rows` · SERVICE_UNAVAILABLE slot_resolution_timeout
 */
export async function scheduleDrafts(
  deps: Deps,
  actor: Actor,
  input: ScheduleDrafts,
  beforeCommit?: BeforeCommit<Batch>,
): Promise<Batch> {
  const { accountId, postIds, spacing = 'arranged', ...times } = input
  requireIds(postIds)
  requireMaySchedule(actor, accountId, 'change')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  await requireBoardsBack(deps, account, postIds)
  return refusedTogether(postIds, () =>
    withSchedule(deps, account, { when: { kind: 'nextOpenSlot' }, budgetMs: BATCH_BUDGET_MS, keys: [BATCHES] }, async (sql) => {
      const { now, drafts } = await lockDrafts(deps, sql, actor, account, { postIds, ...times })
      const wanted = drafts.map(({ draft, when }, index) => {
        return { index, draft, picture: pictureOf(draft), when }
      })
      const id = await beginBatch(sql, actor, { account, mode: 'schedule', did: 'schedule' }, now)
      const written = await placeAll(sql, account, wanted, now, { isArranged: spacing === 'arranged' })
      await changed(sql, actor, { account, action: 'schedule', before: drafts.map(({ draft }) => draft) }, now)
      return finish(sql, { id, account, mode: 'schedule', written }, now, beforeCommit)
    }),
  )
}

/** Returns what scheduleDrafts() would do now, by doing it and rolling it back. @throws as that */
export const previewDrafts = (deps: Deps, actor: Actor, input: ScheduleDrafts): Promise<Batch> =>
  rolledBack<Batch, Batch>(
    (beforeCommit) => scheduleDrafts(deps, actor, input, beforeCommit),
    (_, batch) => forPreview(batch, { isNew: false }),
  )

/**
 * Requests that drafts go on the next open slots, with one request each, in one write. Nothing is charged, and the slots are kept
 * until the requests are due.
 * @throws FORBIDDEN another person's draft, or no request is possible · NOT_FOUND · BAD_REQUEST mode: there are no approvals
 * here; with `rows`: a draft is gone, lacks a field, or is on the schedule
 */
export async function requestDrafts(
  deps: Deps,
  actor: Actor,
  { accountId, postIds, ...times }: DraftsRef & Times,
  beforeCommit?: BeforeCommit<Batch>,
): Promise<Batch> {
  requireIds(postIds)
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  requireMayScheduleOrAsk(actor, account)
  requireApprovals(actor, account)
  return refusedTogether(postIds, () =>
    withSchedule(deps, account, { when: { kind: 'nextOpenSlot' }, budgetMs: BATCH_BUDGET_MS, keys: [BATCHES] }, async (sql) => {
      const { now, drafts } = await lockDrafts(deps, sql, actor, account, { postIds, ...times })
      const id = await beginBatch(sql, actor, { account, mode: 'approval', did: 'request' }, now)
      const wanted = drafts.map(({ draft, when }) => ({ draft, when, picture: pictureOf(draft) }))
      const slots = await keepArranged(sql, account, wanted, now)
      const together = { account, slots, ...(drafts.length > 1 && { batchId: id }) }
      const written: WrittenRow[] = []
      for (const [index, { draft, when }] of drafts.entries()) {
        const post = toPost(draft)
        const request = await openApproval(sql, actor, { post, when, ...together }, now)
        written.push({ index, post: await withWarnings(sql, account, { ...post, ...request }, now), row: null })
      }
      return finish(sql, { id, account, mode: 'approval', written }, now, beforeCommit)
    }),
  )
}

const pictureOf = (draft: LockedPost) => draft.media[0]?.id ?? savedPictureOf(draft)

/** Checks the ids of the request. @throws BAD_REQUEST postIds */
function requireIds(postIds: readonly string[]): void {
  requireCount('postIds', postIds.length)
  if (new Set(postIds).size < postIds.length)
    throw badRequest('postIds', (of) => `${of('postIds')} must not list a ${of('post')} twice.`)
}

/** Combines several refusals into one: nothing was written. */
async function refusedTogether<T>(postIds: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RowsRefused) throw refuseAll(error.rows, postIds.length)
    throw error
  }
}

/**
 * Checks boards that were gone, before the transaction, because it may call the platform. A board that is still gone must not be
 * charged for a second time.
 */
async function requireBoardsBack(deps: Deps, account: Account, postIds: readonly string[]): Promise<void> {
  const refused: RowRefusal[] = []
  for (const post of await findFailed(deps.db.sql, account, postIds)) {
    try {
      await requireBoardBack(deps, account, post)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error
      refused.push({ index: postIds.indexOf(post.id), error })
    }
  }
  if (refused.length > 0) throw refuseAll(refused, postIds.length)
}

async function findFailed(sql: Sql, { organizationId, id: accountId }: Account, postIds: readonly string[]): Promise<Post[]> {
  const failed = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and id = any (${postIds.filter(isRowId)}::bigint[])
       and status = 'draft'
       and failure ->> 'reason' = 'board_gone'
     order by id`
  const posts: Post[] = []
  for (const { id: postId } of failed) {
    const post = await findPost(sql, { organizationId, accountId, postId })
    if (post) posts.push(post)
  }
  return posts
}

/**
 * Locks the drafts and returns them in the order of the ids. @throws RowsRefused · FORBIDDEN another person's draft · NOT_FOUND
 * the account
 */
async function lockDrafts(
  { clock }: Pick<Deps, 'clock'>,
  sql: Sql,
  actor: Actor,
  seen: Account,
  { postIds, at: times, spreadDays }: Pick<DraftsRef, 'postIds'> & Times,
): Promise<{ now: Date; drafts: { draft: LockedPost; when: RequestedTime }[] }> {
  const account = await requireAccount(sql, actor, seen.id)
  await lockBatches(sql, account)
  const locked = await lockPosts(sql, account, { postIds: postIds.filter(isRowId) })
  const byId = new Map(locked.map((post) => [post.id, post]))
  const refused: RowRefusal[] = []
  const drafts: { draft: LockedPost; when: RequestedTime }[] = []
  const now = clock()
  for (const [index, postId] of postIds.entries()) {
    try {
      const post = byId.get(postId)
      if (!post) throw notFound('Post')
      if (post.status !== 'draft') throw notADraft()
      requireMayChange(actor, post)
      requireSchedulable(post)
      const at = times?.get(postId)
      const when: RequestedTime = at
        ? { kind: 'at', at }
        : { kind: 'nextOpenSlot', ...(spreadDays !== undefined && { spreadDays }) }
      drafts.push({ draft: post, when: requireWhen(when, now) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.push({ index, error })
    }
  }
  if (refused.length > 0) throw new RowsRefused(refused)
  return { now, drafts }
}

const notADraft = () => new RefusedBecause('post_not_schedulable', { noDraft: true })

type Finished = { id: string; account: Account; mode: BatchMode; written: WrittenRow[] }

async function finish(
  sql: Sql,
  { id, account, mode, written }: Finished,
  now: Date,
  beforeCommit: BeforeCommit<Batch> | undefined,
): Promise<Batch> {
  const results = await toResults(sql, account, written, [])
  await insertResults(sql, account, id, results)
  const batch = { id, accountId: account.id, mode, createdAt: now, results }
  await beforeCommit?.(sql, batch)
  return batch
}
