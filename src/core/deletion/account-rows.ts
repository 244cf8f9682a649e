/**
 * Deletes the rows of one account: its posts with their dependent rows, media that nothing else uses, and the tables that name
 * it.
 */
import { forgetMedia } from '../media/sweep-media.js'
import type { Deps, Sql } from '../ports/deps.js'
import { type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import { deleteRows, emptyTables } from './batches.js'
import { listTables } from './tables.js'
import { deleteSomePosts } from './post-rows.js'

const POSTS_AT_A_TIME = 200

type One = { organizationId: string; accountId: string }

/** Deletes in batches, each committed separately. @returns false when there is more to do */
export async function deleteAccountRows({ db, clock }: Pick<Deps, 'db' | 'clock'>, one: One, mayGoOn: MayGoOn): Promise<boolean> {
  const tables = (await listTables(db.sql, 'account_id')).filter((table) => table !== 'posts' && table !== 'deleted_posts')
  const { organizationId, accountId } = one
  for (const deleteSome of [deletePosts, forgetDeletedPosts])
    if (!(await untilNoneIsLeft(mayGoOn, () => db.tx((sql) => deleteSome(sql, one, clock()))))) return false
  if (!(await emptyTables(tables, mayGoOn, (table) => deleteRows(db.sql, table, one)))) return false
  await db.sql`
    delete from outbox
     where organization_id = ${organizationId}
       and notice ->> 'accountId' = ${accountId}`
  await db.sql`
    update members
       set current_account_id = null
     where organization_id = ${organizationId}
       and current_account_id = ${accountId}`
  await db.sql`
    delete from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}`
  return true
}

/** Deletes posts, and media that no other post has; the bytes follow with the sweep of uploads. */
async function deletePosts(sql: Sql, one: One, now: Date): Promise<number> {
  const { count, mediaIds } = await deleteSomePosts(sql, one)
  await forgetUnused(sql, one, mediaIds, now)
  return count
}

/** Deletes posts that could still be restored, with their media. */
async function forgetDeletedPosts(sql: Sql, one: One, now: Date): Promise<number> {
  const { organizationId, accountId } = one
  const gone = await sql<{ mediaIds: string[] }[]>`
    delete from deleted_posts
     where organization_id = ${organizationId}
       and id in (select id
                    from deleted_posts
                   where organization_id = ${organizationId} and account_id = ${accountId}
                   order by id
                   limit ${POSTS_AT_A_TIME})
    returning media_ids as "mediaIds"`
  const mediaIds = gone.flatMap((post) => post.mediaIds)
  await forgetUnused(sql, one, mediaIds, now)
  return gone.length
}

async function forgetUnused(sql: Sql, { organizationId }: One, mediaIds: string[], now: Date): Promise<void> {
  const media = [...new Set(mediaIds)]
  if (media.length > 0) await forgetMedia(sql, organizationId, media, now)
}
