/** The figures of a month: what was published, how it did and what is planned. Read from stored days: Pinterest is not called. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { dayOf, startOfDate, zoneOf } from '../../accounts/digest-times.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import { addDates } from '../../lib/time.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type Compared, compareWindows } from '../analytics/compare.js'
import { findDays } from '../analytics/days.js'
import { type BestPin, countByLabel, countPublished, listBestPins, type Share, type Span } from '../analytics/digest-pins.js'
import { pictureDays } from '../analytics/stats-picture.js'
import type { Window } from '../analytics/windows.js'
import { addMonths, daysOfMonth, isMonth, monthOf } from './months.js'
import { countByBoard, countPlanned, type PlannedWeek } from './pins.js'

export type MonthNumbers = {
  /** Against the month before, for as many days. */
  compared: Compared[]
  /** The days of the month until today, those with final numbers, and those that Pinterest still counts. */
  days: number
  wholeDays: number
  counting: string[]
}

export type MonthReport = {
  account: Account
  /** YYYY-MM, in the account's zone. */
  month: string
  /** True for the current month. */
  isRunning: boolean
  published: { count: number; before: number; byBoard: Share[]; byLabel: Share[] }
  /** null: the account is no business, so Pinterest gives no numbers. */
  numbers: MonthNumbers | null
  /** The best pins, at most three. */
  best: BestPin[]
  planned: PlannedWeek[]
}

/** @param month YYYY-MM; by default the last whole one @throws NOT_FOUND · BAD_REQUEST month */
export async function readMonthReport(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, month: requested }: { accountId: string; month?: string | undefined },
): Promise<MonthReport> {
  const now = clock()
  const account = await requireAccount(sql, actor, accountId)
  const zone = zoneOf(account)
  const current = monthOf(now, zone)
  const month = requested ?? addMonths(current, -1)
  if (!isMonth(month) || month > current)
    throw badRequest('month', (of) => `${of('month')} must be a month until now as YYYY-MM, for example 2026-03.`)
  const whole = daysOfMonth(month)
  const today = dayOf(now, zone)
  const window = { startDate: whole.startDate, endDate: whole.endDate > today ? today : whole.endDate }
  const before = daysOfMonth(addMonths(month, -1))
  const span = spanOf(whole, zone)
  const [count, countBefore, byBoard, byLabel, numbers, best, planned] = await Promise.all([
    countPublished(sql, account, span),
    countPublished(sql, account, spanOf(before, zone)),
    countByBoard(sql, account, span),
    countByLabel(sql, account, span),
    account.isBusiness ? readNumbers(sql, account, window, before) : null,
    listBestPins(sql, account, window),
    countPlanned(sql, account, now),
  ])
  const published = { count, before: countBefore, byBoard, byLabel }
  return { account, month, isRunning: month === current, published, numbers, best, planned }
}

const spanOf = ({ startDate, endDate }: Window, zone: string): Span => ({
  from: startOfDate(startDate, zone),
  to: startOfDate(addDates(endDate, 1), zone),
})

async function readNumbers(sql: Sql, account: Account, window: Window, before: Window): Promise<MonthNumbers> {
  const [days, daysBefore] = await Promise.all([findDays(sql, account, window), findDays(sql, account, before)])
  const shown = pictureDays(days, window)
  return {
    compared: compareWindows(days, daysBefore),
    days: shown.length,
    wholeDays: days.filter(({ dataStatus }) => dataStatus === 'READY').length,
    counting: shown.filter(({ isCounting }) => isCounting).map(({ date }) => date),
  }
}
