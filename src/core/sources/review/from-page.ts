/** Adds drafts of a page to the reviews that wait for them, in the transaction that ends their generation. */
import type { FailureCode } from '../page-failures.js'
import type { Sql } from '../../ports/deps.js'
import { prepare } from '../../insight/relevance/score.js'
import { type ItemCause, MOST_ITEMS, type Proposal } from './model.js'
import { LEAST_SCORE } from '../../insight/relevance/propose-board.js'

export type PageEnd =
  | { status: 'success'; drafts: readonly { id: string; title: string; boardId: string | null }[] }
  | { status: 'failed'; failureCode: FailureCode }

type Waiting = { reviewId: string; position: number; isNamed: boolean }

/**
 * Puts the first draft in place of the link and the others behind, in each review that waits for the page; what does not fit
 * stays a draft. The generation is locked already, so no other review begins to wait.
 */
export async function endWaiting(
  sql: Sql,
  { organizationId, generationId }: { organizationId: string; generationId: string },
  ended: PageEnd,
  now: Date,
): Promise<void> {
  const waiting = await sql<Waiting[]>`
    select review_id as "reviewId", position, coalesce(proposal -> 'page' ->> 'boardId', '') <> '' as "isNamed"
      from review_items
     where organization_id = ${organizationId}
       and generation_id = ${generationId}
       and state = 'reading'
     order by review_id, position`
  const reviewIds = [...new Set(waiting.map(({ reviewId }) => reviewId))]
  if (reviewIds.length === 0) return
  await sql`
    select 1
      from reviews
     where organization_id = ${organizationId} and id = any(${reviewIds}::bigint[])
     order by id
       for update`
  for (const reviewId of reviewIds) {
    const items = waiting.filter((one) => one.reviewId === reviewId)
    if (ended.status === 'failed') await fail(items, { code: 'page', failure: ended.failureCode })
    else await place(items, ended.drafts)
  }
  await sql`
    update reviews
       set unshown_since = ${now}, changed_at = ${now}
     where organization_id = ${organizationId} and id = any(${reviewIds}::bigint[])`

  async function fail(items: readonly Waiting[], cause: ItemCause): Promise<void> {
    for (const { reviewId, position } of items)
      await sql`
        update review_items
           set state = 'failed', cause = ${sql.json(cause)}, lease_until = null
         where ${isAt(reviewId, position)}`
  }

  async function place([first, ...others]: readonly Waiting[], [draft, ...more]: readonly Draft[]): Promise<void> {
    if (!first || !draft) return
    const { reviewId, isNamed } = first
    const fitting = await fittingTheirBoards(sql, organizationId, [draft, ...more])
    const fitted = new Set([draft, ...more].flatMap(({ id, boardId }) => (fitting.has(id) ? [boardId] : [])))
    const boardOf = ({ id, boardId }: Draft): Proposal['board'] => {
      if (boardId === null) return null
      const because = isNamed ? 'said' : fitting.has(id) ? 'words' : fitted.has(boardId) ? 'others' : 'guess'
      return { boardId, boardSectionId: null, because }
    }
    await sql`
      update review_items
         set state = 'ready', post_id = ${draft.id}, lease_until = null,
             proposal = proposal || ${sql.json({ board: boardOf(draft) })}
       where ${isAt(reviewId, first.position)}`
    await fail(others, { code: 'same_page' })
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from review_items where organization_id = ${organizationId} and review_id = ${reviewId}`
    for (const [index, each] of more.slice(0, MOST_ITEMS - count).entries()) {
      const proposal = { title: null, description: null, url: null, altText: null, board: boardOf(each) }
      await sql`
        insert into review_items (organization_id, review_id, position, kind, source, name, proposal, state, post_id)
        values (${organizationId}, ${reviewId}, ${count + 1 + index}, 'draft', ${each.id}, ${each.title}, ${sql.json(proposal)}, 'ready', ${each.id})`
    }
  }

  function isAt(reviewId: string, position: number) {
    return sql`organization_id = ${organizationId} and review_id = ${reviewId} and position = ${position} and state = 'reading'`
  }
}

type Draft = Extract<PageEnd, { status: 'success' }>['drafts'][number]

/** Returns the ids of drafts whose texts fit their board's name. */
export async function fittingTheirBoards(
  sql: Sql,
  organizationId: string,
  drafts: readonly { id: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string; title: string; description: string; altText: string; board: string }[]>`
    select p.id, coalesce(p.title, '') as title, coalesce(p.description, '') as description, coalesce(p.alt_text, '') as "altText",
           b.name as board
      from posts p
      join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
     where p.organization_id = ${organizationId} and p.id = any(${drafts.map(({ id }) => id)}::bigint[])`
  return new Set(rows.flatMap(({ id, board, ...pin }) => (prepare(board)(pin) >= LEAST_SCORE ? id : [])))
}
