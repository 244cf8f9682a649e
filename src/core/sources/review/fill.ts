/** Adds pictures, videos and links of a person to their open review, or to a new one. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { findBoards } from '../../boards/cache.js'
import { lastBoard } from '../../boards/last-board.js'
import type { Actor } from '../../lib/actor.js'
import { after, before, HOUR_MS } from '../../lib/duration.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { MOST_ITEMS, type Proposal, type Review } from './model.js'
import { asTheOthers, makeBoardProposer } from '../../insight/relevance/propose-board.js'
import { type Given, planItems, type PlannedItem, withOwnTitles } from './proposals.js'
import { LEASE_MS } from './lease.js'
import { reviewColumns, type ReviewRow, withItems } from './store.js'

/** The time within which items join a batch; later ones form another, and the earlier ones stay drafts. */
const TOGETHER_MS = HOUR_MS

export type Filled = {
  review: Review
  /** The positions of new items; a file or link that the review has already is skipped. */
  added: number[]
  /** Positions of files and links that were added before and could not be read then. */
  again: number[]
  /** Names of what did not fit. */
  leftOver: string[]
}

/**
 * Stores each item before anything of it is read, so that nothing is lost. The caller has readItem() read those of `added`.
 * @throws NOT_FOUND account · FORBIDDEN a viewer
 */
export async function fillReview(
  deps: Deps,
  actor: Actor,
  { accountId, ...given }: Given & { accountId: string },
): Promise<Filled> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const [boards, last] = await Promise.all([findBoards(deps.db.sql, account), lastBoard(deps, actor, { accountId })])
  const boardOf = makeBoardProposer(boards, last)
  return deps.db.tx(async (sql) => {
    const now = deps.clock()
    const row = await openReview(sql, account, actor, now)
    const { items, around } = planItems(given, row)
    const there = await sql<ItemThere[]>`
      select position, kind, source, state, proposal -> 'board' as board, proposal ->> 'title' as title
        from review_items
       where organization_id = ${account.organizationId} and review_id = ${row.id}`
    const keyOf = ({ source }: PlannedItem) => `${source.kind} ${source.kind === 'file' ? source.id : source.url}`
    const known = new Set(there.map(({ kind, source }) => `${kind} ${source}`))
    const brought = new Set(items.map(keyOf))
    const again = there.filter(({ kind, source, state }) => state === 'failed' && brought.has(`${kind} ${source}`))
    const fresh = items.filter((item) => !known.has(keyOf(item)) && known.add(keyOf(item)))
    const room = MOST_ITEMS - there.length
    const titles = there.flatMap(({ title }) => title ?? [])
    const fits = withOwnTitles(fresh.slice(0, room), titles)
    const added: number[] = []
    const proposed = fits.map(({ proposal: { title, description, altText, url } }) =>
      boardOf({ title: title ?? '', description: description ?? '', altText: altText ?? undefined, link: url ?? undefined }),
    )
    const chosen = asTheOthers([...proposed, ...there.map(({ board }) => board)])
    for (const [index, item] of fits.entries()) {
      const position = there.length + index + 1
      const board = chosen[index] ?? null
      const room = MOST_ITEMS - there.length - fits.length
      await insertItem(sql, row, { position, item: within(room, item), board }, after(deps.wallClock(), LEASE_MS))
      added.push(position)
    }
    const [filled] = await sql<[ReviewRow]>`
      update reviews r
         set words = ${around.words}, url = ${around.url}, changed_at = ${now}
       where r.organization_id = ${account.organizationId} and r.id = ${row.id}
      returning ${reviewColumns(sql)}`
    return {
      review: await withItems(sql, filled, deps.wallClock()),
      added,
      again: again.map(({ position }) => position),
      leftOver: fresh.slice(room).map(({ name }) => name),
    }
  })
}

type ItemThere = {
  position: number
  kind: string
  source: string
  state: string
  board: Proposal['board']
  title: string | null
}

/** Limits the drafts of a page to the free positions: all but the first are added behind. */
const within = (room: number, item: PlannedItem): PlannedItem =>
  item.page ? { ...item, page: { ...item.page, drafts: Math.min(item.page.drafts, 1 + room) } } : item

/** Opens a review and locks it, so that two concurrent messages fill the same one. */
export async function openReview(sql: Sql, account: Account, { userId }: Actor, now: Date): Promise<ReviewRow> {
  const ofPerson = sql`organization_id = ${account.organizationId} and account_id = ${account.id} and person = ${userId}`
  await sql`
    update reviews
       set state = 'kept', decided_by = ${userId}, decided_at = ${now}
     where ${ofPerson} and state = 'open' and changed_at <= ${before(now, TOGETHER_MS)}`
  await sql`
    insert into reviews (organization_id, account_id, person, created_at, changed_at)
    values (${account.organizationId}, ${account.id}, ${userId}, ${now}, ${now})
    on conflict (organization_id, account_id, person) where state = 'open' do nothing`
  const [row] = await sql<[ReviewRow]>`
    select ${reviewColumns(sql)}
      from reviews r
     where ${ofPerson} and state = 'open'
       for update`
  return row
}

type Placed = { position: number; item: PlannedItem; board: Proposal['board'] }

/** Inserts an item that is being read. */
export async function insertItem(
  sql: Sql,
  { organizationId, id }: ReviewRow,
  { position, item, board }: Placed,
  leaseUntil: Date,
): Promise<void> {
  const { source, name, page, from } = item
  const proposal = {
    ...item.proposal,
    board,
    ...(source.kind === 'link' && { shows: source.shows }),
    ...(page && { page }),
    ...(from && { from }),
  }
  await sql`
    insert into review_items (organization_id, review_id, position, kind, source, name, proposal, state, lease, lease_until)
    values (${organizationId}, ${id}, ${position}, ${source.kind}, ${source.kind === 'file' ? source.id : source.url},
            ${name}, ${sql.json(proposal)}, 'reading', 0, ${leaseUntil})`
}
