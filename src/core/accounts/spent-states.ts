/** States that came back from a consent page of Pinterest or Slack: each allows one exchange of a code, over all processes. */
import { type GoesOn, inBatches } from '../lib/work/batch.js'
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'

export type SpentState = {
  /** Our id for Pinterest, a digest for Slack. */
  id: string
  /** When the state would expire anyway. */
  expiresAt: Date
}

/** A person who returns to the page within a day sees that they are done. */
const KEPT_MS = DAY_MS

/**
 * Spends the state before the exchange, outside a transaction, whose rollback would undo it. @returns false when it was spent
 * before
 */
export async function spendState(sql: Sql, { id, expiresAt }: SpentState): Promise<boolean> {
  const { count } = await sql`
    insert into spent_states (id, expires_at)
    values (${id}, ${expiresAt})
    on conflict (id) do nothing`
  return count === 1
}

/** Records that the exchange succeeded. */
export async function noteSuccess(sql: Sql, id: string): Promise<void> {
  await sql`update spent_states set succeeded = true where id = ${id}`
}

/** Returns undefined when it was not spent, or over a day ago. */
export async function findSpent(sql: Sql, id: string): Promise<{ succeeded: boolean } | undefined> {
  const [spent] = await sql<{ succeeded: boolean }[]>`select succeeded from spent_states where id = ${id}`
  return spent
}

/** Deletes expired states of all organizations. */
export async function purgeStates(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from spent_states
       where id in (select id from spent_states where expires_at <= ${before(now, KEPT_MS)} limit ${limit})`
    return count
  })
}
