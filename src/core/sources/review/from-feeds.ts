/** Brings drafts that the feeds of an account made into the reviewer's open review. */
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { openReview } from './fill.js'
import { fittingTheirBoards } from './from-page.js'
import { MOST_ITEMS, type Proposal, type Review } from './model.js'
import { type ReviewRow, withItems } from './store.js'

export type FeedReview = {
  /** null: no draft of a feed waits. */
  review: Review | null
  /** The number of feed drafts that did not fit. */
  leftOver: number
}

type FeedDraft = { id: string; title: string; boardId: string | null; isNamed: boolean }

/**
 * Adds the newest drafts behind the review's items, skipping those that it has.
 * @throws NOT_FOUND account · FORBIDDEN below scheduler, because drafts of feeds have no owner
 */
export async function reviewFeedDrafts(
  { db, clock, wallClock }: Pick<Deps, 'db' | 'clock' | 'wallClock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<FeedReview> {
  requireRoleOn(actor, accountId, 'scheduler')
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const drafts = await findDrafts(sql, account.organizationId, account.id)
    if (drafts.length === 0) return { review: null, leftOver: 0 }
    const now = clock()
    const row = await openReview(sql, account, actor, now)
    const leftOver = await addDrafts(sql, row, drafts, now)
    return { review: await withItems(sql, row, wallClock()), leftOver }
  })
}

/** Adds drafts behind the items of a locked review, skipping those that it has. @returns how many did not fit */
export async function addDrafts(
  sql: Sql,
  { organizationId, id: reviewId }: ReviewRow,
  drafts: readonly FeedDraft[],
  now: Date,
): Promise<number> {
  const there = await sql<{ postId: string | null }[]>`
    select post_id as "postId"
      from review_items
     where organization_id = ${organizationId} and review_id = ${reviewId}`
  const known = new Set(there.map(({ postId }) => postId))
  const fresh = drafts.filter(({ id }) => !known.has(id))
  const added = fresh.slice(0, MOST_ITEMS - there.length)
  const fitting = await fittingTheirBoards(sql, organizationId, added)
  for (const [index, { id, title, boardId, isNamed }] of added.entries()) {
    const because = isNamed ? 'said' : fitting.has(id) ? 'words' : 'guess'
    const board: Proposal['board'] = boardId === null ? null : { boardId, boardSectionId: null, because }
    const proposal = { title: null, description: null, url: null, altText: null, board }
    await sql`
      insert into review_items (organization_id, review_id, position, kind, source, name, proposal, state, post_id)
      values (${organizationId}, ${reviewId}, ${there.length + 1 + index}, 'draft', ${id}, ${title}, ${sql.json(proposal)}, 'ready', ${id})`
  }
  await sql`
    update reviews
       set changed_at = ${now}
     where organization_id = ${organizationId} and id = ${reviewId}`
  return fresh.length - added.length
}

/** Finds the drafts. `isNamed`: the feed names the board. */
const findDrafts = (sql: Sql, organizationId: string, accountId: string) => sql<FeedDraft[]>`
  select p.id, coalesce(p.title, e.title, p.url, '') as title, p.board_id as "boardId", coalesce(f.board_id = p.board_id, false) as "isNamed"
    from feed_entries e
    join posts p
      on p.organization_id = e.organization_id and p.generation_id = e.generation_id and p.status = 'draft'
    left join feeds f
      on f.organization_id = e.organization_id and f.id = e.feed_id
   where e.organization_id = ${organizationId}
     and e.account_id = ${accountId}
     and e.state = 'drafted'
   order by p.id desc
   limit ${10 * MOST_ITEMS}`
