/** Indexes that are made and dropped beside traffic: Postgres does that outside a transaction only, so each step can be repeated. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../core/ports/deps.js'
import { anyTransactionTime } from '../limits.js'
import type { OutsideStatement } from './files.js'

const POLL_EVERY_MS = 500

/**
 * Waits as long as a process that died left its server building the same index, and drops what such a build left half made. A lock_timeout
 * would not help: the statement holds up no reads or writes, and waits for every transaction that is older than itself.
 * @param connection of one connection, so that what is set stays set
 * @throws PostgresError the index cannot be made; nothing of it is left
 */
export async function runOutside(connection: Sql, { kind, index, text }: OutsideStatement): Promise<void> {
  if (!(await isPooled(connection))) await connection.unsafe(`set statement_timeout = 0; ${anyTransactionTime('session')}`)
  while (await isBeingBuilt(connection, index)) await sleep(POLL_EVERY_MS)
  if (kind === 'create index') await dropInvalid(connection, index)
  await connection.unsafe(text).catch(async (error: unknown) => {
    if (kind === 'create index') await dropInvalid(connection, index).catch(() => {}) // the next run finds and drops it
    throw error
  })
}

/**
 * Whether somebody stands between us and the server, as PgBouncer does: the number of our session, as we were given it, is not the server's.
 * A setting of the session would then stay with a connection that others use next.
 */
export async function isPooled(sql: Sql): Promise<boolean> {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return (rows as unknown as { state: { pid: number } }).state.pid !== rows[0]?.pid
}

/** True while the index is being built, even if the client was killed: the server goes on. */
async function isBeingBuilt(sql: Sql, index: string): Promise<boolean> {
  const rows =
    await sql`select from pg_stat_progress_create_index where datname = current_database() and index_relid = to_regclass(${index})`
  return rows.length > 0
}

async function dropInvalid(sql: Sql, index: string): Promise<void> {
  const rows = await sql`select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`
  if (rows.length > 0) await sql.unsafe(`drop index concurrently if exists ${index}`)
}
