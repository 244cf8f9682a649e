/** The loop over videos: uploads them to the platform from 15 minutes before their time and polls until they are processed. */
import {
  type BusyWithVideos,
  claimVideos,
  HEARTBEAT_MS,
  nextVideoDue,
  renewVideoLeases,
  type VideoCapacity,
} from '../core/publish/prefetch/video-claim.js'
import { type VideoJob } from '../core/publish/prefetch/video-job.js'
import { isUpload, stepVideo, type VideoDeps, type VideoEnd } from '../core/publish/prefetch/video-step.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import { every } from './every.js'
import type { Loop } from './loop.js'

export type VideosOptions = {
  /** Uploads open in this process; half as many polls run beside them. */
  maxOpen?: number
  /** Longest wait for open uploads before they are cancelled when closing, in ms of real time. */
  closeMs?: number
  atFailpoint?: VideoDeps['atFailpoint']
}

const MAX_OPEN = 8
const CLOSE_MS = 10_000
/** Time for cancelled uploads to record that. */
const CUT_SHORT_MS = 1_000

export function makeVideos(deps: Deps, { maxOpen = MAX_OPEN, closeMs = CLOSE_MS, atFailpoint }: VideosOptions = {}): Loop {
  const { db, clock, log } = deps
  const shutdown = new AbortController()
  const uploading: VideoDeps = { ...deps, atFailpoint, signal: shutdown.signal }
  const maxPolls = Math.ceil(maxOpen / 2)
  const openJobs = new Set<VideoJob>()
  const capacity = (): VideoCapacity => {
    const uploads = [...openJobs].filter(isUpload)
    const busy = new Map<string, BusyWithVideos>()
    for (const job of openJobs) {
      const { organizationId } = job
      const one = busy.get(organizationId) ?? { organizationId, uploads: 0, looks: 0 }
      one[isUpload(job) ? 'uploads' : 'looks']++
      busy.set(organizationId, one)
    }
    return { uploads: maxOpen - uploads.length, looks: maxPolls - (openJobs.size - uploads.length), busy: [...busy.values()] }
  }

  /** Always ends: an error leaves the job to its lease. */
  const hold = async (job: VideoJob): Promise<void> => {
    openJobs.add(job)
    try {
      logEnd(deps, job, await stepVideo(uploading, job))
    } catch (error) {
      log.error({ ...keyOf(job), error }, 'video left to its lease')
    } finally {
      openJobs.delete(job)
    }
  }
  const loop = makeDueLoop(deps, {
    name: 'videos',
    channel: 'posts_due',
    maxOpen: maxOpen + maxPolls,
    closeMs,
    begin: async () => (await claimVideos(db, { now: clock(), ...capacity() })).map(hold),
    nextDue: () => nextVideoDue(db.sql, clock()),
    nextTake: () => nextVideoDue(db.sql, clock(), capacity()),
  })
  const heartbeat = every(HEARTBEAT_MS, { ...deps, name: 'videos' }, () => renewVideoLeases(db.sql, [...openJobs], clock()))
  return {
    ...loop,
    async start() {
      heartbeat.start()
      await loop.start()
    },
    async close() {
      const cut = setTimeout(() => shutdown.abort(), Math.max(closeMs - CUT_SHORT_MS, 0))
      await loop.close()
      clearTimeout(cut)
      shutdown.abort()
      await heartbeat.stop()
    },
  }
}

function logEnd({ log }: Deps, job: VideoJob, end: VideoEnd): void {
  const line = { ...keyOf(job), ...end }
  switch (end.kind) {
    case 'uploaded':
    case 'ready':
    case 'held':
      return log.info(line, 'video')
    case 'waiting':
      return log.debug(line, 'video')
    case 'again':
      return end.isOurs ? log.error(line, 'video: the operator must fix the service') : log.warn(line, 'video')
    case 'restart':
    case 'rejected':
    case 'unfinished':
    case 'superseded':
      return log.warn(line, 'video')
  }
}

const keyOf = ({ organizationId, postId, claimNumber }: VideoJob) => ({ organizationId, postId, claimNumber })
