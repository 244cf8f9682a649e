/** The rows of `digests` whose time has come: each account processed in a transaction of its own, however many there are. */
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/batch.js'
import { planDigests } from './digest-plan.js'

/** `instant`: the same time as text, with the microseconds that a Date does not have: by it the row is found again. */
export type Due = { organizationId: string; accountId: string; at: Date; instant: string }
/** `done`: what came of each; `failed`: tried again at the next tick. */
export type Processed<T> = { done: T[]; failed: (Due & { error: unknown })[] }

const AT_A_TIME = 500

/** One of the sweeps over all organizations. Accounts that are new are planned first. @param column the time that is meant */
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
