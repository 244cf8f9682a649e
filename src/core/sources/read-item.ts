/**
 * An item becomes a draft: its picture or video is fetched, and its words and board are those that were proposed. Of a page drafts are made in the
 * background: see from-page.ts.
 */
import type { Account } from '../accounts/account.js'
import type { Actor } from '../lib/actor.js'
import { after } from '../lib/duration.js'
import { say } from '../lib/codes.js'
import { DomainError, isUnseenFile } from '../lib/errors.js'
import { Superseded } from '../lib/work/superseded.js'
import { createGeneration } from './generations/create.js'
import { DEFAULT_DRAFTS } from './page-failures.js'
import type { MediaSource } from '../media/post-media.js'
import type { Deps, Sql } from '../ports/deps.js'
import { EMPTY_CONTENT } from '../posts/content.js'
import { createPosts, type NewPost } from '../posts/create/create.js'
import { LEASE_MS, PAGE_LEASE_MS } from './review/lease.js'
import type { FileOrigin, ItemCause, ItemSource, PageWish, Proposal, ReviewRef } from './review/model.js'
import { type KeptProposal, requireReview } from './review/store.js'

/** Hands over the file as an upload of ours. @throws what the file is refused with */
export type LoadFile = <T>(
  file: { id: string; name: string; from?: FileOrigin },
  work: (uploadId: string) => Promise<T>,
) => Promise<T>

/** An item of a review, and the reading of it that is this process's. */
type Lease = { organizationId: string; reviewId: string; position: number; lease: string }
type Taken = {
  source: ItemSource
  name: string
  proposal: Proposal
  from: FileOrigin | undefined
  page: PageWish | undefined
  lease: Lease
}
type Reading = { deps: Deps; actor: Actor; account: Account; load: LoadFile }

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
  const at = { organizationId: account.organizationId, reviewId: row.id, position }
  const item = await takeItem(deps.db.sql, at, which, deps.wallClock())
  if (!item) return
  try {
    await makeDraft({ deps, actor, account, load }, item)
  } catch (error) {
    if (error instanceof Superseded) return
    await markFailed(deps.db.sql, item.lease, causeOf(error, item.name))
    if (!(error instanceof DomainError)) throw error
  }
}

/** @returns undefined: somebody else reads it, or there is nothing to read */
async function takeItem(sql: Sql, at: Omit<Lease, 'lease'>, which: 'first' | 'again', now: Date): Promise<Taken | undefined> {
  const isFree =
    which === 'first'
      ? sql`i.state = 'reading' and i.lease = 0`
      : sql`(i.state = 'failed' or (i.state = 'reading' and i.lease_until <= ${now}))`
  const [taken] = await sql<{ kind: ItemSource['kind']; source: string; name: string; proposal: KeptProposal; lease: string }[]>`
    update review_items i
       set state = 'reading', cause = null, generation_id = null, lease = i.lease + 1, lease_until = ${after(now, LEASE_MS)}
     where i.organization_id = ${at.organizationId}
       and i.review_id = ${at.reviewId}
       and i.position = ${at.position}
       and ${isFree}
    returning i.kind, i.source, i.name, i.proposal, i.lease`
  if (!taken) return undefined
  const { shows = 'page', page, from, ...proposal } = taken.proposal
  const source: ItemSource =
    taken.kind === 'link' ? { kind: 'link', url: taken.source, shows } : { kind: taken.kind, id: taken.source }
  return { source, proposal, from, page, name: taken.name, lease: { ...at, lease: taken.lease } }
}

async function makeDraft(reading: Reading, item: Taken): Promise<void> {
  const { deps, actor, account, load } = reading
  const { source, name, proposal, from, lease } = item
  const write = (draft: NewPost) =>
    createPosts(deps, actor, draft, async (sql, [post]) => {
      if (post) await markReady(sql, lease, post.id)
    })
  const make = async (media: MediaSource) => {
    const draft = draftOf(account.id, proposal, media)
    await write(draft).catch(async (error: unknown) => {
      if (!isAboutBoard(error) || draft.board === null) throw error
      await write({ ...draft, board: null }) // it was ours to propose: a draft without a board is better than none
    })
  }
  if (source.kind !== 'link')
    return load({ id: source.id, name, ...(from && { from }) }, (uploadId) => make({ kind: 'upload', uploadId }))
  if (source.shows === 'page') return startGeneration(reading, source.url, item)
  await make({ kind: 'url', url: source.url, mediaType: source.shows })
}

/** Whoever makes the drafts of the page ends the reading. */
async function startGeneration({ deps, actor, account }: Reading, url: string, { page, lease }: Taken): Promise<void> {
  const { drafts = DEFAULT_DRAFTS, title = null, boardId: wanted = null, keywords = [] } = page ?? {}
  const start = (boardId: string | null) =>
    createGeneration(deps, actor, { accountId: account.id, url, drafts, title, keywords, boardId }, (sql, { id }) =>
      attachGeneration(sql, lease, id, deps.wallClock()),
    )
  await start(wanted).catch(async (error: unknown) => {
    if (!isAboutBoard(error) || wanted === null) throw error
    await start(null)
  })
}

/** True for `review_items` that this process still reads, by its lease. */
const itemHeldBy = (sql: Sql, { organizationId, reviewId, position, lease }: Lease) => sql`
  organization_id = ${organizationId}
         and review_id = ${reviewId}
         and position = ${position}
         and lease = ${lease}
         and state = 'reading'`

/** @throws Superseded */
async function attachGeneration(sql: Sql, lease: Lease, generationId: string, now: Date): Promise<void> {
  const { count } = await sql`
    update review_items
       set generation_id = ${generationId}, lease_until = ${after(now, PAGE_LEASE_MS)}
     where ${itemHeldBy(sql, lease)}`
  if (count === 0) throw new Superseded()
}

/** @throws Superseded */
async function markReady(sql: Sql, lease: Lease, postId: string): Promise<void> {
  const { count } = await sql`
    update review_items
       set state = 'ready', post_id = ${postId}, lease_until = null
     where ${itemHeldBy(sql, lease)}`
  if (count === 0) throw new Superseded()
}

async function markFailed(sql: Sql, lease: Lease, cause: ItemCause): Promise<void> {
  await sql`
    update review_items
       set state = 'failed', cause = ${sql.json(cause)}, lease_until = null
     where ${itemHeldBy(sql, lease)}`
}

const OF_MEDIA = ['mediaUrl', 'uploadId', 'mediaType']

/** True for a refusal of the board, or of asking Pinterest for it: a draft without a board is better than none. */
export const isAboutBoard = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.details.thing === 'Board' ||
    error.details.field?.startsWith('board') === true ||
    error.details.reason === 'platform_reconnect_required')

/** @param name of the file or link: what an entry point calls the media is the item itself here */
function causeOf(error: unknown, name: string): ItemCause {
  if (!(error instanceof DomainError)) return { code: 'unknown' }
  const { reason, field, rule } = error.details
  if (isUnseenFile(rule)) return { code: rule }
  const sentence = say(error.sentence, (called) => (OF_MEDIA.includes(called) ? `“${name}”` : called))
  return { code: 'refused', error: error.code, sentence, ...(reason && { reason }), ...(field !== undefined && { field }) }
}

/** What a field does not take is left out by itself: see planItems() for their lengths. */
function draftOf(accountId: string, { board, ...words }: Proposal, media: MediaSource): NewPost {
  return {
    ...EMPTY_CONTENT,
    accountId,
    media,
    carouselItems: [],
    ...words,
    board: board && { boardId: board.boardId, boardSectionId: board.boardSectionId },
    series: null,
    when: { kind: 'draft' },
  }
}
