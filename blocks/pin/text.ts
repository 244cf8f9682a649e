/** One pin in words: its title, board and content. */
import type { Role } from '../../src/core/lib/actor.js'
import type { Post } from '../../src/core/posts/post.js'
import type { PostMedia } from '../../src/core/media/post-media.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { PostState } from '../../src/core/posts/state/state.js'
import { linkTo } from '../kit/link.js'
import { inline, type Picture } from '../kit/kit.js'
import { lengthOf } from '../kit/times.js'

export type CardPost = Pick<
  Post,
  | 'id'
  | 'accountId'
  | 'status'
  | 'title'
  | 'altText'
  | 'boardName'
  | 'boardId'
  | 'sendAt'
  | 'sentAt'
  | 'failure'
  | 'url'
  | 'mediaType'
  | 'intervalGroupId'
  | 'delayedBy'
> &
  Partial<Pick<Post, 'createdBy' | 'version' | 'sourcePostId' | 'savedPin' | 'cover' | 'pinDeletedAt'>> & {
    media: (Pick<PostMedia, 'durationMs'> & Partial<Pick<PostMedia, 'width' | 'height' | 'fit'>>)[]
    /** Whether a slot before its time is open; undefined: not read. */
    hasEarlierSlot?: boolean
  }
/** True while the pin is neither on Pinterest nor being sent. Repeats the core's rule, as a view may not call the core. */
export const isChangeable = ({ status }: Pick<CardPost, 'status'>): boolean => status === 'draft' || status === 'queued'

/** `asks`: what this reader schedules needs approval. */
export type Reader = { role: Role; userId: string; asks: boolean }
/** True also without a reader: a message for everyone offers everything. */
export const mayAll = (reader: Reader | undefined): boolean =>
  reader === undefined || reader.role === 'scheduler' || reader.role === 'admin'
/** A pin's position among the boards of a series. */
export type SeriesPlace = { number: number; of: number }
export type Card = {
  post: CardPost
  picture: Picture | null
  place?: SeriesPlace | undefined
  reader?: Reader | undefined
  /** The page of the published pin. */
  href?: string | undefined
  /** The page of the pin that it saves. */
  savedHref?: string | undefined
  /** The page of its board, set when a person has to check the board. */
  boardHref?: string | undefined
  state: PostState
  /** What a draft lacks before it can be scheduled: `a link and a board`. */
  lacks?: string | undefined
  /** When the original of this repeat was published; undefined: not read. */
  firstSentAt?: Date | null | undefined
  /** The findings of its last preflight; undefined: not read. */
  findings?: readonly Finding[] | undefined
}

export const titleOf = ({ title, savedPin }: Pick<CardPost, 'title' | 'savedPin'>): string =>
  title ?? (savedPin ? `Saved pin ${savedPin.id}` : 'Untitled pin')

export const boardOf = ({ boardId, boardName }: Pick<CardPost, 'boardId' | 'boardName'>, max = 150): string =>
  boardId === null ? 'no board yet' : inline(boardName ?? `board ${boardId}`, max)

/** The board's name, linked to the board when a person has to check it. */
export const boardLink = ({ post, boardHref }: Pick<Card, 'post' | 'boardHref'>, max = 150): string =>
  boardHref === undefined ? boardOf(post, max) : linkTo(boardHref, post.boardName ?? `board ${post.boardId}`, max)

/** `Kitchen ideas · 5 pictures · board 2 of 4`. @param max the most characters of the board's name */
export const whereLine = ({ post, place, boardHref, savedHref }: Card, max?: number): string =>
  [boardLink({ post, boardHref }, max), ...savedFrom(post, savedHref), ...madeOf(post), ...placeOf(post, place)].join(' · ')

/** Marks a saved pin: its text and picture belong to another account. */
const savedFrom = ({ savedPin }: CardPost, href: string | undefined): string[] =>
  savedPin ? [href === undefined ? 'saves a pin' : `saves ${linkTo(href, 'this pin')}`] : []

function madeOf({ media, mediaType, cover }: CardPost): string[] {
  if (mediaType === 'video') {
    const durationMs = media[0]?.durationMs ?? null
    return [durationMs === null ? 'video' : `video, ${lengthOf(durationMs)}`, ...coverIn(media, cover)]
  }
  return media.length > 1 ? [`${media.length} images`] : []
}

/** Names a cover that is not the first frame; a frame itself cannot be drawn here. */
function coverIn(media: CardPost['media'], second: number | null | undefined): string[] {
  if (media.length > 1) return ['own cover']
  return second ? [`cover: second ${second}`] : []
}

function placeOf({ intervalGroupId }: CardPost, place: SeriesPlace | undefined): string[] {
  if (intervalGroupId === null) return []
  return [place ? `board ${place.number} of ${place.of}` : 'part of a series']
}
