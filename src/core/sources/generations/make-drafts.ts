/** Writes the drafts of a page, together with the end of its generation. */
import type { Account } from '../../accounts/account.js'
import { requireKeyInForce } from '../../accounts/keys/actor-now.js'
import { requireAccount } from '../../accounts/accounts.js'
import { publicBoards } from '../../boards/board.js'
import { findBoards } from '../../boards/cache.js'
import { SECOND_MS } from '../../lib/duration.js'
import { DomainError, type RowRefusal } from '../../lib/errors.js'
import { requireDestination } from '../../lib/http/url.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps } from '../../ports/deps.js'
import type { PostMedia, Recipe } from '../../media/post-media.js'
import type { PageContent } from '../../ports/page.js'
import { createBatch } from '../../many/batch/create.js'
import type { BatchResult, NewBatchPost } from '../../many/batch/model.js'
import { EMPTY_CONTENT } from '../../posts/content.js'
import { wordsFor } from '../../insight/trends/words.js'
import { type ClaimedGeneration, endGeneration, type MadeDraft } from './claim.js'
import { apart } from './apart.js'
import type { DraftWarning, GeneratedDraft } from './draft.js'
import type { GenerationWarning } from './model.js'
import type { FailureCode } from '../page-failures.js'
import { type Written, writeDrafts } from './written/write.js'
import type { LeftOut } from './written/without-left.js'
import { type Size, warningsOf } from './pictures.js'

/** Each round reads up to five pictures; the next one replaces those that were refused. */
const MOST_ROUNDS = 4
/** The number of sentences compared with search terms; a page states its subject first. */
const MOST_SENTENCES = 20
/** Real time, after which only what has succeeded is kept. */
const ROUNDS_MS = 60 * SECOND_MS

class NothingWritten extends Error {
  constructor() {
    super('none of the drafts could be written')
  }
}

/**
 * Writes all drafts and the end of the generation in one transaction. A picture that cannot be used is replaced by another one of
 * the page.
 * @returns the number of drafts; or why there are none, in which case nothing is written yet
 * @throws Superseded · and temporary failures
 */
export async function makeDrafts(
  deps: Deps,
  claimed: ClaimedGeneration,
  page: PageContent,
): Promise<{ made: number } | { failed: FailureCode }> {
  const { actor, accountId } = claimed
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const boards = await boardsFor(deps, account, claimed)
  const words = [...claimed.keywords, ...(await searchedFor(deps, account, claimed, page))]
  const isGone = claimed.boardId !== null && boards.length === 0
  const left: LeftOut = { pictures: new Set(), boards: new Set(isGone ? [claimed.boardId ?? ''] : []), titles: new Set() }
  const asked = { ...claimed, keywords: words }
  const first = await composeWithout(deps, asked, page, boards, left)
  if (first.kind === 'failed') return { failed: first.because }
  const written = await writtenFor(deps, asked, page, boards, first.drafts.length)
  const endsAt = performance.now() + ROUNDS_MS
  for (let round = 1; ; round++) {
    const free = written.kind === 'written' ? await writtenWithout(deps, claimed, written.drafts, { page, boards, left }) : []
    const composed =
      free.length > 0 ? ({ kind: 'composed', drafts: free } as const) : await composeWithout(deps, asked, page, boards, left)
    if (composed.kind === 'failed') return { failed: composed.because }
    const { drafts } = composed
    const isLast = round === MOST_ROUNDS || performance.now() > endsAt
    const posts = drafts.map((draft, index) => toPost(draft, fitsOf(drafts, index), claimed))
    const batch = {
      accountId,
      posts,
      mode: 'draft',
      onError: isLast ? 'skip' : 'stop',
      generationId: claimed.generationId,
    } as const
    try {
      let made = 0
      await createBatch(deps, actor, batch, async (sql, { results }) => {
        await requireKeyInForce(sql, actor, deps.clock())
        const outcome = outcomeOf(claimed, drafts, results, left)
        if (outcome.drafts.length === 0) throw new NothingWritten()
        const success = {
          status: 'success',
          drafts: outcome.drafts,
          warnings: [...outcome.warnings, ...ofModel(written, free)],
          writtenBy: free.length > 0 ? 'model' : 'local',
        } as const
        if (!(await endGeneration(sql, claimed, success, deps.clock()))) throw new Superseded()
        made = outcome.drafts.length
      })
      return { made }
    } catch (error) {
      if (error instanceof NothingWritten) return { failed: 'no_picture' }
      if (!(error instanceof DomainError) || !error.details.rows || !leaveOut(left, drafts, error.details.rows)) throw error
    }
  }
}

/** Returns stored search terms that fit the page or the requested board; nothing is fetched for it. */
const searchedFor = (deps: Deps, account: Account, { title, boardId }: ClaimedGeneration, page: PageContent): Promise<string[]> =>
  wordsFor(deps, {
    organizationId: account.organizationId,
    accountId: account.id,
    boardId,
    about: [title ?? page.title ?? '', ...page.sentences.slice(0, MOST_SENTENCES)].map((said) => ({
      title: said,
      description: '',
    })),
  })

type Boards = readonly { id: string; name: string }[]

/**
 * Lets the model write once; unusable parts are replaced without another request. @param least how many drafts Pinslot could make
 * without the model
 */
async function writtenFor(
  deps: Deps,
  { organizationId, generationId, title, keywords, drafts: wanted, useModel }: ClaimedGeneration,
  page: PageContent,
  boards: Boards,
  least: number,
): Promise<Written> {
  if (useModel === false) return { kind: 'not_written', because: null }
  const titled = { ...page, title: title ?? page.title }
  const isWanted = useModel === true
  return writeDrafts(deps, {
    organizationId,
    generationId,
    page: titled,
    title,
    keywords,
    boards,
    wanted,
    isWanted,
    least: Math.min(least, wanted),
  })
}

function ofModel(written: Written, free: readonly GeneratedDraft[]): GenerationWarning[] {
  const code = written.kind === 'not_written' ? written.because : free.length === 0 ? 'model_answer_unusable' : null
  return code === null ? [] : [{ code, postId: null }]
}

/** Returns the boards to choose from: public ones, or only the requested board while it exists. */
async function boardsFor({ db }: Deps, account: Account, { boardId }: ClaimedGeneration): Promise<Boards> {
  const boards = await findBoards(db.sql, account)
  return boardId === null ? publicBoards(boards) : boards.filter(({ id }) => id === boardId)
}

type Around = { page: PageContent; boards: Boards; left: LeftOut }

const writtenWithout = async (
  deps: Deps,
  { organizationId }: ClaimedGeneration,
  drafts: readonly GeneratedDraft[],
  around: Around,
): Promise<GeneratedDraft[]> => (await apart(deps, organizationId, 'withoutLeft', drafts, around)) ?? []

async function composeWithout(
  deps: Deps,
  { organizationId, title, keywords, drafts: wanted }: ClaimedGeneration,
  page: PageContent,
  boards: Boards,
  left: LeftOut,
): Promise<{ kind: 'composed'; drafts: GeneratedDraft[] } | { kind: 'failed'; because: FailureCode }> {
  const kept = {
    ...page,
    title: title ?? page.title,
    pictures: page.pictures.filter(({ url }) => !left.pictures.has(url)),
  }
  const among = boards.filter(({ id }) => !left.boards.has(id))
  const composed = await apart(deps, organizationId, 'compose', kept, { drafts: wanted, boards: among, words: keywords })
  if (!composed) return { kind: 'failed', because: 'unreadable' }
  if (composed.kind === 'failed') return composed
  const drafts = composed.drafts.filter((draft) => !left.titles.has(draft.title))
  return drafts.length > 0 ? { kind: 'composed', drafts } : { kind: 'failed', because: 'no_content' }
}

/** Returns how drafts that share a picture vary it; the first uses it unchanged. */
function fitsOf(drafts: readonly GeneratedDraft[], index: number): Recipe[] {
  const draft = drafts[index]
  const before = drafts.slice(0, index).filter(({ pictureUrl }) => pictureUrl === draft?.pictureUrl).length
  if (!draft || before === 0) return []
  const [card, crop] = [{ fit: 'card', words: draft.title }, { fit: 'crop' }] as const
  return before === 2 ? [crop, card] : [card, crop]
}

const toPost = (
  { title, description, altText, link, pictureUrl, boardId }: GeneratedDraft,
  fits: readonly Recipe[],
  { url }: ClaimedGeneration,
): NewBatchPost => ({
  ...EMPTY_CONTENT,
  media: { kind: 'url', url: pictureUrl, mediaType: 'image', ...(fits.length > 0 && { fits }) },
  carouselItems: [],
  title,
  description,
  altText,
  url: isDestination(link) ? link : url,
  board: boardId === null ? null : { boardId, boardSectionId: null },
  when: { kind: 'draft' },
})

/** True when a pin may have this link: a page may name a canonical address that none can have. */
function isDestination(link: string): boolean {
  try {
    requireDestination('url', link)
    return true
  } catch {
    return false
  }
}

/** @returns false when another round would change nothing, because the refusals do not depend on the drafts */
function leaveOut(left: LeftOut, drafts: readonly GeneratedDraft[], rows: readonly RowRefusal[]): boolean {
  const before = sizeOf(left)
  for (const { index, error } of rows) {
    const draft = drafts[index]
    const { field = '', thing } = error.details
    if (!draft) continue
    if (error.code === 'BAD_REQUEST' && /^media(?:Url|Type)$/.test(field)) left.pictures.add(draft.pictureUrl)
    else if (thing === 'Board' && draft.boardId !== null) left.boards.add(draft.boardId)
    else if (error.code === 'BAD_REQUEST') left.titles.add(draft.title)
  }
  return sizeOf(left) > before
}

const sizeOf = ({ pictures, boards, titles }: LeftOut): number => pictures.size + boards.size + titles.size

/** Replaces warnings based on the page's sizes by those of the real picture: pages omit sizes, and some are wrong. */
function asMeasured(warnings: readonly DraftWarning[], picture: Size & Pick<PostMedia, 'fit' | 'isStilled'>): DraftWarning[] {
  const { fit, isStilled = false } = picture
  return [
    ...warningsOf(picture),
    ...(fit === null ? [] : [fit === 'card' ? ('picture_on_card' as const) : ('picture_cropped' as const)]),
    ...(isStilled ? ['movement_lost' as const] : []),
    ...warnings.filter((code) => !OF_SIZE.includes(code) && (fit === null || code !== 'picture_repeated')),
  ]
}
const OF_SIZE: readonly DraftWarning[] = ['picture_ratio', 'picture_small', 'picture_size_unknown']

function outcomeOf(
  { boardId, drafts: wanted }: ClaimedGeneration,
  drafts: readonly GeneratedDraft[],
  results: readonly BatchResult[],
  left: LeftOut,
): { drafts: MadeDraft[]; warnings: GenerationWarning[] } {
  const made = results.flatMap(({ index, post }) => {
    const draft = drafts[index]
    return post && draft ? { post, draft } : []
  })
  const ofDrafts = made.flatMap(({ post, draft }) => {
    const [picture] = post.media
    return (picture ? asMeasured(draft.warnings, picture) : draft.warnings).map((code) => ({ code, postId: post.id }))
  })
  return {
    drafts: made.map(({ post: { id, boardId }, draft: { title } }) => ({ id, title, boardId })),
    warnings: [
      ...ofDrafts,
      ...(boardId !== null && left.boards.has(boardId) ? [{ code: 'board_gone' as const, postId: null }] : []),
      ...(made.length < wanted ? [{ code: 'fewer_drafts' as const, postId: null }] : []),
    ],
  }
}
