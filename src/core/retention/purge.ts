/** Purges expired data. @see docs/operating.md#retention */
import { HOUR_MS } from '../lib/duration.js'
import { purgeStates } from '../accounts/spent-states.js'
import { purgeAnswers } from '../analytics/cache.js'
import { PartsFailedError, purgeTicks } from '../cron-runs.js'
import { sweepIdempotencyKeys } from '../idempotency.js'
import { sweepMedia } from '../media/sweep-media.js'
import { purgeOutbox } from '../outbox/outbox.js'
import type { Deps } from '../ports/deps.js'
import { purgeDeleted } from '../posts/undo/deleted.js'
import { purgeRuns } from '../posts/evergreen/runs.js'
import type { GoesOn } from '../lib/batch.js'
import { purgeAccountDays, purgeAttempts, purgeAudit, purgePinDays } from './history.js'
import * as others from './others.js'
import { purgeKeywordSearches } from '../relevance/recommended/keyword-searches.js'
import { purgeHosts, purgeLines } from '../preflight/web/hosts.js'
import { purgeLiveLinks } from '../preflight/live-links.js'
import { purgePages } from '../preflight/web/pages.js'
import { purgeFreed } from '../slots/full-until.js'
import { purgeTrends } from '../trends/answers.js'
import { purgeTrendRefusals } from '../trends/refused-accounts.js'
import { sweepTempFiles } from '../lib/temp-file.js'

/** Longer than any write of a file: older files were left by a process that died. */
const LEFT_MS = HOUR_MS
/** Real time for each sweep; the next purge does the rest, after the other sweeps. */
const SWEEP_MS = 60_000

type PurgeDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'storage' | 'settings'>
export type PurgeOptions = {
  /** Returns false when the process is stopping, and no further statement is begun. */
  goesOn?: GoesOn | undefined
  /** The names of sweeps to run, such as those that failed before; null: all. */
  only?: readonly string[] | null | undefined
  /** Real time for each sweep. */
  sweepMs?: number
}

/** Lists the sweeps in their order: media after the posts that had it. */
function sweepsOf(deps: PurgeDeps): Record<string, (goesOn: GoesOn) => Promise<unknown>> {
  const { db, clock } = deps
  const { sql } = db
  const now = clock()
  const { retention } = deps.settings
  return {
    deletedPosts: (goesOn) => purgeDeleted(sql, now, goesOn),
    media: (goesOn) => sweepMedia(deps, goesOn), // after the posts that had it
    parts: async () => deps.storage.sweepParts?.(LEFT_MS),
    tempFiles: () => sweepTempFiles(LEFT_MS),
    idempotencyKeys: (goesOn) => sweepIdempotencyKeys(deps, goesOn),
    events: (goesOn) => others.purgeEvents(sql, { now, goesOn }),
    spentStates: (goesOn) => purgeStates(sql, now, goesOn),
    messages: (goesOn) => others.purgeMessages(db, { now, goesOn }),
    pinCards: (goesOn) => others.purgePinCards(db, { now, goesOn }),
    files: (goesOn) => others.purgeFiles(db, { now, goesOn }),
    keyDays: (goesOn) => others.purgeKeyDays(db, { now, goesOn }),
    modelDays: (goesOn) => others.purgeModelDays(db, { now, goesOn }),
    webhookEvents: (goesOn) => others.purgeWebhookEvents(db, { now, goesOn }),
    approvals: (goesOn) => others.purgeApprovals(db, { now, goesOn }),
    batches: (goesOn) => others.purgeBatches(db, { now, goesOn }),
    imports: (goesOn) => others.purgeImports(db, { now, goesOn }),
    generations: (goesOn) => others.purgeGenerations(db, { now, goesOn }),
    feedEntries: (goesOn) => others.purgeFeedEntries(db, { now, goesOn }),
    reports: (goesOn) => others.purgeReports(db, { now, goesOn }),
    reviews: (goesOn) => others.purgeReviews(db, { now, goesOn }),
    members: (goesOn) => others.purgeMembers(db, { now, goesOn }),
    homes: (goesOn) => others.purgeHomes(db, { now: deps.wallClock(), goesOn }),
    creations: (goesOn) => others.purgeCreations(db, { now, goesOn }),
    outbox: (goesOn) => purgeOutbox(db, now, goesOn),
    ticks: () => purgeTicks(sql, now),
    runs: (goesOn) => purgeRuns(db, now, goesOn),
    freed: (goesOn) => purgeFreed(db, now, goesOn),
    answers: (goesOn) => purgeAnswers(db, now, goesOn),
    pages: (goesOn) => purgePages(sql, now, goesOn),
    liveLinks: (goesOn) => purgeLiveLinks(db, now, goesOn),
    trends: (goesOn) => purgeTrends(sql, now, goesOn),
    trendRefusals: (goesOn) => purgeTrendRefusals(db, now, goesOn),
    hosts: (goesOn) => purgeHosts(sql, now, goesOn),
    hostLines: (goesOn) => purgeLines(db, now, goesOn),
    keywordSearches: (goesOn) => purgeKeywordSearches(db, now, goesOn),
    audit: (goesOn) => purgeAudit(db, { now, retention, goesOn }),
    attempts: (goesOn) => purgeAttempts(db, { now, retention, goesOn }),
    pinDays: (goesOn) => purgePinDays(db, { now, retention, goesOn }),
    accountDays: (goesOn) => purgeAccountDays(db, { now, retention, goesOn }),
  }
}

/**
 * Runs the sweeps over all organizations, each in small batches. A failure does not stop the others.
 * @throws PartsFailedError at the end, with the names of the failed sweeps and their errors
 */
export async function purgeExpired(
  deps: PurgeDeps,
  { goesOn = () => true, only, sweepMs = SWEEP_MS }: PurgeOptions = {},
): Promise<void> {
  const failed: string[] = []
  const errors: unknown[] = []
  for (const [name, sweep] of Object.entries(sweepsOf(deps))) {
    if (only && !only.includes(name)) continue
    const endsAt = performance.now() + sweepMs
    await sweep(() => goesOn() && performance.now() < endsAt).catch((error: unknown) => {
      failed.push(name)
      errors.push(error)
    })
  }
  if (errors.length > 0) throw new PartsFailedError(errors, failed, `${errors.length} of the sweeps failed: ${failed.join(', ')}`)
}
