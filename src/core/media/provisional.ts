/**
 * Copies that no post has taken yet. Each is an upload slot without an id, so the sweep of uploads removes it if the create was
 * refused or its process died. Every create makes its own copies, so no other's is ever removed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { after, HOUR_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import { extensionOf } from './formats.js'

export type Provisional = {
  organizationId: string
  storageKey: string
  /** The thumbnail of an image, removed with it. */
  thumbnailKey: string | null
}

/** Many times the longest create. */
const PROVISIONAL_MS = HOUR_MS

/** Makes new keys and records them before anything is stored under them. */
export async function beginProvisional(sql: Sql, organizationId: string, contentType: string, now: Date): Promise<Provisional> {
  const name = `media/${organizationId}/${randomBytes(16).toString('hex')}`
  const isImage = contentType.startsWith('image/')
  const copy = { organizationId, storageKey: name + extensionOf(contentType), thumbnailKey: isImage ? `${name}.thumb.jpg` : null }
  await listForRemoval(sql, [copy], now, after(now, PROVISIONAL_MS))
  return copy
}

/** Lets the sweep of uploads remove them at that time. */
export async function listForRemoval(sql: Sql, copies: Provisional[], now: Date, at: Date): Promise<void> {
  const listed = copies.flatMap(({ organizationId, ...copy }) => keysOf(copy).map((key) => ({ organizationId, key })))
  await sql`
    insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
    select k.organization_id, sha256(convert_to(k.key, 'UTF8')), k.key, 'none', 'image', 'application/octet-stream', ${now}, ${at}, ${now}
      from unnest(${listed.map((one) => one.organizationId)}::bigint[], ${listed.map(({ key }) => key)}::text[]) as k(organization_id, key)`
}

/** Makes the copy permanent, inside the transaction that writes the media row. */
export async function keepProvisional(sql: Sql, { organizationId, ...copy }: Provisional, now: Date): Promise<void> {
  const keys = keysOf(copy)
  const kept = await sql`
    delete from uploads
     where organization_id = ${organizationId} and ${isMarked(sql, keys)} and expires_at > ${now}`
  if (kept.count !== keys.length) throw new Error('the copy of this media was swept before its post was written')
}

/**
 * Removes the copy, unless a committed transaction keeps it, in which case its rows are gone. Never throws: what fails here is
 * left to the sweep.
 */
export async function dropProvisional(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  { organizationId, ...copy }: Provisional,
): Promise<void> {
  const keys = keysOf(copy)
  const rows = db.sql`organization_id = ${organizationId} and ${isMarked(db.sql, keys)}`
  try {
    // expire first, delete the rows last: wherever this stops, the sweep can continue
    const ended = await db.sql`update uploads set expires_at = ${clock()} where ${rows}`
    if (ended.count !== keys.length) return
    for (const key of keys) await storage.remove(key)
    await db.sql`delete from uploads where ${rows}`
  } catch {}
}

/** Runs `work`, and drops the copy if it fails. */
export async function orDrop<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  copy: Provisional,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await dropProvisional(deps, copy)
    throw error
  }
}

const keysOf = ({ storageKey, thumbnailKey }: Omit<Provisional, 'organizationId'>): string[] =>
  thumbnailKey === null ? [storageKey] : [storageKey, thumbnailKey]

/**
 * Marks a copy in the column of an uploadId's secret. A key contains slashes, so no id matches it; it is hashed here, because a
 * cluster allows no such function in a write.
 */
const markOf = (key: string) => createHash('sha256').update(key).digest()

const isMarked = (sql: Sql, keys: string[]) =>
  sql`(${keys.map((key, place) => sql`${place === 0 ? sql`` : sql` or `}secret_hash = ${markOf(key)}`)})`
