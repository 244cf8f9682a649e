/** Claims due feeds for a process, one at a time each. */
import { after } from '../../lib/duration.js'
import { nextClaimAt, claimOnePerOrganization } from '../../lib/rows/one-per-organization.js'
import type { FeedKind } from '../../ports/feed.js'
import type { Sql } from '../../ports/deps.js'

/** A file of a sitemap index. `isOld`: it existed at the first poll, and is not read yet. */
export type Part = {
  url: string
  changed: string | null
  etag: string | null
  lastModified: string | null
  /** Unix time in ms; null: not read. */
  readAt: number | null
  isOld: boolean
}

export type FeedKey = { organizationId: string; feedId: string }
export type ClaimedFeed = FeedKey & {
  accountId: string
  url: string
  wanted: FeedKind | null
  kind: FeedKind | null
  title: string | null
  perDay: number
  boardId: string | null
  etag: string | null
  lastModified: string | null
  parts: Part[]
  firstPollAt: Date | null
  failures: number
  nextPollAt: Date
  /** To the millisecond: a concurrent change of the feed sets another one. */
  dueAt: Date
  /** Incremented with each claim: results of an earlier claim are discarded. */
  version: number
}

/**
 * Claims the longest waiting feed of each organization, the longest of all first, so that many feeds of one do not delay the
 * others.
 */
export async function claimFeeds(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedFeed[]> {
  return claimOnePerOrganization(
    sql,
    'feeds',
    { now, limit },
    (mayTake) => sql<ClaimedFeed[]>`
      update feeds t
         set lease_until = ${until}, version = t.version + 1
       where ${mayTake}
      returning t.organization_id as "organizationId", t.id as "feedId", t.account_id as "accountId", t.url, t.wanted, t.kind, t.title,
                t.per_day as "perDay", t.board_id as "boardId", t.etag, t.last_modified as "lastModified", t.parts,
                t.first_look_at as "firstPollAt", t.failures, t.next_look_at as "nextPollAt", t.due_at as "dueAt", t.version`,
  )
}

export const nextFeedDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'feeds')

/** True for a claimed feed that has not been claimed again since. */
export const isOurs = (sql: Sql, { organizationId, feedId, version }: FeedKey & { version: number }) => sql`
  organization_id = ${organizationId} and id = ${feedId} and version = ${version} and lease_until is not null`

/**
 * Releases the feed until its next time, or one set meanwhile; a paused one gets none. @returns false when another process has
 * claimed it, or it is gone
 */
export async function leaveFeed(sql: Sql, claimed: ClaimedFeed, dueAt: Date): Promise<boolean> {
  const isUnchanged = sql`due_at >= ${claimed.dueAt} and due_at < ${after(claimed.dueAt, 1)}`
  const { count } = await sql`
    update feeds
       set lease_until = null, due_at = case when state = 'paused' then null when ${isUnchanged} then ${dueAt}::timestamptz else least(due_at, ${dueAt}::timestamptz) end
     where ${isOurs(sql, claimed)}`
  return count === 1
}
