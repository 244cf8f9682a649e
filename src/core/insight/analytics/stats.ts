/** The last days of an account beside the days before them: what people see of its numbers. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { CallDeps } from '../../connections/call-platform.js'
import type { Actor } from '../../lib/actor.js'
import type { MetricDay } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import { readAccountAnalytics } from './account-analytics.js'
import { type Compared, compareWindows } from './compare.js'
import type { Share } from './digest-pins.js'
import { readHistory } from './history.js'
import { pictureDays } from './stats-picture.js'
import type { PictureDay } from '../../ports/charts.js'
import { type Window } from './windows.js'
import { addDates } from '../../lib/time.js'
import { dateOf } from '../../lib/time.js'

/** The numbers of days that people may view, ending today (UTC). */
export const STATS_DAYS = [7, 30, 90] as const
export type StatsDays = (typeof STATS_DAYS)[number]
export const USUAL_STATS_DAYS: StatsDays = 30

export type Stats = Window & {
  account: Pick<Account, 'organizationId' | 'id' | 'username'>
  count: StatsDays
  /** The same number of days, up to the day before `startDate`. */
  before: Window
  /** Compares days with complete numbers; empty: there are none. */
  compared: Compared[]
  /** Every day of the window. */
  days: PictureDay[]
  /** The number of days with complete numbers, and the last of them. */
  wholeDays: number
  lastWholeDay: string | null
}

/**
 * Reads the current window from the platform, and the one before from stored days.
 * @throws as readAccountAnalytics()
 */
export async function readStats(
  deps: CallDeps,
  actor: Actor,
  { accountId, count }: { accountId: string; count: StatsDays },
): Promise<Stats & { byLabel: Share[] }> {
  const { window, before } = windowsOf(count, deps.clock())
  const { dailyMetrics, byLabel } = await readAccountAnalytics(deps, actor, { accountId, ...window })
  const account = await requireAccount(deps.db.sql, actor, accountId) // afterwards: reading may have found another name
  const stats = statsOf(
    { account, count, window, before },
    dailyMetrics,
    await readHistory(deps, actor, { accountId, ...before }),
  )
  return { ...stats, byLabel }
}

/**
 * Reads from stored days: the platform is not called. undefined: none of the current days has complete numbers. @throws NOT_FOUND
 */
export async function readKeptStats(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, count }: { accountId: string; count: StatsDays },
): Promise<Stats | undefined> {
  const { window, before } = windowsOf(count, deps.clock())
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const kept = await readHistory(deps, actor, { accountId, startDate: before.startDate, endDate: window.endDate })
  const isNow = ({ day }: MetricDay) => day >= window.startDate
  const stats = statsOf(
    { account, count, window, before },
    kept.filter(isNow),
    kept.filter((one) => !isNow(one)),
  )
  return stats.wholeDays > 0 ? stats : undefined
}

/** Returns the window that ends today, and the one before. */
export function windowsOf(count: StatsDays, now: Date): { window: Window; before: Window } {
  const endDate = dateOf(now)
  const startDate = addDates(endDate, 1 - count)
  return {
    window: { startDate, endDate },
    before: { startDate: addDates(startDate, -count), endDate: addDates(startDate, -1) },
  }
}

type About = { account: Account; count: StatsDays; window: Window; before: Window }

export function statsOf({ account, count, window, before }: About, days: MetricDay[], daysBefore: MetricDay[]): Stats {
  const { organizationId, id, username } = account
  const whole = days.filter(({ dataStatus }) => dataStatus === 'READY')
  return {
    account: { organizationId, id, username },
    count,
    ...window,
    before,
    compared: compareWindows(days, daysBefore),
    days: pictureDays(days, window),
    wholeDays: whole.length,
    lastWholeDay:
      whole
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? null,
  }
}
