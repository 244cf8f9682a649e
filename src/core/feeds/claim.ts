/** Feeds that are due: which process works on them, one at a time each. */
import { after } from '../lib/duration.js'
import { nextClaimAt, claimOnePerOrganization } from '../lib/work/one-per-organization.js'
import type { FeedKind } from '../ports/feed.js'
import type { Sql } from '../ports/deps.js'

/** A file of a sitemap index. `isOld`: it was there at the first poll, and is not read yet. */
export type Part = {
  url: string
  changed: string | null
  etag: string | null
  lastModified: string | null
  /** In ms; null: it was not. */
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
  /** To the millisecond: whoever changes the feed meanwhile sets another one. */
  dueAt: Date
  /** One more each time that somebody takes it: who took it before keeps nothing. */
  version: number
}

/** One of each organization, that which has waited longest, and of these the longest: whoever has many feeds has one place. */
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

/** When there is one to take. */
export const nextFeedDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'feeds')

/** Of what somebody has claimed, as long as nobody else has taken it since. */
export const isOurs = (sql: Sql, { organizationId, feedId, version }: FeedKey & { version: number }) => sql`
  organization_id = ${organizationId} and id = ${feedId} and version = ${version} and lease_until is not null`

/** It waits for its next time, or what somebody has set meanwhile; a paused one for none. @returns false: somebody else has taken it, or it is gone */
export async function leaveFeed(sql: Sql, claimed: ClaimedFeed, dueAt: Date): Promise<boolean> {
  const isUnchanged = sql`due_at >= ${claimed.dueAt} and due_at < ${after(claimed.dueAt, 1)}`
  const { count } = await sql`
    update feeds
       set lease_until = null, due_at = case when state = 'paused' then null when ${isUnchanged} then ${dueAt}::timestamptz else least(due_at, ${dueAt}::timestamptz) end
     where ${isOurs(sql, claimed)}`
  return count === 1
}
