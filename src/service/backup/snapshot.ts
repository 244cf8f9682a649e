/** Reads the database at one instant: its tables, its rows, its sequences. */
import type postgres from 'postgres'
import type { Sql } from '../../core/ports/deps.js'
import { ON_EVERY_NODE } from '../../core/distribution/tables.js'
import { readDistributed } from '../../db/is-distributed.js'
import { anyTransactionTime } from '../../db/limits.js'
import { BackupError } from './backup-error.js'
import { madeByMigrations } from './made-by-migrations.js'
import type { AppliedMigration, TableShape } from './manifest.js'

/** The most bytes of a table in one entry. */
const PART_BYTES = 8 * 1024 * 1024
const LINE_BREAK = 0x0a

/**
 * True for `pg_class c` that is our table, not one of an extension or of other applications. A table of a newer version is
 * unknown here, but has the same owner as ours.
 */
const isTable = (sql: Sql) => sql`
  c.relnamespace = current_schema()::regnamespace
  and c.relkind in ('r', 'p')
  and (c.relowner = (select relowner from pg_class where oid = to_regclass('database_identity'))
       or c.relispartition
       or c.relname = any(${[...madeByMigrations()]}))
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Settings for writing rows as text and reading them again; the same on both sides. */
export const AS_TEXT =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex'; " +
  'set local extra_float_digits = 1'
export const WITHOUT_LIMITS =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0; ' +
  anyTransactionTime('transaction')
const TRIES = 5

/**
 * Reads everything in one transaction without time limits. Rows that change meanwhile are not visible; tables cannot change.
 * @param connection opens a second connection for a moment if the database is distributed
 * @param work receives `isSpread`: true if the database is distributed over nodes
 * @throws BackupError if migrations are being applied again and again
 */
export async function inSnapshot<T>(
  connection: postgres.Sql,
  work: (sql: postgres.TransactionSql, tables: TableShape[], isSpread: boolean) => Promise<T>,
): Promise<T> {
  const isSpread = await readDistributed(connection)
  for (let tries = 1; ; tries++) {
    const names = (await readTables(connection)).map(({ name }) => name)
    const result = await connection.begin('isolation level repeatable read read only', async (sql) => {
      const letWrite = isSpread ? await stopWriting(connection) : async () => {}
      try {
        await sql.unsafe(`${WITHOUT_LIMITS}; ${AS_TEXT}${isSpread ? `; ${BY_ONE_CONNECTION}` : ''}`)
        // The first query takes the snapshot. Tables are locked before it, so that no migration comes in between.
        if (names.length > 0) await sql`lock table ${sql(names)} in access share mode`
        if (isSpread) await sql`select count(*) from accounts`
      } finally {
        await letWrite()
      }
      const tables = await readTables(sql)
      return tables.map(({ name }) => name).join() === names.join() ? { done: await work(sql, tables, isSpread) } : undefined
    })
    if (result) return result.done
    if (tries === TRIES) throw new BackupError('Migrations are being applied: repeat this when they are done.')
  }
}

/** One connection to each node, because each of several would have a snapshot of its own. */
const BY_ONE_CONNECTION = 'set local citus.max_adaptive_executor_pool_size = 1'
const NODES_WAIT_MS = 5000

/**
 * Blocks writes to replicated tables while one query reaches all nodes, because a cluster has no common snapshot: each node takes
 * its own at its first query. An organization is on one node, as of one instant; others may differ by some ms.
 * @returns a function that allows writes again
 * @throws BackupError if someone writes to these tables for too long
 */
async function stopWriting(connection: postgres.Sql): Promise<() => Promise<void>> {
  const held = await connection.reserve()
  const letWrite = async () => {
    await held`rollback`
    held.release()
  }
  await held`begin`
  try {
    await held.unsafe(`set local lock_timeout = ${NODES_WAIT_MS}`)
    await held`lock table ${held(ON_EVERY_NODE)} in share mode`
    return letWrite
  } catch (error) {
    await letWrite()
    if (error instanceof Error && 'code' in error && error.code === '55P03')
      throw new BackupError('Organizations or workspaces are being written for longer than 5 s: repeat this in a moment.')
    throw error
  }
}

/** The start of the transaction by the clock of the service: that of the database, plus the virtual time of a sandbox. */
export const readBeginning = (sql: Sql): Promise<Date> => readTime(sql, sql`now()`)
export const readNow = (sql: Sql): Promise<Date> => readTime(sql, sql`clock_timestamp()`)

async function readTime(sql: Sql, at: ReturnType<Sql>): Promise<Date> {
  const [{ isVirtual }] = await sql<[{ isVirtual: boolean }]>`select to_regclass('sandbox_clock') is not null as "isVirtual"`
  const ahead = isVirtual ? sql`coalesce((select offset_ms from sandbox_clock), 0)` : sql`0`
  const [row] = await sql<[{ at: Date }]>`select ${at} + ${ahead} * interval '1 millisecond' as at`
  return row.at
}

/** Sorted by name, without generated columns. */
export async function readTables(sql: Sql): Promise<TableShape[]> {
  const rows = await sql<TableShape[]>`
    select c.relname as name,
           array(select a.attname::text
                   from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
      from pg_class c
     where ${isTable(sql)}
       and not c.relispartition
     order by c.relname`
  return [...rows]
}

/** Lists outer partitions first. */
export async function readPartitions(sql: Sql): Promise<{ name: string; parent: string; bound: string }[]> {
  const rows = await sql<{ name: string; parent: string; bound: string }[]>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_class c
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent
     where ${isTable(sql)}
       and c.relispartition
     order by c.oid`
  return [...rows]
}

export async function readMigrations(sql: Sql, table: 'schema_migrations' | 'sandbox_migrations'): Promise<AppliedMigration[]> {
  const [found] = await sql<[{ isThere: boolean }]>`select to_regclass(${table}) is not null as "isThere"`
  return found.isThere ? [...(await sql<AppliedMigration[]>`select name, sha256 from ${sql(table)} order by name`)] : []
}

/** The last number of each identity column, because sequences are not part of a snapshot. */
export async function readLastIds(sql: Sql): Promise<{ table: string; column: string; last: string }[]> {
  const rows = await sql<{ table: string; column: string; last: string }[]>`
    select c.relname as table, a.attname as column, coalesce(s.last_value, 0)::text as last
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> ''
      join pg_sequences s
        on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(format('%I.%I', current_schema(), c.relname), a.attname)
     where ${isTable(sql)}
       and not c.relispartition
     order by 1, 2`
  return [...rows]
}

/**
 * Copies the rows of a table in Postgres's own text form, in parts that end anywhere.
 * @returns the number of rows
 */
export async function copyOut(
  sql: postgres.TransactionSql,
  { name, columns }: TableShape,
  onPart: (part: Buffer) => Promise<void>,
): Promise<number> {
  const list = columns.length > 0 ? sql(columns) : sql``
  const rows = await sql`copy (select ${list} from ${sql(name)}) to stdout`.readable()
  let parts: Buffer[] = []
  let bytes = 0
  let count = 0
  const flush = async () => {
    if (bytes === 0) return
    await onPart(Buffer.concat(parts))
    parts = []
    bytes = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === LINE_BREAK) count++ // one ends each row; those within a value are written as \n
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await flush()
  }
  rows._read(0) // the driver pauses its socket for a slow reader, and does not resume it if the rows end meanwhile
  await flush()
  return count
}

export type StoredObject = { key: string; contentType: string; isStaged: boolean }

const AT_A_TIME = 1_000

/**
 * Lists the objects that rows of the snapshot reference; `isStaged`: an upload that may not have arrived, or is attached
 * meanwhile.
 */
export async function listObjects(
  sql: postgres.TransactionSql,
  onObjects: (objects: StoredObject[]) => Promise<void>,
): Promise<void> {
  const objects = sql<StoredObject[]>`
    select storage_key as key, content_type as "contentType", false as "isStaged" from media
    union all
    select thumbnail_key, 'image/jpeg', false from media where thumbnail_key is not null
    union all
    select storage_key, content_type, true from uploads where storage_key is not null and attached_at is null`
  await objects.cursor(AT_A_TIME, async (rows) => onObjects(rows))
}

/** The keys that media still reference. Rows are deleted before their bytes, so the others were deleted meanwhile. */
export async function listNamed(sql: Sql, keys: string[]): Promise<string[]> {
  const named = await sql<{ key: string }[]>`
    select storage_key as key from media where storage_key = any(${keys})
    union
    select thumbnail_key from media where thumbnail_key = any(${keys})`
  return named.map(({ key }) => key)
}
