/** Processes posts of all organizations, each by itself: for sweeps. */
import type { GoesOn } from '../../lib/work/batch.js'
import { mapConcurrently } from '../../lib/work/concurrency.js'
import type { Sql } from '../../ports/deps.js'

/** `at`: its send time, as the database writes it; with the keys it is the position in the order of a sweep. */
export type Place = { organizationId: string; accountId: string; postId: string; at: string }
export type Failure = Omit<Place, 'at'> & { error: unknown }

const AT_A_TIME = 500
const AT_ONCE = 4

/** The cursor of `posts p`, as text: a Date would lose the microseconds. */
export const cursorOf = (sql: Sql) => sql`p.send_at::text`

/** The end of a query over `posts p` behind `after`, the earliest first. */
export const behind = (sql: Sql, after: Place | undefined) => sql`
  ${
    after
      ? sql`(p.send_at, p.organization_id, p.id) > (${after.at}::text::timestamptz, ${after.organizationId}::bigint, ${after.postId}::bigint)`
      : sql`true`
  }
  order by p.send_at, p.organization_id, p.id
  limit ${AT_A_TIME}`

/**
 * Processes items until there are no more, the time is up, or the process stops. A failure is recorded, and stops nothing else.
 * `list`: those behind the last one seen; what it throws is thrown. `work`: false when the post has moved on or is locked.
 * `budgetMs`: real time; an item that was begun may finish.
 */
export async function processInBatches<T extends Place>({
  list,
  work,
  budgetMs,
  goesOn = () => true,
}: {
  list: (after: Place | undefined) => Promise<T[]>
  work: (one: T) => Promise<boolean>
  budgetMs: number
  goesOn?: GoesOn
}): Promise<{ done: number; failures: Failure[] }> {
  const endsAt = performance.now() + budgetMs
  const mayGoOn = () => goesOn() && performance.now() < endsAt
  const failures: Failure[] = []
  let done = 0
  let last: T | undefined
  do {
    const waiting = await list(last)
    last = waiting.at(-1)
    await mapConcurrently(waiting, AT_ONCE, async (one) => {
      if (!mayGoOn()) return
      const { organizationId, accountId, postId } = one
      try {
        if (await work(one)) done++
      } catch (error) {
        failures.push({ organizationId, accountId, postId, error })
      }
    })
  } while (last !== undefined && mayGoOn())
  return { done, failures }
}

/** Processes accounts one after another until the process stops. A failure is recorded, and stops no other account. */
export async function processAccounts<T extends { organizationId: string; id: string }>(
  accounts: readonly T[],
  work: (account: T) => Promise<boolean>,
  goesOn: GoesOn,
): Promise<{ done: number; failures: Failure[] }> {
  const failures: Failure[] = []
  let done = 0
  for (const account of accounts) {
    if (!goesOn()) break
    try {
      if (await work(account)) done++
    } catch (error) {
      failures.push({ organizationId: account.organizationId, accountId: account.id, postId: '', error })
    }
  }
  return { done, failures }
}
