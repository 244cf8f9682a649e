/** The database as the core sees it: a pool, transactions with a real-time budget, and LISTEN. */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Db, Sql } from '../core/ports.js'

export type PoolOptions = {
  max: number
  /** false behind a pooler in transaction mode: no prepared statements and no settings of a session. */
  prepare?: boolean
  applicationName?: string
  /** The longest any single statement may run, in ms, on the server's clock. */
  statementTimeoutMs?: number
}
export type Pool = Db & { close(): Promise<void> }

const DEFAULT_BUDGET_MS = 15_000
const DEFAULT_STATEMENT_TIMEOUT_MS = 20_000
/** Repeated at once, a transaction could take again what it was made to give up. */
const YIELD_MS = 50
/** A database that does not answer a commit for so long is taken for lost. */
const COMMIT_MS = 10_000

/** Connects lazily; a lost connection is opened anew by the next call, which then may fail with CONNECTION_CLOSED or ECONNREFUSED. */
export function openPool(
  url: string,
  { max, prepare = true, applicationName = 'pinslot', statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS }: PoolOptions,
): Pool {
  const sql = postgres(url, {
    max,
    prepare,
    connect_timeout: 5,
    // A server that comes back is found within a second, not after the library's growing pauses of up to 20 s.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    // A pooler in transaction mode refuses settings it does not know at connect.
    connection: { application_name: applicationName, ...(prepare && { statement_timeout: statementTimeoutMs }) },
  })
  return {
    sql,
    tx: (work, { budgetMs, onTimeout } = {}) => transaction(sql, work, budgetMs, onTimeout),
    async listen(channel, onNotify) {
      const listening = await sql.listen(channel, onNotify, () => onNotify(''))
      return () => listening.unlisten()
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/**
 * An open `begin` may never settle once its connection is lost, so the budget is also kept on this side. The lock order keeps most
 * circles from coming about, but for unique indexes: who waits there for a row that somebody else is taking away holds more than that.
 */
async function transaction<T>(
  sql: postgres.Sql,
  work: (sql: Sql) => Promise<T>,
  ownBudgetMs?: number,
  onTimeout?: () => Error,
): Promise<T> {
  const budgetMs = ownBudgetMs ?? DEFAULT_BUDGET_MS
  const endsAt = performance.now() + budgetMs
  const timedOut = onTimeout ?? (() => new Error(`transaction took longer than ${budgetMs} ms`))
  let spent = false
  let timer: NodeJS.Timeout | undefined
  let giveUp: (error: Error) => void = () => {}
  const deadline = new Promise<never>((_, reject) => (giveUp = reject))
  const endsIn = (ms: number, error: () => Error) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      spent = true
      giveUp(error())
    }, ms)
  }
  endsIn(budgetMs, timedOut)
  const once = () =>
    sql.begin(async (tx) => {
      if (spent) throw timedOut() // waited too long for a connection: the caller has gone
      // A round trip that only a budget of its own is worth: the connection has a statement timeout already.
      if (ownBudgetMs !== undefined) await tx`select set_config('statement_timeout', ${msUntil(endsAt)}, true)`
      const result = await work(tx)
      if (spent) throw timedOut() // too late: the caller was told that nothing was written
      endsIn(COMMIT_MS, commitUnanswered) // the budget does not hold for the commit: it may be written by now
      return result
    })
  const run = once().catch(async (error: unknown) => {
    if (!isDeadlock(error)) throw error
    await sleep(YIELD_MS) // those it stood in the way of go on first, and it waits for them
    return once()
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

const commitUnanswered = () => new Error('the database did not answer a commit: what it wrote may stand or not')

/** At least 1: Postgres takes 0 for no limit. */
const msUntil = (at: number) => String(Math.max(1, Math.ceil(at - performance.now())))

const isDeadlock = (error: unknown) => error instanceof postgres.PostgresError && error.code === '40P01'
const isStatementTimeout = (error: unknown) => error instanceof postgres.PostgresError && error.code === '57014'
