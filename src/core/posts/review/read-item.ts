/**
 * An item becomes a draft: its picture or video is fetched, and its words and board are those that were proposed. Of a page drafts are made in the
 * background: see from-page.ts.
 */
import type { Actor } from '../../lib/actor.js'
import { after } from '../../lib/duration.js'
import { DomainError, say } from '../../lib/errors.js'
import { Superseded } from '../../lib/work/superseded.js'
import { createGeneration } from '../../generations/create.js'
import { DEFAULT_DRAFTS } from '../../generations/model.js'
import type { MediaSource } from '../../media/post-media.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { createPosts, type NewPost } from '../create.js'
import { LEASE_MS, PAGE_LEASE_MS } from './lease.js'
import type { ItemCause, ItemSource, PageWish, Proposal, ReviewRef } from './model.js'
import { type KeptProposal, requireReview } from './store.js'

/** Hands over the file as an upload of ours. @throws what the file is refused with */
export type LoadFile = <T>(file: { id: string; name: string }, work: (uploadId: string) => Promise<T>) => Promise<T>

type Taken = { source: ItemSource; name: string; proposal: Proposal; page: PageWish | undefined; lease: string }

/**
 * Once, whoever tries: a draft is made in the transaction that ends the reading. What goes wrong is written down as the item's cause.
 * @param which of those that are added: `first`; else one that failed, or that nobody reads any more
 * @throws NOT_FOUND · FORBIDDEN · what is no refusal: it is written down as well
 */
export async function readItem(
  deps: Deps,
  actor: Actor,
  { position, which, ...ref }: ReviewRef & { position: number; which: 'first' | 'again' },
  load: LoadFile,
): Promise<void> {
  const { account, row } = await requireReview(deps.db.sql, actor, ref)
  const { organizationId } = account
  const item = await take()
  if (!item) return
  try {
    await makeDraft(item)
  } catch (error) {
    if (error instanceof Superseded) return
    await fail(item.lease, causeOf(error, item.name))
    if (!(error instanceof DomainError)) throw error
  }

  async function take(): Promise<Taken | undefined> {
    const now = deps.wallClock()
    const isFree =
      which === 'first'
        ? deps.db.sql`i.state = 'reading' and i.lease = 0`
        : deps.db.sql`(i.state = 'failed' or (i.state = 'reading' and i.lease_until <= ${now}))`
    const [taken] = await deps.db.sql<
      { kind: ItemSource['kind']; source: string; name: string; proposal: KeptProposal; lease: string }[]
    >`
      update review_items i
         set state = 'reading', cause = null, generation_id = null, lease = i.lease + 1, lease_until = ${after(now, LEASE_MS)}
       where i.organization_id = ${organizationId}
         and i.review_id = ${row.id}
         and i.position = ${position}
         and ${isFree}
      returning i.kind, i.source, i.name, i.proposal, i.lease`
    if (!taken) return undefined
    const { shows = 'page', page, ...proposal } = taken.proposal
    const source: ItemSource =
      taken.kind === 'link' ? { kind: 'link', url: taken.source, shows } : { kind: taken.kind, id: taken.source }
    return { source, proposal, page, name: taken.name, lease: taken.lease }
  }

  async function begin(url: string, { page, lease }: Taken): Promise<void> {
    const { drafts = DEFAULT_DRAFTS, title = null, boardId = null, keywords = [] } = page ?? {}
    const ask = (board: string | null) =>
      createGeneration(deps, actor, { accountId: account.id, url, drafts, title, keywords, boardId: board }, (sql, { id }) =>
        wait(sql, lease, id),
      )
    await ask(boardId).catch(async (error: unknown) => {
      if (!isAboutBoard(error) || boardId === null) throw error
      await ask(null)
    })
  }

  /** Whoever makes the drafts ends it. */
  async function wait(sql: Sql, lease: string, generationId: string): Promise<void> {
    const waiting = await sql`
      update review_items
         set generation_id = ${generationId}, lease_until = ${after(deps.wallClock(), PAGE_LEASE_MS)}
       where organization_id = ${organizationId}
         and review_id = ${row.id}
         and position = ${position}
         and lease = ${lease}
         and state = 'reading'`
    if (waiting.count === 0) throw new Superseded()
  }

  async function makeDraft(item: Taken): Promise<void> {
    const { source, name, proposal, lease } = item
    const write = (draft: NewPost) =>
      createPosts(deps, actor, draft, async (sql, [post]) => {
        if (post) await end(sql, lease, post.id)
      })
    const make = async (media: MediaSource) => {
      const draft = draftOf(account.id, proposal, media)
      await write(draft).catch(async (error: unknown) => {
        if (!isAboutBoard(error) || draft.board === null) throw error
        await write({ ...draft, board: null }) // it was ours to propose: a draft without a board is better than none
      })
    }
    if (source.kind !== 'link') return load({ id: source.id, name }, (uploadId) => make({ kind: 'upload', uploadId }))
    if (source.shows === 'page') return begin(source.url, item)
    await make({ kind: 'url', url: source.url, mediaType: source.shows })
  }

  async function end(sql: Sql, lease: string, postId: string): Promise<void> {
    const ended = await sql`
      update review_items
         set state = 'ready', post_id = ${postId}, lease_until = null
       where organization_id = ${organizationId}
         and review_id = ${row.id}
         and position = ${position}
         and lease = ${lease}
         and state = 'reading'`
    if (ended.count === 0) throw new Superseded()
  }

  async function fail(lease: string, cause: ItemCause): Promise<void> {
    await deps.db.sql`
      update review_items
         set state = 'failed', cause = ${deps.db.sql.json(cause)}, lease_until = null
       where organization_id = ${organizationId}
         and review_id = ${row.id}
         and position = ${position}
         and lease = ${lease}
         and state = 'reading'`
  }
}

const OF_MEDIA = ['mediaUrl', 'uploadId', 'mediaType']

const isAboutBoard = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.details.thing === 'Board' ||
    error.details.field?.startsWith('board') === true ||
    error.details.reason === 'platform_reconnect_required')

/** @param name of the file or link: what an entry point calls the media is the item itself here */
function causeOf(error: unknown, name: string): ItemCause {
  if (!(error instanceof DomainError)) return { code: 'unknown' }
  const { reason, field } = error.details
  const sentence = say(error.sentence, (called) => (OF_MEDIA.includes(called) ? `“${name}”` : called))
  return { code: 'refused', error: error.code, sentence, ...(reason && { reason }), ...(field !== undefined && { field }) }
}

/** What a field does not take is left out by itself: see planItems() for their lengths. */
function draftOf(accountId: string, { board, ...words }: Proposal, media: MediaSource): NewPost {
  return {
    accountId,
    media,
    carouselItems: [],
    ...words,
    board: board && { boardId: board.boardId, boardSectionId: board.boardSectionId },
    series: null,
    when: { kind: 'draft' },
    isSimplified: true,
    productTagPinIds: [],
  }
}
