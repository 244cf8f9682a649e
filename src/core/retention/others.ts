/** Purges of smaller things that are over. Each one of the sweeps over all organizations. */
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import { type GoesOn, inBatches } from '../lib/batch.js'

type Purge = { now: Date; goesOn: GoesOn }

/** Slack repeats an event within the hour. */
const EVENTS_KEPT_MS = DAY_MS
/** A pin may be planned years ahead, but what is said of it afterwards is said within weeks. */
const MESSAGES_KEPT_MS = 400 * DAY_MS
/** What is older is left as it is. @see migrations/0055_pin_cards.sql */
const CARDS_KEPT_MS = 31 * DAY_MS
/** Slack keeps the file, and messages that show it. One that is still wanted is brought there again. */
const FILES_KNOWN_MS = 180 * DAY_MS
/** Only those of the running day are counted. */
const KEY_DAYS_KEPT_MS = 90 * DAY_MS
const WEBHOOK_EVENTS_KEPT_MS = 30 * DAY_MS
const APPROVALS_KEPT_MS = 400 * DAY_MS
/** Their drafts stay, as drafts do. */
const REVIEWS_KEPT_MS = 60 * DAY_MS
/** Undone within ten minutes, read again within weeks. */
const BATCHES_KEPT_MS = 90 * DAY_MS
/** Longer than a feed knows what it has shown. */
const FEED_ENTRIES_KEPT_MS = 730 * DAY_MS
const REPORTS_KEPT_MS = 400 * DAY_MS
const MEMBERS_KEPT_MS = 400 * DAY_MS
/** Of real time. Who opens theirs later gets it published again, as somebody new does. */
const HOMES_KEPT_MS = 90 * DAY_MS
/** Who asks for a board again does so within minutes. */
const CREATIONS_KEPT_MS = 30 * DAY_MS

export async function purgeEvents(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from slack_events
       where event_id in (select event_id from slack_events where received_at <= ${before(now, EVENTS_KEPT_MS)} limit ${limit})`
    return count
  })
}

/** What the model used on days that are over. */
export async function purgeModelDays(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  const until = before(now, KEY_DAYS_KEPT_MS).toISOString().slice(0, 10)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from model_days
       where (organization_id, day) in (select organization_id, day from model_days where day < ${until}::date limit ${limit})`
    return count
  })
}

/** Later messages begin a thread of their own. */
export async function purgeMessages(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from slack_messages
       where (organization_id, subject, place) in (select organization_id, subject, place
                                                     from slack_messages
                                                    where sent_at <= ${before(now, MESSAGES_KEPT_MS)}
                                                    limit ${limit})`
    return count
  })
}

/** They no longer follow their pins. */
export async function purgePinCards(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from pin_cards
       where (organization_id, id) in (select organization_id, id from pin_cards where sent_at <= ${before(now, CARDS_KEPT_MS)} limit ${limit})`
    return count
  })
}

/** Pictures that were brought to Slack: charts are a new one each week. */
export async function purgeFiles(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from slack_files
       where (organization_id, slack_team_id, picture) in (select organization_id, slack_team_id, picture
                                                             from slack_files
                                                            where uploaded_at <= ${before(now, FILES_KNOWN_MS)}
                                                            limit ${limit})`
    return count
  })
}

export async function purgeKeyDays(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  const until = before(now, KEY_DAYS_KEPT_MS).toISOString().slice(0, 10)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from api_key_days
       where (organization_id, api_key_id, day) in (select organization_id, api_key_id, day
                                                      from api_key_days
                                                     where day < ${until}::date
                                                     limit ${limit})`
    return count
  })
}

/** With their deliveries, also those that never arrived. */
export async function purgeWebhookEvents(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from webhook_events
       where (organization_id, id) in (select organization_id, id
                                         from webhook_events
                                        where at <= ${before(now, WEBHOOK_EVENTS_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

/** Up to a hundred rows go with each. */
const BATCHES_AT_A_TIME = 20

/** With their rows; their posts stay. */
export async function purgeBatches(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(
    goesOn,
    async (limit) => {
      const { count } = await sql`
        delete from batches
         where (organization_id, id) in (select organization_id, id
                                           from batches
                                          where created_at <= ${before(now, BATCHES_KEPT_MS)}
                                          limit ${limit})`
      return count
    },
    BATCHES_AT_A_TIME,
  )
}

/** What became of files of pins; those that are still to be written stay. */
export async function purgeImports(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from imports
       where (organization_id, id) in (select organization_id, id
                                         from imports
                                        where finished_at <= ${before(now, BATCHES_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

/** What became of pages; their drafts stay, and those that are still to be worked on. */
export async function purgeGenerations(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from generations
       where (organization_id, id) in (select organization_id, id
                                         from generations
                                        where finished_at <= ${before(now, BATCHES_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

/** What feeds have brought, long after it became drafts or did not. What still waits stays. */
export async function purgeFeedEntries(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from feed_entries
       where (organization_id, id) in (select organization_id, id
                                         from feed_entries
                                        where settled_at <= ${before(now, FEED_ENTRIES_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

/** Decided ones; of a pin that is not published yet they say how it came to stand as it does. Those of deleted pins go with these. */
export async function purgeApprovals(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from approvals
       where (organization_id, id) in (select a.organization_id, a.id
                                         from approvals a
                                         join posts p on p.organization_id = a.organization_id and p.id = a.post_id
                                        where a.state <> 'open'
                                          and a.decided_at <= ${before(now, APPROVALS_KEPT_MS)}
                                          and p.status = 'sent'
                                        limit ${limit})`
    return count
  })
}

export async function purgeReviews(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from reviews
       where (organization_id, id) in (select organization_id, id
                                         from reviews
                                        where changed_at <= ${before(now, REVIEWS_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

export async function purgeReports(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from issue_reports
       where (organization_id, id) in (select organization_id, id
                                         from issue_reports
                                        where state = 'resolved'
                                          and resolved_at <= ${before(now, REPORTS_KEPT_MS)}
                                        limit ${limit})`
    return count
  })
}

/** Who comes back is known again with their next act; a role that an admin gave stays. */
export async function purgeMembers(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from members
       where (organization_id, slack_team_id, slack_user_id) in (select organization_id, slack_team_id, slack_user_id
                                                                   from members
                                                                  where assigned_role is null
                                                                    and seen_at <= ${before(now, MEMBERS_KEPT_MS)}
                                                                  limit ${limit}
                                                                    for update skip locked)`
    return count
  })
}

/** @param purge.now real time */
export async function purgeHomes(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from homes
       where (organization_id, slack_team_id, slack_user_id) in (select organization_id, slack_team_id, slack_user_id
                                                                   from homes
                                                                  where seen_at <= ${before(now, HOMES_KEPT_MS)}
                                                                    and shown_at <= ${before(now, DAY_MS)}
                                                                  limit ${limit}
                                                                    for update skip locked)`
    return count
  })
}

/** Boards and sections that were requested and never answered. */
export async function purgeCreations(sql: Sql, { now, goesOn }: Purge): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from board_creations
       where (organization_id, account_id, board_id, name_key) in (select organization_id, account_id, board_id, name_key
                                                                     from board_creations
                                                                    where asked_at <= ${before(now, CREATIONS_KEPT_MS)}
                                                                    limit ${limit})
         and asked_at <= ${before(now, CREATIONS_KEPT_MS)}`
    return count
  })
}
