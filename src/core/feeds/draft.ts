/** Turns waiting entries into drafts, each by its own generation, with a daily limit. */
import type { Account } from '../accounts/account.js'
import { createGeneration } from '../generations/create.js'
import type { NewGeneration } from '../generations/model.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import { Superseded } from '../lib/work/superseded.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { PageContent } from '../ports/page.js'
import type { ClaimedFeed } from './claim.js'
import { MOST_OF_ACCOUNT_A_DAY } from './model.js'

/** The actor of drafts from feeds, as for the evergreen pool. */
export const feedActor = (organizationId: string): Actor => ({
  organizationId,
  via: 'operator',
  role: 'contributor',
  userId: 'feeds',
})

/** The most pages of an account in progress, so that pages from people are processed beside them. */
const MOST_IN_WORK = 3
/** A multiple of the daily number: failures make no draft, but must not be tried without end. */
const TRIES_A_DAY = 3

/**
 * Counts of a feed on the account's day; `inWork` and `unannounced` count all feeds of the account. `held`: entries that wait for
 * another day. `room`: how many more may be made today.
 */
export type Counts = { making: number; waiting: number; held: number; unannounced: number; room: number; inWork: number }

export async function countEntries(
  sql: Sql,
  { organizationId, accountId, feedId, perDay }: ClaimedFeed,
  today: string,
): Promise<Counts> {
  const [row] = await sql<[Omit<Counts, 'room'> & { ofFeed: number; ofAccount: number; tried: number }]>`
    select count(*) filter (where feed_id = ${feedId} and state = 'making')::int as making,
           count(*) filter (where feed_id = ${feedId} and state = 'waiting' and tried_on is distinct from ${today})::int as waiting,
           count(*) filter (where feed_id = ${feedId} and state = 'waiting' and tried_on = ${today})::int as held,
           count(*) filter (where state = 'drafted' and not is_told)::int as unannounced,
           count(*) filter (where state = 'making')::int as "inWork",
           count(*) filter (where feed_id = ${feedId} and tried_on = ${today} and state in ('making', 'drafted'))::int as "ofFeed",
           count(*) filter (where feed_id = ${feedId} and tried_on = ${today})::int as tried,
           count(*) filter (where tried_on = ${today} and state in ('making', 'drafted'))::int as "ofAccount"
      from feed_entries
     where organization_id = ${organizationId}
       and account_id = ${accountId}`
  const { ofFeed, ofAccount, tried, ...counts } = row
  const room = Math.min(perDay - ofFeed, MOST_OF_ACCOUNT_A_DAY - ofAccount, TRIES_A_DAY * perDay - tried)
  return { ...counts, room: Math.max(0, room) }
}

type Waiting = { id: string; url: string; page: PageContent | null }

/** @returns how many were begun; `isBoardGone`: the feed's board is gone, so they have none @throws Superseded */
export async function draftSome(
  deps: Deps,
  feed: ClaimedFeed,
  account: Account,
  today: string,
): Promise<{ begun: number; isBoardGone: boolean }> {
  const { sql } = deps.db
  const { room, inWork } = await countEntries(sql, feed, today)
  const entries = await findWaiting(sql, feed, today, Math.min(room, MOST_IN_WORK - inWork))
  let [begun, isBoardGone] = [0, false]
  for (const entry of entries) {
    const made = await begin(deps, feed, account, entry, isBoardGone ? null : feed.boardId, today)
    if (made === 'board_gone') {
      isBoardGone = true
      if ((await begin(deps, feed, account, entry, null, today)) === 'begun') begun++
    } else if (made === 'begun') begun++
    else if (made === 'full') break
  }
  return { begun, isBoardGone }
}

/** Finds the newest first. */
async function findWaiting(sql: Sql, { organizationId, feedId }: ClaimedFeed, today: string, most: number): Promise<Waiting[]> {
  if (most <= 0) return []
  return sql<Waiting[]>`
    select id, url, page
      from feed_entries
     where organization_id = ${organizationId}
       and feed_id = ${feedId}
       and state = 'waiting'
       and tried_on is distinct from ${today}
     order by published_at desc nulls last, id
     limit ${most}`
}

async function begin(
  deps: Deps,
  feed: ClaimedFeed,
  account: Account,
  { id, url, page }: Waiting,
  boardId: string | null,
  today: string,
): Promise<'begun' | 'board_gone' | 'full' | 'refused'> {
  const { organizationId, feedId, version } = feed
  const wanted: NewGeneration = {
    accountId: account.id,
    url,
    title: null,
    keywords: [],
    drafts: 1,
    boardId,
    ofFeed: { feedId, instead: page },
  }
  try {
    await createGeneration(deps, feedActor(organizationId), wanted, async (sql, generation) => {
      const { count } = await sql`
        update feed_entries e
           set state = 'making', generation_id = ${generation.id}, tries = tries + 1, tried_on = ${today}, failure_code = null
         where organization_id = ${organizationId}
           and id = ${id}
           and state = 'waiting'
           and exists (select 1 from feeds f where f.organization_id = ${organizationId} and f.id = ${feedId} and f.version = ${version})`
      if (count !== 1) throw new Superseded()
    })
    return 'begun'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'NOT_FOUND' && error.details.thing === 'Board' && boardId !== null) return 'board_gone'
    if (error.code !== 'BAD_REQUEST') return 'full' // of what passes by itself
    await deps.db.sql`
      update feed_entries
         set state = 'failed', failure_code = 'unreachable', tried_on = ${today}, settled_at = ${deps.clock()}, page = null
       where organization_id = ${organizationId}
         and id = ${id}
         and state = 'waiting'`
    return 'refused'
  }
}
