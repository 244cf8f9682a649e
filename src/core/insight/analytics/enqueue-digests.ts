/** Enqueues the weekly digest: once per account and week, across all instances and restarts. @see docs/slack.md#digest */
import type { GoesOn } from '../../lib/work/batch.js'
import { DAY_MS } from '../../lib/duration.js'
import type { DigestChoices } from '../../accounts/digest-settings.js'
import { choiceColumns } from '../../accounts/digest-settings.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isAnyUnplanned } from './digest-plan.js'
import { nextDigest, zoneOf } from '../../accounts/digest-times.js'
import { type Due, processDue } from './due-rows.js'
import { addDates } from '../../lib/time.js'

/** The longest delay after a downtime; later than this, the digest is skipped until the next week. */
export const DIGEST_GRACE_MS = DAY_MS

/** `enqueued`: rows enqueued; `passed`: too late, or without a channel; `failed`: retried at the next tick. */
export type DigestTick = { enqueued: number; passed: number; failed: (Due & { error: unknown })[] }

/** Processes all organizations; each account in its own transaction. */
export async function enqueueDigests(deps: Pick<Deps, 'db' | 'clock'>, goesOn?: GoesOn): Promise<DigestTick> {
  const { done, failed } = await processDue(deps, 'digest_at', enqueueOne, goesOn)
  const count = (what: (typeof done)[number]) => done.filter((one) => one === what).length
  return { enqueued: count('enqueued'), passed: count('passed'), failed }
}

/** Returns when the next digest is due; now while an account waits to be planned. */
export async function nextDigestDue(sql: Sql, now: Date): Promise<Date | null> {
  if (await isAnyUnplanned(sql)) return now
  const [row] = await sql<[{ next: Date | null }]>`
    select min(d.digest_at) as next
      from digests d
      join accounts a on a.organization_id = d.organization_id and a.id = d.account_id
     where a.notify_channel_id is not null`
  return row.next
}

type LockedPlan = DigestChoices & { timezone: string; week: string; sentWeek: string | null; hasChannel: boolean }

/**
 * Enqueues one digest. The row is the claim: lock, enqueue and advance are one transaction, so an instance that dies in it has
 * done nothing, and a second one finds the next week's time. @returns undefined when another instance was first, or the settings
 * changed
 */
async function enqueueOne(sql: Sql, due: Due, now: Date): Promise<'enqueued' | 'passed' | undefined> {
  const { organizationId, accountId, at } = due
  const plan = await lockDue(sql, due)
  if (!plan) return undefined
  const { week, hasChannel } = plan
  const isLate = now.getTime() - at.getTime() > DIGEST_GRACE_MS
  const isSent = hasChannel && !isLate && (plan.sentWeek === null || plan.sentWeek < week)
  const sentWeek = isSent ? week : plan.sentWeek
  const next = nextDigest(plan, zoneOf(plan), now, sentWeek)
  await sql`
    update digests
       set digest_at = ${next.at}, digest_week = ${next.week}, digest_told_week = ${sentWeek}
           ${isSent ? sql`, digest_told_at = ${now}` : sql``}
     where organization_id = ${organizationId}
       and account_id = ${accountId}`
  if (!isSent) return 'passed'
  const of = addDates(week, -7)
  const notice = { kind: 'weeklyDigest', accountId, week: of } as const
  await enqueueNotice(
    sql,
    { organizationId, destination: `account:${accountId}`, dedupeKey: `digest:${accountId}:${of}`, notice },
    now,
  )
  return 'enqueued'
}

async function lockDue(sql: Sql, { organizationId, accountId, instant }: Due): Promise<LockedPlan | undefined> {
  const [plan] = await sql<LockedPlan[]>`
    select ${choiceColumns(sql)}, d.planned_zone as timezone, d.digest_week::text as week, d.digest_told_week::text as "sentWeek",
           a.notify_channel_id is not null as "hasChannel"
      from digests d
      join accounts a on a.organization_id = d.organization_id and a.id = d.account_id
     where d.organization_id = ${organizationId}
       and d.account_id = ${accountId}
       and d.digest_at = ${instant}::text::timestamptz
       for update of d`
  return plan
}
