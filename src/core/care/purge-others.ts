/** Purges smaller expired rows of all organizations. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import { type GoesOn, inBatches } from '../lib/work/batch.js'
import { purgeRows, type Rows } from '../lib/rows/by-organization.js'

type Purge = { now: Date; goesOn: GoesOn }

/** Slack repeats an event within the hour. */
const EVENTS_KEPT_MS = DAY_MS
/** A pin may be planned years ahead, but messages about it follow within weeks. */
const MESSAGES_KEPT_MS = 400 * DAY_MS
/** Older cards are not updated any more. @see migrations/0012_approvals_and_cards.sql */
const CARDS_KEPT_MS = 31 * DAY_MS
/** Slack keeps the file and messages with it. A file that is needed later is uploaded again. */
const FILES_KNOWN_MS = 180 * DAY_MS
/** The counts of earlier days are not used. */
const KEY_DAYS_KEPT_MS = 90 * DAY_MS
const WEBHOOK_EVENTS_KEPT_MS = 30 * DAY_MS
const APPROVALS_KEPT_MS = 400 * DAY_MS
/** Their drafts stay. */
const REVIEWS_KEPT_MS = 60 * DAY_MS
/** Undone within ten minutes, read again within weeks. */
const BATCHES_KEPT_MS = 90 * DAY_MS
/** Longer than a feed remembers its entries. */
const FEED_ENTRIES_KEPT_MS = 730 * DAY_MS
const REPORTS_KEPT_MS = 400 * DAY_MS
const MEMBERS_KEPT_MS = 400 * DAY_MS
/** Real time. A person who opens it later gets a new Home, like a new person. */
const HOMES_KEPT_MS = 90 * DAY_MS
/** A board is requested again within minutes. */
const CREATIONS_KEPT_MS = 30 * DAY_MS

export async function purgeEvents(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from slack_events
       where event_id in (select event_id from slack_events where received_at <= ${before(now, EVENTS_KEPT_MS)} limit ${limit})`
    return count
  })
}

/** Deletes the model's token counts of past days. */
export async function purgeModelDays(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const until = before(now, KEY_DAYS_KEPT_MS).toISOString().slice(0, 10)
  await purgeRows(db, goesOn, { from: 'model_days', key: { day: 'date' }, over: sql`t.day < ${until}::date` })
}

/** Later messages begin a new thread. */
export async function purgeMessages(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'slack_messages',
    key: { subject: 'text', place: 'text' },
    over: sql`t.sent_at <= ${before(now, MESSAGES_KEPT_MS)}`,
  })
}

/** Deletes cards that no longer follow their pins. */
export async function purgePinCards(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'pin_cards',
    key: { id: 'bigint' },
    over: sql`t.sent_at <= ${before(now, CARDS_KEPT_MS)}`,
  })
}

/** Deletes records of pictures uploaded to Slack: charts are new each week. */
export async function purgeFiles(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'slack_files',
    key: { slack_team_id: 'text', picture: 'text' },
    over: sql`t.uploaded_at <= ${before(now, FILES_KNOWN_MS)}`,
  })
}

export async function purgeKeyDays(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const until = before(now, KEY_DAYS_KEPT_MS).toISOString().slice(0, 10)
  await purgeRows(db, goesOn, {
    from: 'api_key_days',
    key: { api_key_id: 'bigint', day: 'date' },
    over: sql`t.day < ${until}::date`,
  })
}

/** Deletes events with their deliveries, including those that never arrived. */
export async function purgeWebhookEvents(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'webhook_events',
    key: { id: 'bigint' },
    over: sql`t.at <= ${before(now, WEBHOOK_EVENTS_KEPT_MS)}`,
  })
}

/** Each has up to a hundred dependent rows. */
const BATCHES_AT_A_TIME = 20

/** Deletes batches with their rows; their posts stay. */
export async function purgeBatches(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'batches',
    key: { id: 'bigint' },
    over: sql`t.created_at <= ${before(now, BATCHES_KEPT_MS)}`,
    limit: BATCHES_AT_A_TIME,
  })
}

/** Deletes finished imports; those in progress stay. */
export async function purgeImports(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'imports',
    key: { id: 'bigint' },
    over: sql`t.finished_at <= ${before(now, BATCHES_KEPT_MS)}`,
  })
}

/** Deletes finished generations; their drafts stay, and so do generations in progress. */
export async function purgeGenerations(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'generations',
    key: { id: 'bigint' },
    over: sql`t.finished_at <= ${before(now, BATCHES_KEPT_MS)}`,
  })
}

/** Deletes settled entries of feeds; waiting ones stay. */
export async function purgeFeedEntries(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'feed_entries',
    key: { id: 'bigint' },
    over: sql`t.settled_at <= ${before(now, FEED_ENTRIES_KEPT_MS)}`,
  })
}

/**
 * Deletes decided approvals of published pins; for unpublished ones they explain the pin's state. Approvals of deleted pins go
 * with these.
 */
export async function purgeApprovals(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.state <> 'open' and t.decided_at <= ${before(now, APPROVALS_KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'approvals', key: { id: 'bigint' }, over, found: isPublished(sql) })
}

const isPublished = (sql: Sql) => sql`
  exists (select 1 from posts p where p.organization_id = t.organization_id and p.id = t.post_id and p.status = 'sent')`

/** Deletes old comments of published pins, as purgeApprovals() does with approvals. */
export async function purgeComments(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.created_at <= ${before(now, APPROVALS_KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'post_comments', key: { id: 'bigint' }, over, found: isPublished(sql) })
}

/** Deletes links that ended long ago, with their openings. */
export async function purgeReviewLinks(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.expires_at <= ${before(now, APPROVALS_KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'review_links', key: { id: 'bigint' }, over })
}

export async function purgeReviews(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'reviews',
    key: { id: 'bigint' },
    over: sql`t.changed_at <= ${before(now, REVIEWS_KEPT_MS)}`,
  })
}

export async function purgeReports(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'issue_reports',
    key: { id: 'bigint' },
    over: sql`t.state = 'resolved' and t.resolved_at <= ${before(now, REPORTS_KEPT_MS)}`,
  })
}

/** Deletes inactive members, who are created again with their next action; assigned roles stay. */
export async function purgeMembers(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.assigned_role is null and t.seen_at <= ${before(now, MEMBERS_KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'members', key: { slack_team_id: 'text', slack_user_id: 'text' }, over })
}

/** Deletes Homes; `now` is real time. */
export async function purgeHomes(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.seen_at <= ${before(now, HOMES_KEPT_MS)} and t.shown_at <= ${before(now, DAY_MS)}`
  await purgeRows(db, goesOn, { from: 'homes', key: { slack_team_id: 'text', slack_user_id: 'text' }, over })
}

/** Deletes requests for boards and sections that never got an answer. */
export async function purgeCreations(db: Rows, { now, goesOn }: Purge): Promise<void> {
  const { sql } = db
  const over = sql`t.asked_at <= ${before(now, CREATIONS_KEPT_MS)}`
  const key = { account_id: 'bigint', board_id: 'text', name_key: 'text' } as const
  await purgeRows(db, goesOn, { from: 'board_creations', key, over })
}
