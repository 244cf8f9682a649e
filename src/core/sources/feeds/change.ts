/** Changes, pauses, polls and deletes feeds. Drafts that they made stay. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import { requireBoard } from '../../boards/boards.js'
import type { Actor } from '../../lib/actor.js'
import { MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { createFeed, readPerDay } from './create.js'
import { type Feed, type FeedRef, type FeedState, namedFeed } from './model.js'
import { findFeed, lockFeed } from './store.js'

export type FeedChange = FeedRef & {
  perDay?: number | undefined
  /** null: each draft goes to the board that fits best. */
  boardId?: string | null | undefined
  state?: FeedState | undefined
}

/**
 * Changes the drafts made from now on. Entries published during a pause become drafts afterwards, as far as the feed still lists
 * them.
 * @throws FORBIDDEN below scheduler · NOT_FOUND also the board · BAD_REQUEST perDay, boardId · and the platform's refusals for
 * the board
 */
export async function updateFeed(
  deps: Deps,
  actor: Actor,
  { accountId, feedId, ...change }: FeedChange,
  beforeCommit?: BeforeCommit<Feed>,
): Promise<Feed> {
  const { db, clock } = deps
  requireRoleOn(actor, accountId, 'scheduler')
  const perDay = change.perDay === undefined ? undefined : readPerDay(change.perDay)
  const seen = await requireAccount(db.sql, actor, accountId)
  await findFeed(db.sql, seen, feedId)
  const { boardId } = change
  const board = boardId ? (await requireBoard(deps, seen, { boardId, boardSectionId: null })).boardId : boardId
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const before = await lockFeed(sql, account, feedId)
    const { state = before.state } = change
    const isBoardNew = board !== undefined && before.lastError?.code === 'board_gone'
    await sql`
      update feeds
         set per_day = ${perDay ?? before.perDay}, board_id = ${board === undefined ? before.boardId : board}, state = ${state},
             due_at = ${state === 'paused' ? null : now}
             ${isBoardNew ? sql`, error_code = null, error_detail = null, error_at = null` : sql``}
       where organization_id = ${account.organizationId}
         and id = ${feedId}`
    const feed = await findFeed(sql, account, feedId)
    const [was, is] = differences(before, feed)
    if (is)
      await recordAct(sql, actor, { ...actOn(account, feedId), action: actionOf(before, feed), before: was, after: is }, now)
    await sql`select pg_notify('feeds_due', '')`
    await beforeCommit?.(sql, feed)
    return feed
  })
}

const actOn = ({ id }: Account, feedId: string) => ({ accountId: id, subject: `feed:${feedId}` })

const CHANGEABLE = ['perDay', 'boardId', 'state'] as const

function differences(before: Feed, after: Feed): [was: object, is: object | undefined] {
  const changed = CHANGEABLE.filter((field) => before[field] !== after[field])
  const of = (feed: Feed) => Object.fromEntries(changed.map((field) => [field, feed[field]]))
  return [of(before), changed.length === 0 ? undefined : of(after)]
}

function actionOf(before: Feed, after: Feed): string {
  if (before.state === after.state) return 'update'
  return after.state === 'paused' ? 'pause' : 'resume'
}

/** The shortest time between two requested polls. */
const LOOK_AGAIN_MS = MINUTE_MS

/**
 * Polls the feed within seconds. @throws FORBIDDEN below scheduler · NOT_FOUND · CONFLICT feed_paused · TOO_MANY_REQUESTS it was
 * just polled
 */
export async function pollNow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, feedId }: FeedRef,
  beforeCommit?: BeforeCommit<Feed>,
): Promise<Feed> {
  requireRoleOn(actor, accountId, 'scheduler')
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, accountId)
    const before = await lockFeed(sql, account, feedId)
    if (before.state === 'paused') throw new RefusedBecause('feed_paused')
    const last = Math.max(before.lookedAt?.getTime() ?? 0, before.lastError?.at.getTime() ?? 0)
    const waitMs = last + LOOK_AGAIN_MS - now.getTime()
    if (waitMs > 0)
      throw new DomainError('TOO_MANY_REQUESTS', 'This feed was checked a moment ago. Wait a minute.', {
        retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
      })
    await sql`
      update feeds
         set next_look_at = least(next_look_at, ${now}), due_at = ${now}
       where organization_id = ${account.organizationId}
         and id = ${feedId}`
    await recordAct(sql, actor, { ...actOn(account, feedId), action: 'look' }, now)
    await sql`select pg_notify('feeds_due', '')`
    const feed = await findFeed(sql, account, feedId)
    await beforeCommit?.(sql, feed)
    return feed
  })
}

/**
 * Deletes a feed and its waiting entries; those that became drafts stay known, so that adding the feed again drafts none of them
 * twice.
 * @returns the deleted feed @throws FORBIDDEN below scheduler · NOT_FOUND
 */
export async function deleteFeed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, feedId }: FeedRef,
  beforeCommit?: BeforeCommit<Feed>,
): Promise<Feed> {
  requireRoleOn(actor, accountId, 'scheduler')
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, accountId)
    const feed = await lockFeed(sql, account, feedId)
    await removeLocked(sql, actor, account, feed, now)
    await beforeCommit?.(sql, feed)
    return feed
  })
}

async function removeLocked(sql: Sql, actor: Actor, account: Account, feed: Feed, now: Date): Promise<void> {
  const { id, url, perDay, boardId, state } = feed
  await sql`
    delete from feed_entries
     where organization_id = ${account.organizationId}
       and feed_id = ${id}
       and state = 'waiting'`
  await sql`
    delete from feeds
     where organization_id = ${account.organizationId}
       and id = ${id}`
  await recordAct(sql, actor, { ...actOn(account, id), action: 'delete', before: { url, perDay, boardId, state } }, now)
}

/**
 * Replaces a web page that was added as a feed by the feed it names, with the same settings. If the account has that feed
 * already, only the page is removed.
 * @throws FORBIDDEN below scheduler · NOT_FOUND also where the page no longer names one · as createFeed()
 */
export async function useNamedFeed(deps: Deps, actor: Actor, { accountId, feedId }: FeedRef): Promise<void> {
  const { db, clock } = deps
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(db.sql, actor, accountId)
  const { perDay, boardId, lastError } = await findFeed(db.sql, account, feedId)
  const url = lastError ? namedFeed(lastError) : null
  if (url === null) throw notFound('Resource')
  try {
    await createFeed(deps, actor, { accountId, url, kind: null, perDay, boardId }, async (sql) =>
      removeLocked(sql, actor, account, await lockFeed(sql, account, feedId), clock()),
    )
  } catch (error) {
    if (!(error instanceof DomainError && error.details.reason === 'feed_exists')) throw error
    await deleteFeed(deps, actor, { accountId, feedId })
  }
}
