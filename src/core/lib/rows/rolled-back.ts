/** Shows what a write would do, by running the write itself and rolling it back. */
import type { BeforeCommit, Sql } from '../../ports/deps.js'

/** Ends the transaction. */
class RolledBack extends Error {
  constructor() {
    super('rolled back: it was to be seen only')
  }
}

/**
 * Runs a write without its commit.
 * @param run passes its argument to a write that is exactly one transaction
 * @param look reads the resulting state inside the transaction; after retries, the last result counts
 * @throws what the write throws, and an Error when the write was committed after all
 */
export async function rolledBack<Result, Seen>(
  run: (beforeCommit: BeforeCommit<Result>) => Promise<unknown>,
  look: (sql: Sql, result: Result) => Seen | Promise<Seen>,
): Promise<Seen> {
  const over = new RolledBack()
  let last: { seen: Seen } | undefined
  await run(async (sql, result) => {
    last = { seen: await look(sql, result) }
    throw over
  }).catch((error: unknown) => {
    if (error !== over) throw error
  })
  if (!last) throw new Error('a write was done in place of being rolled back')
  return last.seen
}
