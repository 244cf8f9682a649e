/** Copies a video within the storage and checks it there by a few small reads: its bytes are never whole in memory. */
import { open } from 'node:fs/promises'
import type { Actor } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import type { VideoFacts } from '../ports/deps.js'
import { toTempFile } from '../lib/temp-file.js'
import { MAX_BYTES } from './formats.js'
import { openOwn } from './own.js'
import type { MediaDeps, PreparedMedia } from './prepared.js'
import { type GivenMedia, sourceOf } from './prepare-image.js'
import { beginProvisional, orDrop, type Provisional } from './provisional.js'
import { requireSize, requireStaged, tooLarge } from './staged.js'

type Copy = { provisional: Provisional; facts: VideoFacts; bytes: number }

export async function prepareVideo(deps: MediaDeps, actor: Actor, given: GivenMedia): Promise<PreparedMedia> {
  const { provisional, facts, bytes } =
    given.kind === 'url' ? await fromUrl(deps, actor, given) : await fromUpload(deps, actor, given)
  const { contentType, width, height, durationMs, codec } = facts
  const shape = { contentType, bytes, width, height, durationMs, codec }
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
      throw badRequest(field, (of) => `${of(field)}: the file changed while it was read. Send the request again.`)
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
