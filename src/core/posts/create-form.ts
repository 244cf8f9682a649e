/** What a new post may be, judged before its media are touched; the parts in the order of the answers: form, 404, 409, the rules' 400. */
import type { Account } from '../accounts/account.js'
import { requireBoard, requireBoardId, requireSection, type FoundBoard } from '../boards/boards.js'
import { mediaTypeOf } from '../media/media.js'
import type { GivenMedia } from '../media/prepare-image.js'
import type { Deps } from '../ports/deps.js'
import { requireImages, requireSources } from './carousel.js'
import { entryField, requireReachable, requireSeries } from './series/interval.js'
import type { BoardChoice } from '../boards/board.js'
import type { MediaSource, Post, Series } from './post.js'
import type { When } from './when.js'
import {
  isSimplifiedWith,
  readCopy,
  readProductTags,
  requireSchedulable,
  requireTaggable,
  requireWhen,
  type Copy,
} from './rules.js'

export type NewPost = {
  accountId: string
  /** The only picture or video, or the cover of a carousel. */
  media: MediaSource
  /** Further images of a carousel, in order: none, or 1 to 4. */
  carouselItems: MediaSource[]
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  /** Exclusive with `series`. */
  board: BoardChoice | null
  series: Series | null
  when: When
  isSimplified: boolean
  productTagPinIds: string[]
}

/** A new post whose form is in order: trimmed, board ids without `b_`. */
export type ParsedPost = {
  accountId: string
  /** The cover, then the items of a carousel. */
  sources: MediaSource[]
  fields: Copy & Pick<Post, 'isSimplified' | 'productTagPinIds'>
  board: BoardChoice | null
  series: Series | null
  when: When
}

/** One for each post that is to be made; of a draft maybe none is known. */
export type Boards = readonly [BoardOfPost, ...BoardOfPost[]]
export type BoardOfPost = Pick<Post, 'boardId' | 'boardSectionId'>
const NONE: BoardOfPost = { boardId: null, boardSectionId: null }

/** All that follows from the request alone. @throws BAD_REQUEST */
export function readForm({ accountId, media, carouselItems, board, series, when, ...input }: NewPost): ParsedPost {
  const sources = [media, ...carouselItems]
  const copy = readCopy(input)
  const productTagPinIds = readProductTags(input.productTagPinIds)
  requireSources(sources)
  const isSimplified = isSimplifiedWith(productTagPinIds, { isCarousel: sources.length > 1, isSimplified: input.isSimplified })
  return {
    accountId,
    sources,
    fields: { ...copy, productTagPinIds, isSimplified },
    board: board && { ...board, boardId: requireBoardId(board.boardId) },
    series: series && requireSeries(series, { board, when }),
    when,
  }
}

/** The boards named, each on the account. @throws NOT_FOUND board · and the platform's refusals, when it is called */
export async function requireBoards(deps: Deps, account: Account, { board, series }: ParsedPost): Promise<FoundBoard[]> {
  if (!series) return board ? [await requireBoard(deps, account, board)] : []
  const found: FoundBoard[] = []
  for (const [index, choice] of series.boards.entries()) found.push(await requireBoard(deps, account, choice, entryField(index)))
  return found
}

/**
 * Each section on its board.
 * @throws BAD_REQUEST boardSectionId, intervalBoards[i].boardSectionId · and the platform's refusals, when it is called
 */
export async function requireSections(deps: Deps, account: Account, found: FoundBoard[]): Promise<Boards> {
  const boards: BoardOfPost[] = []
  for (const board of found) boards.push(await requireSection(deps, account, board))
  const [first = NONE, ...others] = boards
  return [first, ...others]
}

type Looked = { account: Account; boards: Boards; media: readonly GivenMedia[] }

/** What depends on the clock, on the account and on what was looked up. @throws BAD_REQUEST */
export function requireRules(parsed: ParsedPost, { account, boards, media }: Looked, now: Date): void {
  const { sources, fields, series } = parsed
  requireImages(sources, media.map(mediaTypeOf))
  requireTaggable(fields.productTagPinIds, { isCarousel: sources.length > 1, isBusiness: account.isBusiness })
  const when = requireWhen(parsed.when, now)
  if (when.kind !== 'draft') requireSchedulable({ ...fields, ...boards[0] })
  if (when.kind === 'at' && series) requireReachable(when.at, series, account.timezone, now)
}
