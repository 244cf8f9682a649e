/** Processes a feed: polls it every hour, makes drafts of waiting entries, and notifies the team. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { after, DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { dateOf, instantOfDay, wallDayOf } from '../../lib/time.js'
import { faultOf } from '../../lib/work/fault.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type ClaimedFeed, claimFeeds, isOurs, leaveFeed } from './claim.js'
import { keepFailure, keepPollResult, readKnown } from './keep.js'
import { EVERY_MS, pollFeed } from './poll.js'
import { notifyNewDrafts } from './notify.js'
import { createGeneration } from '../generations/create.js'
import type { NewGeneration } from '../generations/model.js'
import type { Actor } from '../../lib/actor.js'
import type { PageContent } from '../../ports/page.js'
import { MOST_OF_ACCOUNT_A_DAY } from './model.js'

/** Longer than a poll with all its files. Afterwards another process may claim it. */
export const LEASE_MS = 10 * MINUTE_MS
/** The wait while pages are made into drafts. */
const SOON_MS = 30 * SECOND_MS
/** The wait after other obstacles. */
const LATER_MS = 10 * MINUTE_MS
/** Teams are notified between these hours of the account's zone. */
const NOTIFY_FROM_MINUTE = 8 * 60
const NOTIFY_UNTIL_MINUTE = 20 * 60

/** @returns feeds of different organizations */
export const claimDueFeeds = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedFeed[]> =>
  claimFeeds(db.sql, { now: clock(), until: after(clock(), LEASE_MS), limit })

export type Worked = { found: number; begun: number; isNotified: boolean }

/** Always leaves the feed with a next time, unless another process has claimed it meanwhile. */
export async function workOnFeed(deps: Deps, feed: ClaimedFeed): Promise<Worked> {
  try {
    const account = await accountOf(deps, feed)
    if (!account) {
      await leaveFeed(deps.db.sql, feed, after(deps.clock(), DAY_MS)) // it is being deleted
      return NOTHING
    }
    const { found, nextPollAt } = await pollIfDue(deps, feed)
    return await draftAndNotify(deps, { ...feed, nextPollAt }, account, found)
  } catch (error) {
    if (error instanceof Superseded) return NOTHING
    if (faultOf(error) === 'passing') throw error
    return keepFault(deps, feed, error)
  }
}

/** Stores the fault to be shown with the feed, which is tried again at its next poll: no one waits for it. */
async function keepFault(deps: Deps, feed: ClaimedFeed, error: unknown): Promise<Worked> {
  const { organizationId, feedId } = feed
  deps.log.error({ organizationId, feedId, err: error }, 'the drafts of a feed could not be made')
  try {
    await keepFailure(deps, feed)
    await leaveFeed(deps.db.sql, feed, after(deps.clock(), EVERY_MS))
  } catch (cause) {
    if (!(cause instanceof Superseded)) throw cause
  }
  return NOTHING
}

const NOTHING: Worked = { found: 0, begun: 0, isNotified: false }

async function accountOf({ db }: Deps, { organizationId, accountId }: ClaimedFeed): Promise<Account | undefined> {
  try {
    return await requireAccount(db.sql, feedActor(organizationId), accountId)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

async function pollIfDue(deps: Deps, feed: ClaimedFeed): Promise<{ found: number; nextPollAt: Date }> {
  const { db, clock, log } = deps
  if (feed.nextPollAt > clock()) return { found: 0, nextPollAt: feed.nextPollAt }
  try {
    const known = await readKnown(db.sql, feed, clock())
    const result = await pollFeed(deps, feed, known)
    return { found: await keepPollResult(deps, feed, result, known), nextPollAt: result.nextPollAt }
  } catch (error) {
    if (error instanceof Superseded) throw error
    log.error({ organizationId: feed.organizationId, feedId: feed.feedId, err: error }, 'a feed could not be looked at')
    await keepFailure(deps, feed)
    return { found: 0, nextPollAt: after(clock(), LATER_MS) }
  }
}

async function draftAndNotify(deps: Deps, feed: ClaimedFeed, account: Account, found: number): Promise<Worked> {
  const { db, clock } = deps
  const timezone = account.timezone ?? 'UTC'
  const day = wallDayOf(clock(), timezone)
  const today = dateOf(new Date(day * DAY_MS))
  const { begun, isBoardGone } = await draftSome(deps, feed, account, today)
  if (isBoardGone) await keepBoardGone(db.sql, feed, clock())
  const counts = await countEntries(db.sql, feed, today)
  const [from, until] = [NOTIFY_FROM_MINUTE, NOTIFY_UNTIL_MINUTE].map((minute) => instantOfDay(day, minute, timezone)) as [
    Date,
    Date,
  ]
  const now = clock()
  const isDone = counts.making === 0 && (counts.waiting === 0 || counts.room === 0)
  const isNotified =
    counts.unannounced > 0 && isDone && now >= from && now < until && (await notifyNewDrafts(deps, account, today))
  const tomorrow = instantOfDay(day + 1, 0, timezone)
  const times = [
    feed.nextPollAt,
    ...(counts.making > 0 ? [after(now, SOON_MS)] : []),
    ...(counts.waiting > 0 ? [counts.room > 0 ? after(now, begun > 0 || counts.inWork > 0 ? SOON_MS : LATER_MS) : tomorrow] : []),
    ...(counts.held > 0 ? [tomorrow] : []),
    ...(counts.unannounced > 0 && !isNotified && isDone
      ? [now < from ? from : instantOfDay(day + 1, NOTIFY_FROM_MINUTE, timezone)]
      : []),
  ]
  await leaveFeed(db.sql, feed, new Date(Math.max(now.getTime() + 1, Math.min(...times.map((at) => at.getTime())))))
  return { found, begun, isNotified }
}

/** Stores that the board is gone until another is chosen, or the next poll finds another error. */
async function keepBoardGone(sql: Sql, feed: ClaimedFeed, now: Date): Promise<void> {
  await sql`
    update feeds
       set error_code = 'board_gone', error_detail = '{}'::jsonb, error_at = ${now}
     where ${isOurs(sql, feed)}
       and error_code is null`
}

/** The actor of drafts from feeds, as for the evergreen pool. */
const feedActor = (organizationId: string): Actor => ({
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
type Counts = { making: number; waiting: number; held: number; unannounced: number; room: number; inWork: number }

async function countEntries(
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
async function draftSome(
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
           set state = 'making', generation_id = ${generation.id}, tries = tries + 1, tried_on = ${today}, failure_code = null, is_told = false
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
