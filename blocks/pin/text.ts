/** One pin in words: title, what has become of it, where it goes, what it is made of. */
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
  Partial<Pick<Post, 'createdBy' | 'version' | 'sourcePostId' | 'savedPin'>> & {
    media: (Pick<PostMedia, 'durationMs'> & Partial<Pick<PostMedia, 'width' | 'height' | 'fit'>>)[]
    /** Whether a slot is open before its time, where that was read. */
    hasEarlierSlot?: boolean
  }
/** Nothing of it is on Pinterest yet, or on its way there: as the core's isChangeable(), which no view may run. */
export const isChangeable = ({ status }: Pick<CardPost, 'status'>): boolean => status === 'draft' || status === 'queued'

/** The reader; `asks`: what they schedule is approved first. */
export type Reader = { role: Role; userId: string; asks: boolean }
/** Of who is not known everything is shown: it is for all. */
export const mayAll = (reader: Reader | undefined): boolean =>
  reader === undefined || reader.role === 'scheduler' || reader.role === 'admin'
/** Its position among the boards of a series. */
export type SeriesPlace = { number: number; of: number }
export type Card = {
  post: CardPost
  picture: Picture | null
  place?: SeriesPlace | undefined
  reader?: Reader | undefined
  /** Where it is at Pinterest, once it is there. */
  href?: string | undefined
  /** The page of the pin that it saves. */
  savedHref?: string | undefined
  /** Its board at Pinterest, where a person is asked to look at it. */
  boardHref?: string | undefined
  state: PostState
  /** What a draft lacks before it can be scheduled: `a link and a board`. */
  lacks?: string | undefined
  /** When the pin went out that this one repeats, where that was read. */
  firstSentAt?: Date | null | undefined
  /** What its last check found, where that was read. */
  findings?: readonly Finding[] | undefined
}

export const titleOf = ({ title, savedPin }: Pick<CardPost, 'title' | 'savedPin'>): string =>
  title ?? (savedPin ? `Saved pin ${savedPin.id}` : 'Untitled pin')

export const boardOf = ({ boardId, boardName }: Pick<CardPost, 'boardId' | 'boardName'>, max = 150): string =>
  boardId === null ? 'no board yet' : inline(boardName ?? `board ${boardId}`, max)

/** The board's name, which leads to the board where a person is asked to look at it. */
export const boardLink = ({ post, boardHref }: Pick<Card, 'post' | 'boardHref'>, max = 150): string =>
  boardHref === undefined ? boardOf(post, max) : linkTo(boardHref, post.boardName ?? `board ${post.boardId}`, max)

/** `Kitchen ideas · 5 pictures · board 2 of 4` @param max of the board's name */
export const whereLine = ({ post, place, boardHref, savedHref }: Card, max?: number): string =>
  [boardLink({ post, boardHref }, max), ...savedFrom(post, savedHref), ...madeOf(post), ...placeOf(post, place)].join(' · ')

/** Its words and its picture are somebody else's. */
const savedFrom = ({ savedPin }: CardPost, href: string | undefined): string[] =>
  savedPin ? [href === undefined ? 'saves a pin' : `saves ${linkTo(href, 'this pin')}`] : []

function madeOf({ media, mediaType }: CardPost): string[] {
  if (mediaType === 'video') {
    const durationMs = media[0]?.durationMs ?? null
    return [durationMs === null ? 'video' : `video, ${lengthOf(durationMs)}`]
  }
  return media.length > 1 ? [`${media.length} images`] : []
}

function placeOf({ intervalGroupId }: CardPost, place: SeriesPlace | undefined): string[] {
  if (intervalGroupId === null) return []
  return [place ? `board ${place.number} of ${place.of}` : 'part of a series']
}
