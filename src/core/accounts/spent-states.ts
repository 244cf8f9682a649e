/** States that came back from a consent page, Pinterest's or Slack's: each allows one exchange of a code, over all processes. */
import { type GoesOn, inBatches } from '../lib/batch.js'
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'

export type SpentState = {
  /** Ours for Pinterest, a digest for Slack. */
  id: string
  /** When it would be too late for it anyway. */
  expiresAt: Date
}

/** Somebody who comes back to the page within the day is told that they are done. */
const KEPT_MS = DAY_MS

/** Before the exchange, and outside a transaction: the exchange must not be undone with it. @returns false: it was spent before */
export async function spendState(sql: Sql, { id, expiresAt }: SpentState): Promise<boolean> {
  const { count } = await sql`
    insert into spent_states (id, expires_at)
    values (${id}, ${expiresAt})
    on conflict (id) do nothing`
  return count === 1
}

/** What it was spent for is done. */
export async function noteSuccess(sql: Sql, id: string): Promise<void> {
  await sql`update spent_states set succeeded = true where id = ${id}`
}

/** undefined: it was not spent yet, or over a day ago. */
export async function findSpent(sql: Sql, id: string): Promise<{ succeeded: boolean } | undefined> {
  const [spent] = await sql<{ succeeded: boolean }[]>`select succeeded from spent_states where id = ${id}`
  return spent
}

/** One of the sweeps over all organizations. */
export async function purgeStates(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from spent_states
       where id in (select id from spent_states where expires_at <= ${before(now, KEPT_MS)} limit ${limit})`
    return count
  })
}
