/** A post in the database, and its image before a write. */
import { urlKeyOf } from '../lib/http/url.js'
import { constantSql, templateOf } from '../lib/rows/constant-sql.js'
import type { Sql } from '../ports/deps.js'
import { CONTENT, CONTENT_FIELDS, type Content, withContent } from './content.js'
import type { Post, PostFailure } from './post.js'
import type { PostStatus } from '../ports/post-status.js'

/** The times of a failure are text in its jsonb. */
export type StoredFailure = Omit<PostFailure, 'failedAt' | 'sendAt'> & { failedAt: string; sendAt: string | null }

/** A row of `postColumns`: a Post but for the failure's times, plus what only writes need. */
export type PostRow = Omit<Post, 'failure'> & { failure: StoredFailure | null; chargeNumber: number }

/**
 * The fields of a post before a write, as far as a write can change them. An image from before a field was there lacks it. A
 * deleted row is kept whole in `deleted_posts`.
 */
export type PostImage = Content & {
  status: PostStatus
  /** Absent, like `mediaIds`, in rows from before media could be replaced. */
  mediaType?: 'image' | 'video'
  /** The media in order, the cover first. */
  mediaIds?: string[]
  boardId: string | null
  boardSectionId: string | null
  /** ISO 8601. */
  sendAt: string | null
  timeslotId: string | null
  chargeNumber: number
  failure: StoredFailure | null
  version: number
}

const TYPES = {
  line: 'text',
  lines: 'text',
  address: 'text',
  list: 'text[]',
  flag: 'boolean',
  second: 'int',
  slides: 'jsonb',
} as const
/** What is written of the content. `url_key`: pins with the same link have the same. */
const WRITTEN = [
  ...CONTENT_FIELDS.map((field) => ({ column: CONTENT[field].column, type: TYPES[CONTENT[field].kind] })),
  { column: 'url_key', type: 'text' },
]
const writtenOf = (sql: Sql, content: Content) => [
  ...CONTENT_FIELDS.map((field) => (field === 'slides' ? sql.json(content.slides) : content[field])),
  content.url === null ? null : urlKeyOf(content.url),
]
const listed = (each: readonly string[]) => templateOf(each.join(', '))
const ASSIGNED = listed(WRITTEN.map(({ column, type }) => `${column} = ?::${type}`))
const VALUES = listed(WRITTEN.map(({ type }) => `?::${type}`))
const COLUMNS = listed(WRITTEN.map(({ column }) => column))
const READ = listed(CONTENT_FIELDS.map((field) => `p.${CONTENT[field].column} as "${field}"`))
const IMAGE = listed(CONTENT_FIELDS.map((field) => `'${field}', p.${CONTENT[field].column}`))

/** The content after `set` of an update. */
export const contentAssigned = (sql: Sql, content: Content) => sql(ASSIGNED, ...writtenOf(sql, content))
/** The columns of the content in an insert. */
export const contentColumns = constantSql((sql) => sql(COLUMNS))
/** The values of `contentColumns`. */
export const contentValues = (sql: Sql, content: Content) => sql(VALUES, ...writtenOf(sql, content))
const contentRead = constantSql((sql) => sql(READ))
const contentImage = constantSql((sql) => sql(IMAGE))

/** The image of `posts p`. @param organizationId theirs: a statement that writes names it in each subselect */
export const postImage = (sql: Sql, organizationId: string) => sql`
  jsonb_build_object('status', p.status, 'mediaType', p.media_type, 'mediaIds', (
    select coalesce(jsonb_agg(m.media_id::text order by m.position), '[]')
      from post_media m
     where m.organization_id = ${organizationId} and m.post_id = p.id),
                     ${contentImage(sql)}, 'boardId', p.board_id, 'boardSectionId', p.board_section_id,
                     'sendAt', p.send_at, 'timeslotId', p.timeslot_id::text,
                     'chargeNumber', p.charge_number, 'failure', p.failure, 'version', p.version)`

/** A post locked for update, with its fields at that time for the audit row of the coming write. */
export type LockedPost = PostRow & { image: PostImage }

/**
 * The columns of `posts p` with its media and the board's name, so that a post is one read. Only for statements that do not
 * write.
 */
export const postColumns = constantSql((sql) => columnsWhere(sql, sql`p.organization_id`))

/** The columns for a statement that writes or locks, where each subselect names the organization by value. */
export const postColumnsOf = (sql: Sql, organizationId: string) => columnsWhere(sql, organizationId)

const columnsWhere = (sql: Sql, organization: string | ReturnType<Sql>) => sql`
  p.organization_id as "organizationId", p.account_id as "accountId", p.id, p.status, p.media_type as "mediaType",
  ${contentRead(sql)}, p.board_id as "boardId", p.board_section_id as "boardSectionId",
  case when p.saved_pin_id is not null then json_build_object('id', p.saved_pin_id, 'pictureUrl', p.saved_pin_picture) end as "savedPin",
  p.tags_state as "productTagsState",
  p.send_at as "sendAt", p.sent_at as "sentAt", p.timeslot_id as "timeslotId", p.pin_id as "pinId", p.pin_deleted_at as "pinDeletedAt", p.failure, p.created_at as "createdAt", p.version,
  p.interval_group_id as "intervalGroupId", p.source_post_id as "sourcePostId", p.generation_id as "generationId", p.created_by as "createdBy", p.delayed_by as "delayedBy", p.charge_number as "chargeNumber",
  (select b.name
     from boards b
    where b.organization_id = ${organization} and b.account_id = p.account_id and b.id = p.board_id) as "boardName",
  (select coalesce(json_agg(jsonb_build_object('id', m.id::text, 'token', m.token, 'contentType', m.content_type,
                                              'width', m.width, 'height', m.height, 'durationMs', m.duration_ms, 'codec', m.codec,
                                              'hasThumbnail', m.thumbnail_key is not null,
                                              'fit', m.fit, 'originalId', m.original_id::text)
                            || case when m.is_stilled then '{"isStilled": true}' else '{}' end::jsonb
                            || case when m.says_ai then '{"saysAi": true}' else '{}' end::jsonb order by pm.position), '[]')
     from post_media pm
     join media m on m.organization_id = pm.organization_id and m.id = pm.media_id
    where pm.organization_id = ${organization} and pm.post_id = p.id) as media`

/** Copies field by field: copying the rest of a row would cost three times as much. */
export const toPost = (row: PostRow): Post =>
  withContent(
    {
      organizationId: row.organizationId,
      accountId: row.accountId,
      id: row.id,
      status: row.status,
      mediaType: row.mediaType,
      media: row.media,
      savedPin: row.savedPin,
      boardId: row.boardId,
      boardName: row.boardName,
      boardSectionId: row.boardSectionId,
      productTagsState: row.productTagsState,
      sendAt: row.sendAt,
      sentAt: row.sentAt,
      timeslotId: row.timeslotId,
      pinId: row.pinId,
      pinDeletedAt: row.pinDeletedAt,
      failure: row.failure && toFailure(row.failure),
      intervalGroupId: row.intervalGroupId,
      sourcePostId: row.sourcePostId,
      generationId: row.generationId,
      delayedBy: row.delayedBy,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      version: row.version,
    },
    row,
  )

const toFailure = (stored: StoredFailure): PostFailure => ({
  ...stored,
  failedAt: new Date(stored.failedAt),
  sendAt: stored.sendAt === null ? null : new Date(stored.sendAt),
})
