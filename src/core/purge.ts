/** What is kept for a time only. @see decisions.md sections 1, 3 and 4 */
import { purgeAnswers } from './analytics/cache.js'
import { purgeTicks } from './cron-runs.js'
import { sweepIdempotencyKeys } from './idempotency.js'
import { sweepMedia } from './media/sweep-media.js'
import { sweepUploads } from './media/sweep-uploads.js'
import { purgeOutbox } from './outbox.js'
import type { Deps, Sql } from './ports.js'
import { purgeDeleted } from './posts/deleted.js'
import { purgeRuns } from './posts/evergreen/runs.js'
import { purgeKeywordSearches } from './relevance/recommended/keyword-searches.js'
import { purgeFreed } from './slots/full-until.js'
import { sweepTempFiles } from './temp-file.js'

/** Slack repeats an event within the hour. */
const EVENTS_KEPT_MS = 24 * 3_600_000
/** A pin may be planned years ahead, but what is said of it afterwards is said within weeks. */
const MESSAGES_KEPT_MS = 400 * 24 * 3_600_000
/** Slack keeps the file, and messages that show it. One that is still wanted is brought there anew. */
const FILES_KNOWN_MS = 180 * 24 * 3_600_000
/** No write of a file takes as long, so that what is older was left by a process that died. */
const LEFT_MS = 3_600_000

/**
 * One of the sweeps over all organizations. One that fails keeps none of the others from its work.
 * @throws AggregateError afterwards, with what went wrong
 */
export async function purgeExpired(deps: Pick<Deps, 'db' | 'clock' | 'storage'>): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const sweeps: (() => Promise<unknown>)[] = [
    async () => {
      while ((await purgeDeleted(db.sql, now)) > 0); // some at a time
    },
    async () => {
      while ((await sweepMedia(deps)) > 0); // after the posts that had it, before its bytes
    },
    () => sweepUploads(deps),
    async () => deps.storage.sweepParts?.(LEFT_MS),
    () => sweepTempFiles(LEFT_MS),
    () => sweepIdempotencyKeys(deps),
    () => purgeEvents(db.sql, now),
    () => purgeMessages(db.sql, now),
    () => purgeFiles(db.sql, now),
    () => purgeOutbox(db.sql, now),
    () => purgeTicks(db.sql, now),
    () => purgeRuns(db.sql, now),
    () => purgeFreed(db.sql, now),
    () => purgeAnswers(db.sql, now),
    () => purgeKeywordSearches(db.sql, now),
  ]
  const errors: unknown[] = []
  for (const sweep of sweeps) await sweep().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of the sweeps failed`)
}

async function purgeEvents(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from slack_events
     where received_at <= ${new Date(now.getTime() - EVENTS_KEPT_MS)}`
}

/** What is told afterwards begins a thread of its own. */
async function purgeMessages(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from slack_messages
     where sent_at <= ${new Date(now.getTime() - MESSAGES_KEPT_MS)}`
}

/** Pictures that were brought to Slack: charts are a new one each week. */
async function purgeFiles(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from slack_files
     where uploaded_at <= ${new Date(now.getTime() - FILES_KNOWN_MS)}`
}
