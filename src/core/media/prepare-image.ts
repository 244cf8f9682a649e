/**
 * Converts an image to what the platform accepts and stores it once per organization, identified by the hash of the given bytes.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../lib/actor.js'
import { mediaBusy } from '../lib/errors.js'
import type { MediaSource } from './post-media.js'
import { MAX_BYTES } from './formats.js'
import { recallMedia } from './media-rows.js'
import { openOwn } from './own.js'
import type { MediaDeps, PreparedMedia } from './prepared.js'
import { beginProvisional, orDrop } from './provisional.js'
import { requireSize, requireStaged } from './staged.js'
import { makeAcquire } from '../lib/work/fair-semaphore.js'
import type { StagedUpload } from './uploads.js'

export type GivenMedia = { field: string } & (
  | Extract<MediaSource, { kind: 'url' }>
  | (Extract<MediaSource, { kind: 'upload' }> & { upload: StagedUpload })
)

export async function prepareImage(deps: MediaDeps, actor: Actor, given: GivenMedia): Promise<PreparedMedia> {
  const { pictures, storage, db, clock } = deps
  const { organizationId } = actor
  const { field } = given
  const bytes = await readBytes(deps, given)
  const source = sourceOf(given)
  const sha256 = digestOf(bytes)
  const said = pictures.saysAi(bytes) && { saysAi: true } // before the conversion, which leaves it out
  const base = { organizationId, source, sha256, ...((await pictures.isAnimated(bytes)) && { isStilled: true }), ...said }
  const kept = await recallMedia(db, actor, sha256)
  if (kept) return { ...base, ...kept }
  const release = (await pictures.isAsSent(bytes)) ? undefined : await acquireConverter({ organizationId })
  const made = await makeCopy(deps, actor, { given, bytes, sha256 }).finally(release)
  if ('known' in made) return { ...base, ...made }
  const { copy, facts } = made
  const { width, height } = copy.bytes === bytes ? facts : await pictures.inspect(copy.bytes, field)
  const thumbnail = await pictures.thumbnail(copy.bytes, field)
  const provisional = await beginProvisional(db.sql, organizationId, copy.contentType, clock())
  await orDrop(deps, provisional, async () => {
    await storage.put(provisional.storageKey, copy.bytes, copy.contentType)
    if (provisional.thumbnailKey !== null) await storage.put(provisional.thumbnailKey, thumbnail, 'image/jpeg')
  })
  const { storageKey, thumbnailKey } = provisional
  const shape = { width, height, durationMs: null, codec: null, contentType: copy.contentType, bytes: copy.bytes.length }
  return { ...base, mediaType: 'image', storageKey, thumbnailKey, provisional, ...shape }
}

/** Returns the source as the request named it. */
export function sourceOf(given: GivenMedia): MediaSource {
  const isCover = given.isCover && { isCover: true as const }
  return given.kind === 'url'
    ? { kind: 'url', url: given.url, mediaType: given.mediaType, ...isCover }
    : { kind: 'upload', uploadId: given.uploadId, ...isCover }
}

/** Admits as many as the converter processes at once, so that none waits in it; an organization has one at a time. */
const acquireConverter = makeAcquire({ atOnce: 2, perOrganization: 1, waitMs: 60_000, refusal: mediaBusy })

type Given = { given: GivenMedia; bytes: Buffer; sha256: Buffer }

/** Decides the kind of picture from the bytes, not from its name or source. */
async function makeCopy({ pictures, db }: MediaDeps, actor: Actor, { given, bytes, sha256 }: Given) {
  const { field } = given
  const kept = await recallMedia(db, actor, sha256) // another one may have been made while this one waited
  if (kept) return kept
  const facts = await pictures.inspect(bytes, field)
  return { facts, copy: await pictures.forPlatform(bytes, facts.contentType, field) }
}

async function readBytes(deps: MediaDeps, given: GivenMedia): Promise<Buffer> {
  const { pictures, storage } = deps
  const { field } = given
  if (given.kind === 'url') return (await readOwn(deps, given.url, field)) ?? pictures.fetch(given.url, field)
  const { upload } = given
  await requireStaged(storage, upload, field)
  // One read: all checks and copies use these bytes, whatever is PUT meanwhile; one byte more than allowed shows that there is
  // more.
  return storage.readRange(upload.storageKey, 0, MAX_BYTES.image + 1)
}

async function readOwn(deps: MediaDeps, url: string, field: string): Promise<Buffer | undefined> {
  const own = await openOwn(deps, url)
  if (!own) return undefined
  requireSize(own.bytes, 'image', field)
  return buffer(await own.stream())
}

/** A sample picture comes as the same buffer each time, and is hashed once. */
const digests = new WeakMap<Buffer, Buffer>()
function digestOf(bytes: Buffer): Buffer {
  const known = digests.get(bytes)
  if (known) return known
  const digest = createHash('sha256').update(bytes).digest()
  digests.set(bytes, digest)
  return digest
}
