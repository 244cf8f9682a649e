/**
 * What somebody saw of a post before they wrote to it, or of many posts before they agreed to an act on all of them. It is judged under the posts'
 * locks: what was committed between their look and the write is not overwritten, and nothing is done to posts that were changed since.
 * @see docs/decisions.md#51-as-it-was-seen
 */
import { createHash } from 'node:crypto'
import { after } from '../lib/duration.js'
import { DomainError, type Sentence } from '../lib/errors.js'
import { heldIn } from '../lib/rows/held.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { BeforeCommit, Sql } from '../ports/deps.js'
import { isSameSecond } from './schedule/together.js'
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

/** Names posts and how they are, in few characters: a button has room for it. */
export const fingerprintOf = (posts: Iterable<{ id: string; version: number }>): string => {
  const parts = [...posts].map(({ id, version }) => `${id}:${version}`).sort()
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)
}

/** Of the posts that this transaction has locked, as they were before it wrote. */
export const fingerprintIn = (sql: Sql): string => fingerprintOf(heldIn(sql).values())

/** Nothing was done: the posts are others by now, or not as they were shown. */
export class ChangedSinceShown extends DomainError {
  constructor() {
    super('CONFLICT', (of) => `The ${of('posts')} changed since you saw them. Nothing was done: check them first.`, {
      reason: 'post_status_changed',
    })
  }
}

/** @throws ChangedSinceShown where `shown` is given and names others */
export function requireAsShown(sql: Sql, shown: string | undefined): void {
  if (shown !== undefined && shown !== fingerprintIn(sql)) throw new ChangedSinceShown()
}

/** Hands the check to any write that calls `beforeCommit` once all of it is written. */
export const ifAsShown =
  <T>(shown: string | undefined, beforeCommit?: BeforeCommit<T>): BeforeCommit<T> =>
  async (sql, result) => {
    requireAsShown(sql, shown)
    await beforeCommit?.(sql, result)
  }

/** Nearer than Undo reaches: whoever schedules a post so is publishing it now. */
export const isBeyondUndo = (sendAt: Date, now: Date): boolean => sendAt < after(now, UNDO_MS)

/** True where this transaction gives one of these posts a time that is beyond Undo; one that had that time already is not meant. */
export const givesTimeBeyondUndo = (sql: Sql, posts: readonly { id: string; sendAt: Date }[], now: Date): boolean =>
  posts.some(({ id, sendAt }) => {
    const before = heldIn(sql).get(id)
    const hadIt = before?.status === 'queued' && before.sendAt?.getTime() === sendAt.getTime()
    return !hadIt && isBeyondUndo(sendAt, now)
  })
