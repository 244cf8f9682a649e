/**
 * Checks what a person saw of a post before they wrote to it, or of many posts before they confirmed an act on all of them. The
 * checks run under the posts' locks: nothing that was committed in between is overwritten, and no changed post is acted on.
 * @see docs/decisions.md#51-as-it-was-seen
 */
import { createHash } from 'node:crypto'
import { after } from '../lib/duration.js'
import { RefusedBecause } from '../lib/errors.js'
import { heldIn } from '../lib/rows/held.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { BeforeCommit, Sql } from '../ports/deps.js'
import { isSameSecond } from './schedule/together.js'
import { CONTENT, slideWords, GIVEN_FIELDS, type GivenContent, type GivenField } from './content.js'
import type { Post } from './post.js'
import { type LockedPost, toPost } from './row.js'
import type { NewTime } from './when.js'

/** The fields of a post that can be seen and edited. */
type Visible = GivenContent & Pick<Post, 'boardId' | 'boardSectionId'>

/** `media` can only be compared with what was seen: those of a form are not stored yet. */
export type SeenField = GivenField | 'media' | 'board'
/** Short texts, so that a form can carry them. */
export type Fingerprints = Record<Exclude<SeenField, 'media'>, string>
export type AsSeen = Partial<Record<SeenField, string>>

/** Returns equal fingerprints for texts between which a person sees no difference: an input of one line has no line breaks. */
export const fingerprintsOf = (visible: Visible): Fingerprints => ({
  ...(Object.fromEntries(GIVEN_FIELDS.map((field) => [field, digest(shownOf(field, visible))])) as Record<GivenField, string>),
  board: digest(`${visible.boardId ?? ''}/${visible.boardSectionId ?? ''}`),
})

function shownOf(field: GivenField, visible: Visible): string {
  const value = field === 'slides' ? slideWords(visible.slides) : (visible[field] ?? '')
  if (typeof value !== 'string') return [value].flat().join(' ')
  switch (CONTENT[field].kind) {
    case 'lines':
      return value.replace(/\r\n?/g, '\n').trim()
    case 'line':
      return value.replace(/\s+/g, ' ').trim()
    default:
      return value.trim()
  }
}

export const mediaFingerprint = ({ media }: Pick<Post, 'media'>): string => digest(media.map(({ id }) => id).join(' '))

const digest = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 12)

/**
 * `post`: the current post. `fields`: those that another person has changed since to a different value than the one to be
 * written.
 */
export class EditedSinceSeen extends RefusedBecause<'post_status_changed'> {
  constructor(
    readonly post: Post,
    readonly fields: readonly SeenField[],
  ) {
    super('post_status_changed', { about: 'seen' })
  }
}

/** `post`: the current post, at another time than the one that was seen. */
export class MovedSinceSeen extends RefusedBecause<'post_status_changed'> {
  constructor(readonly post: Post) {
    super('post_status_changed', { about: 'seen' })
  }
}

/**
 * Refuses an edit that would overwrite a field which was changed since it was seen. @param edited the post with the edit applied
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
 * Compares the times by the second. A post that already has the requested time passes.
 * @param seenAt null: it had no time; undefined: not known
 * @throws MovedSinceSeen
 */
export function requireTimeAsSeen(post: LockedPost, when: NewTime, seenAt: Date | null | undefined): void {
  if (seenAt === undefined || isSameTime(post.sendAt, seenAt)) return
  if (!('at' in when && isSameTime(post.sendAt, when.at))) throw new MovedSinceSeen(toPost(post))
}

const isSameTime = (one: Date | null, two: Date | null) => (one === null || two === null ? one === two : isSameSecond(one, two))

/** Identifies posts and their versions in few characters, because the value of a button is short. */
export const fingerprintOf = (posts: Iterable<{ id: string; version: number }>): string => {
  const parts = [...posts].map(({ id, version }) => `${id}:${version}`).sort()
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)
}

/** Returns the fingerprint of the posts that this transaction has locked, before it wrote them. */
export const fingerprintIn = (sql: Sql): string => fingerprintOf(heldIn(sql).values())

/** Nothing was done, because the posts are not those that were shown, or have changed. */
export class ChangedSinceShown extends RefusedBecause<'post_status_changed'> {
  constructor() {
    super('post_status_changed', { about: 'shown' })
  }
}

/** Checks the posts that this transaction has locked. @throws ChangedSinceShown where `shown` is given and names others */
export function requireAsShown(sql: Sql, shown: string | undefined): void {
  if (shown !== undefined && shown !== fingerprintIn(sql)) throw new ChangedSinceShown()
}

/** Passes the check to any write that calls `beforeCommit` once all of it is written. */
export const ifAsShown =
  <T>(shown: string | undefined, beforeCommit?: BeforeCommit<T>): BeforeCommit<T> =>
  async (sql, result) => {
    requireAsShown(sql, shown)
    await beforeCommit?.(sql, result)
  }

/** True for a time nearer than Undo reaches: scheduling a post for it means publishing it now. */
export const isBeyondUndo = (sendAt: Date, now: Date): boolean => sendAt < after(now, UNDO_MS)

/** True when this transaction gives one of these posts a time beyond Undo that it did not have before. */
export const givesTimeBeyondUndo = (sql: Sql, posts: readonly { id: string; sendAt: Date }[], now: Date): boolean =>
  posts.some(({ id, sendAt }) => {
    const before = heldIn(sql).get(id)
    const hadIt = before?.status === 'queued' && before.sendAt?.getTime() === sendAt.getTime()
    return !hadIt && isBeyondUndo(sendAt, now)
  })
