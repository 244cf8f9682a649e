/** Posts of a restored account that may have been published since the backup: whatever is not sent here. */
import { before } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Payload } from '../posts/publish/model/payload.js'
import { SENT_AROUND_MS } from '../posts/publish/model/unresolved-attempts.js'
import type { Comparison } from './comparisons.js'

export type Candidate = {
  postId: string
  status: 'draft' | 'queued' | 'uploading'
  version: number
  attemptNumber: number
  title: string | null
  /** Of its scheduling; of a draft the one it had, or its beginning. */
  sendAt: Date
  /** When its request left, or would have. */
  sendingAt: Date
  /** What was sent, or would have been. */
  payload: Payload
  /** Its time had come before the restore, or its outcome was unknown by then. */
  isDue: boolean
}

/** Of `p` (posts): it could have been published. */
const isCandidate = (sql: Sql) => sql`
  p.status in ('draft', 'queued', 'uploading')
  and p.board_id is not null
  and (p.saved_pin_id is not null or (p.title is not null and p.description is not null and p.url is not null))`

/** Of `p` (posts). */
const isDue = (sql: Sql, { restoredAt }: Comparison) => sql`
  (p.status = 'uploading'
   or p.status = 'queued' and p.send_at <= ${restoredAt}
   or p.status = 'draft' and coalesce(p.failure ->> 'reason' = 'outcome_unknown', false))`

/** Those with pins that were due first. */
export async function listBoards(sql: Sql, comparison: Comparison): Promise<string[]> {
  const rows = await sql<{ boardId: string }[]>`
    select p.board_id as "boardId"
      from posts p
     where p.organization_id = ${comparison.organizationId}
       and p.account_id = ${comparison.accountId}
       and ${isCandidate(sql)}
     group by p.board_id
     order by bool_or(${isDue(sql, comparison)}) desc, p.board_id`
  return rows.map(({ boardId }) => boardId)
}

type Row = Omit<Candidate, 'payload' | 'sendingAt'> & {
  boardId: string
  boardSectionId: string | null
  description: string | null
  link: string | null
  altText: string | null
  savedPinId: string | null
  mediaType: 'image' | 'video'
  isSimplified: boolean
  mediaIds: string[]
  /** Of its open attempt. */
  sentPayload: Payload | null
  sentAt: Date | null
}

/** In the order in which they went out, if they did. */
export async function listCandidates(sql: Sql, comparison: Comparison, boardId: string): Promise<Candidate[]> {
  const rows = await sql<Row[]>`
    select p.id as "postId", p.status, p.version, p.attempt_number as "attemptNumber", p.title, p.description, p.url as link,
           p.alt_text as "altText", p.board_id as "boardId", p.board_section_id as "boardSectionId", p.saved_pin_id as "savedPinId",
           p.media_type as "mediaType", p.is_simplified as "isSimplified", a.payload as "sentPayload", a.sending_at as "sentAt", ${isDue(sql, comparison)} as "isDue",
           coalesce(p.send_at, (p.failure ->> 'sendAt')::timestamptz, p.created_at) as "sendAt",
           array(select m.media_id::text
                   from post_media m
                  where m.organization_id = p.organization_id and m.post_id = p.id
                  order by m.position) as "mediaIds"
      from posts p
      left join publish_attempts a
        on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
           and p.status = 'uploading' and a.state = 'unknown'
     where p.organization_id = ${comparison.organizationId}
       and p.account_id = ${comparison.accountId}
       and p.board_id = ${boardId}
       and ${isCandidate(sql)}
     order by p.status = 'draft', coalesce(p.send_at, p.created_at), p.id`
  return rows.map(toCandidate)
}

function toCandidate({ sentPayload, sentAt, ...row }: Row): Candidate {
  const { postId, status, version, attemptNumber, title, sendAt, isDue } = row
  return {
    postId,
    status,
    version,
    attemptNumber,
    title,
    sendAt,
    isDue,
    sendingAt: sentAt ?? sendAt,
    payload: sentPayload ?? payloadOf(row),
  }
}

/** As it would be sent, but for parameters that are added to its link, by which nothing is known again. */
function payloadOf(row: Omit<Row, 'sentPayload' | 'sentAt'>): Payload {
  const { boardId, boardSectionId, savedPinId, mediaIds, mediaType } = row
  if (savedPinId !== null) return { savedPinId, boardId, boardSectionId }
  const mediaKind = mediaType === 'video' ? 'video' : mediaIds.length > 1 ? 'multiple_images' : 'image'
  const { title, description, link, altText, isSimplified } = row
  const words = { title: title ?? '', description: description ?? '', link: link ?? '', altText }
  return { ...words, boardId, boardSectionId, isSimplified, mediaKind, mediaIds }
}

/** No pin of the account is older that may be one of these. */
export const oldestOf = ({ backupAt }: Comparison): Date => before(backupAt, SENT_AROUND_MS)
