/** The numbers of an account: from the platform, or its answer of the last 15 minutes. */
import { callPlatform, type CallDeps } from '../../connections/call-platform.js'
import type { Actor } from '../../lib/actor.js'
import type { MetricDay, Metrics } from '../../ports/platform.js'
import { beginReading } from './begin-reading.js'
import { answerOnce, KEPT_MS } from './cache.js'
import { keepDays } from './days.js'
import { countByLabel, type Share } from './digest-pins.js'
import { addDates } from '../../lib/time.js'
import { daysOf, type RequestedWindow, type Window } from './windows.js'

export type AccountAnalytics = Window & {
  accountId: string
  /** Totals of the whole window. */
  summaryMetrics: Metrics
  /** Days, earliest first. */
  dailyMetrics: MetricDay[]
  /** The labels of most pins that were published in the window. */
  byLabel: Share[]
}

/**
 * Reads an account's days and also stores them, beyond the platform's 90 days.
 * @throws as beginReading()
 * @see docs/contract.md#analytics
 */
export async function readAccountAnalytics(
  deps: CallDeps,
  actor: Actor,
  input: { accountId: string } & RequestedWindow,
): Promise<AccountAnalytics> {
  const { db, clock, platform } = deps
  const { account, window } = await beginReading(deps, actor, input)
  const answer = await answerOnce(deps, account, `account ${window.startDate} ${window.endDate}`, async () => {
    const readAt = clock()
    const { summary, days } = await callPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) =>
      platform.readAccountAnalytics(access, daysOf(window)),
    )
    await keepDays(db.sql, account, days, readAt)
    const answer: Omit<AccountAnalytics, 'byLabel'> = {
      accountId: account.id,
      ...window,
      summaryMetrics: summary,
      dailyMetrics: days,
    }
    return { answer, keptMs: KEPT_MS }
  })
  const span = { from: new Date(window.startDate), to: new Date(addDates(window.endDate, 1)) }
  return { ...answer, byLabel: await countByLabel(db.sql, account, span) }
}
