/** Media of posts that were purged or got other media: its row goes first, its bytes when the uploads are swept. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/batch.js'
import { byOrganization } from '../lib/rows/by-organization.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { MediaType } from './formats.js'
import { listForRemoval } from './provisional.js'

const UNUSED_MS = DAY_MS
const AT_A_TIME = 500

/** `id`: of the row that marks it for a check. */
type ToCheck = { organizationId: string; id: string; mediaId: string }

/**
 * Deletes media older than a day that no post has, nor a deleted one, nor an edit that can be undone. Only what was made or left since the last check is
 * checked, some at a time. One of the sweeps over all organizations. @returns how many were deleted
 */
export async function sweepMedia({ db, clock }: Pick<Deps, 'db' | 'clock'>, goesOn: GoesOn = () => true): Promise<number> {
  const now = clock()
  let forgotten = 0
  let page: ToCheck[] = []
  do {
    page = await listToCheck(db.sql, before(now, UNUSED_MS), page.at(-1))
    if (page.length > 0) forgotten += await db.tx((sql) => check(sql, page, now))
  } while (page.length === AT_A_TIME && goesOn())
  return forgotten
}

async function listToCheck(sql: Sql, before: Date, last: ToCheck | undefined): Promise<ToCheck[]> {
  return [
    ...(await sql<ToCheck[]>`
    select c.organization_id as "organizationId", c.id, c.media_id as "mediaId"
      from media_to_check c
      left join media m on m.organization_id = c.organization_id and m.id = c.media_id
     where (m.id is null or m.created_at <= ${before})
       ${last ? sql`and (c.organization_id, c.id) > (${last.organizationId}, ${last.id})` : sql``}
     order by c.organization_id, c.id
     limit ${AT_A_TIME}`),
  ]
}

async function check(sql: Sql, page: ToCheck[], now: Date): Promise<number> {
  let forgotten = 0
  for (const [organizationId, theirs] of byOrganization(page)) {
    const locked = await lockUnused(
      sql,
      organizationId,
      theirs.map(({ mediaId }) => mediaId),
      now,
    )
    if (locked.length > 0) forgotten += await forgetMedia(sql, organizationId, locked, now)
    await noteChecked(sql, organizationId, theirs)
  }
  return forgotten
}

/** What a create takes at this moment is locked by it, and so left alone; what we hold it waits for, and makes again. */
async function lockUnused(sql: Sql, organizationId: string, ids: string[], now: Date): Promise<string[]> {
  const locked = await sql<{ id: string }[]>`
    select m.id
      from media m
     where m.organization_id = ${organizationId}
       and m.id = any(${ids}::bigint[])
       and ${isUnused(sql, organizationId)}
       and not ${isWantedByUndo(sql, organizationId, now)}
     order by m.id
       for update of m skip locked`
  return locked.map(({ id }) => id)
}

/** What is unused but locked by others, or wanted by an Undo, is checked again. What is used is noted again when a post leaves it. */
async function noteChecked(sql: Sql, organizationId: string, page: ToCheck[]): Promise<void> {
  await sql`
    delete from media_to_check c
     where c.organization_id = ${organizationId}
       and c.id = any(${page.map(({ id }) => id)}::bigint[])
       and not exists (select 1
                         from media m
                        where m.organization_id = ${organizationId}
                          and m.id = c.media_id
                          and ${isUnused(sql, organizationId)})`
}

/**
 * Those of them that nothing uses, whose bytes the sweep of the uploads takes away: of those that the caller holds, nothing can follow what
 * this statement sees. @returns how many
 */
export async function forgetMedia(sql: Sql, organizationId: string, locked: string[], now: Date): Promise<number> {
  const gone = await sql<Gone[]>`
    delete from media m
     where m.organization_id = ${organizationId}
       and m.id = any(${locked}::bigint[])
       and ${isUnused(sql, organizationId)}
    returning m.organization_id as "organizationId", m.original_id as "originalId", m.media_type as "mediaType", m.storage_key as "storageKey",
              m.thumbnail_key as "thumbnailKey"`
  // the stand-in of a video is shared by all of its shape
  const copies = gone.map(({ mediaType, thumbnailKey, originalId: _, ...copy }) => ({
    ...copy,
    thumbnailKey: mediaType === 'image' ? thumbnailKey : null,
  }))
  await listForRemoval(sql, copies, now, now)
  return gone.length + (await forgetOriginals(sql, organizationId, gone, now))
}

/** What they were made of goes with them, unless it is used by itself. Those that others hold are left to the sweep. */
async function forgetOriginals(sql: Sql, organizationId: string, gone: Gone[], now: Date): Promise<number> {
  const originals = gone.flatMap(({ originalId }) => (originalId ? [originalId] : []))
  if (originals.length === 0) return 0
  const locked = await lockUnused(sql, organizationId, originals, now)
  return locked.length === 0 ? 0 : forgetMedia(sql, organizationId, locked, now)
}

type Gone = {
  organizationId: string
  originalId: string | null
  mediaType: MediaType
  storageKey: string
  thumbnailKey: string | null
}

const isUnused = (sql: Sql, organizationId: string) => sql`
           not exists (select 1
                         from post_media p
                        where p.organization_id = ${organizationId}
                          and p.media_id = m.id)
       and not exists (select 1
                         from deleted_posts d
                        where d.organization_id = ${organizationId}
                          and d.media_ids @> array[m.id])
       and not exists (select 1
                         from media f
                        where f.organization_id = ${organizationId}
                          and f.original_id = m.id)`

/** Of `m`: a post had it until an edit that can be undone. The audit is read by its time alone: of ten minutes there is little. */
const isWantedByUndo = (sql: Sql, organizationId: string, now: Date) => sql`
       exists (select 1
                 from audit a
                where a.organization_id = ${organizationId}
                  and a.at >= ${before(now, UNDO_MS)}
                  and a.action = 'edit'
                  and a.undone_at is null
                  and a.before -> 'mediaIds' ? m.id::text)`
