/** Pictures of posts: fetched or uploaded bytes become an immutable copy, kept once per organization. */
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Actor } from '../actor.js'
import { badRequest } from '../errors.js'
import type { Deps, ImageFacts, Sql } from '../ports.js'
import type { MediaSource, PostMedia } from '../posts/post.js'
import { MAX_BYTES } from './formats.js'
import { requireUpload, takeUpload } from './uploads.js'

/** Bytes fetched, checked and stored, ready to be attached inside a transaction. */
export type PreparedMedia = {
  source: MediaSource
  mediaType: 'image' | 'video'
  storageKey: string
  /** Of the bytes as they were given to us. */
  sha256: Buffer
  contentType: string
  bytes: number
  width: number
  height: number
  /** Set when these bytes were already kept: nothing is written again. */
  known?: PostMedia
}

type MediaDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures'>
type Given = { bytes: Buffer; facts: ImageFacts | undefined }

/** Everything that needs the network or the disk; call before the transaction. @throws BAD_REQUEST · CONFLICT upload_already_attached */
export async function prepareMedia(deps: MediaDeps, actor: Actor, source: MediaSource, field: string): Promise<PreparedMedia> {
  const { bytes, facts } = await readSource(deps, actor, source, field)
  const sha256 = digestOf(bytes)
  const kept = await recall(deps.db, actor, sha256)
  if (kept) return { source, sha256, ...kept }

  const { width, height, contentType } = facts ?? (await deps.pictures.inspect(bytes, field))
  const copy = await deps.pictures.forPlatform(bytes, contentType, field)
  const storageKey = `media/${actor.organizationId}/${sha256.toString('hex')}${extensionOf(copy.contentType)}`
  await deps.storage.put(storageKey, copy.bytes)
  const { length } = copy.bytes
  return { source, sha256, mediaType: 'image', storageKey, contentType: copy.contentType, bytes: length, width, height }
}

/** Inside the create's transaction: takes the upload (once) and finds or makes the media row. @throws CONFLICT upload_already_attached */
export async function takeMedia(sql: Sql, actor: Actor, prepared: PreparedMedia, now: Date): Promise<PostMedia> {
  if (prepared.source.kind === 'upload') await takeUpload(sql, actor, prepared.source.uploadId, now)
  if (prepared.known) return prepared.known
  const { storageKey, sha256, mediaType, contentType, bytes, width, height } = prepared
  const token = randomBytes(18).toString('base64url')
  // An equal picture in another open transaction is waited for, and then found by the select.
  const [made] = await sql<{ id: string }[]>`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${actor.organizationId}, ${token}, ${storageKey}, ${sha256}, ${mediaType}, ${contentType}, ${bytes}, ${width}, ${height}, ${now})
    on conflict (organization_id, sha256) do nothing
    returning id`
  if (made) return { id: made.id, token, contentType, width, height }
  const kept = await findMedia(sql, actor, sha256)
  if (!kept) throw new Error('the media row that was in the way is gone')
  return kept.known
}

/** Below PUBLIC_URL: `/media/<organization>_<token>.<ext>`. */
export const mediaPath = (organizationId: string, media: Pick<PostMedia, 'token' | 'contentType'>): string =>
  `/media/${organizationId}_${media.token}${extensionOf(media.contentType)}`

/** The public picture behind the name in mediaPath; undefined when there is none. */
export async function openMedia(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  name: string,
): Promise<{ contentType: string; bytes: number; body: Readable } | undefined> {
  const [, organizationId, token, extension] = /^(\d{1,18})_([A-Za-z0-9_-]{24})(\.(?:png|jpg))$/.exec(name) ?? []
  if (organizationId === undefined || token === undefined) return undefined
  const [row] = await db.sql<{ storage_key: string; content_type: string; bytes: string }[]>`
    select storage_key, content_type, bytes
      from media
     where organization_id = ${organizationId} and token = ${token}`
  if (!row || extensionOf(row.content_type) !== extension) return undefined
  return { contentType: row.content_type, bytes: Number(row.bytes), body: storage.stream(row.storage_key) }
}

async function readSource(deps: MediaDeps, actor: Actor, source: MediaSource, field: string): Promise<Given> {
  switch (source.kind) {
    case 'url':
      return { bytes: await deps.pictures.fetch(source.url, field), facts: undefined }
    case 'upload':
      return readUpload(deps, actor, source.uploadId, field)
  }
}

/** What was PUT must be what the extension said. */
async function readUpload(
  { db, clock, storage, pictures }: MediaDeps,
  actor: Actor,
  uploadId: string,
  field: string,
): Promise<Given> {
  const upload = await requireUpload(db.sql, actor, uploadId, field, clock())
  if (upload.mediaType !== 'image') throw badRequest(field, `${field}: videos are not taken. Upload an image.`)
  const staged = await storage.stat(upload.storageKey)
  if (!staged) throw badRequest(field, `${field}: no bytes were PUT to its uploadUrl yet.`)
  if (staged.bytes > MAX_BYTES.image) throw badRequest(field, `${field}: the image is larger than 20 MiB.`)
  const bytes = await storage.read(upload.storageKey)
  const facts = await pictures.inspect(bytes, field)
  if (facts.contentType !== upload.contentType)
    throw badRequest(field, `${field}: the bytes are ${facts.contentType}, not what the extension ${upload.extension} says.`)
  return { bytes, facts }
}

type MediaRow = {
  id: string
  token: string
  storage_key: string
  media_type: 'image' | 'video'
  content_type: string
  bytes: string
  width: number
  height: number
}

type Kept = Omit<PreparedMedia, 'source' | 'sha256'> & { known: PostMedia }

/** Rows of media never change and are never deleted, so those seen lately need no second look. Per database: ids are its own. */
const seen = new WeakMap<Deps['db'], Map<string, Kept>>()
const SEEN_AT_MOST = 1000

async function recall(db: Deps['db'], actor: Actor, sha256: Buffer): Promise<Kept | undefined> {
  const lately = seen.get(db) ?? new Map<string, Kept>()
  seen.set(db, lately)
  const key = `${actor.organizationId}:${sha256.toString('base64')}`
  const kept = lately.get(key) ?? (await findMedia(db.sql, actor, sha256))
  if (!kept) return undefined
  lately.delete(key) // the one used last stands last
  lately.set(key, kept)
  const oldest = lately.keys().next()
  if (lately.size > SEEN_AT_MOST && !oldest.done) lately.delete(oldest.value)
  return kept
}

async function findMedia(sql: Sql, { organizationId }: Actor, sha256: Buffer): Promise<Kept | undefined> {
  const [row] = await sql<MediaRow[]>`
    select id, token, storage_key, media_type, content_type, bytes, width, height
      from media
     where organization_id = ${organizationId} and sha256 = ${sha256}`
  if (!row) return undefined
  const { id, token, width, height, content_type: contentType } = row
  const shape = { contentType, width, height }
  return {
    mediaType: row.media_type,
    storageKey: row.storage_key,
    bytes: Number(row.bytes),
    ...shape,
    known: { id, token, ...shape },
  }
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

const extensionOf = (contentType: string) => (contentType === 'image/png' ? '.png' : '.jpg')
