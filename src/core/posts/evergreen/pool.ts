/** The evergreen pool: published pins that are published again. @see docs/contract.md#evergreen */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest, conflict, notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { listEvergreenSlots } from '../../slots/evergreen-slots.js'
import { brieflyForSchedule, lockSchedule } from '../../slots/next-open-slot.js'
import type { Post } from '../post.js'
import { listTurns, readState } from './choice.js'
import { readNext, readPosts } from './coming.js'
import type { Evergreen } from './evergreen.js'
import { listRuns } from './runs.js'
import { findPost } from '../store.js'

export const MOST_EVERGREEN_POSTS = 500
const RUNS_SHOWN = 5

/** @throws NOT_FOUND */
export async function readEvergreen(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Evergreen> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const turns = await listTurns(sql, account, limit)
  return {
    state: await readState(sql, account),
    slots: await listEvergreenSlots(deps, actor, { accountId }),
    pool: await readPosts(sql, account, turns),
    poolSize: await countPool(sql, account),
    runs: await listRuns(sql, account, RUNS_SHOWN),
    next: await readNext(sql, account, deps.clock()),
  }
}

/**
 * Puts a published pin into the pool; one that is there already stays unchanged. A copy that evergreen made stands for its
 * source.
 * @returns the pin of the pool
 * @throws FORBIDDEN below scheduler · NOT_FOUND · CONFLICT post_not_published, schedule_locked · BAD_REQUEST postId: the pool is
 * full
 */
export async function addToEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<Post> {
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const source = await requireSource(sql, account, postId)
      if (source.status !== 'sent')
        throw conflict('post_not_published', 'Only published pins can be evergreen. Add this one once it is published.')
      if (source.savedPin)
        throw badRequest(
          'postId',
          (of) => `${of('postId')}: a saved pin is someone else’s and cannot be evergreen. Choose one of your own pins.`,
        )
      await lockSchedule(sql, account)
      if (await isInPool(sql, account, source.id)) return source
      await requireFreePlace(sql, account)
      await sql`
      insert into evergreen_posts (organization_id, post_id, account_id, added_by, added_at)
      values (${account.organizationId}, ${source.id}, ${account.id}, ${actor.userId}, ${now})`
      await recordAct(sql, actor, { accountId: account.id, subject: `evergreen_post:${source.id}`, action: 'add' }, now)
      return source
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/**
 * Removes a pin, or the source of an evergreen copy, from the pool. Copies that were made already stay on the schedule.
 * @returns the pin that was in the pool
 * @throws FORBIDDEN below scheduler · NOT_FOUND also when it is not in the pool · CONFLICT schedule_locked
 */
export async function removeFromEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
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
    (of) => `${of('postId')}: the evergreen pool has ${MOST_EVERGREEN_POSTS} pins, the maximum. Remove one to add another.`,
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

async function isInPool(sql: Sql, { organizationId }: Account, postId: string): Promise<boolean> {
  const rows = await sql`
    select
      from evergreen_posts
     where organization_id = ${organizationId} and post_id = ${postId}`
  return rows.length > 0
}

async function countPool(sql: Sql, { organizationId, id }: Account): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from evergreen_posts
     where organization_id = ${organizationId} and account_id = ${id}`
  return count
}
