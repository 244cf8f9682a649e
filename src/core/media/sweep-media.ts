/** Media of posts that were purged or got other media: its row goes first, its bytes when the uploads are swept. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/batch.js'
import { UNDO_MS } from '../lib/undo-time.js'
import type { MediaType } from './formats.js'
import { listForRemoval } from './provisional.js'

const UNUSED_MS = DAY_MS
const AT_A_TIME = 500

type Unused = { organizationId: string; id: string }
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
  const locked = await lockUnused(sql, page, now)
  const forgotten = locked.length === 0 ? 0 : await forgetMedia(sql, locked, now)
  await noteChecked(sql, page)
  return forgotten
}

/** What a create takes at this moment is locked by it, and so left alone; what we hold it waits for, and makes again. */
const lockUnused = (sql: Sql, page: Omit<ToCheck, 'id'>[], now: Date): Promise<Unused[]> => sql<Unused[]>`
    select m.organization_id as "organizationId", m.id
      from media m
     where (m.organization_id, m.id) in (select w.organization_id, w.media_id
                                           from unnest(${page.map((one) => one.organizationId)}::bigint[],
                                                       ${page.map(({ mediaId }) => mediaId)}::bigint[]) as w(organization_id, media_id))
       and ${isUnused(sql)}
       and not ${isWantedByUndo(sql, now)}
     order by m.organization_id, m.id
       for update of m skip locked`

/** What is unused but locked by others, or wanted by an Undo, is checked again. What is used is noted again when a post leaves it. */
async function noteChecked(sql: Sql, page: ToCheck[]): Promise<void> {
  await sql`
    delete from media_to_check c
     using unnest(${page.map((one) => one.organizationId)}::bigint[], ${page.map(({ id }) => id)}::bigint[]) as w(organization_id, id)
     where c.organization_id = w.organization_id
       and c.id = w.id
       and not exists (select
                         from media m
                        where m.organization_id = c.organization_id
                          and m.id = c.media_id
                          and ${isUnused(sql)})`
}

/**
 * Those of them that nothing uses, whose bytes the sweep of the uploads takes away: of those that the caller holds, nothing can follow what
 * this statement sees. @returns how many
 */
export async function forgetMedia(sql: Sql, locked: Unused[], now: Date): Promise<number> {
  const gone = await sql<Gone[]>`
    delete from media m
     using unnest(${locked.map((one) => one.organizationId)}::bigint[], ${locked.map(({ id }) => id)}::bigint[]) as w(organization_id, id)
     where m.organization_id = w.organization_id
       and m.id = w.id
       and ${isUnused(sql)}
    returning m.organization_id as "organizationId", m.original_id as "originalId", m.media_type as "mediaType", m.storage_key as "storageKey",
              m.thumbnail_key as "thumbnailKey"`
  // the stand-in of a video is shared by all of its shape
  const copies = gone.map(({ mediaType, thumbnailKey, originalId: _, ...copy }) => ({
    ...copy,
    thumbnailKey: mediaType === 'image' ? thumbnailKey : null,
  }))
  await listForRemoval(sql, copies, now, now)
  return gone.length + (await forgetOriginals(sql, gone, now))
}

/** What they were made of goes with them, unless it is used by itself. Those that others hold are left to the sweep. */
async function forgetOriginals(sql: Sql, gone: Gone[], now: Date): Promise<number> {
  const ofOriginals = gone.flatMap(({ organizationId, originalId }) =>
    originalId ? [{ organizationId, mediaId: originalId }] : [],
  )
  if (ofOriginals.length === 0) return 0
  const locked = await lockUnused(sql, ofOriginals, now)
  return locked.length === 0 ? 0 : forgetMedia(sql, locked, now)
}

type Gone = {
  organizationId: string
  originalId: string | null
  mediaType: MediaType
  storageKey: string
  thumbnailKey: string | null
}

const isUnused = (sql: Sql) => sql`
           not exists (select
                         from post_media p
                        where p.organization_id = m.organization_id
                          and p.media_id = m.id)
       and not exists (select
                         from deleted_posts d
                        where d.organization_id = m.organization_id
                          and d.media_ids @> array[m.id])
       and not exists (select
                         from media f
                        where f.organization_id = m.organization_id
                          and f.original_id = m.id)`

/** Of `m`: a post had it until an edit that can be undone. The audit is read by its time alone: of ten minutes there is little. */
const isWantedByUndo = (sql: Sql, now: Date) => sql`
       exists (select
                 from audit a
                where a.organization_id = m.organization_id
                  and a.at >= ${before(now, UNDO_MS)}
                  and a.action = 'edit'
                  and a.undone_at is null
                  and a.before -> 'mediaIds' ? m.id::text)`
