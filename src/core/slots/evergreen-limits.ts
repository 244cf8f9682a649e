/** When a pin of the evergreen pool may go out: until a day, some times, in some months. @see docs/contract.md#evergreen */
import { badRequest } from '../lib/errors.js'
import { dateOf } from '../lib/time.js'
import type { Account } from '../accounts/account.js'
import { isLive } from '../lib/rows/live.js'
import type { Sql } from '../ports/deps.js'

/** `until`: the last day, YYYY-MM-DD by the account's clock; `atMost`: repeats since it joined; `months`: empty for all. */
export type EvergreenLimits = { until: string | null; atMost: number | null; months: number[] }
/** null removes a limit; absent leaves it. */
export type LimitsChange = { until?: string | null; atMost?: number | null; months?: number[] | null }
/** `made`: its repeats since it joined, those still to come included. */
export type Limited = EvergreenLimits & { made: number }

export const NO_LIMITS: EvergreenLimits = { until: null, atMost: null, months: [] }
export const MOST_REPEATS = 1000
const LAST_DAY = '2999-12-31'

/** Returns why it has ended by that day, if it has. @param day YYYY-MM-DD by the account's clock */
export function endOf({ until, atMost, made }: Limited, day: string): 'until' | 'atMost' | null {
  if (until !== null && until < day) return 'until'
  return atMost !== null && made >= atMost ? 'atMost' : null
}

/** True in its months. @param day as above */
export const isInSeason = ({ months }: Pick<EvergreenLimits, 'months'>, day: string): boolean =>
  months.length === 0 || months.includes(Number(day.slice(5, 7)))

/** Returns the limits with the change. @param today by the account's clock @throws BAD_REQUEST until, atMost, months */
export function changedLimits(limits: EvergreenLimits, { until, atMost, months }: LimitsChange, today: string): EvergreenLimits {
  if (until != null) requireDay(until, today)
  if (atMost != null && !(Number.isInteger(atMost) && atMost >= 1 && atMost <= MOST_REPEATS))
    throw badRequest(
      'atMost',
      (of) => `${of('atMost')} must be a whole number from 1 to ${MOST_REPEATS.toLocaleString('en-US')}.`,
    )
  if (months != null && !months.every((month) => Number.isInteger(month) && month >= 1 && month <= 12))
    throw badRequest('months', (of) => `${of('months')} must be numbers from 1 (January) to 12 (December).`)
  return {
    until: until === undefined ? limits.until : until,
    atMost: atMost === undefined ? limits.atMost : atMost,
    months: months === undefined ? limits.months : sorted(months ?? []),
  }
}

/** All twelve are no limit. */
function sorted(months: readonly number[]): number[] {
  const each = [...new Set(months)].sort((a, b) => a - b)
  return each.length === 12 ? [] : each
}

function requireDay(until: string, today: string): void {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until) && until <= LAST_DAY
  const at = new Date(until)
  if (!isDay || Number.isNaN(at.getTime()) || dateOf(at) !== until)
    throw badRequest('until', (of) => `${of('until')} must be a day as YYYY-MM-DD, for example 2026-12-24.`)
  if (until < today) throw badRequest('until', (of) => `${of('until')} must be today or later.`)
}

/** Counts the repeats of `e` since it joined. One that was unscheduled or failed is none. */
export const madeOf = (sql: Sql) => sql`
  (select count(*)::int
     from posts c
    where c.organization_id = e.organization_id and c.source_post_id = e.post_id
      and ${isLive(sql, 'c')}
      and c.created_at >= e.added_at)`

/** Reads the limits of the whole pool. */
export async function listLimits(sql: Sql, { organizationId, id }: Pick<Account, 'organizationId' | 'id'>): Promise<Limited[]> {
  const rows = await sql<Limited[]>`
    select e.until_day::text as until, e.at_most as "atMost", e.months::int[] as months,
           case when e.at_most is null then 0 else ${madeOf(sql)} end as made
      from evergreen_posts e
     where e.organization_id = ${organizationId} and e.account_id = ${id}`
  return [...rows]
}
