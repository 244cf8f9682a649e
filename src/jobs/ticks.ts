/** The list of all periodic jobs. */
import { nextTokenEnd, listEndingTokens, renewAhead } from '../core/connections/renew-ahead.js'
import { suspendUnused } from '../core/accounts/workspaces/suspend.js'
import { nextDigestDue, enqueueDigests } from '../core/insight/analytics/enqueue-digests.js'
import { nextNudgeDue, enqueueNudges } from '../core/insight/analytics/nudge.js'
import { nextReminderDue, remindApprovers } from '../core/posts/approval/remind.js'
import { nextEvergreenDue, runEvergreen } from '../core/posts/evergreen/run.js'
import { nextSweepDue, sweepLate } from '../core/publish/late/sweep.js'
import { alertStuck } from '../core/publish/diagnostics/stuck-alert.js'
import { nextLinkRead, readLinksAhead } from '../core/preflight/dead-links.js'
import { sweepUploads } from '../core/media/sweep-uploads.js'
import { patrolAccount } from '../core/patrol/patrol.js'
import { checkDuePosts } from '../core/preflight/due.js'
import { purgeExpired } from '../core/care/purge.js'
import { keepTrends } from '../core/insight/trends/keep.js'
import { workOnDeletions } from '../core/care/deletion/work.js'
import { requireAllDone } from '../core/cron-runs.js'
import type { GoesOn } from '../core/lib/work/batch.js'
import type { Deps } from '../core/ports/deps.js'
import { refreshAllBoards } from './boards.js'
import { readAllDays } from './days.js'
import type { Account } from '../core/accounts/account.js'
import { nextResultsAt, resultsHeldUntil } from '../core/insight/analytics/pin-days.js'
import { readResults } from '../core/insight/analytics/read-results.js'
import { workOnAccounts } from './account-jobs.js'
import { PlatformError } from '../core/ports/platform.js'

/**
 * Reads all due pins, those of each account one after another. An account's time is limited, so that none waits for all pins of
 * another.
 */
export const readAllResults = (deps: Deps, goesOn: () => boolean = () => true): Promise<void> =>
  workOnAccounts(deps, { job: 'results', failed: 'results could not be read', work: readAccount }, goesOn)

/** Reads links of published pins again, those of each account in turn. */
export const patrolAll = (deps: Deps, goesOn: () => boolean = () => true): Promise<void> =>
  workOnAccounts(deps, { job: 'patrol', failed: 'links of published pins could not be read', work: patrolAccount }, goesOn)

async function readAccount(deps: Deps, account: Account, goesOn: () => boolean): Promise<Date> {
  const { db, clock } = deps
  const line = { organizationId: account.organizationId, accountId: account.id }
  const isOnHold = (await resultsHeldUntil(db.sql, account)) > clock()
  if (account.isBusiness && !isOnHold) {
    const { read, refused } = await readResults(deps, account, goesOn)
    if (refused) deps.log.warn({ ...line, read }, 'the platform refuses the results of this account')
    else if (read > 0) deps.log.info({ ...line, read }, 'results of pins')
  }
  return nextResultsAt(db.sql, account, clock())
}

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
  { job: 'reminders', expression: '* * * * *', nextWork: ({ db }) => nextReminderDue(db.sql), run: sendReminders },
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
  { job: 'patrol', expression: '* * * * *', isShared: true, run: patrolAll },
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

/** Failed organizations stay due, so the next minute tries them again. */
async function sendReminders(deps: Deps, goesOn?: GoesOn): Promise<void> {
  const { reminded, waiting, failed } = await remindApprovers(deps, goesOn)
  if (reminded + waiting > 0) deps.log.info({ reminded, waiting }, 'reminders of approvals')
  for (const { error, organizationId } of failed.slice(0, MAX_FAILURES_LOGGED))
    deps.log.error({ organizationId, error }, 'approvers could not be reminded')
  requireAllDone(failed.length, 'approvers could not be reminded')
}

/** Renews tokens that end soon. */
const ACCOUNTS_AT_A_TIME = 200
/** Real time. The rest follows in the next tick. */
const BUDGET_MS = 30_000

/**
 * Renews one account after another, because nobody waits and the platform limits our requests. A failed one stops no other,
 * unless the platform refuses or limits all of us.
 * @throws NotAllDoneError afterwards, if some could not be renewed for a reason that is not Pinterest's
 */
export async function renewTokens(deps: Deps, goesOn: GoesOn = () => true): Promise<void> {
  const { db, clock, log } = deps
  const endsAt = performance.now() + BUDGET_MS
  let failed = 0
  for (const ending of await listEndingTokens(db.sql, { now: clock(), limit: ACCOUNTS_AT_A_TIME })) {
    if (!goesOn() || performance.now() >= endsAt) break
    const { organizationId, id: accountId } = ending.account
    try {
      await renewAhead(deps, ending)
      log.info({ organizationId, accountId }, 'tokens were renewed')
    } catch (error) {
      log.warn({ organizationId, accountId, error }, 'tokens could not be renewed')
      if (!(error instanceof PlatformError)) failed++
      else if (isAboutAll(error)) break
    }
  }
  requireAllDone(failed, 'tokens could not be renewed')
}

const isAboutAll = ({ kind }: PlatformError) => kind === 'app_refused' || kind === 'rate_limited'
