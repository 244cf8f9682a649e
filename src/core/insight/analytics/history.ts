/** The stored days of an account, also older than the platform reports. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { MetricDay } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import { findDays } from './days.js'
import { resolveKeptWindow, type RequestedWindow, type Window } from './windows.js'

export type AccountHistory = Window & {
  accountId: string
  /** Days, earliest first; those never read are missing. */
  dailyMetrics: MetricDay[]
}

/**
 * Returns stored days of any age, at most 366 at a time. It does not call the platform, so it works for disconnected accounts.
 * @throws NOT_FOUND account · BAD_REQUEST startDate, endDate
 */
export async function readAccountHistory(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...requested }: { accountId: string } & RequestedWindow,
): Promise<AccountHistory> {
  const account = await requireAccount(db.sql, actor, accountId)
  const window = resolveKeptWindow(requested, clock())
  return { accountId, ...window, dailyMetrics: await findDays(db.sql, account, window) }
}

/** Returns only the days. @throws as readAccountHistory() */
export const readHistory = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; startDate: string; endDate: string },
): Promise<MetricDay[]> => (await readAccountHistory(deps, actor, input)).dailyMetrics
