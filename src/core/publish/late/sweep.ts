/** Applies the rules of lateness: posts that missed their 24 hours fail, and teams are notified of late ones. */
import { listEnded, nextPauseEnd, resumeIfOver } from '../../accounts/publishing.js'
import { mayPublish } from '../../accounts/queue.js'
import { nextProbeDue, tryHeldAccounts } from './probes.js'
import { isUncompared } from '../../accounts/uncompared.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { putRestOnHold } from '../queue/hold-rest.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import { releaseForgotten } from '../queue/release-rest.js'
import { findCrowds, isUnreported, listUnreported, notifyLate } from './unreported.js'
import { processAccounts, processInBatches, type Failure, behind, cursorOf, type Place } from '../queue/process-posts.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { before } from '../../lib/duration.js'
import { organizationOr } from '../../lib/rows/by-organization.js'
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import type { FailureCause } from '../../ports/notice.js'
import type { DelayCause } from '../../posts/state/causes.js'
import { causeOfMissing } from '../model/failure-cause.js'
import { failDraft } from '../settle/failed.js'

/** The real time of each part, within the minute of a sweep. The next sweep continues. */
const BUDGET_MS = { holding: 5_000, releasing: 15_000, failing: 20_000, telling: 10_000 }

export type Swept = {
  failed: number
  released: number
  held: number
  reported: number
  /** Accounts on hold whose next pin is due now, or whose hold is over. */
  tried: number
  /** Posts that could not be processed; the next sweep tries them again. */
  failures: (Failure & { what: keyof typeof BUDGET_MS | 'trying' | 'resuming' })[]
}

/**
 * Sweeps over all organizations. A post that fails or is locked does not stop the others.
 * @throws what the database throws when the posts cannot even be listed
 */
export async function sweepLate({ db, clock }: Pick<Deps, 'db' | 'clock'>, goesOn: GoesOn = () => true): Promise<Swept> {
  const now = clock()
  const resume = (account: Awaited<ReturnType<typeof listEnded>>[number]) => db.tx((sql) => resumeIfOver(sql, account, now))
  const resumed = await processAccounts(await listEnded(db.sql, now), resume, goesOn) // before the others, because it ends pauses
  const held = await putRestOnHold(db, BUDGET_MS.holding, goesOn)
  const released = await releaseForgotten(db, BUDGET_MS.releasing, now, goesOn) // before the others: its pins may be due in a moment
  const probes = await tryHeldAccounts(db, now, goesOn)
  const missed = await processInBatches({
    list: (after) => listMissed(db.sql, after, now),
    work: (post) => db.tx((sql) => failMissed(sql, post, now)),
    budgetMs: BUDGET_MS.failing,
    goesOn,
  })
  const crowds = await findCrowds(db.sql, now)
  const late = await processInBatches({
    list: (after) => listUnreported(db.sql, after, now),
    work: (post) => db.tx((sql) => notifyLate(sql, post, crowds, now)),
    budgetMs: BUDGET_MS.telling,
    goesOn,
  })
  const failures = [
    ...resumed.failures.map((one) => ({ ...one, what: 'resuming' as const })),
    ...held.failures.map((one) => ({ ...one, what: 'holding' as const })),
    ...released.failures.map((one) => ({ ...one, what: 'releasing' as const })),
    ...probes.failures.map((one) => ({ ...one, what: 'trying' as const })),
    ...missed.failures.map((one) => ({ ...one, what: 'failing' as const })),
    ...late.failures.map((one) => ({ ...one, what: 'telling' as const })),
  ]
  return {
    failed: missed.done,
    released: released.done,
    held: held.done,
    reported: late.done,
    tried: probes.tried,
    failures,
  }
}

/**
 * Returns when there is next something to sweep, so that the virtual clock need not stop at every minute; a past time when there
 * is already.
 */
export async function nextSweepDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ missed: Date | null; late: Date | null; held: Date | null; isUnsettled: boolean }]>`
    select (select p.send_at
              from posts p
             where p.status = 'queued'
               and not ${isUncompared(sql, ofPost(sql))}
             order by p.send_at
             limit 1) as missed,
           (select p.send_at
              from posts p
             where ${isUnreported(sql)}
             order by p.send_at
             limit 1) as late,
           (select min(p.send_at)
              from accounts a
              join posts p on p.organization_id = a.organization_id and p.account_id = a.id
             where a.publishing = 'paused'
               and a.while_paused = 'fail'
               and a.paused_because is null
               and p.status = 'queued'
               and p.due_at is null) as held,
           exists (select 1
                     from accounts
                    where unheld_from is not null)
           or exists (select 1
                        from accounts a
                        join posts p on p.organization_id = a.organization_id and p.account_id = a.id
                       where ${mayPublish(sql)}
                         and p.status = 'queued'
                         and p.due_at is null) as "isUnsettled"`
  const [probe, pauseEnd] = await Promise.all([nextProbeDue(sql), nextPauseEnd(sql)])
  if (row.isUnsettled) return new Date(0) // at once, before the pins of that queue are due
  const plus = (at: Date | null, ms: number) => (at ? [at.getTime() + ms] : [])
  const times = [
    ...plus(row.missed, MISSED_AFTER_MS),
    ...plus(row.late, LATE_AFTER_MS),
    ...plus(row.held, 0),
    ...plus(probe, 0),
    ...plus(pauseEnd, 0),
  ]
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/**
 * True for `accounts a` that an admin paused to fail due pins. Where the app was removed, pins wait, because no notice of a
 * failure could be delivered.
 */
const failsWhilePaused = (sql: Sql) => sql`a.publishing = 'paused' and a.while_paused = 'fail' and a.paused_because is null`

/** The account of `posts p`. */
const ofPost = (sql: Sql, organizationId?: string) => ({
  organizationId: organizationOr(sql, 'p', organizationId),
  accountId: sql`p.account_id`,
})

/**
 * True for `posts p` of `accounts a` that missed their time, except those restored from a backup, which may be published already.
 * @param organizationId in a statement that locks
 */
const isMissed = (sql: Sql, now: Date, organizationId?: string) => sql`
  p.status = 'queued'
  and p.send_at <= ${now}
  and (p.send_at <= ${before(now, MISSED_AFTER_MS)}
       or p.due_at is null and ${failsWhilePaused(sql)})
  and not ${isUncompared(sql, ofPost(sql, organizationId))}`

async function listMissed(sql: Sql, after: Place | undefined, now: Date): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where ${isMissed(sql, now)}
       and ${behind(sql, after)}`),
  ]
}

/** Fails a missed post, with the current row of its account. @returns false when the post has moved on, or is locked */
export async function failMissed(sql: Sql, { organizationId, postId }: Place, now: Date): Promise<boolean> {
  const [row] = await sql<(Account & { sendAt: Date; delayedBy: DelayCause | null; lastMessage: string | null })[]>`
    select ${accountColumns(sql)}, p.send_at as "sendAt", p.delayed_by as "delayedBy",
           (select u.platform_message
              from publish_attempts u
             where u.organization_id = ${organizationId} and u.post_id = p.id and u.number = p.attempt_number) as "lastMessage"
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and ${isMissed(sql, now, organizationId)}
       for no key update of p skip locked`
  if (!row) return false
  const { sendAt, delayedBy, lastMessage, ...account } = row
  const cause = causeOf(account, { delayedBy, lastMessage })
  return (await failDraft(sql, { account, postId, cause, from: { status: 'queued', sendAt } }, now)) !== undefined
}

/** Returns what a missed post waited for last, if known: a general cause would hide what the team can do about it. */
function causeOf(
  { publishing, tokenStatus, holdSince, holdMessage }: Account,
  { delayedBy, lastMessage }: { delayedBy: DelayCause | null; lastMessage: string | null },
): FailureCause {
  if (publishing === 'paused') return { code: 'paused' }
  if (tokenStatus === 'unauthorized') return { code: 'account_disconnected' }
  if (holdSince) return { code: 'account_on_hold', ...(holdMessage !== null && { platformMessage: holdMessage }) }
  return delayedBy !== null && NAMED.includes(delayedBy) ? causeOfMissing(delayedBy, lastMessage ?? '') : { code: 'missed' }
}

const NAMED: readonly DelayCause[] = ['rate_limit', 'app_refused', 'image_unreachable', 'not_prepared']
