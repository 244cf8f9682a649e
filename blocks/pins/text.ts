/** One pin in words: title, what has become of it, where it goes, what it is made of. */
import type { Role } from '../../src/core/lib/actor.js'
import type { Post, PostMedia } from '../../src/core/posts/post.js'
import { failureHead, failureText } from './failure-text.js'
import { inline, type Picture } from '../kit/kit.js'
import { lengthOf, slackDate } from '../kit/times.js'

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
> &
  Partial<Pick<Post, 'createdBy'>> & { media: Pick<PostMedia, 'durationMs'>[] }
/** The reader; `asks`: what they schedule is approved first. */
export type Reader = { role: Role; userId: string; asks: boolean }
/** Of who is not known everything is shown: it is for all. */
export const mayAll = (reader: Reader | undefined): boolean =>
  reader === undefined || reader.role === 'scheduler' || reader.role === 'admin'
/** Its position among the boards of a series. */
export type SeriesPlace = { number: number; of: number }
export type Card = { post: CardPost; picture: Picture | null; place?: SeriesPlace | undefined; reader?: Reader | undefined }

export const titleOf = ({ title }: Pick<CardPost, 'title'>): string => title ?? 'Untitled pin'

export const boardOf = ({ boardId, boardName }: Pick<CardPost, 'boardId' | 'boardName'>, max = 150): string =>
  boardId === null ? 'no board yet' : inline(boardName ?? `board ${boardId}`, max)

/** `Kitchen ideas · 5 pictures · board 2 of 4` @param max of the board's name */
export const whereLine = ({ post, place }: Card, max?: number): string =>
  [boardOf(post, max), ...madeOf(post), ...placeOf(post, place)].join(' · ')

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

/** What has become of it, in the reader's own time. */
export function stateLine(post: CardPost): string {
  switch (post.status) {
    case 'draft':
      return post.failure ? failureLine(post.failure) : 'Draft'
    case 'queued':
      return post.sendAt ? `Goes out ${slackDate(post.sendAt)}` : 'Queued'
    case 'uploading':
      return ':hourglass_flowing_sand: Publishing now'
    case 'sent':
      return post.sentAt ? `:white_check_mark: Published ${slackDate(post.sentAt)}` : ':white_check_mark: Published'
  }
}

/** In a list: the full reason is on its card. */
export const briefState = (post: CardPost): string =>
  post.status === 'draft' && post.failure ? `${headOf(post.failure)} ${failureText(post.failure).what}` : stateLine(post)

const headOf = (failure: NonNullable<CardPost['failure']>): string => {
  const { icon, head } = failureHead(failure)
  return `${icon} ${head}:`
}

function failureLine(failure: NonNullable<CardPost['failure']>): string {
  const { what, next, platformText } = failureText(failure)
  return `${headOf(failure)} ${inline([what, platformText, next].filter((part) => part !== null).join(' '), 480)}`
}
