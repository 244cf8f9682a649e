/** Applies one change to many posts: what single posts allow, for each of them, in one transaction and with one Undo. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireSectionsStay } from '../../boards/lock-sections.js'
import type { Actor } from '../../lib/actor.js'
import { notFound, RefusedBecause } from '../../lib/errors.js'
import { rolledBack } from '../../lib/rows/rolled-back.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { lockSchedule, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../../slots/next-open-slot.js'
import { requireAsShown } from '../../posts/seen.js'
import { newChangeId } from '../../posts/audit.js'
import { changed } from '../../posts/changed.js'
import { requireMayMake, requireMaySchedule } from '../../posts/permissions.js'
import type { Placed } from '../../posts/post.js'
import { type LockedPost, toPost } from '../../posts/row.js'
import { statesIn } from '../../posts/state/read.js'
import { lockPosts } from '../../posts/store.js'
import { withWarnings } from '../../posts/state/warnings.js'
import { act, type Done } from './act.js'
import type { BulkChange, BulkResult, ChangeMany } from './model.js'
import { prepare, type Prepared } from './prepare.js'
import { areIds, requireWhich, select } from './select.js'

/** The real time for each further post: searching a slot takes some milliseconds of it. */
const EACH_MS = 40
export const budgetOf = (count: number): number => RESOLUTION_BUDGET_MS + count * EACH_MS

/**
 * Changes whatever can be changed; each other post has an error and stays unchanged. A filter is applied once, at the beginning,
 * and its posts are checked again under their locks; charges, refunds and events are as for single posts.
 * @param beforeCommit also called for a preview, and what it writes is kept
 * @throws FORBIDDEN · NOT_FOUND the account, the board of an edit · BAD_REQUEST · CONFLICT post_status_changed: not what was seen
 * · SERVICE_UNAVAILABLE slot_resolution_timeout (nothing written)
 * @see docs/contract.md#bulk-changes
 */
export async function changeMany(
  deps: Deps,
  actor: Actor,
  input: ChangeMany,
  beforeCommit?: BeforeCommit<BulkChange>,
): Promise<BulkChange> {
  const { accountId, which, action, preview, seen } = input
  requireWhich(which)
  if (action.kind === 'reschedule' || action.kind === 'unschedule') requireMaySchedule(actor, accountId, 'change')
  else requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { postIds, matched } = await select(deps.db.sql, account, which)
  const prepared = await prepare(deps, account, action, postIds)
  const turn =
    prepared.kind === 'reschedule'
      ? turnOfSchedule(account.organizationId, account.id)
      : { organizationId: account.organizationId }
  const options = { budgetMs: budgetOf(postIds.length), onTimeout: () => new RefusedBecause('slot_resolution_timeout'), turn }
  const write = (finish?: BeforeCommit<BulkChange>) =>
    deps.db.tx(async (sql) => {
      const change = { ...(await changeIn(sql, { actor, account, prepared, postIds }, deps.clock)), matched }
      requireAsShown(sql, seen)
      await finish?.(sql, change)
      return change
    }, options)
  if (!preview) return write(beforeCommit)
  const foreseen = await rolledBack<BulkChange, BulkChange>(write, (_, change) => ({ ...change, changeId: null }))
  await deps.db.tx(async (sql) => beforeCommit?.(sql, foreseen))
  return foreseen
}

type Changing = { actor: Actor; account: Account; prepared: Prepared; postIds: string[] }

async function changeIn(
  sql: Sql,
  { actor, account, prepared, postIds }: Changing,
  clock: Deps['clock'],
): Promise<Omit<BulkChange, 'matched'>> {
  if (prepared.kind === 'reschedule') await lockSchedule(sql, account) // before every other lock
  const now = clock() // read after the wait
  if ('edit' in prepared) await requireSectionsStay(sql, account, [prepared.edit])
  const locked = await lockPosts(sql, account, { postIds: areIds(postIds) })
  const found = new Map(locked.map((post) => [post.id, post]))
  const inOrder = postIds.flatMap((id) => found.get(id) ?? [])
  const done = await act(sql, { actor, account, prepared, posts: inOrder }, now)
  const changeId = await record(sql, actor, account, { locked, done }, now)
  return { changeId, results: await resultsOf(sql, account, { postIds, found, done }, now) }
}

/** Records one change, with separate rows for drafts that were scheduled, for the history. */
async function record(
  sql: Sql,
  actor: Actor,
  account: Account,
  { locked, done }: { locked: LockedPost[]; done: ReadonlyMap<string, Done> },
  now: Date,
): Promise<string | null> {
  const differing = locked.flatMap((post) => {
    const action = done.get(post.id)?.action
    return action ? [{ post, action }] : []
  })
  if (differing.length === 0) return null
  const changeId = newChangeId()
  for (const action of new Set(differing.map((one) => one.action))) {
    const before = differing.filter((one) => one.action === action).map(({ post }) => post)
    await changed(sql, actor, { account, action, before, changeId }, now)
  }
  return changeId
}

async function resultsOf(
  sql: Sql,
  account: Account,
  { postIds, found, done }: { postIds: string[]; found: ReadonlyMap<string, LockedPost>; done: ReadonlyMap<string, Done> },
  now: Date,
): Promise<BulkResult[]> {
  const there = [...done.values()].flatMap(({ post }) => (post ? [post] : []))
  const states = await statesIn(sql, there, now)
  const shown = new Map<string, BulkResult['post']>()
  for (const [index, post] of there.entries()) {
    const state = states[index]
    if (state) shown.set(post.id, { ...(await withWarnings<Placed>(sql, account, post, now)), state })
  }
  return postIds.map((postId) => {
    const outcome = done.get(postId)
    if (!outcome) return { postId, error: notFound('Post') }
    const locked = found.get(postId)
    const post = shown.get(postId)
    return {
      postId,
      ...(locked && { was: toPost(locked) }),
      ...(post && { post }),
      ...(outcome.error && { error: outcome.error }),
    }
  })
}
