/** Crops the picture of a draft or a queued post to two to three, puts it on a card, or restores the original. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, notFound } from '../../lib/errors.js'
import { isTwoToThree } from '../../media/fit-picture.js'
import { discardMedia, prepareFitted, takeMedia } from '../../media/media.js'
import { findMediaOf, isSwept } from '../../media/media-rows.js'
import type { PictureFit, PostMedia, Recipe } from '../../media/post-media.js'
import type { PreparedMedia } from '../../media/prepared.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { attachMedia, holdMedia, isSameMedia } from './attach-media.js'
import { changed } from '../changed.js'
import { lockKeyOf } from './media.js'
import { requireEditable, writeCopy } from '../edit.js'
import { requireMayChange, requireMayMake } from '../permissions.js'
import type { Placed, Post } from '../post.js'
import { toPost } from '../row.js'
import { findPost, lockPost, postStatusChanged } from '../store.js'
import { withWarnings } from '../state/warnings.js'

export type FitPicture = { accountId: string; postId: string; fit: PictureFit }

/**
 * Fits the picture of a post, or each picture of a carousel (a card's title is on the first), always from the original. A picture
 * that is two to three already is not cropped, and a post that already has this fit stays unchanged.
 * @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST fit: no picture, a title that cannot be drawn · title: none for a card · CONFLICT
 * post_not_editable, post_status_changed (also where the media were replaced meanwhile): nothing saved · SERVICE_UNAVAILABLE
 * @see docs/contract.md#fit-the-picture
 */
export async function fitPostPicture(
  deps: Deps,
  actor: Actor,
  { accountId, postId, fit }: FitPicture,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const seen = await findPost(deps.db.sql, { organizationId: account.organizationId, accountId: account.id, postId })
  if (!seen) throw notFound('Post')
  requireEditable(seen)
  requireMayChange(actor, seen)
  requirePictures(seen, fit)

  const write = (prepared: readonly PreparedMedia[]) =>
    deps.db.tx(async (sql) => {
      const now = deps.clock() // read after the pictures were made
      const locked = await lockPost(sql, account, seen.id)
      const isAsSeen = isSameMedia(
        locked.media,
        seen.media.map(({ id }) => id),
      )
      const hasOtherWords = fit === 'card' && locked.title !== seen.title
      if (locked.status !== seen.status || !isAsSeen || hasOtherWords) throw postStatusChanged()
      const mediaIds = await takeAll(sql, actor, prepared, now)
      if (isSameMedia(locked.media, mediaIds)) return finish(sql, toPost(locked), now)
      if (!(await holdMedia(sql, locked, mediaIds))) throw postStatusChanged()
      await attachMedia(sql, locked, mediaIds, now)
      const written = await writeCopy(sql, locked, now)
      await changed(sql, actor, { account, action: 'edit', before: [locked] }, now)
      return finish(sql, written, now)
    })
  const finish = async (sql: Sql, post: Post, now: Date): Promise<Placed> => {
    const placed = await withWarnings<Placed>(sql, account, post, now)
    await beforeCommit?.(sql, placed)
    return placed
  }
  try {
    return await withFitted(deps, actor, { post: seen, fit }, write)
  } catch (error) {
    if (!isSwept(error)) throw error
    return withFitted(deps, actor, { post: seen, fit }, write) // known media were swept before they could be attached
  }
}

/** @throws BAD_REQUEST */
function requirePictures({ mediaType, savedPin, title }: Post, fit: PictureFit): void {
  if (savedPin) throw badRequest('fit', (of) => `${of('fit')}: a saved pin keeps the image of its original.`)
  if (mediaType === 'video')
    throw badRequest('fit', (of) => `${of('fit')}: this ${of('post')} has a video. Only images can be fitted.`)
  if (fit === 'card' && title === null)
    throw badRequest('title', (of) => `${of('title')} is missing: the card shows it. Add one first.`)
}

async function withFitted<T>(
  deps: Deps,
  actor: Actor,
  { post, fit }: { post: Post; fit: PictureFit },
  work: (prepared: readonly PreparedMedia[]) => Promise<T>,
): Promise<T> {
  const originals = await originalsOf(deps.db.sql, post)
  const prepared: PreparedMedia[] = []
  try {
    for (const [index, original] of originals.entries()) {
      const recipe = recipeFor(fit, original, index === 0 ? post.title : null)
      const made = recipe ? await prepareFitted(deps, actor, original, recipe, 'fit') : original
      if (!made) throw cannotBeDrawn()
      prepared.push(made)
    }
    return await work(prepared)
  } catch (error) {
    await Promise.all(prepared.map((one) => discardMedia(deps, one)))
    throw error
  }
}

const cannotBeDrawn = () =>
  badRequest('fit', (of) => `${of('fit')}: the title has characters that we cannot draw on a card. Crop the image instead.`)

/** Returns how to render the picture; undefined: the original itself. */
function recipeFor(fit: PictureFit, original: PreparedMedia, title: string | null): Recipe | undefined {
  if (fit === 'card') return { fit, words: title }
  return fit === 'crop' && !isTwoToThree(original) ? { fit } : undefined
}

/** Finds the originals of the post's pictures, in order. @throws CONFLICT post_status_changed: one is gone */
async function originalsOf(sql: Sql, { organizationId, media }: Post): Promise<PreparedMedia[]> {
  const idOf = ({ id, originalId }: PostMedia) => originalId ?? id
  const found = await findMediaOf(sql, { organizationId }, media.map(idOf))
  return media.map((one) => {
    const kept = found.get(idOf(one))
    if (!kept) throw postStatusChanged()
    return { organizationId, source: { kind: 'url', url: '', mediaType: 'image' }, ...kept }
  })
}

/** Takes each in the order that all transactions share, as takeMedia does. @returns their ids in the order of the post */
async function takeAll(sql: Sql, actor: Actor, prepared: readonly PreparedMedia[], now: Date): Promise<string[]> {
  const taken = new Map<PreparedMedia, string>()
  for (const one of [...prepared].sort((a, b) => (lockKeyOf(a) < lockKeyOf(b) ? -1 : 1)))
    taken.set(one, (await takeMedia(sql, actor, { prepared: one, field: 'fit' }, now)).id)
  return prepared.flatMap((one) => taken.get(one) ?? [])
}
