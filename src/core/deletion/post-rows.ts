/**
 * Posts with their dependent rows: their attempts, board locks, uploads of videos and evergreen entries go in the same
 * statement.
 */
import type { Sql } from '../ports/deps.js'

const AT_A_TIME = 200

/**
 * In the caller's transaction: of an organization the newest first, of an account in the order of its listing, which has an
 * index. A post without its attempt would be scanned by every publisher over and over, so they go together; a repetition refers
 * to the pin that it repeats, which may be in another batch.
 * @param of `accountId` absent: of all accounts
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
