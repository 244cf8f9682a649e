import type { Sql, Transaction } from '../../ports/deps.js'
import { shareHeld } from './held.js'

/**
 * Runs work in a savepoint: if it throws, only its own writes are rolled back. The caller must be in a transaction, which the
 * type Sql cannot express.
 */
export async function inSavepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { result } = await (sql as Transaction).savepoint(async (inner) => {
    shareHeld(inner, sql)
    return { result: await work(inner) }
  })
  return result
}
