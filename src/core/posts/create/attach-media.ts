/** Attaches media to an existing post. */
import type { Sql } from '../../ports/deps.js'
import { checking } from '../../media/to-check.js'
import type { Post } from '../post.js'
import { UPLOAD_BEFORE_MS } from '../state/video.js'

/**
 * Replaces the media of a post, in a transaction that holds the post and before its row is written, whose `media_type` the caller
 * writes. A video of before that is on its way to Pinterest is abandoned, equal media change nothing, and the publisher is
 * notified when the post's time is near.
 * @param mediaIds in order, the cover first
 */
export async function attachMedia(
  sql: Sql,
  { organizationId, id, status, sendAt, media }: Pick<Post, 'organizationId' | 'id' | 'status' | 'sendAt' | 'media'>,
  mediaIds: readonly string[],
  now: Date,
): Promise<void> {
  if (isSameMedia(media, mediaIds)) return
  await sql`
    with gone as (
      delete from post_media
       where organization_id = ${organizationId}
         and post_id = ${id}
      returning media_id as id
    ), ${checking(sql, organizationId, sql`select id from gone`)}
    select
      from gone`
  await sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select ${organizationId}, ${id}, m.position - 1, m.id
      from unnest(${mediaIds}::bigint[]) with ordinality as m(id, position)`
  if (mediaIds[0] === media[0]?.id) return // a video with another cover stays uploaded
  await sql`
    delete from video_jobs
     where organization_id = ${organizationId}
       and post_id = ${id}`
  const isNear = status === 'queued' && sendAt !== null && sendAt.getTime() - now.getTime() <= UPLOAD_BEFORE_MS
  if (isNear) await sql`select pg_notify('posts_due', '')` // a video has to be uploaded first, or is no longer waited for
}

export const isSameMedia = (media: Post['media'], mediaIds: readonly string[]): boolean =>
  media.map(({ id }) => id).join(' ') === mediaIds.join(' ')

/** Locks media until the end of the transaction. @returns whether all of them still exist: media without a post are swept */
export async function holdMedia(
  sql: Sql,
  { organizationId }: Pick<Post, 'organizationId'>,
  mediaIds: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(mediaIds)]
  const held = await sql`
    select id
      from media
     where organization_id = ${organizationId}
       and id = any (${wanted}::bigint[])
     order by id
       for key share`
  return held.length === wanted.length
}
