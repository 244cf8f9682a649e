/**
 * Copies of videos that no post has taken yet. Each is an upload slot without an id, so that the sweep of the uploads finds it
 * when nobody else takes it away: the create was refused, or its process died.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Deps, Sql } from '../ports.js'
import { extensionOf } from './formats.js'

export type Trial = { organizationId: string; storageKey: string }

/** Many times what a create may last. */
const TRIAL_MS = 60 * 60_000

/** A fresh key, remembered before anything is under it. */
export async function beginTrial(sql: Sql, organizationId: string, contentType: string, now: Date): Promise<Trial> {
  const extension = extensionOf(contentType)
  const storageKey = `media/${organizationId}/${randomBytes(16).toString('hex')}${extension}`
  const until = new Date(now.getTime() + TRIAL_MS)
  await sql`
    insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
    values (${organizationId}, ${markOf(storageKey)}, ${storageKey}, ${extension.slice(1)}, 'video', ${contentType}, ${now}, ${until}, ${now})`
  return { organizationId, storageKey }
}

/** Inside the transaction that writes the media row: from then on the copy is for good. */
export async function passTrial(sql: Sql, { organizationId, storageKey }: Trial, now: Date): Promise<void> {
  const passed = await sql`
    delete from uploads
     where organization_id = ${organizationId} and secret_hash = ${markOf(storageKey)} and expires_at > ${now}`
  if (passed.count !== 1) throw new Error('the copy of this video was swept before its post was written')
}

/** Takes the copy away, unless a committed transaction has passed it: then its row is gone and it stays. Never throws: what fails here is left to the sweep. */
export async function endTrial(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  { organizationId, storageKey }: Trial,
): Promise<void> {
  const row = db.sql`organization_id = ${organizationId} and secret_hash = ${markOf(storageKey)}`
  try {
    // first the end of its time, last the row: wherever this stops, the sweep can go on
    const ended = await db.sql`update uploads set expires_at = ${clock()} where ${row}`
    if (ended.count !== 1) return
    await storage.remove(storageKey)
    await db.sql`delete from uploads where ${row}`
  } catch {}
}

/** In the place of an uploadId's secret, which has no slashes: no id leads here. */
const markOf = (storageKey: string) => createHash('sha256').update(storageKey).digest()
