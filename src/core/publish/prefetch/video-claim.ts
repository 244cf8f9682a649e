/** Claims uploads that have a step to do: a plain read over all organizations, then one conditional write for each. */
import { mayAsk } from '../../accounts/queue.js'
import { after, before } from '../../lib/duration.js'
import { eachOrganization } from '../../lib/rows/by-organization.js'
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import type { Db, Sql } from '../../ports/deps.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'
import { UPLOAD_BEFORE_MS } from '../../posts/state/video.js'
import type { VideoJob } from './video-job.js'

/** Open steps of an organization in this process. */
export type BusyWithVideos = { organizationId: string; uploads: number; looks: number }
/** How many steps may begin: uploads, which take minutes, and polls, which take a moment, have limits of their own. */
export type VideoCapacity = { uploads: number; looks: number; busy: BusyWithVideos[] }

/** The limits in one process, so that an account with hundreds of due videos takes only a part of it. */
export const PER_ORGANIZATION = { uploads: 2, looks: 2 }

type DueVideo = { organizationId: string; postId: string; mediaId: string }
type VideoRow = Account & Omit<VideoJob, 'organizationId' | 'account' | 'bytes'> & { bytes: string }

/** How long a worker leases a job without a heartbeat. */
const LEASE_MS = 60_000
export const HEARTBEAT_MS = LEASE_MS / 4

/**
 * The time of the next step of a queued video, for `posts p`, `accounts a` and `video_jobs j`: the first 15 minutes before it is
 * due; at once when the account is reconnected, or the post rescheduled after a failure; never after a final failure.
 */
const nextStep = (sql: Sql) => sql`
  greatest(p.due_at - ${`${UPLOAD_BEFORE_MS} ms`}::interval, j.lease_until,
           case
             when j.state = 'failed' and j.send_at = p.send_at then 'infinity'
             when j.state = 'succeeded' and j.connection_number <> a.connection_number then null
             else j.due_at
           end)`

/** True for `posts p` whose video the publisher will need. An account on hold has no due times. */
const awaited = (sql: Sql, now: Date) => sql`
  p.media_type = 'video'
  and p.status = 'queued'
  and p.send_at > ${before(now, MISSED_AFTER_MS)}
  and ${mayAsk(sql)}`

const withJobs = (sql: Sql) => sql`
  posts p
  join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
  left join video_jobs j on j.organization_id = p.organization_id and j.post_id = p.id`

/** True for `video_jobs j` whose next step sends bytes, by the same rule as stepVideo(). */
const isUpload = (sql: Sql) => sql`(j.post_id is null or j.state in ('new', 'failed') or j.platform_media_id is null)`

const busyOf = (sql: Sql, busy: BusyWithVideos[]) => sql`
  unnest(${busy.map((one) => one.organizationId)}::bigint[], ${busy.map((one) => one.uploads)}::int[],
         ${busy.map((one) => one.looks)}::int[]) as b(organization_id, uploads, looks)`

/**
 * True for `posts p`, `video_jobs j` and `b` (open steps) when there is capacity for the kind of step, and the organization is
 * below its limit.
 */
const hasCapacity = (sql: Sql, { uploads, looks }: VideoCapacity) => sql`
  case when ${isUpload(sql)} then ${uploads > 0} and coalesce(b.uploads, 0) < ${PER_ORGANIZATION.uploads}
       else ${looks > 0} and coalesce(b.looks, 0) < ${PER_ORGANIZATION.looks} end`

/** Claims the first videos of each organization, round-robin between organizations. */
export async function claimVideos(
  db: Pick<Db, 'sql' | 'tx'>,
  { now, ...capacity }: { now: Date } & VideoCapacity,
): Promise<VideoJob[]> {
  const { sql } = db
  const due = await sql<DueVideo[]>`
    with due as (
      select p.organization_id, p.id, p.due_at, pm.media_id, ${isUpload(sql)} as is_upload,
             row_number() over (partition by p.organization_id, ${isUpload(sql)} order by p.due_at, p.id)
               + case when ${isUpload(sql)} then coalesce(b.uploads, 0) else coalesce(b.looks, 0) end as place
        from ${withJobs(sql)}
        join post_media pm on pm.organization_id = p.organization_id and pm.post_id = p.id and pm.position = 0
        left join ${busyOf(sql, capacity.busy)} on b.organization_id = p.organization_id
       where p.due_at <= ${after(now, UPLOAD_BEFORE_MS)}
         and ${awaited(sql, now)}
         and ${nextStep(sql)} <= ${now}
    ), placed as (
      select due.*, row_number() over (partition by is_upload order by place, due_at, id) as turn
        from due
       where place <= case when is_upload then ${PER_ORGANIZATION.uploads}::int else ${PER_ORGANIZATION.looks}::int end
    )
    select organization_id as "organizationId", id as "postId", media_id as "mediaId"
      from placed
     where turn <= case when is_upload then ${capacity.uploads}::int else ${capacity.looks}::int end
     order by due_at, id`
  // A failure in one organization must not undo the claims of the others: they would wait for their lease, each time again.
  return eachOrganization(due, (organizationId, videos) => claimOf(db, organizationId, videos, now))
}

/**
 * Claims jobs of one organization, in key order, as everywhere. A failed job belongs to another scheduling and starts over; a
 * post that was changed, or got new media, since it was read is left to the next scan, as in claimPosts().
 */
async function claimOf(db: Pick<Db, 'tx'>, organizationId: string, due: DueVideo[], now: Date): Promise<VideoJob[]> {
  return db.tx(async (sql) => {
    const free = await lockFree(sql, organizationId, due, now)
    return free.length === 0 ? [] : take(sql, organizationId, free, now)
  })
}

type FreeVideo = { postId: string; mediaId: string; sendAt: Date; connectionNumber: number }

/** Locks the free posts in a statement of its own: a distributed database locks nothing in a statement that inserts. */
async function lockFree(sql: Sql, organizationId: string, due: DueVideo[], now: Date): Promise<FreeVideo[]> {
  return sql<FreeVideo[]>`
    select p.id as "postId", w.media_id as "mediaId", p.send_at as "sendAt", a.connection_number as "connectionNumber"
      from unnest(${due.map((one) => one.postId)}::bigint[], ${due.map((one) => one.mediaId)}::bigint[]) as w(post_id, media_id)
      join posts p on p.organization_id = ${organizationId} and p.id = w.post_id
      join accounts a on a.organization_id = ${organizationId} and a.id = p.account_id
     where p.status = 'queued'
       and p.due_at <= ${after(now, UPLOAD_BEFORE_MS)}
       and p.version = (select s.version from posts s where s.organization_id = ${organizationId} and s.id = p.id)
       and exists (select 1
                     from post_media pm
                    where pm.organization_id = ${organizationId} and pm.post_id = p.id and pm.position = 0
                      and pm.media_id = w.media_id)
     order by p.id
       for key share of p skip locked` // a person's transaction must not hold up the others
}

async function take(sql: Sql, organizationId: string, free: readonly FreeVideo[], now: Date): Promise<VideoJob[]> {
  const leaseUntil = after(now, LEASE_MS).toISOString()
  const jobs = free.map(({ postId, mediaId, sendAt, connectionNumber }) => {
    const ofPost = [organizationId, postId, mediaId, sendAt.toISOString()]
    return [...ofPost, connectionNumber, 1, leaseUntil, now.toISOString()]
  })
  const taken = await sql<{ postId: string }[]>`
    insert into video_jobs as j (organization_id, post_id, media_id, send_at, connection_number, claim_number, lease_until, due_at)
    values ${sql(jobs)}
    on conflict (organization_id, post_id) do update
       set claim_number = j.claim_number + 1, lease_until = excluded.lease_until, due_at = excluded.due_at,
           send_at = excluded.send_at, state = case when j.state = 'failed' then 'new' else j.state end, failed_as = null,
           taken_at = case when j.state <> 'failed' then j.taken_at end,
           rejections = case when j.send_at = excluded.send_at then j.rejections else 0 end,
           tries = case when j.send_at = excluded.send_at then j.tries else 0 end
     where (j.lease_until is null or j.lease_until <= ${now})
       and (j.due_at <= ${now} or j.due_at is null and j.send_at <> excluded.send_at
            or j.state = 'succeeded' and j.connection_number <> excluded.connection_number)
    returning j.post_id as "postId"`
  if (taken.length === 0) return []
  const rows = await sql<VideoRow[]>`
    select ${accountColumns(sql)}, j.post_id as "postId", j.claim_number as "claimNumber", j.state,
           j.platform_media_id as "platformMediaId", j.tries, j.looks, j.rejections, j.taken_at as "takenAt",
           m.storage_key as "storageKey", m.content_type as "contentType", m.bytes
      from video_jobs j
      join posts p on p.organization_id = ${organizationId} and p.id = j.post_id
      join accounts a on a.organization_id = ${organizationId} and a.id = p.account_id
      join media m on m.organization_id = ${organizationId} and m.id = j.media_id
     where j.organization_id = ${organizationId}
       and j.post_id = any (${taken.map(({ postId }) => postId)}::bigint[])
     order by j.post_id`
  return rows.map(toJob)
}

function toJob({ postId, claimNumber, state, platformMediaId, tries, looks, rejections, takenAt, ...row }: VideoRow): VideoJob {
  const { storageKey, contentType, bytes, ...account } = row
  const kept = { postId, claimNumber, state, platformMediaId, tries, looks, rejections, takenAt }
  return { organizationId: account.organizationId, account, ...kept, storageKey, contentType, bytes: Number(bytes) }
}

/**
 * Returns when there is next something to claim; a past time when there is already.
 * @param capacity of a process: without it, videos that wait for its open steps count, too
 */
export async function nextVideoDue(sql: Sql, now: Date, capacity?: VideoCapacity): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select least(
      (select min(next)
         from (select ${nextStep(sql)} as next
                 from ${withJobs(sql)}
                 left join ${busyOf(sql, capacity?.busy ?? [])} on b.organization_id = p.organization_id
                where p.due_at <= ${after(now, UPLOAD_BEFORE_MS)}
                  and ${awaited(sql, now)}
                  and ${capacity ? hasCapacity(sql, capacity) : sql`true`}) steps
        where next < 'infinity'),
      (select p.due_at - ${`${UPLOAD_BEFORE_MS} ms`}::interval
         from posts p
         join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
        where p.due_at > ${after(now, UPLOAD_BEFORE_MS)}
          and ${awaited(sql, now)}
        order by p.due_at
        limit 1)) as next`
  return row.next
}

/** Renews the leases of a worker. */
export async function renewVideoLeases(sql: Sql, jobs: VideoJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    update video_jobs j
       set lease_until = ${after(now, LEASE_MS)}
      from unnest(${jobs.map((one) => one.organizationId)}::bigint[], ${jobs.map((one) => one.postId)}::bigint[],
                  ${jobs.map((one) => one.claimNumber)}::int[]) as w(organization_id, post_id, claim_number)
     where j.organization_id = w.organization_id
       and j.post_id = w.post_id
       and j.claim_number = w.claim_number
       and j.lease_until is not null`
}
