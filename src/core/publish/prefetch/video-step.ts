/** Makes one step of a video's upload: the upload itself, or a poll of its state. @see docs/platform.md#videos */
import { after, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { isTokenDead, noteRefusal } from '../../connections/call-platform.js'
import { markUnauthorized } from '../../connections/unauthorized.js'
import { lockHold, noteRefused } from '../../accounts/hold.js'
import { withAccess } from '../../connections/with-access.js'
import { PlatformError } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import { quoted } from '../model/failure-cause.js'
import { UPLOAD_BEFORE_MS } from '../../posts/state/video.js'
import { type VideoJob, isLeased, saveRegistered, saveStep } from './video-job.js'

export type VideoFailpoint = 'claimed' | 'registered' | 'sent' | 'uploaded' | 'looked'

export type VideoDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer' | 'random' | 'storage'> & {
  /** Called at each step; tests stop an upload there. */
  atFailpoint?: ((failpoint: VideoFailpoint, job: VideoJob) => Promise<void>) | undefined
  /** Aborts an upload when the process ends. */
  signal: AbortSignal
}

/** The result of the step, for the log. */
export type VideoEnd =
  | { kind: 'uploaded' }
  | { kind: 'ready' }
  | { kind: 'waiting'; status: string }
  | { kind: 'restart'; status: string }
  | { kind: 'rejected'; status: string }
  | { kind: 'unfinished'; status: string }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'held' }
  | { kind: 'superseded' }

/** True for a step that uploads; other jobs are polled, because the platform has the video, or may have it. */
export const isUpload = ({ state, platformMediaId }: VideoJob): boolean => state === 'new' || platformMediaId === null

/** Makes the next step. @throws what the database and the storage throw: the job is then left to its lease */
export async function stepVideo(deps: VideoDeps, job: VideoJob): Promise<VideoEnd> {
  await deps.atFailpoint?.('claimed', job)
  try {
    return isUpload(job) || job.platformMediaId === null ? await upload(deps, job) : await look(deps, job, job.platformMediaId)
  } catch (error) {
    if (isTokenDead(error)) return hold(deps, job)
    if (error instanceof PlatformError) return again(deps, job, error)
    if (await isLeased(deps.db.sql, job)) throw error
    return { kind: 'superseded' } // its post is deleted, and the bytes with it
  }
}

async function upload(deps: VideoDeps, job: VideoJob): Promise<VideoEnd> {
  const { db, clock, platform, storage, signal } = deps
  const { storageKey, contentType, bytes } = job
  const { mediaId, ...target } = await withAccess(deps, job.account, (access) => platform.startVideo(access))
  if (!(await saveRegistered(db.sql, job, mediaId))) return { kind: 'superseded' }
  await deps.atFailpoint?.('registered', job)
  try {
    await platform.uploadVideo(target, { body: await storage.stream(storageKey), bytes, contentType }, signal)
  } catch (error) {
    if (error instanceof PlatformError) return unsent(deps, job, error)
    throw error
  }
  await deps.atFailpoint?.('sent', job)
  const takenAt = clock()
  const dueAt = after(takenAt, nextPollMs(0))
  const saved = await saveStep(db.sql, job, { state: 'uploaded', dueAt, tries: 0, looks: 0, takenAt })
  await deps.atFailpoint?.('uploaded', job)
  return saved ? { kind: 'uploaded' } : { kind: 'superseded' }
}

/**
 * Records that the upload store refused the bytes, or did not answer: then it may have them, and the platform is called before
 * they are sent again.
 */
async function unsent({ db, clock, random }: VideoDeps, job: VideoJob, error: PlatformError): Promise<VideoEnd> {
  const { message } = error
  const tries = job.tries + 1
  const isRefused = error.kind === 'forbidden' || error.kind === 'invalid' || error.details.status === BUSY
  const waitMs = isRefused ? nextTryMs(job.tries, random()) : nextPollMs(0)
  const dueAt = after(clock(), waitMs)
  const state = isRefused ? 'new' : 'registered'
  const saved = await saveStep(db.sql, job, { state, dueAt, tries, looks: 0, error: message })
  return saved ? { kind: 'again', dueAt, message, isOurs: false } : { kind: 'superseded' }
}

async function look(deps: VideoDeps, job: VideoJob, platformMediaId: string): Promise<VideoEnd> {
  const { db, clock, random } = deps
  const status = await statusOf(deps, job, platformMediaId)
  await deps.atFailpoint?.('looked', job)
  const now = clock()
  const { looks, rejections, tries } = job
  const state = job.state === 'registered' && status === 'registered' ? 'registered' : 'uploaded'
  const takenAt = state === 'uploaded' ? (job.takenAt ?? now) : null
  const takenForMs = takenAt ? now.getTime() - takenAt.getTime() : 0
  const verdict = judgeVideo(status, { state, looks, rejections, takenForMs })
  const error = `the platform has it as ${status}`
  switch (verdict) {
    case 'ready': {
      const saved = await saveStep(db.sql, job, { state: 'succeeded', dueAt: after(now, FRESH_MS), tries: 0, looks: 0 })
      return saved ? { kind: 'ready' } : { kind: 'superseded' }
    }
    case 'lookAgain': {
      const saved = await saveStep(db.sql, job, { state, dueAt: after(now, nextPollMs(looks + 1)), looks: looks + 1, takenAt })
      return saved ? { kind: 'waiting', status } : { kind: 'superseded' }
    }
    case 'sendAgain':
    case 'restart': {
      const step =
        verdict === 'restart'
          ? { rejections: rejections + 1, dueAt: now }
          : { tries: tries + 1, dueAt: tries > 0 ? after(now, nextTryMs(tries, random())) : now }
      const saved = await saveStep(db.sql, job, { state: 'new', looks: 0, takenAt: null, error, ...step })
      return saved ? { kind: 'restart', status } : { kind: 'superseded' }
    }
    case 'rejected':
    case 'unfinished': {
      const failedAs = verdict === 'rejected' ? 'media_rejected' : 'platform_unavailable'
      const step = { rejections: rejections + 1, takenAt, failedAs, error } as const
      const saved = await saveStep(db.sql, job, { state: 'failed', dueAt: null, ...step })
      return saved ? { kind: verdict, status } : { kind: 'superseded' }
    }
  }
}

async function statusOf(deps: VideoDeps, { account }: VideoJob, platformMediaId: string) {
  try {
    return (await withAccess(deps, account, (access) => deps.platform.readVideo(access, platformMediaId))).status
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'not_found' || error.kind === 'forbidden')) return 'gone'
    throw error
  }
}

/** Tries again later, after a step in which nothing was sent. */
async function again(deps: VideoDeps, job: VideoJob, error: PlatformError): Promise<VideoEnd> {
  const { db, clock, random } = deps
  await noteRefusal(deps, job.account, error)
  await noteAccountRefused(deps, job, error)
  const { message, details, kind } = error
  const { state, tries } = job
  const waitMs = state === 'new' ? nextTryMs(tries, random()) : ASK_AGAIN_MS
  const dueAt = after(clock(), kind === 'rate_limited' ? Math.max(details.retryAfterMs ?? 0, waitMs) : waitMs)
  const saved = await saveStep(db.sql, job, { state, dueAt, tries: state === 'new' ? tries + 1 : tries, error: message })
  return saved ? { kind: 'again', dueAt, message, isOurs: kind === 'app_refused' } : { kind: 'superseded' }
}

/**
 * Puts the account on hold as the answer to a pin would: a pin whose video is refused is never sent, so no other answer would.
 */
async function noteAccountRefused({ db, clock }: VideoDeps, { account, postId }: VideoJob, error: PlatformError): Promise<void> {
  const { accountRefusal: reason, retryAfterMs = null } = error.details
  if (!reason) return
  const refusal = { reason, message: quoted(error.message), retryAfterMs }
  await db.tx(async (sql) => {
    const standing = await lockHold(sql, account)
    if (standing) await noteRefused(sql, account, standing, { postId, refusal }, clock())
  })
}

/**
 * Disconnects the account with its whole queue: without due times the posts have no uploads either, until it is connected again.
 */
async function hold({ db, clock }: VideoDeps, job: VideoJob): Promise<VideoEnd> {
  const now = clock()
  await db.tx((sql) => markUnauthorized(sql, job.account, now))
  const saved = await saveStep(db.sql, job, { state: job.state, dueAt: now, error: 'the account is not connected' })
  return saved ? { kind: 'held' } : { kind: 'superseded' }
}

/**
 * The status of a busy upload store, which has taken nothing; with any other 5xx it may have kept the bytes. @see
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, SlowDown
 */
const BUSY = 503

/**
 * The longest time from the upload to a finished video; after that the platform will not finish it. It documents no limit itself:
 * videos take seconds to a few minutes, another publisher gives up after eight, and uploading again is safe because no pin exists
 * yet.
 * @see docs/platform.md#videos
 */
const PROCESSING_MS = 20 * MINUTE_MS

/** How long a processed video counts as available, longer than from the upload to the pin. */
export const FRESH_MS = UPLOAD_BEFORE_MS + HOUR_MS

/** The waits between polls after the upload, growing to a minute: a slow platform takes many minutes. */
const POLL_AFTER_MS = [5, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS)
/** Polls without bytes, which may have arrived, before they are sent again: a little over a minute. */
const POLLS_FOR_BYTES = 5
/** The failed tries after which a video is given up. */
const MAX_REJECTIONS = 2

const RETRY_FROM_MS = 10 * SECOND_MS
const RETRY_TO_MS = HOUR_MS
/** The wait before a call without an answer is repeated; it has transferred nothing. */
export const ASK_AGAIN_MS = 20 * SECOND_MS

/** Returns the wait until the next poll. @param looks polls so far, since the upload */
export const nextPollMs = (looks: number): number => POLL_AFTER_MS[Math.min(looks, POLL_AFTER_MS.length - 1)]! // the list is not empty

/**
 * Returns the wait after this many failed steps in a row; it doubles, so that a long outage transfers no gigabytes. @param chance
 * uniform in [0, 1)
 */
export const nextTryMs = (tries: number, chance: number): number =>
  Math.min(RETRY_FROM_MS * 2 ** tries, RETRY_TO_MS) * (1 + 0.1 * chance)

export type Verdict =
  | 'ready'
  | 'lookAgain'
  /** The platform never received its bytes. */
  | 'sendAgain'
  /** A try failed: the upload starts again. */
  | 'restart'
  /** The last try failed: the platform refused it, or never finished it. */
  | 'rejected'
  | 'unfinished'

type Watched = { state: 'registered' | 'uploaded'; looks: number; rejections: number; takenForMs: number }

/**
 * Judges a poll.
 * @param status `gone`: the platform does not know it (any more)
 * @param state `uploaded`: its store has acknowledged the bytes
 * @param takenForMs how long the platform has had them
 */
export function judgeVideo(
  status: 'registered' | 'processing' | 'succeeded' | 'failed' | 'gone',
  { state, looks, rejections, takenForMs }: Watched,
): Verdict {
  const isLastTry = rejections + 1 >= MAX_REJECTIONS
  const inTheWorks = takenForMs < PROCESSING_MS ? 'lookAgain' : isLastTry ? 'unfinished' : 'restart'
  switch (status) {
    case 'succeeded':
      return 'ready'
    case 'registered': // the bytes never arrived, or the platform has not noticed them yet
      if (state === 'uploaded') return inTheWorks
      return looks + 1 < POLLS_FOR_BYTES ? 'lookAgain' : 'sendAgain'
    case 'processing':
      return inTheWorks
    case 'failed':
    case 'gone':
      return isLastTry ? 'rejected' : 'restart'
  }
}
