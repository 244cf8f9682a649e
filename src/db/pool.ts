/** The database as the core sees it: a pool, transactions with a real-time budget, and LISTEN. */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { codeOfAway, CommitUnanswered, isLockRefused, TurnMissed } from '../core/lib/database-away.js'
import { type Acquire, makeAcquire } from '../core/lib/work/fair-semaphore.js'
import type { Db, Sql, Turn, TxOptions } from '../core/ports/deps.js'
import { connectTo } from './connect.js'
import { readDistributed } from './is-distributed.js'
import { limits } from './limits.js'
import { makeNotifications } from './notifications.js'
import { turnsOf } from './pools.js'

export type PoolOptions = {
  max: number
  /** false: no prepared statements, which a pooler in transaction mode may not keep. */
  prepare?: boolean
  /**
   * Behind a pooler nothing is set at connect, which most refuse, and nothing is pipelined, which breaks old ones; default: not
   * `prepare`.
   */
  isPooled?: boolean
  /** An address of the database itself, where notifications arrive; default: `url`. */
  directUrl?: string | undefined
  /** Called when notifications stop arriving and when they do again. */
  onNotifications?: (arrive: boolean) => void
  /** Called with how long each transaction waited for a connection, in ms. */
  onConnection?: (waitedMs: number) => void
  /** Called with what ends a transaction without its commit. */
  onFailure?: (error: unknown) => void
  /** How long a connection waits for a lock, in ms; default 100. What waits longer does so without a connection. */
  lockMs?: number
  applicationName?: string
  /** A Unix socket of the server on this machine, in place of the host of `url`: half of the time of a round trip. */
  socketPath?: string | undefined
  /** The longest any single statement may run, in ms, on the server's clock. Five seconds after it, silence means that nobody is there. */
  statementTimeoutMs?: number
  /**
   * The longest any transaction may last, in ms, on the server's clock: of one whose process was lost between two messages of a statement
   * no other limit counts, and what it has locked stays locked. For Postgres 17 and newer; older ones refuse connections with it.
   */
  transactionTimeoutMs?: number
}
export type Pool = Db & {
  /** False: listeners are woken each second instead. */
  notificationsArrive(): boolean
  close(): Promise<void>
}

const DEFAULT_BUDGET_MS = 15_000
const DEFAULT_STATEMENT_TIMEOUT_MS = 20_000
/** A statement that ran out of time is answered, too; only a connection that carries nothing any more says nothing. */
const SILENCE_AFTER_MS = 5_000
/** Repeated at once, a transaction could take again what it was made to give up. */
const YIELD_MS = 50
const LOCK_MS = 100
const LOCK_PAUSE_MS = 50
const LONGEST_LOCK_PAUSE_MS = 400
/** The most waiting transactions of one organization: more at once would not finish within a budget. */
const MOST_WAITING = 100
/** The interval of polls on a cluster, where notifications of triggers do not arrive. */
const POLL_EVERY_MS = 1_000
/** A database that does not answer a commit for so long is taken for lost. */
const COMMIT_MS = 10_000

/**
 * Connects lazily; a lost connection is reopened by the next call, which then may fail with CONNECTION_CLOSED or ECONNREFUSED.
 * One that is lost silently (a firewall forgot it, a proxy hangs) is given up 25 s after it last owed an answer, at the default
 * timeout.
 */
export function openPool(
  url: string,
  { onNotifications, onConnection = () => {}, onFailure = () => {}, lockMs = LOCK_MS, ...options }: PoolOptions,
): Pool {
  const sql = connect(url, options)
  const { directUrl } = options
  const listener = directUrl === undefined ? sql : connect(directUrl, { ...options, max: 1, prepare: true, isPooled: false })
  const notifications = makeNotifications({ listener, notifier: sql, ...(onNotifications && { onChange: onNotifications }) })
  let distributed: Promise<boolean> | undefined
  // Asked once: a database is distributed while every process is stopped.
  const isDistributed = () =>
    (distributed ??= readDistributed(sql).catch((error: unknown) => {
      distributed = undefined
      throw error
    }))
  const acquire = makeAcquire({
    ...turnsOf(options.max),
    waitMs: DEFAULT_BUDGET_MS,
    mostWaiting: MOST_WAITING,
    refusal: () => new TurnMissed(),
  })
  const transact = makeTransact({ sql, isDistributed, acquire, onConnection, onFailure, lockMs })
  return {
    sql,
    isDistributed,
    tx: transact,
    async listen(channel, onNotify) {
      const stop = await notifications.listen(channel, onNotify)
      // What a trigger sends is sent on the node of its row, and we listen to the coordinator.
      const polling = (await isDistributed()) ? setInterval(() => onNotify(''), POLL_EVERY_MS).unref() : undefined
      return async () => {
        clearInterval(polling)
        await stop()
      }
    },
    notificationsArrive: () => notifications.arrive(),
    async close() {
      notifications.close()
      await Promise.all([sql.end({ timeout: 5 }), listener.end({ timeout: 5 })])
    },
  }
}

function connect(url: string, options: PoolOptions): postgres.Sql {
  const { max, prepare = true, isPooled = !prepare, applicationName = 'pinslot' } = options
  const { statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS, transactionTimeoutMs, socketPath } = options
  return connectTo(url, {
    ...(socketPath !== undefined && { path: socketPath }),
    max,
    prepare,
    connect_timeout: 5,
    ...({ silence_timeout: (statementTimeoutMs + SILENCE_AFTER_MS) / 1000 } as object), // ours: patches/postgres
    ...((isPooled ? { max_pipeline: 0 } : {}) as object),
    // A server that comes back is found within a second, not after the library's growing pauses of up to 20 s.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    connection: { application_name: applicationName, ...(!isPooled && limits(statementTimeoutMs, transactionTimeoutMs)) },
  })
}

type Transacting = {
  sql: postgres.Sql
  isDistributed: () => Promise<boolean>
  acquire: Acquire
  onConnection: (waitedMs: number) => void
  onFailure: (error: unknown) => void
  lockMs: number
}

/**
 * An open `begin` may never settle once its connection is lost, so the budget is also kept on this side. The lock order keeps most
 * circles from coming about, but for unique indexes: who waits there for a row that somebody else is taking away holds more than that.
 * A lock that others hold is waited for without a connection: the transaction is given up, and begun again after a pause.
 */
function makeTransact({ sql, isDistributed, acquire, onConnection, onFailure, lockMs: mostLockMs }: Transacting): Db['tx'] {
  return async <T>(work: (sql: Sql) => Promise<T>, { budgetMs: ownBudgetMs, onTimeout, turn }: TxOptions = {}): Promise<T> => {
    const budgetMs = ownBudgetMs ?? DEFAULT_BUDGET_MS
    const beganAt = performance.now()
    const endsAt = beganAt + budgetMs
    const waitMs = Math.min(turn?.waitMs ?? budgetMs, budgetMs)
    const lockMs = Math.min(mostLockMs, waitMs)
    const onLocked = turn?.onLocked ?? onTimeout ?? (() => new TurnMissed())
    const timedOut = onTimeout ?? (() => new Error(`transaction took longer than ${budgetMs} ms`))
    let [spent, isCommitting, wasKeptWaiting] = [false, false, false]
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
    const ending = () => (wasKeptWaiting ? onLocked() : timedOut())
    endsIn(budgetMs, ending)
    const once = (isCluster: boolean) => {
      const askedAt = performance.now()
      return sql.begin(beginsWith(isCluster, lockMs), async (tx) => {
        onConnection(performance.now() - askedAt)
        if (spent) throw timedOut() // waited too long for a connection: the caller has gone
        isCommitting = false
        if (ownBudgetMs !== undefined) limit(tx, endsAt, budgetMs)
        const result = await work(tx)
        if (spent) throw timedOut() // too late: the caller was told that nothing was written
        endsIn(COMMIT_MS, () => new CommitUnanswered()) // the budget does not hold for the commit: it may be written by now
        isCommitting = true
        return result
      })
    }
    const inTurn = async () => {
      const isCluster = await isDistributed()
      let waitedMs = performance.now() - beganAt // for its turn
      let pauseMs = LOCK_PAUSE_MS
      let wasGivenUp = false
      for (;;) {
        try {
          return await once(isCluster)
        } catch (error) {
          const isGivenUp = isDeadlock(error) && !wasGivenUp
          if (spent || !(isGivenUp || isLockRefused(error))) throw error
          if (isCommitting) endsIn(Math.max(1, endsAt - performance.now()), ending)
          isCommitting = false
          if (isGivenUp) {
            wasGivenUp = true
            await sleep(YIELD_MS) // those it stood in the way of go on first, and it waits for them
            continue
          }
          wasKeptWaiting = true
          waitedMs += lockMs + pauseMs
          if (error instanceof TurnMissed && waitedMs > waitMs) throw onLocked()
          await sleep(pauseMs)
          pauseMs = Math.min(2 * pauseMs, LONGEST_LOCK_PAUSE_MS)
        }
      }
    }
    const run = turn ? withTurn(acquire, { ...turn, waitMs, onLocked }, inTurn) : inTurn()
    run.catch(() => {}) // reported through the race; a late failure must not be unhandled
    try {
      return (await Promise.race([run, deadline])) as T
    } catch (error) {
      onFailure(error)
      if (isStatementTimeout(error)) throw ending()
      const failure = ofStatement(error)
      throw isCommitting && codeOfAway(failure) !== undefined ? new CommitUnanswered(failure) : failure
    } finally {
      clearTimeout(timer)
    }
  }
}

async function withTurn<T>(
  acquire: Acquire,
  { organizationId, keys = [], waitMs, onLocked }: Turn,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquire({
    organizationId,
    exclusiveKeys: keys.map((key) => `${organizationId} ${key}`),
    waitMs,
    refusal: onLocked,
  })
  try {
    return await work()
  } finally {
    release()
  }
}

/** Settings that go out with `begin`, after it. A cluster passes on to its nodes what `set local` says, once it is told to. */
const beginsWith = (isCluster: boolean, lockMs: number) =>
  `${isCluster ? `; set local citus.propagate_set_commands = 'local'` : ''}; set local lock_timeout = ${lockMs}`

/**
 * Sets the limits of a transaction with a budget of its own; the connection has those of all others. It is not waited for: what the work asks
 * first goes out together with it, and a failure of it is thrown when the work is done.
 */
function limit(tx: postgres.TransactionSql, endsAt: number, budgetMs: number): void {
  const idleMs = Math.max(budgetMs, DEFAULT_STATEMENT_TIMEOUT_MS)
  // no query: an isolation level is set before the first one
  void tx
    .unsafe(`set local statement_timeout = ${msUntil(endsAt)}; set local idle_in_transaction_session_timeout = ${idleMs}`)
    .execute()
}

/** The driver says of each failure which statement it befell, but for those of a connection that a transaction waits for. */
function ofStatement(error: unknown): unknown {
  const isOfDriver = error instanceof Error && 'code' in error && !(error instanceof postgres.PostgresError)
  if (isOfDriver && !('query' in error)) Object.defineProperty(error, 'query', { value: 'begin' })
  return error
}

/** Returns at least 1, because Postgres takes 0 for no limit. */
const msUntil = (at: number) => String(Math.max(1, Math.ceil(at - performance.now())))

const isDeadlock = (error: unknown) => error instanceof postgres.PostgresError && error.code === '40P01'
const isStatementTimeout = (error: unknown) => error instanceof postgres.PostgresError && error.code === '57014'
