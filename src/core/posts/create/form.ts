/** Checks a new post before its media are fetched, in the order of the answers: form, 404, 409, the rules' 400. */
import type { Account } from '../../accounts/account.js'
import { requireBoard, requireBoardId, requireSection, type FoundBoard } from '../../boards/boards.js'
import { mediaTypeOf } from '../../media/media.js'
import type { GivenMedia } from '../../media/prepare-image.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import { readAll } from '../../lib/rows/read-all.js'
import { imagesIn, requireImages, requireSlides, requireSources } from '../carousel.js'
import { entryField, requireReachable, requireSeries } from '../schedule/series-interval.js'
import type { BoardChoice } from '../../boards/board.js'
import type { Post, Series } from '../post.js'
import { type Content, ORIGINAL_FIELDS, readContent } from '../content.js'
import { requireCover } from './cover.js'
import { readPinId } from '../pin-id.js'
import { ofTheOriginal } from '../saved-pin.js'
import type { MediaSource } from '../../media/post-media.js'
import type { When } from '../when.js'
import { isSimplifiedWith, requireSchedulable, requireTaggable, requireWhen } from '../rules.js'

/** A maker of posts spreads `EMPTY_CONTENT`, and names only what it sets. */
export type NewPost = Content & {
  accountId: string
  /** The only picture or video, or the cover of a carousel; null: the post saves a pin. */
  media: MediaSource | null
  /** The public pin to save in place of a new pin, by its number or its page's address; absent: a new pin. */
  savePinId?: string | null
  /** Further images of a carousel, in order: none, or 1 to 4. */
  carouselItems: MediaSource[]
  /** The picture that is the cover of a video; absent: `cover` says its second. */
  coverPicture?: MediaSource | undefined
  /** Exclusive with `series`. */
  board: BoardChoice | null
  series: Series | null
  when: When
}

/** A new post with a valid form: trimmed, board ids without `b_`. */
export type ParsedPost = {
  accountId: string
  /** The cover, then the items of a carousel; a video, then the picture that is its cover. */
  sources: MediaSource[]
  fields: Content & Pick<Post, 'savedPin'>
  /** The second of the cover as it was given, also the first one. */
  second: number | null
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
export function readForm({ media, carouselItems, coverPicture, savePinId = null, ...input }: NewPost, now: Date): ParsedPost {
  const picture = coverPicture ? [{ ...coverPicture, isCover: true as const }] : []
  const sources = [...(media ? [media] : []), ...carouselItems, ...picture]
  const saves = { savePinId, hasMedia: sources.length > 0 }
  const { copy, saved, ...read } = readAll(
    {
      ...formOf(input),
      saved: () => readSaved(saves, input),
      sources: () => sources.length > 0 && requireSources(sources),
      cover: () => savePinId === null && requireCover({ second: input.cover, sources }, sources.map(typeIn)),
      slides: () => savePinId === null && requireSlides(input.slides, imagesIn(sources).length),
    },
    Object.values(rulesAhead(aheadOf({ ...input, savePinId }), now)),
  )
  const isSimplified = isSimplifiedWith(copy.productTagPinIds, {
    isCarousel: imagesIn(sources).length > 1,
    isSimplified: input.isSimplified,
  })
  return {
    accountId: input.accountId,
    sources,
    fields: { ...copy, isSimplified, savedPin: saved },
    second: input.cover,
    board: read.board,
    series: read.series,
    when: input.when,
  }
}

/** The type that the request names; undefined: that of an upload. */
const typeIn = (source: MediaSource) => (source.kind === 'url' ? source.mediaType : undefined)

/** A new post whose media are not fetched yet, so that nothing is fetched for a post that will be refused. */
export type PostWithoutMedia = Omit<NewPost, 'media' | 'carouselItems' | 'coverPicture' | 'savePinId'>

/**
 * Checks a form by the request alone, as createPosts() would; forms show all that is wrong at once.
 * @param hasMedia whether there will be a picture or a video
 * @throws BAD_REQUEST the first of what is wrong, with all of it
 */
export function requireForm(input: PostWithoutMedia, { hasMedia }: { hasMedia: boolean }, now: Date): void {
  readAll({ media: () => requireMedia(hasMedia), ...formOf(input), ...rulesAhead(aheadOf(input), now) })
}

function requireMedia(hasMedia: boolean): void {
  if (!hasMedia)
    throw badRequest('mediaUrl', (of) => `A ${of('post')} needs an image or a video: add ${of('mediaUrl')} or ${of('uploadId')}.`)
}

/**
 * Reads the pin to save, as far as the request names it.
 * @throws BAD_REQUEST mediaUrl: neither it nor media · savePinId: no number, or beside media · any other field that Pinterest
 * does not take with a save
 */
function readSaved({ savePinId, hasMedia }: { savePinId: string | null; hasMedia: boolean }, given: Content): Post['savedPin'] {
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
  for (const field of ORIGINAL_FIELDS) if (given[field] !== null && [given[field]].flat().length > 0) throw ofTheOriginal(field)
  return { id: pinId, pictureUrl: null }
}

const formOf = ({ board, series, when, ...input }: PostWithoutMedia) => ({
  copy: () => readContent(input),
  board: () => board && { ...board, boardId: requireBoardId(board.boardId) },
  series: () => series && requireSeries(series, { board, when }),
})

type Ahead = { when: When } & Parameters<typeof requireSchedulable>[0]

/** Returns the rules that need nothing but the request and the clock. */
const rulesAhead = ({ when, ...post }: Ahead, now: Date) => ({
  when: () => requireWhen(when, now),
  needed: () => {
    if (when.kind !== 'draft') requireSchedulable(post)
  },
})

const aheadOf = ({ board, series, savePinId = null, ...input }: PostWithoutMedia & Pick<NewPost, 'savePinId'>): Ahead => ({
  ...input,
  boardId: (board ?? series?.boards[0])?.boardId ?? null,
  savedPin: savePinId === null ? null : {},
})

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

type Looked = { parsed: ParsedPost; boards: Boards; media: readonly GivenMedia[] }

/**
 * Checks what depends on the clock, on the account and on the boards and media that were read: before the media are fetched, and
 * again where the post is written, because time has passed. @returns its time, floored to the second @throws BAD_REQUEST
 */
export function requireRules({ parsed, boards, media }: Looked, account: Account, now: Date): When {
  const { sources, fields, second, series } = parsed
  const mediaTypes = media.map(mediaTypeOf)
  const { when } = readAll({
    images: () => requireImages(sources, mediaTypes),
    cover: () => fields.savedPin === null && requireCover({ second, sources }, mediaTypes),
    tags: () =>
      requireTaggable(fields.productTagPinIds, { isCarousel: imagesIn(sources).length > 1, isBusiness: account.isBusiness }),
    ...rulesAhead({ ...fields, ...boards[0], when: parsed.when }, now),
  })
  if (when.kind === 'at' && series) requireReachable(when.at, series, account.timezone, now)
  return when
}
