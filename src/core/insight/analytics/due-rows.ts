/** Processes the due rows of `digests`: each account in its own transaction, in pages. */
import type { Deps, Sql } from '../../ports/deps.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { planDigests } from './digest-plan.js'

/** `instant`: `at` as text with microseconds, which a Date lacks; the row is found again by it. */
export type Due = { organizationId: string; accountId: string; at: Date; instant: string }
/** `done`: the result of each; `failed`: retried at the next tick. */
export type Processed<T> = { done: T[]; failed: (Due & { error: unknown })[] }

const AT_A_TIME = 500

/** Processes due rows of all organizations, after planning new accounts. @param column the time to process by */
export async function processDue<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  column: 'digest_at' | 'nudge_at',
  work: (sql: Sql, due: Due, now: Date) => Promise<T>,
  goesOn: GoesOn = () => true,
): Promise<Processed<T>> {
  const worked: Processed<T> = { done: [], failed: [] }
  await planDigests(db.sql, clock())
  let some: Due[] = []
  do {
    some = await listDue(db.sql, column, clock(), some.at(-1))
    for (const due of some) {
      if (!goesOn()) return worked
      try {
        worked.done.push(await db.tx((sql) => work(sql, due, clock())))
      } catch (error) {
        worked.failed.push({ ...due, error })
      }
    }
  } while (some.length === AT_A_TIME)
  return worked
}

async function listDue(sql: Sql, column: string, now: Date, last: Due | undefined): Promise<Due[]> {
  const at = sql(column)
  const rows = await sql<Due[]>`
    select organization_id as "organizationId", account_id as "accountId", ${at} as at, ${at}::text as instant
      from digests
     where ${at} <= ${now}
     ${last ? sql`and (${at}, organization_id, account_id) > (${last.instant}::text::timestamptz, ${last.organizationId}, ${last.accountId})` : sql``}
     order by ${at}, organization_id, account_id
     limit ${AT_A_TIME}`
  return [...rows]
}
