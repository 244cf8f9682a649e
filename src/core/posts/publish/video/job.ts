/** The video of a post: when it is ready to be published or given up, and what each step of its upload writes down. */
import { mayAsk } from '../../../accounts/queue.js'
import type { Account } from '../../../accounts/account.js'
import { MINUTE_MS } from '../../../lib/duration.js'
import { organizationOr } from '../../../lib/rows/by-organization.js'
import type { Sql } from '../../../ports/deps.js'

/** A video goes to the platform this long before its pin is due. */
export const UPLOAD_BEFORE_MS = 15 * MINUTE_MS

/** What a pin fails as whose video was given up: the platform does not take it, or does not finish processing it. */
export type VideoFailure = 'media_rejected' | 'platform_unavailable'

/** Of `j` (video_jobs), `p` (posts) and `a` (accounts): processed and lately seen with these tokens, or given up for this scheduling. */
export const isVideoDecided = (sql: Sql, now: Date) => sql`
  (j.state = 'succeeded' and j.connection_number = a.connection_number and j.due_at > ${now}
   or j.state = 'failed' and j.send_at = p.send_at)`

/**
 * Of `p` (posts): nothing keeps the publisher from taking it. A pin waits for its video without an attempt; an account on hold
 * the publisher reports first. @param organizationId in a statement of one organization
 */
export const isPublishable = (sql: Sql, now: Date, organizationId?: string) => sql`
  (p.media_type <> 'video'
   or exists (select 1
                from accounts a
                left join video_jobs j on j.organization_id = a.organization_id and j.post_id = p.id
               where a.organization_id = ${organizationOr(sql, 'p', organizationId)}
                 and a.id = p.account_id
                 and (not ${mayAsk(sql)} or ${isVideoDecided(sql, now)})))`
export type VideoJob = {
  organizationId: string
  account: Account
  postId: string
  /** Of this claim: a worker with a later one has taken the job over. */
  claimNumber: number
  state: 'new' | 'registered' | 'uploaded' | 'succeeded' | 'failed'
  platformMediaId: string | null
  tries: number
  looks: number
  rejections: number
  takenAt: Date | null // since when the platform has its bytes, as far as we know
  storageKey: string
  contentType: string
  bytes: number
}

const leasedBy = (sql: Sql, { organizationId, postId, claimNumber }: VideoJob) => sql`
  organization_id = ${organizationId}
  and post_id = ${postId}
  and claim_number = ${claimNumber}
  and lease_until is not null`

/** @returns false when the job was taken over, or deleted with its post */
export async function isLeased(sql: Sql, job: VideoJob): Promise<boolean> {
  return (await sql`select from video_jobs where ${leasedBy(sql, job)}`).length === 1
}

/**
 * Committed before a byte leaves: a worker that recovers the job asks the platform first. @returns false when the job was taken
 * over
 */
export async function saveRegistered(sql: Sql, job: VideoJob, platformMediaId: string): Promise<boolean> {
  const saved = await sql`
    update video_jobs
       set state = 'registered', platform_media_id = ${platformMediaId}, looks = 0, connection_number = ${job.account.connectionNumber}
     where ${leasedBy(sql, job)}`
  return saved.count === 1
}

type Step = {
  state: VideoJob['state']
  /** null: there is none. */
  dueAt: Date | null
  tries?: number
  looks?: number
  rejections?: number
  takenAt?: Date | null
  /** Of a failed one. */
  failedAs?: VideoFailure
  error?: string | null
}

/** The end of a step: the job is free until its next one. @returns false when it was taken over */
export async function saveStep(sql: Sql, job: VideoJob, { state, dueAt, ...step }: Step): Promise<boolean> {
  const { tries, looks, rejections, takenAt } = { ...job, ...step }
  const saved = await sql`
    update video_jobs
       set state = ${state}, due_at = ${dueAt}, lease_until = null, tries = ${tries}, looks = ${looks}, rejections = ${rejections},
           taken_at = ${takenAt}, failed_as = ${step.failedAs ?? null},
           connection_number = ${job.account.connectionNumber}, last_error = ${step.error ?? null}
     where ${leasedBy(sql, job)}`
  if (saved.count === 1 && (state === 'succeeded' || state === 'failed')) await sql`select pg_notify('posts_due', '')`
  return saved.count === 1
}
