/** A post as the database holds it, and as it stood before a write. */
import type { Sql } from '../ports/deps.js'
import type { Post, PostFailure, PostStatus } from './post.js'

/** The times of a failure are text in its jsonb. */
export type StoredFailure = Omit<PostFailure, 'failedAt' | 'sendAt'> & { failedAt: string; sendAt: string | null }

/** As `postColumns` gives it: a Post but for the failure's times, plus what only writes need. */
export type PostRow = Omit<Post, 'failure'> & { failure: StoredFailure | null; chargeNumber: number }

/**
 * A post's fields before a write, as far as a write can change them. A deleted row is kept whole elsewhere.
 */
export type PostImage = {
  status: PostStatus
  /** As `mediaIds`, absent in rows from before media could be replaced. */
  mediaType?: 'image' | 'video'
  /** In their order, the cover first. */
  mediaIds?: string[]
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  boardId: string | null
  boardSectionId: string | null
  isSimplified: boolean
  productTagPinIds: string[]
  /** ISO 8601. */
  sendAt: string | null
  timeslotId: string | null
  chargeNumber: number
  failure: StoredFailure | null
  version: number
}

const mediaIdsOf = (sql: Sql) => sql`
  (select coalesce(jsonb_agg(m.media_id::text order by m.position), '[]')
     from post_media m
    where m.organization_id = p.organization_id and m.post_id = p.id)`

/** The image of `posts p`. */
export const postImage = (sql: Sql) => sql`
  jsonb_build_object('status', p.status, 'mediaType', p.media_type, 'mediaIds', ${mediaIdsOf(sql)},
                     'title', p.title, 'description', p.description, 'url', p.url, 'altText', p.alt_text,
                     'boardId', p.board_id, 'boardSectionId', p.board_section_id, 'isSimplified', p.is_simplified,
                     'productTagPinIds', p.product_tag_pin_ids, 'sendAt', p.send_at, 'timeslotId', p.timeslot_id::text,
                     'chargeNumber', p.charge_number, 'failure', p.failure, 'version', p.version)`

/** Locked for update, with the fields as they were then, for the audit row of the write to come. */
export type LockedPost = PostRow & { image: PostImage }
