/** The upload of a post's video, step by step. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import type { VideoFailure } from '../../posts/state/video.js'

export type VideoJob = {
  organizationId: string
  account: Account
  postId: string
  /** The number of this claim: a worker with a later one has taken the job over. */
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

/** True while this worker has the job. @returns false when the job was taken over, or deleted with its post */
export async function isLeased(sql: Sql, job: VideoJob): Promise<boolean> {
  return (await sql`select from video_jobs where ${leasedBy(sql, job)}`).length === 1
}

/**
 * Commits the platform's media id before any byte is sent: a worker that recovers the job asks the platform first. @returns false
 * when the job was taken over
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
  /** The time of the next step; null: there is none. */
  dueAt: Date | null
  tries?: number
  looks?: number
  rejections?: number
  takenAt?: Date | null
  /** The cause of a failed job. */
  failedAs?: VideoFailure
  error?: string | null
}

/** Ends a step: the job is free until its next one. @returns false when it was taken over */
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
