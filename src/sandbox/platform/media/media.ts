/** Videos of the simulated platform: registered, received, processed. */
import { randomBytes } from 'node:crypto'
import { after, HOUR_MS } from '../../../core/lib/duration.js'
import type { Sql } from '../../../core/ports/deps.js'
import type { VideoFacts } from './video-facts.js'

export type Fate = 'succeeded' | 'failed' | 'stuck'
export type MediaRow = {
  id: string
  user_id: string
  upload_fields: [string, string][]
  expires_at: Date
  fate: Fate
  received_at: Date | null
  uploads: number
  bytes: string | null
  sha256: Buffer | null
  duration_ms: number | null
  width: number | null
  height: number | null
}
export type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed'

const PROCESSING_MS = 8_000
/** The allowed duration of a video. */
const SHORTEST_MS = 4_000
const LONGEST_MS = 15 * 60_000
const PERMISSION_MS = HOUR_MS

const columns = (sql: Sql) => sql`
  id, user_id, upload_fields, expires_at, fate, received_at, uploads, bytes, sha256, duration_ms, width, height`

export async function registerMedia(
  sql: Sql,
  { userId, fate, now }: { userId: string; fate: Fate; now: Date },
): Promise<MediaRow> {
  const key = `uploads/${randomBytes(16).toString('hex')}`
  const expiresAt = after(now, PERMISSION_MS)
  const [row] = await sql<MediaRow[]>`
    insert into sim_media (user_id, upload_key, upload_fields, expires_at, fate, registered_at)
    values (${userId}, ${key}, ${sql.json(fieldsOf(key, { now, expiresAt }))}, ${expiresAt}, ${fate}, ${now})
    returning ${columns(sql)}`
  if (!row) throw new Error('the media was not inserted')
  return row
}

/** Upload fields with the names and order of the live API; the signature is a secret that only the row knows. */
function fieldsOf(key: string, { now, expiresAt }: { now: Date; expiresAt: Date }): [string, string][] {
  const policy = { expiration: expiresAt.toISOString(), conditions: [{ key }] }
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return [
    ['x-amz-date', stamp],
    ['x-amz-signature', randomBytes(32).toString('hex')],
    ['x-amz-security-token', randomBytes(48).toString('base64')],
    ['x-amz-algorithm', 'AWS4-HMAC-SHA256'],
    ['key', key],
    ['policy', Buffer.from(JSON.stringify(policy)).toString('base64')],
    ['x-amz-credential', `SIMULATED/${stamp.slice(0, 8)}/us-east-1/s3/aws4_request`],
    ['Content-Type', 'multipart/form-data'],
  ]
}

export async function findMedia(sql: Sql, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await sql<MediaRow[]>`select ${columns(sql)} from sim_media where id = ${mediaId}`
  return row
}

export async function findByUploadKey(sql: Sql, key: string): Promise<MediaRow | undefined> {
  const [row] = await sql<MediaRow[]>`select ${columns(sql)} from sim_media where upload_key = ${key}`
  return row
}

/** Records a complete upload; a repeated one replaces the earlier one. */
export async function receiveMedia(
  sql: Sql,
  mediaId: string,
  { bytes, sha256, facts, now }: { bytes: number; sha256: Buffer; facts: VideoFacts | undefined; now: Date },
): Promise<void> {
  await sql`
    update sim_media
       set received_at = ${now}, uploads = uploads + 1, bytes = ${bytes}, sha256 = ${sha256},
           duration_ms = ${facts?.durationMs ?? null}, width = ${facts?.width ?? null}, height = ${facts?.height ?? null}
     where id = ${mediaId}`
}

/** Processing takes eight seconds of the virtual clock. */
export function statusOf({ received_at, fate, duration_ms }: MediaRow, now: Date): MediaStatus {
  if (received_at === null) return 'registered'
  if (fate === 'stuck' || now.getTime() < received_at.getTime() + PROCESSING_MS) return 'processing'
  const isFilm = duration_ms !== null && duration_ms >= SHORTEST_MS && duration_ms <= LONGEST_MS
  return fate === 'failed' || !isFilm ? 'failed' : 'succeeded'
}

export async function listMedia(sql: Sql): Promise<MediaRow[]> {
  return [...(await sql<MediaRow[]>`select ${columns(sql)} from sim_media order by number`)]
}
