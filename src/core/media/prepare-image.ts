/** An image becomes what the platform takes, kept once per organization: told by the hash of the bytes as they were given. */
import { createHash } from 'node:crypto'
import type { Actor } from '../actor.js'
import { badRequest } from '../errors.js'
import type { ImageFacts } from '../ports.js'
import type { MediaSource } from '../posts/post.js'
import { MAX_BYTES } from './formats.js'
import { recallMedia } from './media-rows.js'
import type { MediaDeps, PreparedMedia } from './media.js'
import { beginProvisional, orDrop } from './provisional.js'
import { requireStaged } from './staged.js'
import type { StagedUpload } from './uploads.js'

export type GivenMedia = { field: string } & (
  | Extract<MediaSource, { kind: 'url' }>
  | (Extract<MediaSource, { kind: 'upload' }> & { upload: StagedUpload })
)

export async function prepareImage(deps: MediaDeps, actor: Actor, given: GivenMedia): Promise<PreparedMedia> {
  const { pictures, storage, db, clock } = deps
  const { organizationId } = actor
  const { field } = given
  const { bytes, facts } = await readBytes(deps, given)
  const source = sourceOf(given)
  const sha256 = digestOf(bytes)
  const kept = await recallMedia(db, actor, sha256)
  if (kept) return { organizationId, source, sha256, ...kept }

  const { width, height, contentType } = facts ?? (await pictures.inspect(bytes, field))
  const copy = await pictures.forPlatform(bytes, contentType, field)
  const thumbnail = await pictures.thumbnail(copy.bytes, field)
  const provisional = await beginProvisional(db.sql, organizationId, copy.contentType, clock())
  await orDrop(deps, provisional, async () => {
    await storage.put(provisional.storageKey, copy.bytes, copy.contentType)
    if (provisional.thumbnailKey !== null) await storage.put(provisional.thumbnailKey, thumbnail, 'image/jpeg')
  })
  const { storageKey, thumbnailKey } = provisional
  const shape = { width, height, durationMs: null, contentType: copy.contentType, bytes: copy.bytes.length }
  return { organizationId, source, sha256, mediaType: 'image', storageKey, thumbnailKey, provisional, ...shape }
}

/** Back to what the request named. */
export const sourceOf = (given: GivenMedia): MediaSource =>
  given.kind === 'url'
    ? { kind: 'url', url: given.url, mediaType: given.mediaType }
    : { kind: 'upload', uploadId: given.uploadId }

/** Of an upload also its facts: what was PUT must be what the extension said. */
async function readBytes(
  { pictures, storage }: MediaDeps,
  given: GivenMedia,
): Promise<{ bytes: Buffer; facts: ImageFacts | undefined }> {
  const { field } = given
  if (given.kind === 'url') return { bytes: await pictures.fetch(given.url, field), facts: undefined }
  const { upload } = given
  await requireStaged(storage, upload, field)
  // One read: everything is judged and made from these bytes, whatever is PUT meanwhile; one more than allowed, to see that there is more.
  const bytes = await storage.readRange(upload.storageKey, 0, MAX_BYTES.image + 1)
  const facts = await pictures.inspect(bytes, field)
  requireExtension(upload, facts.contentType, field)
  return { bytes, facts }
}

/** @throws BAD_REQUEST */
export function requireExtension(upload: StagedUpload, contentType: string, field: string): void {
  if (contentType !== upload.contentType)
    throw badRequest(field, `${field}: the bytes are ${contentType}, not what the extension ${upload.extension} says.`)
}

/** The same buffer comes again and again for a sample picture: it is hashed once. */
const digests = new WeakMap<Buffer, Buffer>()
function digestOf(bytes: Buffer): Buffer {
  const known = digests.get(bytes)
  if (known) return known
  const digest = createHash('sha256').update(bytes).digest()
  digests.set(bytes, digest)
  return digest
}
