/** The table `media`: one row for equal pictures of an organization, one for each video. */
import { violated } from '../lib/rows/violates.js'
import { randomBytes } from 'node:crypto'
import type { Actor } from '../lib/actor.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { PostMedia } from './post-media.js'
import type { MediaType } from './formats.js'
import type { PreparedMedia } from './prepared.js'
import { checking } from './to-check.js'

export type KeptMedia = Omit<PreparedMedia, 'organizationId' | 'source' | 'sha256' | 'original'> & { known: PostMedia }

/** Returns undefined when an equal picture exists already. */
export async function insertMedia(
  sql: Sql,
  actor: Actor,
  prepared: Omit<PreparedMedia, 'source' | 'original'>,
  original: Pick<PostMedia, 'fit' | 'originalId'>,
  now: Date,
): Promise<PostMedia | undefined> {
  const { storageKey, sha256, mediaType, contentType, bytes, width, height, durationMs, codec, thumbnailKey } = prepared
  const { isStilled = false, saysAi = false } = prepared
  const token = randomBytes(18).toString('base64url')
  const [made] = await sql<{ id: string }[]>`
    with made as (
      insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, duration_ms,
                         codec, thumbnail_key, original_id, fit, is_stilled, says_ai, created_at)
      values (${actor.organizationId}, ${token}, ${storageKey}, ${sha256}, ${mediaType}, ${contentType}, ${bytes}, ${width}, ${height},
              ${durationMs}, ${codec}, ${thumbnailKey}, ${original.originalId}, ${original.fit}, ${isStilled}, ${saysAi}, ${now})
      on conflict (organization_id, sha256) do nothing
      returning id
    ), ${checking(sql, actor.organizationId, sql`select id from made`)}
    select id
      from made`
  return (
    made && {
      id: made.id,
      token,
      contentType,
      width,
      height,
      durationMs,
      codec,
      hasThumbnail: thumbnailKey !== null,
      ...original,
      ...(isStilled && { isStilled }),
      ...(saysAi && { saysAi }),
    }
  )
}

type MediaRow = {
  id: string
  token: string
  storage_key: string
  media_type: MediaType
  content_type: string
  bytes: string
  width: number
  height: number
  duration_ms: number | null
  codec: string | null
  thumbnail_key: string | null
  original_id: string | null
  fit: PostMedia['fit']
  is_stilled: boolean
  says_ai: boolean
}

/** @param mode `lock`: holds the row to the end of the transaction, so that no sweep deletes it */
export async function findMedia(
  sql: Sql,
  { organizationId }: Actor,
  sha256: Buffer,
  mode: 'lock' | 'read' = 'read',
): Promise<KeptMedia | undefined> {
  const [row] = await sql<MediaRow[]>`
    select ${mediaColumns(sql)}
      from media
     where organization_id = ${organizationId} and sha256 = ${sha256}
           ${mode === 'lock' ? sql`for key share` : sql``}`
  return row && toKept(row)
}

const mediaColumns = (sql: Sql) =>
  sql`id, token, storage_key, media_type, content_type, bytes, width, height, duration_ms, codec, thumbnail_key, original_id, fit, is_stilled, says_ai`

function toKept(row: MediaRow): KeptMedia {
  const { id, token, width, height, codec, content_type: contentType, duration_ms: durationMs, thumbnail_key: thumbnailKey } = row
  const shape = {
    contentType,
    width,
    height,
    durationMs,
    codec,
    ...(row.is_stilled && { isStilled: true }),
    ...(row.says_ai && { saysAi: true }),
  }
  return {
    mediaType: row.media_type,
    storageKey: row.storage_key,
    bytes: Number(row.bytes),
    thumbnailKey,
    provisional: null,
    ...shape,
    known: { id, token, ...shape, hasThumbnail: thumbnailKey !== null, fit: row.fit, originalId: row.original_id },
  }
}

/** Finds media by their ids, each with the hash of the given bytes. */
export async function findMediaOf(
  sql: Sql,
  { organizationId }: Pick<Actor, 'organizationId'>,
  ids: readonly string[],
): Promise<Map<string, KeptMedia & { sha256: Buffer | null }>> {
  const rows = await sql<(MediaRow & { sha256: Buffer | null })[]>`
    select ${mediaColumns(sql)}, sha256
      from media
     where organization_id = ${organizationId} and id = any (${[...ids]}::bigint[])`
  return new Map(rows.map((row) => [row.id, { ...toKept(row), sha256: row.sha256 }]))
}

/**
 * Caches recent media rows, which never change. One that was swept since cannot be attached: the foreign key of post_media
 * refuses it (isSwept). Keyed by database, because ids are unique only within one.
 */
const seen = new WeakMap<Deps['db'], Map<string, KeptMedia>>()
const SEEN_AT_MOST = 1000

/** Like findMedia, cached. */
export async function recallMedia(db: Deps['db'], actor: Actor, sha256: Buffer): Promise<KeptMedia | undefined> {
  const lately = seen.get(db) ?? new Map<string, KeptMedia>()
  seen.set(db, lately)
  const key = seenAs(actor.organizationId, sha256)
  const kept = lately.get(key) ?? (await findMedia(db.sql, actor, sha256))
  if (!kept) return undefined
  lately.delete(key) // the most recently used comes last
  lately.set(key, kept)
  const oldest = lately.keys().next()
  if (lately.size > SEEN_AT_MOST && !oldest.done) lately.delete(oldest.value)
  return kept
}

/** Removes a row that could not be attached from the cache: the next recall queries. */
export const forgetMedia = (db: Deps['db'], organizationId: string, sha256: Buffer): void =>
  void seen.get(db)?.delete(seenAs(organizationId, sha256))

const seenAs = (organizationId: string, sha256: Buffer) => `${organizationId}:${sha256.toString('base64')}`

export class SweptMedia extends Error {}

/** True when a media row was deleted after it was prepared: preparing it again lets the create succeed. */
export const isSwept = (error: unknown): boolean => error instanceof SweptMedia || TO_MEDIA.has(violated(error) ?? '')
const TO_MEDIA = new Set(['post_media_organization_id_media_id_fkey', 'media_original_fkey'])
