/** Posts of a restored account that may have been published since the backup: whatever is not sent here. */
import { before } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Payload } from '../posts/publish/model/payload.js'
import { SENT_AROUND_MS } from '../posts/publish/model/unresolved-attempts.js'
import type { Comparison } from './comparisons.js'

export type Candidate = Sought & { status: 'draft' | 'queued' | 'uploading' }

/** Deleted since the restore: an undo may bring it back. */
export type DeletedCandidate = Sought & { status: 'deleted' }

export type Sought = {
  postId: string
  version: number
  attemptNumber: number
  title: string | null
  /** Of its scheduling; of a draft the one it had, or its beginning. */
  sendAt: Date
  /** When its request left, or would have; what was due at the restore has that of then. */
  sendingAt: Date
  /** What was sent, or would have been, likewise. */
  payload: Payload
  /** Its time had come before the restore, or its outcome was unknown by then, and no person has said since that it is not there. */
  isDue: boolean
  /** A draft that asks what became of it. */
  isAsking: boolean
  /** Its team heard since the restore that it failed. */
  hasFailedSince: boolean
}

/** Of `p` (posts): it could have been published. */
export const isCandidate = (sql: Sql) => sql`
  p.status in ('draft', 'queued', 'uploading')
  and p.board_id is not null
  and (p.saved_pin_id is not null or (p.title is not null and p.description is not null and p.url is not null))`

/** Of `p` (posts). */
const isAsking = (sql: Sql) => sql`(p.status = 'draft' and coalesce(p.failure ->> 'reason' = 'outcome_unknown', false))`

/** Of `p` (posts), by its row as it is. */
export const isDue = (sql: Sql, restoredAt: Date) => sql`
  (p.status = 'uploading'
   or p.status = 'queued' and p.send_at <= ${restoredAt}
   or ${isAsking(sql)})`

/** `p` (posts) and `u`, the attempt of each whose answer never came. @param organizationId absent: of all */
export const postsWithAttempt = (sql: Sql, organizationId?: string) => sql`
  posts p
  left join publish_attempts u
    on u.organization_id = ${organizationId ?? sql`p.organization_id`} and u.post_id = p.id and u.number = p.attempt_number
       and p.status = 'uploading' and u.state = 'unknown'`

/** Of `postsWithAttempt`: what a comparison looks for. */
export const pinOf = (sql: Sql) => sql`
  jsonb_build_object(
    'sendingAt', coalesce(u.sending_at, ${sendAtOf(sql)}), 'sent', u.payload, 'title', p.title, 'description', p.description, 'link', p.url,
    'altText', p.alt_text, 'boardId', p.board_id, 'boardSectionId', p.board_section_id, 'savedPinId', p.saved_pin_id,
    'mediaType', p.media_type, 'isSimplified', p.is_simplified,
    'mediaIds', array(select m.media_id::text
                        from post_media m
                       where m.organization_id = p.organization_id and m.post_id = p.id
                       order by m.position))`

/** Of `p` (posts). */
const sendAtOf = (sql: Sql) => sql`coalesce(p.send_at, (p.failure ->> 'sendAt')::timestamptz, p.created_at)`

/**
 * `postsWithAttempt` and `d`, those that were due at the restore as they were then: since then somebody may have edited, moved or unscheduled them.
 * Of what a person has ruled out since there is none.
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
 * `g` (deleted posts) and `e`: those that were due at the restore as they were then. One that asks what became of it comes back asking, and of what
 * a person has ruled out since there is none.
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

/** Of `postsToCompare`. */
const boardOf = (sql: Sql) => sql`coalesce(d.pin ->> 'boardId', p.board_id)`

/** Those with pins that were due first. */
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

/** By `pinOf`. */
type Pin = {
  sendingAt: string
  /** Of its open attempt. */
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

/** In the order in which they went out, if they did. Of one moment: none is deleted or brought back in between. */
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
                   coalesce(d.pin, ${pinOf(sql)}) as pin, coalesce(p.send_at, p.created_at) as "plannedAt"
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

/** As it would be sent, but for parameters that are added to its link, by which nothing is known again. */
function payloadOf({ boardId, boardSectionId, savedPinId, mediaIds, mediaType, ...pin }: Pin): Payload {
  if (savedPinId !== null) return { savedPinId, boardId, boardSectionId }
  const mediaKind = mediaType === 'video' ? 'video' : mediaIds.length > 1 ? 'multiple_images' : 'image'
  const { title, description, link, altText, isSimplified } = pin
  const words = { title: title ?? '', description: description ?? '', link: link ?? '', altText }
  return { ...words, boardId, boardSectionId, isSimplified, mediaKind, mediaIds }
}

/** No pin of the account is older that may be one of these. */
export const oldestOf = ({ backupAt }: Comparison): Date => before(backupAt, SENT_AROUND_MS)
