/** The days of an account as they were kept, also beyond what the platform still reports. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import type { MetricDay } from '../ports/platform.js'
import type { Deps } from '../ports/deps.js'
import { findDays } from './days.js'
import { resolveKeptWindow, type RequestedWindow, type Window } from './windows.js'

export type AccountHistory = Window & {
  accountId: string
  /** Earliest first; days never read are not there. */
  dailyMetrics: MetricDay[]
}

/**
 * What was kept of any age, at most 366 days. Asks no platform, so also of an account that is not connected any more.
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

/** Its days alone. @throws as readAccountHistory() */
export const readHistory = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { accountId: string; startDate: string; endDate: string },
): Promise<MetricDay[]> => (await readAccountHistory(deps, actor, input)).dailyMetrics
