/** What is kept for a time only. @see docs/operating.md#retention */
import { HOUR_MS } from '../lib/duration.js'
import { purgeStates } from '../accounts/spent-states.js'
import { purgeAnswers } from '../analytics/cache.js'
import { purgeTicks } from '../cron-runs.js'
import { sweepIdempotencyKeys } from '../idempotency.js'
import { sweepMedia } from '../media/sweep-media.js'
import { purgeOutbox } from '../outbox/outbox.js'
import type { Deps } from '../ports/deps.js'
import { purgeDeleted } from '../posts/undo/deleted.js'
import { purgeRuns } from '../posts/evergreen/runs.js'
import type { GoesOn } from '../lib/batch.js'
import { purgeAttempts, purgeAudit, purgePinDays } from './history.js'
import * as others from './others.js'
import { purgeKeywordSearches } from '../relevance/recommended/keyword-searches.js'
import { purgeHosts, purgeLines } from '../preflight/web/hosts.js'
import { purgeLiveLinks } from '../preflight/live-links.js'
import { purgePages } from '../preflight/web/pages.js'
import { purgeFreed } from '../slots/full-until.js'
import { purgeTrends } from '../trends/answers.js'
import { purgeTrendRefusals } from '../trends/refused-accounts.js'
import { sweepTempFiles } from '../lib/temp-file.js'

/** No write of a file takes as long, so that what is older was left by a process that died. */
const LEFT_MS = HOUR_MS
/** Real time, each sweep: what is left over comes at the next purge, after the other sweeps. */
const SWEEP_MS = 60_000

/**
 * One of the sweeps over all organizations, each a little at a time. One that fails keeps none of the others from its work.
 * @param isOpen false: the process is stopping, and no further statement is begun
 * @throws AggregateError afterwards, with what went wrong
 */
export async function purgeExpired(
  deps: Pick<Deps, 'db' | 'clock' | 'wallClock' | 'storage' | 'settings'>,
  isOpen: GoesOn = () => true,
  sweepMs = SWEEP_MS,
): Promise<void> {
  const { db, clock } = deps
  const { sql } = db
  const now = clock()
  const { retention } = deps.settings
  const sweeps: ((goesOn: GoesOn) => Promise<unknown>)[] = [
    async (goesOn) => {
      while (goesOn() && (await purgeDeleted(sql, now)) > 0); // some at a time
    },
    (goesOn) => sweepMedia(deps, goesOn), // after the posts that had it
    async () => deps.storage.sweepParts?.(LEFT_MS),
    () => sweepTempFiles(LEFT_MS),
    (goesOn) => sweepIdempotencyKeys(deps, goesOn),
    (goesOn) => others.purgeEvents(sql, { now, goesOn }),
    (goesOn) => purgeStates(sql, now, goesOn),
    (goesOn) => others.purgeMessages(db, { now, goesOn }),
    (goesOn) => others.purgePinCards(db, { now, goesOn }),
    (goesOn) => others.purgeFiles(db, { now, goesOn }),
    (goesOn) => others.purgeKeyDays(db, { now, goesOn }),
    (goesOn) => others.purgeModelDays(db, { now, goesOn }),
    (goesOn) => others.purgeWebhookEvents(db, { now, goesOn }),
    (goesOn) => others.purgeApprovals(db, { now, goesOn }),
    (goesOn) => others.purgeBatches(db, { now, goesOn }),
    (goesOn) => others.purgeImports(db, { now, goesOn }),
    (goesOn) => others.purgeGenerations(db, { now, goesOn }),
    (goesOn) => others.purgeFeedEntries(db, { now, goesOn }),
    (goesOn) => others.purgeReports(db, { now, goesOn }),
    (goesOn) => others.purgeReviews(db, { now, goesOn }),
    (goesOn) => others.purgeMembers(db, { now, goesOn }),
    (goesOn) => others.purgeHomes(db, { now: deps.wallClock(), goesOn }),
    (goesOn) => others.purgeCreations(db, { now, goesOn }),
    (goesOn) => purgeOutbox(db, now, goesOn),
    () => purgeTicks(sql, now),
    (goesOn) => purgeRuns(db, now, goesOn),
    () => purgeFreed(db, now),
    (goesOn) => purgeAnswers(db, now, goesOn),
    (goesOn) => purgePages(sql, now, goesOn),
    (goesOn) => purgeLiveLinks(db, now, goesOn),
    (goesOn) => purgeTrends(sql, now, goesOn),
    (goesOn) => purgeTrendRefusals(db, now, goesOn),
    (goesOn) => purgeHosts(sql, now, goesOn),
    (goesOn) => purgeLines(db, now, goesOn),
    (goesOn) => purgeKeywordSearches(db, now, goesOn),
    (goesOn) => purgeAudit(db, { now, retention, goesOn }),
    (goesOn) => purgeAttempts(db, { now, retention, goesOn }),
    (goesOn) => purgePinDays(db, { now, retention, goesOn }),
  ]
  const errors: unknown[] = []
  for (const sweep of sweeps) {
    const endsAt = performance.now() + sweepMs
    await sweep(() => isOpen() && performance.now() < endsAt).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of the sweeps failed`)
}
