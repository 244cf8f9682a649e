/** A picture that is made of a kept one, and kept beside it: known by what it is made of and how, so that nothing is made twice. */
import { createHash } from 'node:crypto'
import type { Actor } from '../lib/actor.js'
import { recallMedia } from './media-rows.js'
import type { MediaDeps, PreparedMedia } from './prepared.js'
import { beginProvisional, orDrop } from './provisional.js'

/** `words`: below the picture; null: the picture alone. */
export type Recipe = { fit: 'crop' } | { fit: 'card'; words: string | null }

/** Counted up when other bytes come of the same recipe. */
const MADE_AS = { crop: 1, card: 1 }

/** Width to height as 2 to 3, but for so much that two of them are one shape. @see docs/contract.md#carousels */
const NEAR = 0.004
export const isTwoToThree = ({ width, height }: { width: number; height: number }): boolean =>
  Math.abs((width * 3) / (height * 2) - 1) <= NEAR

/** @returns null: there are letters in its words that cannot be drawn @throws BAD_REQUEST `field` */
export async function fitPicture(
  deps: MediaDeps,
  actor: Actor,
  original: PreparedMedia,
  recipe: Recipe,
  field: string,
): Promise<PreparedMedia | null> {
  const { pictures, storage, db, clock } = deps
  const { organizationId, source } = original
  const sha256 = markOf(original, recipe)
  const made = { organizationId, source, sha256, original: { of: original, fit: recipe.fit } }
  const kept = await recallMedia(db, actor, sha256)
  if (kept) return { ...made, ...kept }
  const image = await draw(deps, await storage.readRange(original.storageKey, 0, original.bytes), recipe, field)
  if (!image) return null
  const { width, height } = await pictures.inspect(image.bytes, field)
  const thumbnail = await pictures.thumbnail(image.bytes, field)
  const provisional = await beginProvisional(db.sql, organizationId, image.contentType, clock())
  const { storageKey, thumbnailKey } = provisional
  await orDrop(deps, provisional, async () => {
    await storage.put(storageKey, image.bytes, image.contentType)
    if (thumbnailKey !== null) await storage.put(thumbnailKey, thumbnail, 'image/jpeg')
  })
  const shape = { width, height, durationMs: null, contentType: image.contentType, bytes: image.bytes.length }
  return { ...made, mediaType: 'image', storageKey, thumbnailKey, provisional, ...shape }
}

async function draw({ pictures, charts }: MediaDeps, image: Buffer, recipe: Recipe, field: string) {
  if (recipe.fit === 'crop') return pictures.crop(image, field)
  const bytes = await charts.card({ image, words: recipe.words })
  return bytes && { contentType: 'image/jpeg' as const, bytes }
}

/** In the place of the hash of what was given: nobody gives bytes that have it. */
function markOf({ sha256, storageKey }: PreparedMedia, recipe: Recipe): Buffer {
  const of = sha256?.toString('hex') ?? storageKey
  const how = JSON.stringify([recipe.fit, MADE_AS[recipe.fit], recipe.fit === 'card' ? recipe.words : null])
  return createHash('sha256').update(`picture ${of} ${how}`).digest()
}
