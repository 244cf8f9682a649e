/** Pictures made from a stored one and stored beside it. The original and the recipe identify them, so none is made twice. */
import { createHash } from 'node:crypto'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import { recallMedia } from './media-rows.js'
import type { Recipe } from './post-media.js'
import type { MediaDeps, PreparedMedia } from './prepared.js'
import { beginProvisional, orDrop } from './provisional.js'

/** Incremented when a recipe starts to produce different bytes. */
const MADE_AS = { crop: 1, card: 1 }

/** The tolerance of width to height as 2 to 3, within which shapes count as equal. @see docs/contract.md#carousels */
const NEAR = 0.004
export const isTwoToThree = ({ width, height }: { width: number; height: number }): boolean =>
  Math.abs((width * 3) / (height * 2) - 1) <= NEAR

/** @returns null when our fonts lack letters of its words @throws BAD_REQUEST `field` */
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
  const shape = { width, height, durationMs: null, codec: null, contentType: image.contentType, bytes: image.bytes.length }
  const { isStilled, saysAi } = original
  return {
    ...made,
    mediaType: 'image',
    storageKey,
    thumbnailKey,
    provisional,
    ...shape,
    ...(isStilled && { isStilled }),
    ...(saysAi && { saysAi }),
  }
}

/** The feed blurs narrower pictures. */
const LEAST_WIDTH = 600
/** Height by width: cropping a taller picture would hardly change it. */
const MOST_SHAPE = 1.2

const isWorthCropping = ({ width, height }: PreparedMedia): boolean =>
  height / width < MOST_SHAPE && (height * 2) / 3 >= LEAST_WIDTH

/**
 * Applies the first recipe that is worthwhile and succeeds; otherwise returns the original, also when fitting is temporarily
 * unavailable.
 */
export async function fitOrLeave(
  deps: MediaDeps,
  actor: Actor,
  original: PreparedMedia,
  recipes: readonly Recipe[],
  field: string,
): Promise<PreparedMedia> {
  const { organizationId } = actor
  for (const recipe of recipes) {
    if (recipe.fit === 'crop' && !isWorthCropping(original)) continue
    try {
      const made = await fitPicture(deps, actor, original, recipe, field)
      if (made) return made
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'BAD_REQUEST'))
        deps.log.warn({ organizationId, fit: recipe.fit, err: error }, 'a picture was not fitted; it stays as it is')
    }
  }
  return original
}

async function draw({ pictures, charts }: MediaDeps, image: Buffer, recipe: Recipe, field: string) {
  if (recipe.fit === 'crop') return pictures.crop(image, field)
  const bytes = await charts.card({ image, words: recipe.words }).catch(async (error: unknown) => {
    await pictures.thumbnail(image, field) // damaged bytes are no fault of ours: it says so
    throw error
  })
  return bytes && { contentType: 'image/jpeg' as const, bytes }
}

/** Returns a hash used in place of the hash of given bytes, which cannot collide with it. */
function markOf({ sha256, storageKey }: PreparedMedia, recipe: Recipe): Buffer {
  const of = sha256?.toString('hex') ?? storageKey
  const how = JSON.stringify([recipe.fit, MADE_AS[recipe.fit], recipe.fit === 'card' ? recipe.words : null])
  return createHash('sha256').update(`picture ${of} ${how}`).digest()
}
