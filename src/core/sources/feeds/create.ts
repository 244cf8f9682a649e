/** Adds a feed; work.ts polls it. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import { requireBoard } from '../../boards/boards.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import { readAll } from '../../lib/rows/read-all.js'
import { requireDestination, urlKeyOf } from '../../lib/http/url.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { type Feed, FEED_KINDS, MOST_A_DAY, MOST_FEEDS, type NewFeed } from './model.js'
import { findFeed } from './store.js'

/**
 * Adds a feed, which is polled at once and then every hour. At the first poll the newest entries become drafts, up to a day's
 * number; all others count as known.
 * @throws FORBIDDEN below scheduler · NOT_FOUND the account, the board · BAD_REQUEST url (also too many), kind, perDay, boardId ·
 * CONFLICT feed_exists · and the platform's refusals, when it has to be called for the board
 * @see docs/contract.md#feeds
 */
export async function createFeed(deps: Deps, actor: Actor, input: NewFeed, beforeCommit?: BeforeCommit<Feed>): Promise<Feed> {
  const { db, clock } = deps
  requireRoleOn(actor, input.accountId, 'scheduler')
  const { url, kind, perDay } = readAll({
    url: () => requireDestination('url', input.url),
    kind: () => readKind(input.kind),
    perDay: () => readPerDay(input.perDay),
  })
  const seen = await requireAccount(db.sql, actor, input.accountId)
  const board = input.boardId === null ? null : await requireBoard(deps, seen, { boardId: input.boardId, boardSectionId: null })
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, input.accountId)
    await requireFreePlace(sql, account)
    const [row] = await sql<{ id: string }[]>`
      insert into feeds (organization_id, account_id, url, url_key, wanted, per_day, board_id, created_by, created_at, next_look_at, due_at)
      values (${account.organizationId}, ${account.id}, ${url}, ${urlKeyOf(url)}, ${kind}, ${perDay}, ${board?.boardId ?? null}, ${actor.userId},
              ${now}, ${now}, ${now})
      on conflict (organization_id, account_id, url_key) do nothing
      returning id`
    if (!row) throw new RefusedBecause('feed_exists')
    const feed = await findFeed(sql, account, row.id)
    const act = {
      accountId: account.id,
      subject: `feed:${row.id}`,
      action: 'create',
      after: { url, kind, perDay, boardId: feed.boardId },
    }
    await recordAct(sql, actor, act, now)
    await sql`select pg_notify('feeds_due', '')`
    await beforeCommit?.(sql, feed)
    return feed
  })
}

function readKind(kind: NewFeed['kind']): NewFeed['kind'] {
  if (kind === null || FEED_KINDS.includes(kind)) return kind
  throw badRequest('kind', (of) => `${of('kind')} must be ${FEED_KINDS.slice(0, -1).join(', ')} or ${FEED_KINDS.at(-1)}.`)
}

/** @throws BAD_REQUEST perDay */
export function readPerDay(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MOST_A_DAY) return count
  throw badRequest('perDay', (of) => `${of('perDay')} must be a whole number from 1 to ${MOST_A_DAY}.`)
}

/** Locks, so that no other feed is added meanwhile. @throws BAD_REQUEST url */
async function requireFreePlace(sql: Sql, { organizationId, id }: Account): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feeds ${organizationId}`}, 0))`
  const [has] = await sql<[{ account: number; organization: number }]>`
    select count(*)::int as organization, count(*) filter (where account_id = ${id})::int as account
      from feeds
     where organization_id = ${organizationId}`
  if (has.account >= MOST_FEEDS.account)
    throw badRequest('url', `This account has ${MOST_FEEDS.account} feeds, the maximum. Delete one first.`)
  if (has.organization >= MOST_FEEDS.organization)
    throw badRequest('url', `Your organization has ${MOST_FEEDS.organization} feeds, the maximum. Delete one first.`)
}
