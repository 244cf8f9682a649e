/**
 * The weekly digest as data: the results of a week, and what the next days need. It does not call the platform. @see
 * docs/slack.md#digest
 */
import { after, DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { mapConcurrently } from '../../lib/work/concurrency.js'
import { DomainError } from '../../lib/errors.js'
import { readUsage, type Usage } from '../../billing/usage.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type ApprovalFigures, readApprovalFigures } from './digest-approvals.js'
import { type BestPin, countByLabel, countFailed, countPublished, listBestPins, type Share } from './digest-pins.js'
import { startOfDate, weekOf, zoneOf } from '../../accounts/digest-times.js'
import { readHistory } from './history.js'
import { type Stats, statsOf } from './stats.js'
import { readWeekAhead, type WeekAhead } from './week-ahead.js'
import { type Window } from './windows.js'
import { addDates } from '../../lib/time.js'
import { type Suggestion, suggestSeasons } from '../trends/suggestions.js'

export type DigestNumbers = {
  /** The week, compared with the week before. */
  stats: Stats
  /** Both weeks as one window, for the picture; without comparison. */
  both: Stats
}
export type Digest = {
  account: Account
  timezone: string
  /** Monday to Sunday in the account's zone. */
  week: Window
  before: Window
  /** null: the account is no business, so the platform gives no numbers. */
  numbers: DigestNumbers | null
  /** The number of our pins, in the week and in the week before; `byLabel`: in the week. */
  published: { count: number; before: number; byLabel: Share[] }
  /** The best pins, at most three. */
  best: BestPin[]
  ahead: WeekAhead
  failed: number
  /** When the connection ends, unless it is renewed; null: not soon. A lost connection shows in the account's tokenStatus. */
  connectionEndsAt: Date | null
  /** null: there is enough credit. */
  lowOn: Usage | null
  /** null: nothing was decided in the week, and nothing waits. */
  approvals: ApprovalFigures | null
  /** Searches to start now, at most three. */
  searches: Suggestion[]
}

/** Tokens are renewed from ten days before their end: one with a week left could not be. */
const ENDS_SOON_MS = 7 * DAY_MS
/** Accounts read at once; each makes several queries. */
const AT_ONCE = 3
/** Fewer credits than this are low, however few slots are open. */
const FEW_CREDITS = 5

/** Reads the digest of a week, named by its Monday (YYYY-MM-DD). @throws NOT_FOUND */
export async function readDigest(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, week: monday }: { accountId: string; week: string },
): Promise<Digest> {
  const { sql } = deps.db
  const now = deps.clock()
  const account = await requireAccount(sql, actor, accountId)
  const timezone = zoneOf(account)
  const week = weekFrom(monday)
  const before = weekFrom(addDates(monday, -7))
  const spanOf = ({ startDate }: Window) => ({
    from: startOfDate(startDate, timezone),
    to: startOfDate(addDates(startDate, 7), timezone),
  })
  const [numbers, published, publishedBefore, byLabel, best, ahead, failed, connectionEndsAt, usage, searches, approvals] =
    await Promise.all([
      account.isBusiness ? readNumbers(deps, actor, account, { week, before }) : null,
      countPublished(sql, account, spanOf(week)),
      countPublished(sql, account, spanOf(before)),
      countByLabel(sql, account, spanOf(week)),
      listBestPins(sql, account, week),
      readWeekAhead(sql, account, now),
      countFailed(sql, account),
      findConnectionEnd(sql, account, after(now, ENDS_SOON_MS)),
      readUsage(deps, actor, { accountId }),
      suggestSeasons(sql, account, now),
      readApprovalFigures(sql, account, spanOf(week)),
    ])
  return {
    account,
    timezone,
    week,
    before,
    numbers,
    best,
    ahead,
    failed,
    connectionEndsAt,
    searches,
    approvals,
    published: { count: published, before: publishedBefore, byLabel },
    lowOn: isLow(usage, ahead.slots.open) ? usage : null,
  }
}

/** Reads the last whole week of each account, in the accounts' order; accounts deleted meanwhile are left out. */
export async function readLastDigests(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  accounts: readonly Account[],
): Promise<Digest[]> {
  const now = deps.clock()
  const digests = await mapConcurrently(accounts, AT_ONCE, (account) =>
    readDigest(deps, actor, { accountId: account.id, week: lastWeekOf(account, now) }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
      throw error
    }),
  )
  return digests.filter((digest) => digest !== undefined)
}

/** Returns the Monday of the account's last whole week, which a digest covers now. */
export const lastWeekOf = (account: Pick<Account, 'timezone'>, now: Date): string => addDates(weekOf(now, zoneOf(account)), -7)

const weekFrom = (monday: string): Window => ({ startDate: monday, endDate: addDates(monday, 6) })

async function readNumbers(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  account: Account,
  { week, before }: { week: Window; before: Window },
): Promise<DigestNumbers> {
  const both = { startDate: before.startDate, endDate: week.endDate }
  const kept = await readHistory(deps, actor, { accountId: account.id, ...both })
  const [days, daysBefore] = [week, before].map(({ startDate, endDate }) =>
    kept.filter(({ day }) => day >= startDate && day <= endDate),
  )
  return {
    stats: statsOf({ account, count: 7, window: week, before }, days ?? [], daysBefore ?? []),
    both: statsOf({ account, count: 7, window: both, before }, kept, []),
  }
}

async function findConnectionEnd(sql: Sql, { organizationId, id, tokenStatus }: Account, soon: Date): Promise<Date | null> {
  if (tokenStatus !== 'authorized') return null
  const [row] = await sql<{ endsAt: Date }[]>`
    select e.ends_at as "endsAt"
      from connections c
     cross join lateral (select case when c.refresh_token is null then c.expires_at else c.refresh_expires_at end as ends_at) e
     where c.organization_id = ${organizationId}
       and c.account_id = ${id}
       and e.ends_at <= ${soon}`
  return row?.endsAt ?? null
}

/** True when the credit is below the open slots of the week, or below five. */
function isLow(usage: Usage, open: number): boolean {
  const { billingSystem, unlimitedScheduling, credits, trialPinsLeft, postLimit, postsThisPeriod } = usage
  if (unlimitedScheduling) return false
  const left = billingSystem === 'modular' ? credits + trialPinsLeft : postLimit === null ? Infinity : postLimit - postsThisPeriod
  return left < Math.max(FEW_CREDITS, open)
}
