/**
 * Deletes posts with their dependent rows: attempts, board locks, uploads of videos and evergreen entries go in the same
 * statement.
 */
import type { Sql } from '../../ports/deps.js'

const AT_A_TIME = 200

/**
 * Deletes some posts in the caller's transaction: for an organization the newest first, for an account (`accountId`) in its
 * indexed order. Attempts go with their post, because publishers would scan a post without its attempt forever; repeats lose the
 * reference to their source, which may be in another batch.
 * @returns the media that they had
 */
export async function deleteSomePosts(
  sql: Sql,
  { organizationId, accountId = null }: { organizationId: string; accountId?: string | null },
): Promise<{ count: number; mediaIds: string[] }> {
  const posts = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${organizationId}
       ${accountId === null ? sql`order by id desc` : sql`and account_id = ${accountId} order by status, send_at, id`}
     limit ${AT_A_TIME}
       for update`
  if (posts.length === 0) return { count: 0, mediaIds: [] }
  const ids = posts.map(({ id }) => id)
  const media = await sql<{ id: string }[]>`
    select distinct media_id as id
      from post_media
     where organization_id = ${organizationId}
       and post_id = any (${ids}::bigint[])`
  await sql`
    update posts
       set source_post_id = null
     where organization_id = ${organizationId}
       and source_post_id = any (${ids}::bigint[])`
  await sql`
    delete from posts
     where organization_id = ${organizationId}
       and id = any (${ids}::bigint[])`
  return { count: posts.length, mediaIds: media.map(({ id }) => id) }
}
