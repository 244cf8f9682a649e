/** What a write would come to, read off the write itself. */
import type { BeforeCommit, Sql } from '../ports/deps.js'

/** Ends the transaction. */
class RolledBack extends Error {
  constructor() {
    super('rolled back: it was to be seen only')
  }
}

/**
 * Does a write but for its commit.
 * @param run hands what it is given to a write that is one transaction and nothing else
 * @param look what is read of how it would be, in its transaction; of the last try, where that is tried again
 * @throws what the write throws, and an Error where it was done in place of being rolled back
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
