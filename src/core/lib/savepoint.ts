import type { Sql, Transaction } from '../ports/deps.js'
import { shareHeld } from './rows/held.js'

/**
 * Work of a transaction that may be undone alone: what it throws takes its own writes with it, and no others. The caller is in a
 * transaction, and only a transaction has savepoints: ISql does not say so.
 */
export async function inSavepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { result } = await (sql as Transaction).savepoint(async (inner) => {
    shareHeld(inner, sql)
    return { result: await work(inner) }
  })
  return result
}
