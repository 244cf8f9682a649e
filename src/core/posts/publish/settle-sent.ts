/** How an attempt ends whose pin is on the platform: post, attempt, lane and what is told, once. */
import { tell } from '../../notices.js'
import type { Db, Sql } from '../../ports.js'
import type { PlatformWord } from './attempt.js'
import type { Claimed } from './claim-row.js'
import { Overtaken, settling } from './settle.js'

export type Sent = { pinId: string; sentAt: Date; as: 'confirmed' | 'found'; word: PlatformWord | null }

/** The pin is on the platform, and its product tags are due. Settles from `sending` and `unknown`, lease or not. */
export async function settleSent(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const settled = await (claimed.account.tellsPublished
    ? tellSent(db, claimed, sent, now)
    : writeSent(db.sql, claimed, sent, now))
  if (settled && claimed.hasTags) await db.sql`select pg_notify('tags_due', '')` // lost, it is looked for soon all the same
  return settled
}

async function tellSent(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const { organizationId, account, postId } = claimed
  return settling(db, async (sql) => {
    if (!(await writeSent(sql, claimed, sent, now))) throw new Overtaken()
    const destination = `account:${account.id}`
    const notice = { kind: 'pinPublished', accountId: account.id, postId } as const
    await tell(sql, { organizationId, destination, orderKey: destination, dedupeKey: `post:${postId}:published`, notice }, now)
  })
}

/** One statement, since most attempts end here. Whoever changes an attempt's state holds its post, so the state read here is good. */
async function writeSent(
  sql: Sql,
  { organizationId, postId, attemptNumber, hasTags, mediaType }: Claimed,
  { pinId, sentAt, as, word }: Sent,
  now: Date,
): Promise<boolean> {
  const tagsDue = hasTags ? sql`tags_state = 'pending', tags_due_at = ${now}, tags_tries = 0,` : sql``
  const done = sql`, done as (
      delete from video_jobs j
       using sent
       where j.organization_id = sent.organization_id
         and j.post_id = sent.id
    )`
  const [row] = await sql<[{ written: number }]>`
    with sent as (
      update posts p
         set status = 'sent', pin_id = ${pinId}, sent_at = ${sentAt}, due_at = null, lease_until = null, ${tagsDue}
             version = p.version + 1, updated_at = ${now}
        from publish_attempts a
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.status = 'uploading'
         and p.attempt_number = ${attemptNumber}
         and a.organization_id = p.organization_id
         and a.post_id = p.id
         and a.number = p.attempt_number
         and a.state in ('sending', 'unknown')
      returning p.organization_id, p.id, p.attempt_number
    ), ended as (
      update publish_attempts a
         set state = ${as}, settled_at = ${now},
             platform_status = coalesce(${word?.status ?? null}, a.platform_status),
             platform_request_id = coalesce(${word?.requestId ?? null}, a.platform_request_id)
        from sent
       where a.organization_id = sent.organization_id
         and a.post_id = sent.id
         and a.number = sent.attempt_number
    ), freed as (
      delete from publish_lanes l
       using sent
       where l.organization_id = sent.organization_id
         and l.post_id = sent.id
         and l.attempt_number = sent.attempt_number
    )${mediaType === 'video' ? done : sql``}
    select count(*)::int as written from sent`
  return row.written === 1
}
