/** Changes items of a review: a picture for an item without one, the board, and texts and links that several lack. */
import type { Actor } from '../../lib/actor.js'
import { badRequest, notFound, RefusedBecause } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import { editPost, type EditPost } from '../../posts/edit.js'
import { withWord } from '../../insight/trends/words.js'
import type { ChangeRef } from '../../posts/undo/change.js'
import { ChangedSinceShown, fingerprintOf, fingerprintsOf } from '../../posts/seen.js'
import { DESCRIPTION_LENGTH } from '../../posts/content.js'
import { missingToSchedule } from '../../posts/rules.js'
import { readReview, requireUndecided } from './change.js'
import { draftsIn, type Review, type ReviewRef } from './model.js'
import { requireReview } from './store.js'

type ItemRef = ReviewRef & { position: number }

/**
 * Replaces an item that had no picture, or could not be read, by another file, which readItem() then reads as any other.
 * @throws NOT_FOUND · FORBIDDEN · CONFLICT post_status_changed: it has its draft already, or the review is decided
 */
export async function addPicture(
  { db, clock, wallClock }: Pick<Deps, 'db' | 'clock' | 'wallClock'>,
  actor: Actor,
  { position, file, ...ref }: ItemRef & { file: { id: string; name: string } },
): Promise<void> {
  await db.tx(async (sql) => {
    const { row } = await requireReview(sql, actor, ref, 'lock')
    requireUndecided(row)
    const { organizationId, id } = row
    const [other] = await sql`
      select 1
        from review_items
       where organization_id = ${organizationId} and review_id = ${id} and kind = 'file' and source = ${file.id}`
    if (other) throw badRequest('uploadId', 'This file is already in the review. Choose another one.')
    const changed = await sql`
      update review_items
         set kind = 'file', source = ${file.id}, name = ${file.name}, proposal = proposal - 'from', state = 'failed', lease_until = null,
             cause = ${sql.json({ code: 'interrupted' })}
       where organization_id = ${organizationId}
         and review_id = ${id}
         and position = ${position}
         and (state = 'failed' or (state = 'reading' and lease_until <= ${wallClock()}))`
    if (changed.count === 0) throw new RefusedBecause('post_status_changed', { about: 'image' })
    await sql`
      update reviews
         set changed_at = ${clock()}
       where organization_id = ${organizationId} and id = ${id}`
  })
}

/** Changes the board of an item's draft. @throws NOT_FOUND · FORBIDDEN · CONFLICT · and as editPost() */
export async function chooseBoardOf(
  deps: Deps,
  actor: Actor,
  { position, boardId, ...ref }: ItemRef & { boardId: string },
): Promise<void> {
  const review = await readReview(deps, actor, ref)
  requireUndecided(review)
  const state = review.items.find((item) => item.position === position)?.state
  if (state?.name !== 'ready') throw notFound('Post')
  if (state.post.boardId === boardId) return
  const changes = { board: { boardId, boardSectionId: null } }
  await editPost(deps, actor, { accountId: ref.accountId, postId: state.post.id, changes })
}

/**
 * Adds a search term to the end of the description, once.
 * @returns the change, to be undone; undefined: it was there
 * @throws NOT_FOUND · FORBIDDEN · BAD_REQUEST description: too long with it · CONFLICT · and as editPost()
 */
export async function addSearched(
  deps: Deps,
  actor: Actor,
  { position, word, ...ref }: ItemRef & { word: string },
): Promise<ChangeRef | undefined> {
  const review = await readReview(deps, actor, ref)
  requireUndecided(review)
  const state = review.items.find((item) => item.position === position)?.state
  if (state?.name !== 'ready') throw notFound('Post')
  const { id: postId, description: before } = state.post
  const { text: description, isFull } = withWord(before ?? '', word, DESCRIPTION_LENGTH)
  if (isFull) throw badRequest('description', (of) => `${of('description')} has no room for “${word}”.`)
  if (description === before) return undefined
  const { version } = await editPost(deps, actor, { accountId: ref.accountId, postId, changes: { description } })
  return { accountId: ref.accountId, postId, version }
}

/** `shown`: the incomplete drafts when the form was opened, as fingerprintOf() names them. */
export type Filling = ReviewRef & { words: string; url: string; boardId: string | null; shown: string }

/** Returns drafts of a review that cannot be scheduled yet. */
export const lackingIn = (review: Review) => draftsIn(review).filter((draft) => missingToSchedule(draft).length > 0)

/**
 * Fills in what drafts lack, and nothing else, with an edit for each draft.
 * @returns how many were changed
 * @throws NOT_FOUND · FORBIDDEN · CONFLICT · and as editPost(), at the first that is refused
 */
export async function fillLacking(deps: Deps, actor: Actor, { words, url, boardId, shown, ...ref }: Filling): Promise<number> {
  const review = await readReview(deps, actor, ref)
  requireUndecided(review)
  if (fingerprintOf(lackingIn(review)) !== shown) throw new ChangedSinceShown()
  let count = 0
  for (const draft of draftsIn(review)) {
    const lacks = new Set<string>(missingToSchedule(draft))
    const changes: EditPost['changes'] = {
      ...(lacks.has('title') && words !== '' && { title: words }),
      ...(lacks.has('description') && words !== '' && { description: words }),
      ...(lacks.has('url') && url !== '' && { url }),
      ...(lacks.has('boardId') && boardId !== null && { board: { boardId, boardSectionId: null } }),
    }
    if (Object.keys(changes).length === 0) continue
    await editPost(deps, actor, { accountId: ref.accountId, postId: draft.id, changes, seen: fingerprintsOf(draft) })
    count++
  }
  return count
}
