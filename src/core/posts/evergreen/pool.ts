/** The evergreen pool: published pins that are published again. @see docs/contract.md#evergreen */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, notFound, RefusedBecause } from '../../lib/errors.js'
import { dayOf, zoneOf } from '../../accounts/digest-times.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { changedLimits, endOf, type LimitsChange, NO_LIMITS } from '../../slots/evergreen-limits.js'
import { listEvergreenSlots } from '../../slots/evergreen-slots.js'
import { brieflyForSchedule, lockSchedule } from '../../slots/next-open-slot.js'
import type { Post } from '../post.js'
import { listTurns, readState } from './choice.js'
import { readNext, readPosts } from './coming.js'
import type { Evergreen, EvergreenPost } from './evergreen.js'
import { listRuns } from './runs.js'
import { findPost } from '../store.js'

export const MOST_EVERGREEN_POSTS = 500
const RUNS_SHOWN = 5

type PoolRef = { accountId: string; postId: string }

/** @throws NOT_FOUND */
export async function readEvergreen(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Evergreen> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const now = deps.clock()
  const today = dayOf(now, zoneOf(account))
  const turns = await listTurns(sql, account)
  const left = turns.filter(({ limits }) => endOf(limits, today) === null)
  const over = turns.filter(({ limits }) => endOf(limits, today) !== null)
  const ended = await readPosts(sql, account, over, now)
  return {
    state: await readState(sql, account),
    slots: await listEvergreenSlots(deps, actor, { accountId }),
    pool: await readPosts(sql, account, left.slice(0, limit), now),
    poolSize: left.length,
    ended: ended.sort((a, b) => (b.ended?.on ?? '').localeCompare(a.ended?.on ?? '')),
    runs: await listRuns(sql, account, RUNS_SHOWN),
    next: await readNext(sql, account, now),
  }
}

/** Reads a pin of the pool. @throws NOT_FOUND also when it has ended or is not in the pool */
export async function readEvergreenPost(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: PoolRef,
): Promise<EvergreenPost> {
  const member = await findMember(sql, await requireAccount(sql, actor, accountId), postId, clock())
  if (!member || member.ended) throw notFound('Post')
  return member
}

/**
 * Puts a published pin into the pool, or changes the limits of one that is there; one that has ended joins again, and its repeats
 * are counted from now on. A copy that evergreen made stands for its source. With `joins` false it only changes limits.
 * @throws FORBIDDEN below scheduler · NOT_FOUND also when it would have to join and may not · CONFLICT post_not_published, schedule_locked · BAD_REQUEST postId: the pool is
 * full; until, atMost, months
 */
export async function keepEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId, joins: mayJoin = true, ...change }: PoolRef & LimitsChange & { joins?: boolean },
  beforeCommit?: BeforeCommit<EvergreenPost>,
): Promise<EvergreenPost> {
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const source = await requireSource(sql, account, postId)
      if (source.status !== 'sent') throw new RefusedBecause('post_not_published', { about: 'evergreen' })
      if (source.pinDeletedAt) throw new RefusedBecause('pin_deleted')
      if (source.savedPin)
        throw badRequest(
          'postId',
          (of) => `${of('postId')}: a saved pin is someone else’s and cannot be evergreen. Choose one of your own pins.`,
        )
      await lockSchedule(sql, account)
      const before = await findMember(sql, account, source.id, now)
      const joins = !before || before.ended !== null
      if (joins && !mayJoin) throw notFound('Post')
      const limits = changedLimits(joins ? NO_LIMITS : before.limits, change, dayOf(now, zoneOf(account)))
      if (!before) await requireFreePlace(sql, account)
      const written = await sql`
      insert into evergreen_posts (organization_id, post_id, account_id, added_by, added_at, until_day, at_most, months)
      values (${account.organizationId}, ${source.id}, ${account.id}, ${actor.userId}, ${now}, ${limits.until}::date, ${limits.atMost}, ${limits.months})
      on conflict (organization_id, post_id) do update
         set until_day = excluded.until_day, at_most = excluded.at_most, months = excluded.months,
             added_by = case when ${joins} then excluded.added_by else evergreen_posts.added_by end,
             added_at = case when ${joins} then excluded.added_at else evergreen_posts.added_at end
       where ${joins} or (evergreen_posts.until_day, evergreen_posts.at_most, evergreen_posts.months)
             is distinct from (excluded.until_day, excluded.at_most, excluded.months)`
      const action = joins ? 'add' : 'edit'
      if (written.count > 0)
        await recordAct(sql, actor, { accountId: account.id, subject: `evergreen_post:${source.id}`, action }, now)
      const member = await findMember(sql, account, source.id, now)
      if (!member) throw new Error(`post ${source.id} left the evergreen pool under the schedule lock`)
      await beforeCommit?.(sql, member)
      return member
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/** Works like keepEvergreen() without limits. @returns the pin of the pool */
export const addToEvergreen = async (deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, ref: PoolRef): Promise<Post> =>
  (await keepEvergreen(deps, actor, ref)).post

/**
 * Removes a pin, or the source of an evergreen copy, from the pool. Copies that were made already stay on the schedule.
 * @returns the pin that was in the pool
 * @throws FORBIDDEN below scheduler · NOT_FOUND also when it is not in the pool · CONFLICT schedule_locked
 */
export async function removeFromEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: PoolRef,
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const source = await requireSource(sql, account, postId)
      await lockSchedule(sql, account)
      const removed = await sql`
      delete from evergreen_posts
       where organization_id = ${account.organizationId} and account_id = ${account.id} and post_id = ${source.id}`
      if (removed.count === 0) throw notFound('Post')
      await recordAct(sql, actor, { accountId: account.id, subject: `evergreen_post:${source.id}`, action: 'remove' }, now)
      await beforeCommit?.(sql, source)
      return source
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/**
 * Pauses or resumes evergreen: while it is paused, slots pass without a pin, and copies that were made before stay on the
 * schedule. Resuming makes up for nothing.
 * @throws FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked
 */
export async function setEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, state }: { accountId: string; state: 'active' | 'paused' },
): Promise<void> {
  requireRoleOn(actor, accountId, 'scheduler')
  await db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      await lockSchedule(sql, account)
      const changed = await sql`
      update schedules
         set evergreen = ${state}
       where organization_id = ${account.organizationId} and account_id = ${account.id} and evergreen <> ${state}`
      if (changed.count === 0) return
      const action = state === 'paused' ? 'pauseEvergreen' : 'resumeEvergreen'
      await recordAct(sql, actor, { accountId: account.id, subject: `schedule:${account.id}`, action }, clock())
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/**
 * Checks that the pool is not full. The schedule lock of the caller keeps others from adding a pin meanwhile. @throws BAD_REQUEST
 * postId
 */
async function requireFreePlace(sql: Sql, account: Account): Promise<void> {
  if ((await countPool(sql, account)) < MOST_EVERGREEN_POSTS) return
  throw badRequest(
    'postId',
    (of) =>
      `${of('postId')}: the evergreen pool has ${MOST_EVERGREEN_POSTS} pins, the maximum, with those that have ended. Remove one to add another.`,
  )
}

/** Returns the post itself, or the source of a copy, which alone can be in the pool. @throws NOT_FOUND */
async function requireSource(sql: Sql, { organizationId, id: accountId }: Account, postId: string): Promise<Post> {
  const post = await findPost(sql, { organizationId, accountId, postId })
  if (!post) throw notFound('Post')
  if (post.sourcePostId === null) return post
  const source = await findPost(sql, { organizationId, accountId, postId: post.sourcePostId })
  if (!source) throw notFound('Post')
  return source
}

async function findMember(sql: Sql, account: Account, postId: string, now: Date): Promise<EvergreenPost | undefined> {
  const turns = (await listTurns(sql, account)).filter((turn) => turn.postId === postId)
  return (await readPosts(sql, account, turns, now))[0]
}

async function countPool(sql: Sql, { organizationId, id }: Account): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from evergreen_posts
     where organization_id = ${organizationId} and account_id = ${id}`
  return count
}
