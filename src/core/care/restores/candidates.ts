/** Posts of a restored account that may have been published since the backup: all that are not sent here. */
import { before } from '../../lib/duration.js'
import { organizationOr } from '../../lib/rows/by-organization.js'
import type { Sql } from '../../ports/deps.js'
import type { Payload } from '../../publish/model/payload.js'
import { SENT_AROUND_MS } from '../../publish/model/unresolved-attempts.js'
import type { Comparison } from './comparisons.js'

export type Candidate = Sought & { status: 'draft' | 'queued' | 'uploading' }

/** Deleted since the restore; an undo may restore it. */
export type DeletedCandidate = Sought & { status: 'deleted' }

export type Sought = {
  postId: string
  version: number
  attemptNumber: number
  title: string | null
  /** The scheduled time; for a draft its earlier one, or its creation. */
  sendAt: Date
  /** When its request was sent, or would have been; for posts due at the restore, as of then. */
  sendingAt: Date
  /** What was sent, or would have been, as of the same moment. */
  payload: Payload
  /**
   * True when its time had come before the restore, or its outcome was unknown then, and no person has since said that it was not
   * published.
   */
  isDue: boolean
  /** True for a draft that waits for a person to say what became of it. */
  isAsking: boolean
  /** True when its team was notified since the restore that it failed. */
  hasFailedSince: boolean
}

/** True for `p` (posts) that could have been published. */
export const isCandidate = (sql: Sql) => sql`
  p.status in ('draft', 'queued', 'uploading')
  and p.board_id is not null
  and (p.saved_pin_id is not null or (p.title is not null and p.description is not null and p.url is not null))`

/** True for `p` (posts) that wait for a person's answer. */
const isAsking = (sql: Sql) => sql`(p.status = 'draft' and coalesce(p.failure ->> 'reason' = 'outcome_unknown', false))`

/** True for `p` (posts) that are due, by their current row. */
export const isDue = (sql: Sql, restoredAt: Date) => sql`
  (p.status = 'uploading'
   or p.status = 'queued' and p.send_at <= ${restoredAt}
   or ${isAsking(sql)})`

/** Joins `p` (posts) with `u`, their attempt that never got an answer. @param organizationId absent: all organizations */
export const postsWithAttempt = (sql: Sql, organizationId?: string) => sql`
  posts p
  left join publish_attempts u
    on u.organization_id = ${organizationId ?? sql`p.organization_id`} and u.post_id = p.id and u.number = p.attempt_number
       and p.status = 'uploading' and u.state = 'unknown'`

/** The pin that a comparison searches, from `postsWithAttempt`. @param organizationId as there */
export const pinOf = (sql: Sql, organizationId?: string) => sql`
  jsonb_build_object(
    'sendingAt', coalesce(u.sending_at, ${sendAtOf(sql)}), 'sent', u.payload, 'title', p.title, 'description', p.description, 'link', p.url,
    'altText', p.alt_text, 'boardId', p.board_id, 'boardSectionId', p.board_section_id, 'savedPinId', p.saved_pin_id,
    'mediaType', p.media_type, 'isSimplified', p.is_simplified,
    'mediaIds', array(select m.media_id::text
                        from post_media m
                       where m.organization_id = ${organizationOr(sql, 'p', organizationId)} and m.post_id = p.id
                       order by m.position))`

/** The scheduled time of `p` (posts). */
const sendAtOf = (sql: Sql) => sql`coalesce(p.send_at, (p.failure ->> 'sendAt')::timestamptz, p.created_at)`

/**
 * Joins `postsWithAttempt` with `d`, the pins due at the restore in their state of then, because they may have been edited, moved
 * or unscheduled since. Posts that a person has ruled out since have none.
 */
const postsToCompare = (sql: Sql, { organizationId, accountId, restoredAt }: Comparison) => sql`
  ${postsWithAttempt(sql, organizationId)}
  left join (select e.key::bigint as id, e.value as pin
               from comparisons c
              cross join jsonb_each(c.due) e
              where c.organization_id = ${organizationId}
                and c.account_id = ${accountId}) d
    on d.id = p.id
       and not exists (select 1 from publish_attempts r
                        where r.organization_id = ${organizationId} and r.post_id = p.id and r.ruled_out_at >= ${restoredAt})
 where p.organization_id = ${organizationId}
   and p.account_id = ${accountId}
   and p.status in ('draft', 'queued', 'uploading')
   and (d.id is not null or ${isCandidate(sql)})`

/**
 * Joins `g` (deleted posts) with `e`, the pins due at the restore in their state of then. It excludes posts that ask for an
 * answer anyway when restored, and those that a person has ruled out since.
 */
const deletedToCompare = (sql: Sql, { organizationId, accountId, restoredAt }: Comparison) => sql`
  comparisons c
  cross join jsonb_each(c.due) e
  join deleted_posts g
    on g.organization_id = ${organizationId} and g.account_id = ${accountId} and g.id = e.key::bigint
 where c.organization_id = ${organizationId}
   and c.account_id = ${accountId}
   and coalesce(g.post #>> '{failure,reason}', '') <> 'outcome_unknown'
   and not exists (select 1
                     from jsonb_array_elements(g.attempts) r
                    where (r ->> 'ruled_out_at')::timestamptz >= ${restoredAt})`

/** The board of a post in `postsToCompare`. */
const boardOf = (sql: Sql) => sql`coalesce(d.pin ->> 'boardId', p.board_id)`

/** Lists boards, those with due pins first. */
export async function listBoards(sql: Sql, comparison: Comparison): Promise<string[]> {
  const rows = await sql<{ boardId: string }[]>`
    select "boardId"
      from (select ${boardOf(sql)} as "boardId", d.id is not null or ${isDue(sql, comparison.restoredAt)} as "isDue"
              from ${postsToCompare(sql, comparison)}
            union all
            select e.value ->> 'boardId', true
              from ${deletedToCompare(sql, comparison)}) b
     group by 1
     order by bool_or("isDue") desc, 1`
  return rows.map(({ boardId }) => boardId)
}

type Row = Omit<Sought, 'payload' | 'sendingAt'> & { status: Candidate['status'] | 'deleted'; pin: Pin }

/** The pin as `pinOf` selects it. */
type Pin = {
  sendingAt: string
  /** The payload of its open attempt. */
  sent: Payload | null
  title: string | null
  boardId: string
  boardSectionId: string | null
  description: string | null
  link: string | null
  altText: string | null
  savedPinId: string | null
  mediaType: 'image' | 'video'
  isSimplified: boolean
  mediaIds: string[]
}

/**
 * Lists candidates in the order in which they would have been published. One statement, so none is deleted or restored in
 * between.
 */
export async function listCandidates(
  sql: Sql,
  comparison: Comparison,
  boardId: string,
): Promise<(Candidate | DeletedCandidate)[]> {
  const { restoredAt } = comparison
  const rows = await sql<Row[]>`
    select "postId", status, version, "attemptNumber", title, "sendAt", "isDue", "isAsking", "hasFailedSince", pin
      from (select p.id as "postId", p.status, p.version, p.attempt_number as "attemptNumber", p.title, ${sendAtOf(sql)} as "sendAt",
                   d.id is not null or ${isDue(sql, restoredAt)} as "isDue", ${isAsking(sql)} as "isAsking",
                   coalesce((p.failure ->> 'failedAt')::timestamptz >= ${restoredAt}, false) as "hasFailedSince",
                   coalesce(d.pin, ${pinOf(sql, comparison.organizationId)}) as pin, coalesce(p.send_at, p.created_at) as "plannedAt"
              from ${postsToCompare(sql, comparison)}
               and ${boardOf(sql)} = ${boardId}
            union all
            select g.id, 'deleted', (g.post ->> 'version')::int, (g.post ->> 'attempt_number')::int, g.post ->> 'title', g.deleted_at,
                   true, false, false, e.value, (e.value ->> 'sendingAt')::timestamptz
              from ${deletedToCompare(sql, comparison)}
               and e.value ->> 'boardId' = ${boardId}) p
     order by status = 'draft', "plannedAt", "postId"`
  return rows.map(({ pin, status, ...row }) => {
    const sought = { ...row, sendingAt: new Date(pin.sendingAt), payload: pin.sent ?? payloadOf(pin) }
    return status === 'deleted' ? { ...sought, status } : { ...sought, status }
  })
}

/** Builds the payload as it would be sent, without parameters added to its link, which are not used for comparison. */
function payloadOf({ boardId, boardSectionId, savedPinId, mediaIds, mediaType, ...pin }: Pin): Payload {
  if (savedPinId !== null) return { savedPinId, boardId, boardSectionId }
  const mediaKind = mediaType === 'video' ? 'video' : mediaIds.length > 1 ? 'multiple_images' : 'image'
  const { title, description, link, altText, isSimplified } = pin
  const words = { title: title ?? '', description: description ?? '', link: link ?? '', altText }
  return { ...words, boardId, boardSectionId, isSimplified, mediaKind, mediaIds }
}

/** Returns the earliest creation of a pin that may be one of these. */
export const oldestOf = ({ backupAt }: Comparison): Date => before(backupAt, SENT_AROUND_MS)
