/** Checks a new post before its media are fetched, in the order of the answers: form, 404, 409, the rules' 400. */
import type { Account } from '../../accounts/account.js'
import { requireBoard, requireBoardId, requireSection, type FoundBoard } from '../../boards/boards.js'
import { mediaTypeOf } from '../../media/media.js'
import type { GivenMedia } from '../../media/prepare-image.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import { readAll } from '../../lib/rows/read-all.js'
import { requireImages, requireSources } from '../carousel.js'
import { entryField, requireReachable, requireSeries } from '../schedule/series-interval.js'
import type { BoardChoice } from '../../boards/board.js'
import type { Post, Series } from '../post.js'
import { readPinId } from '../pin-id.js'
import { OF_THE_ORIGINAL, ofTheOriginal } from '../saved-pin.js'
import type { MediaSource } from '../../media/post-media.js'
import type { When } from '../when.js'
import {
  isSimplifiedWith,
  readCopy,
  readProductTags,
  requireSchedulable,
  requireTaggable,
  requireWhen,
  type Copy,
} from '../rules.js'

export type NewPost = {
  accountId: string
  /** The only picture or video, or the cover of a carousel; null: the post saves a pin. */
  media: MediaSource | null
  /** The public pin to save in place of a new pin, by its number or its page's address; absent: a new pin. */
  savePinId?: string | null
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

/** A new post with a valid form: trimmed, board ids without `b_`. */
export type ParsedPost = {
  accountId: string
  /** The cover, then the items of a carousel. */
  sources: MediaSource[]
  fields: Copy & Pick<Post, 'isSimplified' | 'productTagPinIds' | 'savedPin'>
  board: BoardChoice | null
  series: Series | null
  when: When
}

/** One for each post to be created; a draft may have none. */
export type Boards = readonly [BoardOfPost, ...BoardOfPost[]]
export type BoardOfPost = Pick<Post, 'boardId' | 'boardSectionId'>
const NONE: BoardOfPost = { boardId: null, boardSectionId: null }

/**
 * Checks and parses all that depends on the request alone.
 * @throws BAD_REQUEST the first of what is wrong, with all of it; then also with what the rules will refuse
 */
export function readForm({ media, carouselItems, savePinId = null, ...input }: NewPost, now: Date): ParsedPost {
  const sources = [...(media ? [media] : []), ...carouselItems]
  const saves = { savePinId, hasMedia: sources.length > 0 }
  const { tags, saved, ...read } = readAll(
    { ...formOf(input), saved: () => readSaved(saves, input), sources: () => sources.length > 0 && requireSources(sources) },
    rulesAhead({ ...input, savePinId }, now),
  )
  const isSimplified = isSimplifiedWith(tags, { isCarousel: sources.length > 1, isSimplified: input.isSimplified })
  return {
    accountId: input.accountId,
    sources,
    fields: { ...read.copy, productTagPinIds: tags, isSimplified, savedPin: saved },
    board: read.board,
    series: read.series,
    when: input.when,
  }
}

/** A new post whose media are not fetched yet, so that nothing is fetched for a post that will be refused. */
export type PostWithoutMedia = Omit<NewPost, 'media' | 'carouselItems' | 'savePinId'>

/**
 * Checks a form by the request alone, as createPosts() would; forms show all that is wrong at once.
 * @param hasMedia whether there will be a picture or a video
 * @throws BAD_REQUEST the first of what is wrong, with all of it
 */
export function requireForm(input: PostWithoutMedia, { hasMedia }: { hasMedia: boolean }, now: Date): void {
  const [time, needed] = rulesAhead(input, now)
  readAll({ media: () => requireMedia(hasMedia), ...formOf(input), time, needed })
}

function requireMedia(hasMedia: boolean): void {
  if (!hasMedia)
    throw badRequest(
      'mediaUrl',
      (of) => `A ${of('post')} needs an image or a video: pass ${of('mediaUrl')} or ${of('uploadId')}.`,
    )
}

/**
 * Reads the pin to save, as far as the request names it.
 * @throws BAD_REQUEST mediaUrl: neither it nor media · savePinId: no number, or beside media · any other field that Pinterest
 * does not take with a save
 */
function readSaved(
  { savePinId, hasMedia }: { savePinId: string | null; hasMedia: boolean },
  given: Pick<NewPost, (typeof OF_THE_ORIGINAL)[number]>,
): Post['savedPin'] {
  if (savePinId === null) {
    requireMedia(hasMedia)
    return null
  }
  if (hasMedia)
    throw badRequest(
      'savePinId',
      (of) => `${of('savePinId')}: a saved pin keeps its own image. Leave the media out, or leave out ${of('savePinId')}.`,
    )
  const pinId = readPinId(savePinId, 'savePinId')
  for (const field of OF_THE_ORIGINAL) if (given[field] !== null && given[field].length > 0) throw ofTheOriginal(field)
  return { id: pinId, pictureUrl: null }
}

const formOf = ({ board, series, when, ...input }: PostWithoutMedia) => ({
  copy: () => readCopy(input),
  tags: () => readProductTags(input.productTagPinIds),
  board: () => board && { ...board, boardId: requireBoardId(board.boardId) },
  series: () => series && requireSeries(series, { board, when }),
})

/** Returns the rules that need nothing but the request. */
const rulesAhead = (
  { board, series, when, title, description, url, savePinId = null }: PostWithoutMedia & Pick<NewPost, 'savePinId'>,
  now: Date,
): [time: () => unknown, needed: () => unknown] => [
  () => requireWhen(when, now),
  () => {
    const boardId = (board ?? series?.boards[0])?.boardId ?? null
    const savedPin = savePinId === null ? null : {}
    if (when.kind !== 'draft') requireSchedulable({ title, description, url, boardId, savedPin })
  },
]

/** How boards and their sections are found: in the cache, then live. Several posts of one request share the results. */
export type FindBoards = { board: typeof requireBoard; section: typeof requireSection }
export const LIVE_BOARDS: FindBoards = { board: requireBoard, section: requireSection }

/** Finds the named boards on the account. @throws NOT_FOUND board · and the platform's refusals, when it is called */
export async function requireBoards(
  deps: Deps,
  account: Account,
  { board, series }: ParsedPost,
  find: FindBoards,
): Promise<FoundBoard[]> {
  if (!series) return board ? [await find.board(deps, account, board)] : []
  const found: FoundBoard[] = []
  for (const [index, choice] of series.boards.entries()) found.push(await find.board(deps, account, choice, entryField(index)))
  return found
}

/**
 * Finds each section on its board.
 * @throws BAD_REQUEST boardSectionId, intervalBoards[i].boardSectionId · and the platform's refusals, when it is called
 */
export async function requireSections(deps: Deps, account: Account, found: FoundBoard[], find: FindBoards): Promise<Boards> {
  const boards: BoardOfPost[] = []
  for (const board of found) boards.push(await find.section(deps, account, board))
  const [first = NONE, ...others] = boards
  return [first, ...others]
}

type Looked = { account: Account; boards: Boards; media: readonly GivenMedia[] }

/** Checks what depends on the clock, on the account and on the boards and media that were read. @throws BAD_REQUEST */
export function requireRules(parsed: ParsedPost, { account, boards, media }: Looked, now: Date): void {
  const { sources, fields, series } = parsed
  const { when } = readAll({
    images: () => requireImages(sources, media.map(mediaTypeOf)),
    tags: () => requireTaggable(fields.productTagPinIds, { isCarousel: sources.length > 1, isBusiness: account.isBusiness }),
    when: () => requireWhen(parsed.when, now),
    needed: () => {
      if (parsed.when.kind !== 'draft') requireSchedulable({ ...fields, ...boards[0] })
    },
  })
  if (when.kind === 'at' && series) requireReachable(when.at, series, account.timezone, now)
}
