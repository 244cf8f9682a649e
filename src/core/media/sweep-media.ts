/** Media of posts that were purged: its row goes first, its bytes when the uploads are swept. */
import type { Deps, Sql } from '../ports.js'
import type { MediaType } from './formats.js'
import { listForRemoval } from './provisional.js'

const UNUSED_MS = 24 * 3_600_000
const AT_A_TIME = 500

type Unused = { organizationId: string; id: string }

/**
 * Forgets some media older than a day that no post has, nor a deleted one. One of the sweeps over all organizations.
 * @returns how many; to be called until there are none
 */
export async function sweepMedia({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock()
  return db.tx(async (sql) => {
    const locked = await lockUnused(sql, new Date(now.getTime() - UNUSED_MS))
    return locked.length === 0 ? 0 : forget(sql, locked, now)
  })
}

/** What a create takes at this moment is locked by it, and so left alone; what we hold it waits for, and makes anew. */
const lockUnused = (sql: Sql, before: Date): Promise<Unused[]> => sql<Unused[]>`
    select m.organization_id as "organizationId", m.id
      from media m
     where m.created_at <= ${before}
       and ${isUnused(sql)}
     order by m.organization_id, m.id
     limit ${AT_A_TIME}
       for update of m skip locked`

/** Asked again now that they are held: what was committed before the lock is seen by this statement, and nothing can follow. */
async function forget(sql: Sql, locked: Unused[], now: Date): Promise<number> {
  const gone = await sql<Gone[]>`
    delete from media m
     using unnest(${locked.map((one) => one.organizationId)}::bigint[], ${locked.map(({ id }) => id)}::bigint[]) as w(organization_id, id)
     where m.organization_id = w.organization_id
       and m.id = w.id
       and ${isUnused(sql)}
    returning m.organization_id as "organizationId", m.media_type as "mediaType", m.storage_key as "storageKey",
              m.thumbnail_key as "thumbnailKey"`
  for (const { mediaType, thumbnailKey, ...copy } of gone) {
    // the stand-in of a video is shared by all of its shape
    await listForRemoval(sql, { ...copy, thumbnailKey: mediaType === 'image' ? thumbnailKey : null }, now, now)
  }
  return gone.length
}

type Gone = { organizationId: string; mediaType: MediaType; storageKey: string; thumbnailKey: string | null }

const isUnused = (sql: Sql) => sql`
           not exists (select
                         from post_media p
                        where p.organization_id = m.organization_id
                          and p.media_id = m.id)
       and not exists (select
                         from deleted_posts d
                        where d.organization_id = m.organization_id
                          and m.id = any (d.media_ids))`
