/** Stores an account's days as the platform reported them, and decides when they are read again. */
import { before, DAY_MS, HOUR_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import type { MetricDay } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import type { Window } from './windows.js'

/** The hour (UTC) by which the platform's day is over in all zones, and reported. */
const READ_FROM_HOUR = 2
const RECHECK_MS = 6 * HOUR_MS

/**
 * Stores days; a later read replaces an earlier one, but a READY day stays READY, because after 90 days the platform reports only
 * that it has no data. Rows are written in one order, against deadlocks of concurrent reads.
 */
export async function keepDays(
  sql: Sql,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  days: MetricDay[],
  readAt: Date,
): Promise<void> {
  const byDay = [...new Map(days.map((one) => [one.day, one])).values()] // one statement may write a row but once
  await sql`
    insert into account_days as kept (organization_id, account_id, day, metrics, data_status, read_at)
    select ${organizationId}, ${accountId}, d.day, d.metrics, d."dataStatus", ${readAt}
      from jsonb_to_recordset(${sql.json(byDay)}::jsonb) as d (day date, metrics jsonb, "dataStatus" text)
     order by d.day
    on conflict (organization_id, account_id, day) do update
       set metrics = case when kept.data_status = 'READY' then kept.metrics || jsonb_strip_nulls(excluded.metrics) else excluded.metrics end,
           data_status = excluded.data_status, read_at = excluded.read_at
     where kept.read_at <= excluded.read_at
       and (kept.data_status <> 'READY' or excluded.data_status = 'READY')`
}

/** Returns days, earliest first. */
export async function findDays(sql: Sql, { organizationId, id }: Account, { startDate, endDate }: Window): Promise<MetricDay[]> {
  return [
    ...(await sql<MetricDay[]>`
    select day::text, data_status as "dataStatus", metrics
      from account_days
     where organization_id = ${organizationId}
       and account_id = ${id}
       and day between ${startDate}::date and ${endDate}::date
     order by day`),
  ]
}

/** An account, and when its days were last read; null: never. */
export type AccountToRead = { account: Account; daysReadAt: Date | null }

/** Returns null when they were never read, or not since the account was last connected. */
export async function findDaysReadAt(sql: Sql, { organizationId, id }: Account): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select days_read_at as at
      from accounts
     where organization_id = ${organizationId}
       and id = ${id}`
  return row?.at ?? null
}

/** True when days were not read since two o'clock (UTC). */
export const areDaysDue = (daysReadAt: Date | null, now: Date): boolean => daysReadAt === null || daysReadAt < lastTurn(now)

/** Returns the next check of an account that was read: the next two o'clock (UTC), or earlier, in case it is connected again. */
export const nextDaysAt = (now: Date): Date => new Date(Math.min(lastTurn(now).getTime() + DAY_MS, now.getTime() + RECHECK_MS))

function lastTurn(now: Date): Date {
  const turn = new Date(now)
  turn.setUTCHours(READ_FROM_HOUR, 0, 0, 0)
  return turn <= now ? turn : before(turn, DAY_MS)
}

export async function noteDaysRead(sql: Sql, { organizationId, id }: Account, now: Date): Promise<void> {
  await sql`
    update accounts
       set days_read_at = ${now}
     where organization_id = ${organizationId}
       and id = ${id}`
}
