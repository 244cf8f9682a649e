/** How long the server lets a connection work, wait and stay silent. */
import type { Sql } from '../core/ports/deps.js'

/**
 * The TCP keepalives, in seconds: a machine or a network that is gone is noticed after a minute instead of the default two hours.
 */
const KEEPALIVE = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 }

/**
 * What a connection sets when it begins. Of a process that cannot be reached any more the server knows nothing, and its open transaction
 * would hold its posts for hours.
 * @param statementMs the longest that a statement may run, and that a transaction may wait between two of them
 * @param transactionMs the longest that a transaction may last, also where its process was lost between two messages of a statement, for
 * which neither of the others counts. @see takesTransactionTimeout
 */
export const limits = (statementMs: number, transactionMs: number | undefined) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: statementMs,
  ...(transactionMs !== undefined && { transaction_timeout: transactionMs }),
  ...KEEPALIVE,
})

/** Whether the server limits transactions: Postgres does from 17 on. */
export async function takesTransactionTimeout(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ takes: boolean }]>`select current_setting('transaction_timeout', true) is not null as takes`
  return row.takes
}

/** Statements that lift the limit of transactions, which a role may have, where the server knows one. */
export const anyTransactionTime = (lasts: 'transaction' | 'session') =>
  `select set_config('transaction_timeout', '0', ${String(lasts === 'transaction')}) where current_setting('transaction_timeout', true) is not null`
