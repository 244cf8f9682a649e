/** Makes drafts for a theme of the plan: of its waiting pages, beside its drafts without a time, in the person's open review. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { after } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { PageContent } from '../../ports/page.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { editPost } from '../../posts/edit.js'
import { requireMayMake } from '../../posts/permissions.js'
import { requireKeyword } from '../../insight/relevance/keyword-rule.js'
import { boardsFirst } from '../../insight/trends/suggestions.js'
import { createGeneration } from '../generations/create.js'
import { MOST_KEYWORD } from '../generations/model.js'
import { isAboutBoard } from '../read-item.js'
import { insertItem, openReview } from '../review/fill.js'
import { addDrafts } from '../review/from-feeds.js'
import { PAGE_LEASE_MS } from '../review/lease.js'
import { MOST_ITEMS, type PageWish, type Review } from '../review/model.js'
import { withItems } from '../review/store.js'
import { findMaterial, type WaitingDraft, type WaitingPage } from './material.js'

/** The most of a press. What is left waits for the next one. */
export const MOST_OF_A_PRESS = { pages: 5, drafts: 10 }

export type ThemeDrafts = {
  /** null: nothing waits any more. */
  review: Review | null
  board: { id: string; name: string } | null
  /** Pages that drafts are being made of, and drafts that waited. */
  pages: number
  drafts: number
  /** Pages that wait for another press. */
  left: number
  /** Why pages are left, if it was not their number. */
  refusal: DomainError | null
}

/**
 * Brings a theme into the person's review. A page is claimed from its feed in the transaction that begins its draft, so it has
 * one draft however often and by how many people this is called; what was pinned or removed since the plan was read is skipped.
 * @throws NOT_FOUND · FORBIDDEN a viewer · BAD_REQUEST keyword · as createGeneration(), when nothing was done
 */
export async function draftTheme(
  deps: Deps,
  actor: Actor,
  { accountId, keyword: given }: { accountId: string; keyword: string },
): Promise<ThemeDrafts> {
  requireMayMake(actor, accountId)
  const keyword = requireKeyword(given)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const [placed] = await boardsFirst(deps.db.sql, account, [{ keyword }])
  const board = placed?.board ?? null
  const [material] = await findMaterial(deps.db.sql, actor, account, [keyword], deps.clock())
  const { drafts: waiting = [], pages = [] } = material ?? {}
  const drafts = await bringDrafts(deps, actor, account, waiting.slice(0, MOST_OF_A_PRESS.drafts), board)
  const wish = { drafts: 1, title: null, boardId: board?.id ?? null, keywords: keyword.length <= MOST_KEYWORD ? [keyword] : [] }
  let begun = 0
  let refusal: DomainError | null = null
  for (const page of pages.slice(0, MOST_OF_A_PRESS.pages)) {
    const result = await beginPage(deps, actor, account, page, wish)
    if (result === 'begun') begun++
    else if (result !== 'skipped') refusal = result
    if (refusal) break
  }
  if (refusal && begun + drafts === 0) throw refusal
  const left = refusal ? pages.length - begun : Math.max(0, pages.length - MOST_OF_A_PRESS.pages)
  const review = begun + drafts === 0 ? null : await reviewOf(deps, actor, account)
  return { review, board, pages: begun, drafts, left, refusal }
}

const reviewOf = ({ db, clock, wallClock }: Deps, actor: Actor, account: Account): Promise<Review> =>
  db.tx(async (sql) => withItems(sql, await openReview(sql, account, actor, clock()), wallClock()))

/** @returns how many are in the review */
async function bringDrafts(
  deps: Deps,
  actor: Actor,
  account: Account,
  drafts: readonly WaitingDraft[],
  board: ThemeDrafts['board'],
): Promise<number> {
  if (drafts.length === 0) return 0
  const placed: WaitingDraft[] = []
  for (const draft of drafts) placed.push(await onBoard(deps, actor, account, draft, board))
  return deps.db.tx(async (sql) => {
    const now = deps.clock()
    const row = await openReview(sql, account, actor, now)
    const leftOver = await addDrafts(
      sql,
      row,
      placed.map((draft) => ({ ...draft, isNamed: false })),
      now,
    )
    return placed.length - leftOver
  })
}

/** Gives a draft without a board that of the theme. One that was changed or deleted meanwhile stays as it is. */
async function onBoard(deps: Deps, actor: Actor, account: Account, draft: WaitingDraft, board: ThemeDrafts['board']) {
  if (draft.boardId !== null || board === null) return draft
  const changes = { board: { boardId: board.id, boardSectionId: null } }
  try {
    await editPost(deps, actor, { accountId: account.id, postId: draft.id, changes })
    return { ...draft, boardId: board.id }
  } catch (error) {
    if (error instanceof DomainError) return draft
    throw error
  }
}

/** @returns `skipped`: it no longer waits, or has an address that no pin can have; else why no page can be begun now */
async function beginPage(
  deps: Deps,
  actor: Actor,
  account: Account,
  page: WaitingPage,
  wish: PageWish,
): Promise<'begun' | 'skipped' | DomainError> {
  const begin = async (boardId: string | null) => {
    const ofFeed = { feedId: page.feedId, instead: await findInstead(deps.db.sql, account, page) }
    await createGeneration(
      deps,
      actor,
      { accountId: account.id, url: page.url, ...wish, boardId, ofFeed },
      async (sql, generation) => {
        const row = await openReview(sql, account, actor, deps.clock())
        await claimPage(sql, account, page, generation.id)
        await addPage(sql, row, page, { ...wish, boardId }, generation.id, after(deps.wallClock(), PAGE_LEASE_MS))
      },
    )
  }
  try {
    await begin(wish.boardId).catch(async (error: unknown) => {
      if (!isAboutBoard(error) || wish.boardId === null) throw error
      await begin(null)
    })
    return 'begun'
  } catch (error) {
    if (error instanceof Superseded) return 'skipped'
    if (!(error instanceof DomainError)) throw error
    return error.code === 'BAD_REQUEST' ? 'skipped' : error
  }
}

/** Returns what the feed itself has of the page, for when the page cannot be read. */
async function findInstead(sql: Sql, { organizationId }: Account, { id }: WaitingPage): Promise<PageContent | null> {
  const [row] = await sql<{ page: PageContent | null }[]>`
    select page from feed_entries where organization_id = ${organizationId} and id = ${id} and state = 'waiting'`
  return row?.page ?? null
}

/** Takes the page from its feed, whose notice leaves it out: the person sees its draft. @throws Superseded */
async function claimPage(sql: Sql, { organizationId }: Account, { id }: WaitingPage, generationId: string): Promise<void> {
  const { count } = await sql`
    update feed_entries
       set state = 'making', generation_id = ${generationId}, tries = tries + 1, failure_code = null, is_told = true
     where organization_id = ${organizationId}
       and id = ${id}
       and state = 'waiting'`
  if (count !== 1) throw new Superseded()
}

/** Adds the page to a locked review as an item that waits for its draft; one that failed there before waits again. */
async function addPage(
  sql: Sql,
  row: Awaited<ReturnType<typeof openReview>>,
  { url, title }: WaitingPage,
  page: PageWish,
  generationId: string,
  leaseUntil: Date,
): Promise<void> {
  const { organizationId, id } = row
  const there = await sql<{ isSame: boolean }[]>`
    select kind = 'link' and source = ${url} as "isSame"
      from review_items
     where organization_id = ${organizationId} and review_id = ${id}`
  if (!there.some(({ isSame }) => isSame)) {
    if (there.length >= MOST_ITEMS)
      throw new DomainError('CONFLICT', `A review holds ${MOST_ITEMS} pins. Schedule or keep these first.`)
    const board = page.boardId === null ? null : { boardId: page.boardId, boardSectionId: null, because: 'words' as const }
    const proposal = { title: null, description: null, url: null, altText: null }
    const item = { source: { kind: 'link' as const, url, shows: 'page' as const }, name: title ?? url, proposal, page }
    await insertItem(sql, row, { position: there.length + 1, item, board }, leaseUntil)
  }
  await sql`
    update review_items
       set state = 'reading', cause = null, lease = lease + 1, generation_id = ${generationId}, lease_until = ${leaseUntil}
     where organization_id = ${organizationId}
       and review_id = ${id}
       and kind = 'link'
       and source = ${url}
       and post_id is null`
}
