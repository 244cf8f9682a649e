/** The list of all periodic jobs. */
import { nextTokenEnd } from '../core/accounts/connect/renew-ahead.js'
import { suspendUnused } from '../core/accounts/workspaces/suspend.js'
import { nextDigestDue, enqueueDigests } from '../core/analytics/enqueue-digests.js'
import { nextNudgeDue, enqueueNudges } from '../core/analytics/nudge.js'
import { nextEvergreenDue, runEvergreen } from '../core/posts/evergreen/run.js'
import { nextSweepDue, sweepLate } from '../core/posts/publish/late/sweep.js'
import { alertStuck } from '../core/posts/publish/diagnostics/stuck-alert.js'
import { nextLinkRead, readLinksAhead } from '../core/preflight/dead-links.js'
import { sweepUploads } from '../core/media/sweep-uploads.js'
import { checkDuePosts } from '../core/preflight/due.js'
import { purgeExpired } from '../core/retention/purge.js'
import { keepTrends } from '../core/trends/keep.js'
import { workOnDeletions } from '../core/deletion/work.js'
import { requireAllDone } from '../core/cron-runs.js'
import type { GoesOn } from '../core/lib/batch.js'
import type { Deps } from '../core/ports/deps.js'
import { refreshAllBoards } from './boards.js'
import { readAllDays } from './days.js'
import { readAllResults } from './results.js'
import { renewTokens } from './tokens.js'

export type TickJob = {
  job: string
  /** Five cron fields, in UTC. */
  expression: string
  /**
   * @param goesOn false: the process is stopping, begin nothing further
   * @param leftOver the parts that failed when this tick ran before; null: everything is to be done
   * @throws PartsFailedError if only some parts are to be repeated
   */
  run(deps: Deps, goesOn?: GoesOn, leftOver?: readonly string[] | null): Promise<void>
  /** Run by every process at each tick, which divide the work. Absent: run by one process. */
  isShared?: true
  /**
   * The time of the job's next work, for a virtual clock that is forwarded: it stops at the first tick from then on. Absent: it
   * runs once wherever the clock stops, because only a recent run matters.
   */
  nextWork?(deps: Deps): Promise<Date | null>
}

/** Most failures have the same cause. */
const MAX_FAILURES_LOGGED = 20

export const TICKS: TickJob[] = [
  {
    job: 'lateness',
    expression: '* * * * *',
    nextWork: ({ db }) => nextSweepDue(db.sql),
    run: sweepLatePins,
  },
  { job: 'evergreen', expression: '* * * * *', nextWork: ({ db }) => nextEvergreenDue(db.sql), run: makeEvergreenPins },
  { job: 'tokens', expression: '*/10 * * * *', nextWork: ({ db, clock }) => nextTokenEnd(db.sql, clock()), run: renewTokens },
  { job: 'boards', expression: '* * * * *', isShared: true, run: refreshAllBoards },
  { job: 'days', expression: '* * * * *', isShared: true, run: readAllDays },
  { job: 'results', expression: '* * * * *', isShared: true, run: readAllResults },
  {
    job: 'digests',
    expression: '* * * * *',
    nextWork: ({ db, clock }) => nextDigestDue(db.sql, clock()),
    run: sendWeeklyDigests,
  },
  { job: 'nudges', expression: '* * * * *', nextWork: ({ db }) => nextNudgeDue(db.sql), run: sendNudges },
  { job: 'unused', expression: '*/10 * * * *', run: async (deps, goesOn) => void (await suspendUnused(deps, goesOn)) },
  { job: 'deletions', expression: '* * * * *', run: async (deps, goesOn) => void (await workOnDeletions(deps, goesOn)) },
  {
    job: 'preflight',
    expression: '* * * * *',
    isShared: true,
    run: async (deps, goesOn) => void (await checkDuePosts(deps, goesOn)),
  },
  {
    job: 'links',
    expression: '* * * * *',
    isShared: true,
    nextWork: ({ db, clock }) => nextLinkRead(db.sql, clock()),
    run: async (deps, goesOn) => void (await readLinksAhead(deps, goesOn)),
  },
  { job: 'trends', expression: '7,37 * * * *', run: async (deps, goesOn) => void (await keepTrends(deps, goesOn)) },
  {
    job: 'uploads',
    expression: '*/2 * * * *',
    isShared: true,
    run: async (deps, goesOn) => void (await sweepUploads(deps, goesOn)),
  },
  { job: 'stuck', expression: '*/5 * * * *', run: alertStuck },
  { job: 'purge', expression: '17 * * * *', run: (deps, goesOn, only) => purgeExpired(deps, { goesOn, only }) },
]

/** Failed pins are tried again in a minute. */
async function sweepLatePins(deps: Deps, goesOn?: GoesOn): Promise<void> {
  const { failures, held, released, ...swept } = await sweepLate(deps, goesOn)
  if (held + released > 0) deps.log.info({ held, released }, 'queues put on hold or released')
  if (swept.failed + swept.reported > 0) deps.log.warn(swept, 'pins were late')
  for (const { error, ...post } of failures.slice(0, MAX_FAILURES_LOGGED))
    deps.log.error({ ...post, error }, 'a late pin could not be processed')
  requireAllDone(failures.length, 'late pins could not be processed')
}

/** Failed slots stay undecided, so the next minute tries them again. */
async function makeEvergreenPins(deps: Deps, goesOn?: GoesOn): Promise<void> {
  const { made, passed, failed } = await runEvergreen(deps, goesOn)
  if (made + passed > 0) deps.log.info({ made, passed }, 'evergreen slots were decided')
  for (const { error, ...slot } of failed) deps.log.error({ ...slot, error }, 'an evergreen slot could not be decided')
  requireAllDone(failed.length, 'evergreen slots could not be decided')
}

/** Failed digests stay due, so the next minute tries them again, for a day. */
async function sendWeeklyDigests(deps: Deps, goesOn?: GoesOn): Promise<void> {
  const { enqueued, passed, failed } = await enqueueDigests(deps, goesOn)
  if (enqueued + passed > 0) deps.log.info({ enqueued, passed }, 'weekly digests')
  for (const { error, ...due } of failed.slice(0, MAX_FAILURES_LOGGED)) deps.log.error({ ...due, error }, 'digest not enqueued')
  requireAllDone(failed.length, 'digests could not be enqueued')
}

async function sendNudges(deps: Deps, goesOn?: GoesOn): Promise<void> {
  const { enqueued, failed } = await enqueueNudges(deps, goesOn)
  if (enqueued > 0) deps.log.info({ enqueued }, 'notices of empty slots enqueued')
  for (const { error, ...due } of failed.slice(0, MAX_FAILURES_LOGGED))
    deps.log.error({ ...due, error }, 'slots could not be checked')
  requireAllDone(failed.length, 'accounts could not be checked for empty slots')
}
