/** Deletes media of posts that were purged or got other media: the row first, the bytes when uploads are swept. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/work/batch.js'
import { byOrganization } from '../lib/rows/by-organization.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { MediaType } from './formats.js'
import { listForRemoval } from './provisional.js'
import { checking } from './to-check.js'

const UNUSED_MS = DAY_MS
const AT_A_TIME = 500

/** `id`: the id of the row that marks the media for a check. */
type ToCheck = { organizationId: string; id: string; mediaId: string }

/**
 * Deletes media older than a day that no post, deleted post, undoable edit or recent request uses, over all organizations. Only media made or
 * released since the last check are checked, in pages. @returns the number deleted
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

/**
 * Locks unused media. Rows that a create uses now are locked by it and skipped; a create that meets our lock waits, and then
 * makes the media again.
 */
async function lockUnused(sql: Sql, organizationId: string, ids: string[], now: Date): Promise<string[]> {
  const locked = await sql<{ id: string }[]>`
    select m.id
      from media m
     where m.organization_id = ${organizationId}
       and m.id = any(${ids}::bigint[])
       and ${isUnused(sql, organizationId)}
       and not ${isWantedByUndo(sql, organizationId, now)}
       and not ${isComparedWith(sql, organizationId, now)}
     order by m.id
       for update of m skip locked`
  return locked.map(({ id }) => id)
}

/**
 * Keeps the mark of unused media that others lock or an Undo needs, for another check. Used media are marked again when a post
 * releases them.
 */
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
 * Deletes those that nothing uses; the sweep of uploads removes their bytes. The caller holds the rows, so no use can begin after
 * this statement's snapshot. @returns the number deleted
 */
export async function forgetMedia(sql: Sql, organizationId: string, locked: string[], now: Date): Promise<number> {
  const gone = await sql<Gone[]>`
    with gone as (
      delete from media m
       where m.organization_id = ${organizationId}
         and m.id = any(${locked}::bigint[])
         and ${isUnused(sql, organizationId)}
      returning m.*
    ), ${checking(sql, organizationId, sql`select original_id as id from gone where original_id is not null`)}
    select organization_id as "organizationId", original_id as "originalId", media_type as "mediaType", storage_key as "storageKey",
           thumbnail_key as "thumbnailKey"
      from gone`
  // the stand-in of a video is shared by all of its shape
  const copies = gone.map(({ mediaType, thumbnailKey, originalId: _, ...copy }) => ({
    ...copy,
    thumbnailKey: mediaType === 'image' ? thumbnailKey : null,
  }))
  await listForRemoval(sql, copies, now, now)
  return gone.length + (await forgetOriginals(sql, organizationId, gone, now))
}

/** Deletes the originals with them, unless something else uses these. Those that others lock are left to the sweep. */
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

/**
 * True for `m` that an undoable edit removed from a post. The audit is read by time alone, because ten minutes of it are little.
 */
const isWantedByUndo = (sql: Sql, organizationId: string, now: Date) => sql`
       exists (select 1
                 from audit a
                where a.organization_id = ${organizationId}
                  and a.at >= ${before(now, UNDO_MS)}
                  and a.action = 'edit'
                  and a.undone_at is null
                  and a.before -> 'mediaIds' ? m.id::text)`

/** How long the pictures of a request are kept after its decision, to be shown beside those of a later version. */
const COMPARED_MS = 30 * DAY_MS

/** True for `m` of a pin as it was requested, while the request is open or was decided recently. */
const isComparedWith = (sql: Sql, organizationId: string, now: Date) => sql`
       m.id = any (array(select e.id::bigint
                           from approvals a
                          cross join lateral jsonb_array_elements_text(a.requested -> 'mediaIds') as e(id)
                          where a.organization_id = ${organizationId}
                            and (a.state = 'open' or a.decided_at >= ${before(now, COMPARED_MS)})))`
