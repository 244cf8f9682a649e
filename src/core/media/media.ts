/** Media of posts: fetched or uploaded bytes become an immutable copy with a thumbnail, and a row in the create's transaction. */
import type { Actor } from '../lib/actor.js'
import { mediaBusy, badRequest } from '../lib/errors.js'
import type { Deps, Sql, VideoFacts } from '../ports/deps.js'
import type { PostMedia, Recipe } from './post-media.js'
import { extensionOf, type MediaType, MAX_BYTES } from './formats.js'
import { findMedia, forgetMedia, insertMedia, SweptMedia } from './media-rows.js'
import { type GivenMedia, prepareImage, sourceOf } from './prepare-image.js'
import { dropProvisional, keepProvisional, beginProvisional, orDrop, type Provisional } from './provisional.js'
import { fitOrLeave, fitPicture } from './fit-picture.js'
import { makeFairSemaphore } from '../lib/work/fair-semaphore.js'
import { takeUpload } from './uploads.js'
import { trimUnseen } from '../lib/prose/text.js'
import type { MediaDeps, PreparedMedia } from './prepared.js'
import { open } from 'node:fs/promises'
import { toTempFile } from '../lib/temp-file.js'
import { openOwn } from './own.js'
import { requireSize, requireStaged, tooLarge } from './staged.js'

/**
 * Limits pictures in memory. The converter takes at most 10 s for a picture, 20 s for HEIC; once admitted, a picture waits there
 * only for others of its organization.
 */
const withLimit = makeFairSemaphore({ atOnce: 8, perOrganization: 2, waitMs: 30_000, refusal: mediaBusy })

/**
 * Does all work that needs the network or the disk; call it before the transaction. Afterwards the create must either commit a
 * transaction in which takeMedia() ran, or call discardMedia().
 * @param typed an upload as requireUpload() read it: takeMedia() decides whether it is still free
 * @throws BAD_REQUEST `field`, or mediaType when mediaUrl leads to the other kind
 * @throws SERVICE_UNAVAILABLE others are being prepared, and the wait timed out
 * @see docs/contract.md#media
 */
export const prepareMedia = (deps: MediaDeps, actor: Actor, typed: GivenMedia): Promise<PreparedMedia> =>
  withLimit(actor.organizationId, async () => {
    const given = typed.kind === 'url' ? { ...typed, url: trimUnseen(typed.url) } : typed
    if (mediaTypeOf(given) === 'video') return prepareVideo(deps, actor, given)
    const image = await prepareImage(deps, actor, given)
    return given.kind === 'url' && given.fits ? fitOrLeave(deps, actor, image, given.fits, given.field) : image
  })

/**
 * Like prepareMedia, for a picture that is stored or prepared already. A picture made earlier is found again.
 * @returns null when our fonts lack letters of the card's words
 * @throws BAD_REQUEST `field`: it cannot be read · SERVICE_UNAVAILABLE
 */
export const prepareFitted = (
  deps: MediaDeps,
  actor: Actor,
  original: PreparedMedia,
  recipe: Recipe,
  field: string,
): Promise<PreparedMedia | null> => withLimit(actor.organizationId, () => fitPicture(deps, actor, original, recipe, field))

/** Returns the type that the request names, or that of the upload's extension. */
export const mediaTypeOf = (given: GivenMedia): MediaType => (given.kind === 'url' ? given.mediaType : given.upload.mediaType)

/**
 * Takes the upload (once) and finds or makes the media row, inside the create's transaction.
 * @throws CONFLICT upload_already_attached · BAD_REQUEST `field`: it expired meanwhile
 * @throws an error for which isSwept() is true, as may the statement that attaches a known row
 */
export async function takeMedia(
  sql: Sql,
  actor: Actor,
  { prepared, field }: { prepared: PreparedMedia; field: string },
  now: Date,
): Promise<PostMedia> {
  const { source, known, original } = prepared
  if (original) {
    const { id } = await takeMedia(sql, actor, { prepared: original.of, field }, now)
    return known ?? takeRow(sql, actor, prepared, { fit: original.fit, originalId: id }, now)
  }
  if (source.kind === 'upload') await takeUpload(sql, actor, source.uploadId, field, now)
  return known ?? takeRow(sql, actor, prepared, { fit: null, originalId: null }, now)
}

async function takeRow(
  sql: Sql,
  actor: Actor,
  prepared: PreparedMedia,
  original: Pick<PostMedia, 'fit' | 'originalId'>,
  now: Date,
): Promise<PostMedia> {
  // Waits for an equal picture in another open transaction and then selects it; the copy of this one is swept.
  const made = await insertMedia(sql, actor, prepared, original, now)
  if (made && prepared.provisional) await keepProvisional(sql, prepared.provisional, now)
  if (made) return made
  const kept = prepared.sha256 && (await findMedia(sql, actor, prepared.sha256, 'lock'))
  if (!kept) throw new SweptMedia('the media row that was in the way is gone')
  return kept.known
}

/**
 * Removes the copies of a create that is refused after prepareMedia(): call it in the catch for each prepared one, then rethrow.
 * It never throws, keeps what was committed even if the outcome is unknown, and sweepUploads() does the same for processes that
 * died.
 */
export async function discardMedia(deps: Pick<Deps, 'db' | 'clock' | 'storage'>, prepared: PreparedMedia): Promise<void> {
  const { provisional, known, sha256, organizationId, original } = prepared
  if (original) await discardMedia(deps, original.of)
  if (provisional) await dropProvisional(deps, provisional)
  if (known && sha256) forgetMedia(deps.db, organizationId, sha256)
}

/** Returns the path below PUBLIC_URL: `/media/<organization>_<token>.<ext>`. */
export const mediaPath = (organizationId: string, media: Pick<PostMedia, 'token' | 'contentType'>): string =>
  `/media/${organizationId}_${media.token}${extensionOf(media.contentType)}`

/** Returns the path below PUBLIC_URL of a small JPEG: of a picture, or the drawn stand-in of a video. null: there is none. */
export const thumbnailPath = (organizationId: string, media: Pick<PostMedia, 'token' | 'hasThumbnail'>): string | null =>
  media.hasThumbnail ? `/media/${organizationId}_${media.token}.thumb.jpg` : null

/** Returns the path of what a page shows of a medium: the small picture, else the picture itself; null: a video without either. */
export const shownPath = (
  organizationId: string,
  media: Pick<PostMedia, 'token' | 'contentType' | 'hasThumbnail'>,
): string | null =>
  thumbnailPath(organizationId, media) ?? (media.contentType.startsWith('image/') ? mediaPath(organizationId, media) : null)

/** Copies a video within the storage and checks it there by a few small reads: its bytes are never whole in memory. */
type Copy = { provisional: Provisional; facts: VideoFacts; bytes: number }

async function prepareVideo(deps: MediaDeps, actor: Actor, given: GivenMedia): Promise<PreparedMedia> {
  const { provisional, facts, bytes } =
    given.kind === 'url' ? await fromUrl(deps, actor, given) : await fromUpload(deps, actor, given)
  const { contentType, width, height, durationMs, codec, saysAi } = facts
  const shape = { contentType, bytes, width, height, durationMs, codec, ...(saysAi && { saysAi }) }
  const thumbnailKey = await orDrop(deps, provisional, () => drawThumbnail(deps, actor, facts))
  return {
    organizationId: actor.organizationId,
    source: sourceOf(given),
    sha256: null,
    mediaType: 'video',
    storageKey: provisional.storageKey,
    thumbnailKey,
    provisional,
    ...shape,
  }
}

type Given<K extends GivenMedia['kind']> = Extract<GivenMedia, { kind: K }>

async function fromUrl(deps: MediaDeps, actor: Actor, { url, field }: Given<'url'>): Promise<Copy> {
  const { videos, storage, db, clock } = deps
  const own = await openOwn(deps, url)
  const { file, bytes, remove } = own
    ? await toTempFile(await own.stream(), { maxBytes: MAX_BYTES.video, tooLarge: () => tooLarge('video', field) })
    : await videos.fetch(url, field)
  try {
    const facts = await inspectFile(videos, file, bytes, field)
    const provisional = await beginProvisional(db.sql, actor.organizationId, facts.contentType, clock())
    await orDrop(deps, provisional, () => storage.putFile(provisional.storageKey, file, facts.contentType))
    return { provisional, facts, bytes }
  } finally {
    await remove()
  }
}

/** Checks the copy, so that a later PUT changes nothing. The container is read before, because the copy's name needs it. */
async function fromUpload(deps: MediaDeps, actor: Actor, { upload, field }: Given<'upload'>): Promise<Copy> {
  const { storage, db, clock } = deps
  await requireStaged(storage, upload, field)
  const { contentType } = await inspectStored(deps, upload.storageKey, field)
  const provisional = await beginProvisional(db.sql, actor.organizationId, contentType, clock())
  const { storageKey } = provisional
  return orDrop(deps, provisional, async () => {
    await storage.copy(upload.storageKey, storageKey, contentType)
    const { bytes, ...facts } = await inspectStored(deps, storageKey, field)
    if (facts.contentType !== contentType)
      throw badRequest(field, (of) => `${of(field)}: the file changed while it was read. Try again.`)
    return { provisional, facts, bytes }
  })
}

async function inspectStored(
  { videos, storage }: MediaDeps,
  key: string,
  field: string,
): Promise<VideoFacts & { bytes: number }> {
  const bytes = (await storage.stat(key))?.bytes ?? 0
  requireSize(bytes, 'video', field)
  const facts = await videos.inspect({ bytes, read: (start, length) => storage.readRange(key, start, length) }, field)
  return { ...facts, bytes }
}

async function inspectFile(videos: MediaDeps['videos'], file: string, bytes: number, field: string): Promise<VideoFacts> {
  const handle = await open(file)
  try {
    const read = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    }
    return await videos.inspect({ bytes, read }, field)
  } finally {
    await handle.close()
  }
}

/** Draws a thumbnail that all videos of one shape share, so it is never deleted. */
async function drawThumbnail({ pictures, storage }: MediaDeps, actor: Actor, { width, height }: VideoFacts): Promise<string> {
  const drawn = await pictures.videoThumbnail({ width, height })
  const key = `media/${actor.organizationId}/video-${width}x${height}.thumb.jpg`
  await storage.put(key, drawn, 'image/jpeg')
  return key
}
