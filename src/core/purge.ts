/** What is kept for a time only. @see decisions.md sections 1, 3 and 4 */
import { purgeTicks } from './cron-runs.js'
import { sweepIdempotencyKeys } from './idempotency.js'
import { sweepUploads } from './media/uploads.js'
import { purgeOutbox } from './outbox.js'
import type { Deps } from './ports.js'
import { purgeDeleted } from './posts/deleted.js'

/** Slack repeats an event within the hour. */
const EVENTS_KEPT_MS = 24 * 3_600_000

/** One of the sweeps over all organizations. */
export async function purgeExpired(deps: Pick<Deps, 'db' | 'clock' | 'storage'>): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  while ((await sweepUploads(deps)) > 0); // some at a time
  while ((await purgeDeleted(db.sql, now)) > 0);
  await sweepIdempotencyKeys(deps)
  await db.sql`
    delete from slack_events
     where received_at <= ${new Date(now.getTime() - EVENTS_KEPT_MS)}`
  await purgeOutbox(db.sql, now)
  await purgeTicks(db.sql, now)
}
