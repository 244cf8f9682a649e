/** The database as the core sees it: a pool, transactions with a real-time budget, and LISTEN. */
import postgres from 'postgres'
import type { Db, Sql } from '../core/ports.js'

export type PoolOptions = { max: number; prepare?: boolean; applicationName?: string }
export type Pool = Db & { close(): Promise<void> }

const DEFAULT_BUDGET_MS = 15_000

export function openPool(url: string, { max, prepare = true, applicationName = 'pinslot' }: PoolOptions): Pool {
  const sql = postgres(url, {
    max,
    prepare,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: applicationName },
  })
  return {
    sql: sql as unknown as Sql, // ISql is what the pool and a transaction share
    tx: (work, { budgetMs = DEFAULT_BUDGET_MS, onTimeout } = {}) => transaction(sql, work, budgetMs, onTimeout),
    async listen(channel, onNotify) {
      const { unlisten } = await sql.listen(channel, onNotify, () => onNotify(''))
      return unlisten
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/** An open `begin` may never settle once its connection is lost, so the budget is also kept on this side. */
async function transaction<T>(
  sql: postgres.Sql,
  work: (sql: Sql) => Promise<T>,
  budgetMs: number,
  onTimeout?: () => Error,
): Promise<T> {
  const timedOut = onTimeout ?? (() => new Error(`transaction took longer than ${budgetMs} ms`))
  let spent = false
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      spent = true
      reject(timedOut())
    }, budgetMs)
  })
  const run = sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${String(Math.ceil(budgetMs))}, true)`
    const result = await work(tx as unknown as Sql)
    if (spent) throw timedOut() // too late: the caller was told that nothing was written
    return result
  })
  run.catch(() => {}) // reported through the race; a late failure must not be unhandled
  try {
    return (await Promise.race([run, deadline])) as T
  } catch (error) {
    if (isStatementTimeout(error)) throw timedOut()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const isStatementTimeout = (error: unknown) => error instanceof postgres.PostgresError && error.code === '57014'
