/**
 * Forward-only SQL migrations: ordered files, checksums, one runner at a time. They run while the version before serves: each is one
 * transaction that waits for no lock longer than half a second, or one index that is made outside a transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { doubling, retry } from '../../core/lib/retry.js'
import type { Sql } from '../../core/ports/deps.js'
import { connectTo } from '../connect.js'
import { anyTransactionTime } from '../limits.js'
import { type Applied, LAST_WITH_REPLACED, pastIn } from './baseline.js'
import { type Migration, MigrationError, readMigrations } from './files.js'
import { runOutside } from './outside-transaction.js'

export type MigrateOptions = {
  table?: string
  now: Date
  /** How long a file waits for a lock of a table, in ms: reads and writes queue behind it meanwhile. */
  lockTimeoutMs?: number
  /** How often a file is tried. */
  tries?: number
  /** Logs why a start takes long. */
  onWait?: (message: string) => void
}

/** Below Postgres' deadlock_timeout of a second: where a file and a reader wait for each other, the file stands back, not the reader. */
const LOCK_TIMEOUT_MS = 500
const TRIES = 30
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const POLL_EVERY_MS = 200
const OTHERS_MS = 60_000
const SAY_EVERY_MS = 10_000

/**
 * Needs no session: every lock lives in one transaction, so that a pooler in transaction mode may stand in between; where no file is missing
 * there is no lock at all.
 * @returns the names of the files that this call applied
 * @throws MigrationError a sentence: a file was altered, comes too late, fails, or never gets its lock
 */
export async function migrate(url: string, dir: string, options: MigrateOptions): Promise<string[]> {
  const files = readMigrations(dir)
  const table = options.table ?? 'schema_migrations'
  const sql = connect(url)
  const outside = connect(url)
  const applied: string[] = []
  try {
    for (const file of missing(files, await readApplied(sql, table))) {
      if (await apply(sql, file, { ...options, table, outside })) applied.push(file.name)
    }
    return applied
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), outside.end({ timeout: 5 })])
  }
}

/** Opened by its first statement. One statement at a time: old poolers close a connection that sends ahead of answers. */
const connect = (url: string): postgres.Sql =>
  connectTo(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: 10,
    ...({ max_pipeline: 0 } as object),
    connection: { application_name: 'pinslot migrations' },
  })

type Known = Pick<Migration, 'name' | 'replaces'>

/** The files in the order in which they are applied, without their texts. */
export const listMigrations = (dir: string): Known[] => readMigrations(dir).map(({ name, replaces }) => ({ name, replaces }))

/** What the database lacks of these, and what it has beside them; and whether it takes writes at all. */
export async function compareMigrations(
  sql: Sql,
  files: readonly Known[],
): Promise<{ missing: string[]; unknown: string[]; isReadOnly: boolean }> {
  const [state] = await sql<[{ isReadOnly: boolean }]>`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`
  const rows = await readApplied(sql, 'schema_migrations')
  const isAdopted = pastIn(files, rows).has === 'all'
  const names = new Set(files.flatMap(({ name, replaces }) => [name, ...(replaces?.keys() ?? [])]))
  const applied = new Set(rows.map(({ name }) => name))
  return {
    missing: files.filter(({ name, replaces }) => !applied.has(name) && !(isAdopted && replaces)).map(({ name }) => name),
    unknown: [...applied].filter((name) => !names.has(name)),
    isReadOnly: state.isReadOnly,
  }
}

/** Lists the files, or those that they replace, whose content differs from what was applied. */
export async function listAltered(sql: Sql, files: readonly Migration[]): Promise<string[]> {
  const rows = await readApplied(sql, 'schema_migrations')
  const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const altered = files.filter(({ name, sha256 }) => (done.get(name) ?? sha256) !== sha256).map(({ name }) => name)
  return [...pastIn(files, rows).altered, ...altered]
}

/** @throws MigrationError the database has some of the migrations that the baseline replaces, and goes through another version first */
export async function requirePast(sql: Sql, dir: string, table = 'schema_migrations'): Promise<void> {
  isAdoptable(readMigrations(dir), await readApplied(sql, table))
}

/** True where all that the baseline replaces was applied. @throws MigrationError as requirePast, or a file was altered */
function isAdoptable(files: readonly Migration[], rows: readonly Applied[]): boolean {
  const { has, last, altered } = pastIn(files, rows)
  if (altered.length > 0)
    throw new MigrationError(
      `Migration ${altered[0]} was altered before it was applied: no version had that text, so nothing was changed.`,
    )
  if (has === 'some')
    throw new MigrationError(
      `This database is at migration ${last}, which is too old for this version: start ${LAST_WITH_REPLACED} on it once, then this one; nothing was changed.`,
    )
  return has === 'all'
}

async function readApplied(sql: Sql, table: string): Promise<Applied[]> {
  const [found] = await sql<[{ there: boolean }]>`select to_regclass(${table}) is not null as there`
  return found.there ? sql<Applied[]>`select name, sha256 from ${sql(table)} order by name` : []
}

/** `adopts`: a file of the baseline that the database has by other migrations, so that only its row is missing. */
type Missing = Migration & { adopts: boolean }

function missing(files: readonly Migration[], rows: readonly Applied[]): Missing[] {
  const done = new Map(rows.map((row) => [row.name, row.sha256]))
  const last = rows.at(-1)?.name ?? ''
  const isAdopted = isAdoptable(files, rows)
  return files.flatMap((file) => {
    const { name, sha256 } = file
    const applied = done.get(name)
    const adopts = isAdopted && file.replaces !== null
    if (applied === undefined) {
      if (name < last && !adopts)
        throw new MigrationError(`Migration ${name} sorts before ${last}, which is already applied. Give it a later number.`)
      return [{ ...file, adopts }]
    }
    if (applied !== sha256)
      throw new MigrationError(`Migration ${name} was altered after it was applied. Restore it and add a new file instead.`)
    return []
  })
}

/** `adopted`: its row was written, since the database has what it makes. */
type Result = 'applied' | 'adopted' | 'done' | 'busy'
/** `outside`: the connection beside the transaction that holds the lock. */
type Application = MigrateOptions & { table: string; outside: postgres.Sql }

/** Until it is applied, by us or by another process. @returns whether it was us */
async function apply(sql: postgres.Sql, file: Migration, options: Application): Promise<boolean> {
  const { tries = TRIES, onWait = () => {} } = options
  const others = waitForOthers(sql, onWait)
  const once = async (): Promise<boolean> => {
    let result = await applyUnderLock(sql, file, options)
    for (; result === 'busy'; result = await applyUnderLock(sql, file, options)) await others()
    return result === 'applied'
  }
  const onFailure = (failed: number) =>
    onWait(`Migration ${file.name} waits for a table that another transaction holds, try ${failed} of ${tries}.`)
  try {
    return await retry(once, { tries, isPassing: isLockRefused, waitMs: doubling(PAUSE_MS, LONGEST_PAUSE_MS), onFailure })
  } catch (error) {
    if (error instanceof MigrationError) throw error
    if (!isLockRefused(error)) throw failure(file, error)
    throw new MigrationError(neverGotLock(file, options, await oldestTransaction(sql)), { cause: error })
  }
}

/** The lock of the runner is a transaction's: it ends with whatever ends this. A version from before took the same lock for its session. */
async function applyUnderLock(sql: postgres.Sql, file: Migration, options: Application): Promise<Result> {
  const { table, now, lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  const { name, text, sha256, outside } = file
  return sql.begin(async (tx) => {
    const [row] = await tx<[{ got: boolean }]>`select pg_try_advisory_xact_lock(hashtext('pinslot migrations')::bigint) as got`
    if (!row.got) return 'busy'
    await tx`create table if not exists ${tx(table)} (name text primary key, sha256 text not null, applied_at timestamptz not null)`
    const [left] = missing([file], await readApplied(tx, table))
    if (!left) return 'done'
    // A plain statement is also what leaves no snapshot behind, for which an index that is being made would wait.
    const limit = outside ? 'idle_in_transaction_session_timeout = 0' : `lock_timeout = ${lockTimeoutMs}`
    await tx.unsafe(`set local statement_timeout = 0; set local ${limit}; ${anyTransactionTime('transaction')}`)
    if (!left.adopts) await (outside ? runOutside(options.outside, outside) : tx.unsafe(text))
    await tx`insert into ${tx(table)} (name, sha256, applied_at) values (${name}, ${sha256}, ${now})`
    return left.adopts ? 'adopted' : 'applied'
  })
}

/** They may make an index for as long as that takes; anything else is done within a minute. */
function waitForOthers(sql: postgres.Sql, onWait: (message: string) => void): () => Promise<void> {
  let idleSince = performance.now()
  let loggedAt = 0
  return async () => {
    await sleep(POLL_EVERY_MS)
    const rows = await sql`select from pg_stat_progress_create_index where datname = current_database()`
    if (rows.length > 0) idleSince = performance.now()
    if (performance.now() - idleSince > OTHERS_MS)
      throw new MigrationError('Another process has held the migration lock for a minute. Is one stuck?')
    if (performance.now() - loggedAt < SAY_EVERY_MS) return
    loggedAt = performance.now()
    onWait('Another process applies migrations: waiting for it.')
  }
}

/** Not available within lock_timeout, or part of a deadlock: nothing of the file is applied. */
const isLockRefused = (error: unknown) => error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code)

function failure({ name, outside }: Migration, error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error // of the connection
  const remedy =
    outside && error.code === '57014'
      ? ' The role has a statement_timeout, which a pooler in transaction mode keeps: set DATABASE_DIRECT_URL to the address of Postgres itself.'
      : ''
  return new MigrationError(`Migration ${name} failed and left nothing behind: ${error.message}.${remedy}`, { cause: error })
}

const neverGotLock = ({ name }: Migration, { lockTimeoutMs = LOCK_TIMEOUT_MS, tries = TRIES }: Application, holder: string) =>
  `Migration ${name} did not get the lock of its table within ${lockTimeoutMs / 1000} s, ${tries} times: a transaction holds it${holder}. ` +
  'End that transaction (pg_stat_activity, pg_terminate_backend) and start again; nothing was changed.'

/** The likely blockers; other roles show no more than that they are there. */
async function oldestTransaction(sql: Sql): Promise<string> {
  const [row] = await sql<{ pid: number; name: string | null; since: Date }[]>`
    select pid, application_name as name, xact_start as since
      from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start
     limit 1`
  return row ? `, most likely process ${row.pid} of the server ("${row.name ?? ''}"), open since ${row.since.toISOString()}` : ''
}
