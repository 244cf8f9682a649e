/**
 * Enqueues the notice of empty slots: at most one per account within seven days, on a day without a digest. @see
 * docs/slack.md#digest
 */
import { mayPublish } from '../../accounts/queue.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { before, DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { choiceColumns, type DigestChoices } from '../../accounts/digest-settings.js'
import type { Actor } from '../../lib/actor.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { hasStatus } from '../../lib/rows/of-status.js'
import { DIGEST_GRACE_MS } from './enqueue-digests.js'
import { dayOf, isSameDay, nextNudgeCheck, startOfDate, weekOf, zoneOf } from '../../accounts/digest-times.js'
import { type Due, processDue } from './due-rows.js'
import { readWeekAhead, type WeekAhead } from './week-ahead.js'
import { addDates } from '../../lib/time.js'

/** A team whose last pin was made or published longer ago no longer uses the schedule, and gets no notices about it. */
const UNUSED_AFTER_MS = 28 * DAY_MS
/** Days in the account's zone: no week gets two notices, nor do two days on either side of a Sunday. */
const DAYS_APART = 7

/**
 * True when a team should get the notice: no pin goes out in the next three days although a slot is open, or more than half of
 * the slots of the next seven days are open.
 */
export const isEmpty = ({ slots, soon }: Pick<WeekAhead, 'slots' | 'soon'>): boolean =>
  (soon.open > 0 && soon.pins === 0) || slots.open * 2 > slots.count

/** Returns what to send now; undefined: the slots are filled, or the account does not publish. @throws NOT_FOUND */
export async function readNudge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<{ account: Account; ahead: WeekAhead } | undefined> {
  const account = await requireAccount(db.sql, actor, accountId)
  return findNudge(db.sql, account, clock())
}

async function findNudge(sql: Sql, account: Account, now: Date): Promise<{ account: Account; ahead: WeekAhead } | undefined> {
  if (account.publishing !== 'active' || account.tokenStatus !== 'authorized') return undefined
  if (!(await isInUse(sql, account, now))) return undefined
  const ahead = await readWeekAhead(sql, account, now)
  return isEmpty(ahead) ? { account, ahead } : undefined
}

async function isInUse(sql: Sql, { organizationId, id }: Account, now: Date): Promise<boolean> {
  const since = before(now, UNUSED_AFTER_MS)
  /** Each condition uses its own index: an `or` would read all years of an unused account. */
  const has = (pin: ReturnType<typeof hasStatus>) => sql`
    exists (select 1
              from posts p
             where p.organization_id = ${organizationId} and p.account_id = ${id} and ${pin})`
  const [row] = await sql<[{ isUsed: boolean }]>`
    select ${has(hasStatus(sql, 'queued'))} or ${has(hasStatus(sql, 'uploading'))}
           or ${has(sql`${hasStatus(sql, 'draft')} and p.created_at > ${since}`)}
           or ${has(sql`p.status = 'sent' and p.sent_at > ${since}`)} as "isUsed"`
  return row.isUsed
}

export type NudgeTick = { enqueued: number; failed: (Due & { error: unknown })[] }

/** Processes all organizations; each account in its own transaction. */
export async function enqueueNudges(deps: Pick<Deps, 'db' | 'clock'>, goesOn?: GoesOn): Promise<NudgeTick> {
  const { done, failed } = await processDue(deps, 'nudge_at', queryOnce, goesOn)
  return { enqueued: done.filter((isSent) => isSent).length, failed }
}

/** Returns when slots are next checked, over accounts with a channel. */
export async function nextNudgeDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(d.nudge_at) as next
      from digests d
      join accounts a on a.organization_id = d.organization_id and a.id = d.account_id
     where a.notify_channel_id is not null
       and ${mayPublish(sql)}
       and exists (select 1 from timeslots t
                    where t.organization_id = a.organization_id and t.account_id = a.id and t.type <> 'evergreen')`
  return row.next
}

/** `notifiedOn`: YYYY-MM-DD, in the account's zone. */
type LockedPlan = DigestChoices & {
  timezone: string
  notifiedOn: string | null
  digestAt: Date | null
  digestSentAt: Date | null
}

/**
 * Processes one account; as for the digest, the row is the claim. Once sent, slots are checked again a week later. @returns true
 * when it was sent
 */
async function queryOnce(sql: Sql, due: Due, now: Date): Promise<boolean> {
  const { organizationId, accountId } = due
  const plan = await lockDue(sql, due)
  if (!plan) return false
  const zone = zoneOf(plan)
  const account = await requireAccount(sql, actorOf(organizationId), accountId)
  const isSent =
    mayNotify(plan, due.at, now) && account.notifyChannelId !== null && (await findNudge(sql, account, now)) !== undefined
  const today = dayOf(now, zone)
  const notifiedOn = isSent ? today : plan.notifiedOn
  const from = isSent ? before(startOfDate(addDates(today, DAYS_APART), zone), 1) : now
  await sql`
    update digests
       set nudge_at = ${nextNudgeCheck(plan.minute, zone, from)}, nudge_told_on = ${notifiedOn}
     where organization_id = ${organizationId}
       and account_id = ${accountId}`
  if (!isSent) return false
  const week = weekOf(now, zone)
  const notice = { kind: 'emptySlots', accountId, week } as const
  await enqueueNotice(
    sql,
    { organizationId, destination: `account:${accountId}`, dedupeKey: `nudge:${accountId}:${week}`, notice },
    now,
  )
  return true
}

const actorOf = (organizationId: string): Actor => ({ organizationId, via: 'operator', role: 'viewer', userId: 'nudge' })

/** True unless it is long after its time, within a week of the last notice, or on the day of the digest. */
function mayNotify(plan: LockedPlan, at: Date, now: Date): boolean {
  const { notifiedOn, digestAt, digestSentAt } = plan
  const zone = zoneOf(plan)
  if (now.getTime() - at.getTime() > DIGEST_GRACE_MS) return false
  if (notifiedOn !== null && dayOf(now, zone) < addDates(notifiedOn, DAYS_APART)) return false
  return ![digestAt, digestSentAt].some((one) => one !== null && isSameDay(one, now, zone)) // it comes, or came
}

async function lockDue(sql: Sql, { organizationId, accountId, instant }: Due): Promise<LockedPlan | undefined> {
  const [plan] = await sql<LockedPlan[]>`
    select ${choiceColumns(sql)}, d.planned_zone as timezone, d.nudge_told_on::text as "notifiedOn", d.digest_at as "digestAt",
           d.digest_told_at as "digestSentAt"
      from digests d
     where d.organization_id = ${organizationId}
       and d.account_id = ${accountId}
       and d.nudge_at = ${instant}::text::timestamptz
       for update`
  return plan
}
