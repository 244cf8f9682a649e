/** Reads feeds from the database. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { Feed, FeedEntryRow, FeedErrorCode, FeedErrorDetail, FeedRef } from './model.js'

type Row = Omit<Feed, 'lastError'> & {
  errorCode: FeedErrorCode | null
  errorDetail: FeedErrorDetail | null
  errorAt: Date | null
}

const columns = (sql: Sql) => sql`
  f.id, f.organization_id as "organizationId", f.account_id as "accountId", f.url, coalesce(f.kind, f.wanted) as kind, f.title,
  f.per_day as "perDay", f.board_id as "boardId", f.state, f.error_code as "errorCode", f.error_detail as "errorDetail", f.error_at as "errorAt",
  f.looked_at as "lookedAt", case when f.state = 'active' then f.next_look_at end as "nextLookAt", f.created_by as "createdBy",
  f.created_at as "createdAt", coalesce(e.waiting, 0) as waiting, coalesce(e.drafted, 0) as drafted,
  coalesce(e.drafts, 0) as drafts`

/** Counts entries and drafts; a page has one draft, which counts while it is a draft. */
const counts = (sql: Sql) => sql`
  left join lateral (select count(*) filter (where n.state in ('waiting', 'making'))::int as waiting,
                            count(*) filter (where n.state = 'drafted')::int as drafted,
                            count(p.id)::int as drafts
                       from feed_entries n
                       left join posts p
                         on p.organization_id = n.organization_id and p.generation_id = n.generation_id and p.status = 'draft'
                            and n.state = 'drafted'
                      where n.organization_id = f.organization_id
                        and n.feed_id = f.id) e on true`

const toFeed = ({ errorCode, errorDetail, errorAt, ...row }: Row): Feed => ({
  ...row,
  lastError: errorCode === null || errorAt === null ? null : { code: errorCode, detail: errorDetail ?? {}, at: errorAt },
})

/** Lists the oldest first. */
export async function listFeeds(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Feed[]> {
  const { organizationId, id } = await requireAccount(sql, actor, accountId)
  const rows = await sql<Row[]>`
    select ${columns(sql)}
      from feeds f
      ${counts(sql)}
     where f.organization_id = ${organizationId}
       and f.account_id = ${id}
     order by f.id`
  return rows.map(toFeed)
}

export type WithEntries = { feed: Feed; entries: FeedEntryRow[] }
const ENTRIES_SHOWN = 20

/** Reads a feed with its latest entries. @throws NOT_FOUND */
export async function readFeed(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, feedId }: FeedRef,
): Promise<WithEntries> {
  const account = await requireAccount(sql, actor, accountId)
  const feed = await findFeed(sql, account, feedId)
  const entries = await sql<FeedEntryRow[]>`
    select url, title, state, failure_code as "failureCode", generation_id as "generationId", found_at as "foundAt"
      from feed_entries
     where organization_id = ${account.organizationId}
       and feed_id = ${feed.id}
     order by found_at desc, id desc
     limit ${ENTRIES_SHOWN}`
  return { feed, entries }
}

/** @throws NOT_FOUND */
export async function findFeed(sql: Sql, { organizationId, id }: Account, feedId: string): Promise<Feed> {
  if (!isRowId(feedId)) throw notFound('Resource')
  const [row] = await sql<Row[]>`
    select ${columns(sql)}
      from feeds f
      ${counts(sql)}
     where f.organization_id = ${organizationId}
       and f.account_id = ${id}
       and f.id = ${feedId}`
  if (!row) throw notFound('Resource')
  return toFeed(row)
}

/** Locks the feed. @throws NOT_FOUND */
export async function lockFeed(sql: Sql, account: Account, feedId: string): Promise<Feed> {
  if (!isRowId(feedId)) throw notFound('Resource')
  await sql`
    select from feeds
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and id = ${feedId}
       for update`
  return findFeed(sql, account, feedId)
}
