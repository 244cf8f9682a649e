/** Purges expired data. @see docs/operating.md#retention */
import { HOUR_MS, before, DAY_MS } from '../lib/duration.js'
import { purgeSignIns } from '../accounts/agents/sign-ins.js'
import { purgeStates } from '../accounts/spent-states.js'
import { purgeAnswers } from '../insight/analytics/cache.js'
import { PartsFailedError, purgeTicks } from '../cron-runs.js'
import { sweepIdempotencyKeys } from '../idempotency.js'
import { sweepMedia } from '../media/sweep-media.js'
import { purgeOutbox } from '../notices/outbox.js'
import { purgeSteps } from '../notices/workflow-steps.js'
import type { Deps, Retention } from '../ports/deps.js'
import { purgeDeleted } from '../posts/undo/deleted.js'
import { purgeRuns } from '../posts/evergreen/runs.js'
import { type GoesOn, BATCH } from '../lib/work/batch.js'
import * as others from './purge-others.js'
import { purgeKeywordSearches } from '../insight/relevance/recommended/keyword-searches.js'
import { purgeHosts, purgeLines } from '../preflight/web/hosts.js'
import { purgeLiveLinks } from '../preflight/live-links.js'
import { purgePages } from '../preflight/web/pages.js'
import { purgeFreed } from '../slots/full-until.js'
import { purgeTrends } from '../insight/trends/answers.js'
import { purgeTrendRefusals } from '../insight/trends/refused-accounts.js'
import { sweepTempFiles } from '../lib/temp-file.js'
import { byOrganization, deleteEach, purgeRows, type Rows } from '../lib/rows/by-organization.js'

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
    signIns: (goesOn) => purgeSignIns(sql, now, goesOn),
    spentStates: (goesOn) => purgeStates(sql, now, goesOn),
    messages: (goesOn) => others.purgeMessages(db, { now, goesOn }),
    pinCards: (goesOn) => others.purgePinCards(db, { now, goesOn }),
    files: (goesOn) => others.purgeFiles(db, { now, goesOn }),
    keyDays: (goesOn) => others.purgeKeyDays(db, { now, goesOn }),
    modelDays: (goesOn) => others.purgeModelDays(db, { now, goesOn }),
    webhookEvents: (goesOn) => others.purgeWebhookEvents(db, { now, goesOn }),
    approvals: (goesOn) => others.purgeApprovals(db, { now, goesOn }),
    comments: (goesOn) => others.purgeComments(db, { now, goesOn }),
    reviewLinks: (goesOn) => others.purgeReviewLinks(db, { now, goesOn }),
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
    steps: (goesOn) => purgeSteps(db, now, goesOn),
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
    receipts: (goesOn) => purgeReceipts(db, { now, retention, goesOn }),
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

/** Purges history of all organizations: audit, attempts, daily numbers. */
type Purge = { now: Date; retention: Retention; goesOn: GoesOn }

/** Reads pages until one is not full, each behind the last row of the one before, so that rows that stay are not read repeatedly. */
async function eachPage<Row>(goesOn: GoesOn, read: (last: Row | undefined) => Promise<Row[]>): Promise<void> {
  let page: Row[] = []
  do {
    if (!goesOn()) return
    page = await read(page.at(-1))
  } while (page.length === BATCH)
}

type AuditRow = { organizationId: string; id: string; at: string; mayGo: boolean }

/**
 * Deletes expired audit rows, except those of unpublished pins, and those of who connected an account, the fallback recipients of
 * bad news without a channel.
 */
async function purgeAudit(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.auditDays * DAY_MS)
  await eachPage<AuditRow>(goesOn, (last) => purgeAuditPage(db, until, last))
}

async function purgeAuditPage(db: Rows, until: Date, last: AuditRow | undefined): Promise<AuditRow[]> {
  const { sql } = db
  const page = await sql<AuditRow[]>`
    select a.organization_id as "organizationId", a.id, a.at::text as at,
           not (a.subject like 'account:%' and a.action in ('connect', 'reconnect'))
             and not (a.subject ~ '^post:[0-9]{1,18}$'
                      and exists (select 1
                                    from posts p
                                   where p.organization_id = a.organization_id
                                     and p.id = substr(a.subject, 6)::bigint
                                     and p.status <> 'sent')) as "mayGo"
      from audit a
     where a.at <= ${until}
     ${last ? sql`and (a.at, a.organization_id, a.id) > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.id})` : sql``}
     order by a.at, a.organization_id, a.id
     limit ${BATCH}`
  const old = byOrganization(page.filter(({ mayGo }) => mayGo))
  await deleteEach(
    db,
    old,
    (tx, organizationId, theirs) => tx`
    delete from audit
     where organization_id = ${organizationId}
       and id = any (${theirs.map(({ id }) => id)}::bigint[])`,
  )
  return page
}

/** Deletes kept receipts as long after they were issued as acts are kept: they repeat the audit. */
async function purgeReceipts(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const over = db.sql`t.issued_at <= ${before(now, retention.auditDays * DAY_MS)}`
  await purgeRows(db, goesOn, { from: 'receipts', key: { post_id: 'bigint' }, over })
}

type AttemptRow = { organizationId: string; postId: string; number: number; at: string; mayGo: boolean }

/**
 * Deletes settled attempts of published pins, and all but the last of other pins. An attempt with an unknown outcome stays,
 * because its board is read before the pin is sent again.
 */
async function purgeAttempts(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = before(now, retention.attemptDays * DAY_MS)
  await eachPage<AttemptRow>(goesOn, (last) => purgeAttemptPage(db, until, last))
}

async function purgeAttemptPage(db: Rows, until: Date, last: AttemptRow | undefined): Promise<AttemptRow[]> {
  const { sql } = db
  const page = await sql<AttemptRow[]>`
    select a.organization_id as "organizationId", a.post_id as "postId", a.number, a.claimed_at::text as at,
           a.state in ('confirmed', 'found', 'refused', 'retry')
             and coalesce(a.settled_at <= ${until}, false)
             and exists (select 1
                           from posts p
                          where p.organization_id = a.organization_id
                            and p.id = a.post_id
                            and (p.status = 'sent' or (p.status in ('draft', 'queued') and a.number < p.attempt_number))) as "mayGo"
      from publish_attempts a
     where a.claimed_at <= ${until}
     ${
       last
         ? sql`and (a.claimed_at, a.organization_id, a.post_id, a.number)
                   > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.postId}, ${last.number})`
         : sql``
     }
     order by a.claimed_at, a.organization_id, a.post_id, a.number
     limit ${BATCH}`
  const old = byOrganization(page.filter(({ mayGo }) => mayGo))
  // Settled attempts do not change any more.
  await deleteEach(
    db,
    old,
    (tx, organizationId, theirs) => tx`
    delete from publish_attempts
     where organization_id = ${organizationId}
       and (post_id, number) in (select * from unnest(${theirs.map(({ postId }) => postId)}::bigint[], ${theirs.map((one) => one.number)}::int[]))
       and state in ('confirmed', 'found', 'refused', 'retry')`,
  )
  return page
}

/** Daily numbers of pins. */
async function purgePinDays(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  const until = dayOf(before(now, retention.pinDays * DAY_MS))
  const key = { account_id: 'bigint', pin_id: 'text', day: 'date' } as const
  await purgeRows(db, goesOn, { from: 'pin_days', key, over: db.sql`t.day < ${until}::date` })
}

/** Deletes daily numbers of accounts, if the operator limits them. */
async function purgeAccountDays(db: Rows, { now, retention, goesOn }: Purge): Promise<void> {
  if (retention.accountDays === null) return
  const until = dayOf(before(now, retention.accountDays * DAY_MS))
  const key = { account_id: 'bigint', day: 'date' } as const
  await purgeRows(db, goesOn, { from: 'account_days', key, over: db.sql`t.day < ${until}::date` })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
