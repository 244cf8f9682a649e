/**
 * What somebody saw of a post before they wrote to it. It is judged under the post's lock: what was committed between their look and the write is
 * not overwritten before they were asked.
 * @see docs/decisions/0051-as-it-was-seen.md
 */
import { createHash } from 'node:crypto'
import { DomainError, type Sentence } from '../lib/errors.js'
import { isSameSecond } from './moves/together.js'
import type { Post } from './post.js'
import { type LockedPost, toPost } from './row.js'
import type { NewTime } from './when.js'

/** What can be seen of a post, and edited. */
type Visible = Pick<Post, 'title' | 'description' | 'url' | 'altText' | 'boardId' | 'boardSectionId' | 'productTagPinIds'>

/** `media` can be compared with what was seen alone: those of a form are not stored yet. */
export type SeenField = 'media' | 'title' | 'description' | 'url' | 'altText' | 'board' | 'productTagPinIds'
/** Short texts, so that a form can carry them. */
export type Fingerprints = Record<Exclude<SeenField, 'media'>, string>
export type AsSeen = Partial<Record<SeenField, string>>

/** Equal where a person could see no difference: an input of one line has no line breaks. */
export const fingerprintsOf = ({
  title,
  description,
  url,
  altText,
  boardId,
  boardSectionId,
  productTagPinIds,
}: Visible): Fingerprints => ({
  title: digest(oneLine(title)),
  description: digest((description ?? '').replace(/\r\n?/g, '\n').trim()),
  url: digest((url ?? '').trim()),
  altText: digest(oneLine(altText)),
  board: digest(`${boardId ?? ''}/${boardSectionId ?? ''}`),
  productTagPinIds: digest(productTagPinIds.join(' ')),
})

export const mediaFingerprint = ({ media }: Pick<Post, 'media'>): string => digest(media.map(({ id }) => id).join(' '))

const oneLine = (words: string | null) => (words ?? '').replace(/\s+/g, ' ').trim()
const digest = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 12)

const sentence: Sentence = (of) => `The ${of('post')} was changed since you saw it. Nothing was saved: read it again.`

/** `post`: as it is now. `fields`: those that somebody else has written since, and that were to be written to something else. */
export class EditedSinceSeen extends DomainError {
  constructor(
    readonly post: Post,
    readonly fields: readonly SeenField[],
  ) {
    super('CONFLICT', sentence, { reason: 'post_status_changed' })
  }
}

/** `post`: as it is now, at another time than it was seen at. */
export class MovedSinceSeen extends DomainError {
  constructor(readonly post: Post) {
    super('CONFLICT', sentence, { reason: 'post_status_changed' })
  }
}

/**
 * @param edited the post as it is to become
 * @throws EditedSinceSeen
 */
export function requireFieldsAsSeen(
  post: Post,
  { edited, replacesMedia, seen }: { edited: Visible; replacesMedia: boolean; seen: AsSeen | undefined },
): void {
  if (seen === undefined) return
  const now = fingerprintsOf(post)
  const wanted = fingerprintsOf(edited)
  const names = Object.keys(now) as (keyof Fingerprints)[] // of the object just made
  const isOthers = (name: keyof Fingerprints) =>
    seen[name] !== undefined && now[name] !== seen[name] && now[name] !== wanted[name]
  const fields: SeenField[] = names.filter(isOthers)
  if (replacesMedia && seen.media !== undefined && seen.media !== mediaFingerprint(post)) fields.unshift('media')
  if (fields.length > 0) throw new EditedSinceSeen(post, fields)
}

/**
 * By its second. Nothing is wrong with a post that is already where it is to go.
 * @param seenAt null: it had no time; undefined: not known
 * @throws MovedSinceSeen
 */
export function requireTimeAsSeen(post: LockedPost, when: NewTime, seenAt: Date | null | undefined): void {
  if (seenAt === undefined || isSameTime(post.sendAt, seenAt)) return
  if (!('at' in when && isSameTime(post.sendAt, when.at))) throw new MovedSinceSeen(toPost(post))
}

const isSameTime = (one: Date | null, two: Date | null) => (one === null || two === null ? one === two : isSameSecond(one, two))
