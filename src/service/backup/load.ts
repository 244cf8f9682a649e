/** Loads a backup into an empty database, within the caller's transaction. */
import type postgres from 'postgres'
import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../core/ports/deps.js'
import { LAST_WITH_REPLACED, pastIn } from '../../db/migrations/baseline.js'
import type { Migration } from '../../db/migrations/files.js'
import { BackupError } from './backup-error.js'
import type { AppliedMigration, Manifest, TableShape } from './manifest.js'
import type { Entry } from './archive.js'

/**
 * @param applied migrations of the backup
 * @throws BackupError if this build is older than the backup, or much newer, or its files differ
 */
export function requireKnown(files: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const past = pastIn(files, applied)
  const known = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const unknown = applied.find(({ name }) => !known.has(name) && !files.some(({ replaces }) => replaces?.has(name)))
  if (unknown)
    throw new BackupError(
      `This backup is of a newer Pinslot: it has the migration ${unknown.name}, which this one does not know. Restore it with that version or a newer one.`,
    )
  const other = past.altered[0] ?? applied.find(({ name, sha256 }) => (known.get(name) ?? sha256) !== sha256)?.name
  if (other !== undefined)
    throw new BackupError(
      `The migration ${other} is not the one that the backup was made with: restore it with a Pinslot whose files are unchanged.`,
    )
  if (past.has === 'some')
    throw new BackupError(
      `This backup is at migration ${past.last}, which is too old for this version: restore it with ${LAST_WITH_REPLACED}, then start this one; nothing was restored.`,
    )
}

/** Runs in the caller's transaction, in which nobody else sees the tables, so indexes are not built concurrently. */
export async function applyMigrations(sql: Sql, files: readonly Migration[]): Promise<void> {
  for (const { text, outside } of files) await sql.unsafe(outside ? outside.text.replace(/\bconcurrently\b/i, '') : text)
}

export async function createRunnerTable(sql: Sql, table: string): Promise<void> {
  await sql`create table if not exists ${sql(table)} (name text primary key, sha256 text not null, applied_at timestamptz not null)`
}

type ForeignKey = { table: string; name: string; definition: string }
export type Loading = { foreignKeys: ForeignKey[]; tables: Map<string, TableShape>; leftOut: string[] }

/**
 * Adds missing partitions, removes rows of migrations, and disables foreign keys and triggers while rows are loaded.
 * @throws BackupError if a table of the backup lacks a column here
 */
export async function beginLoading(sql: Sql, { tables, partitions }: Manifest): Promise<Loading> {
  const here = new Map(
    (
      await sql<{ name: string; columns: string[] }[]>`
        select c.relname as name, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns
          from pg_class c
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`
    ).map(({ name, columns }) => [name, columns]),
  )
  for (const { name, parent, bound } of partitions) {
    if (here.has(name) || !here.has(parent)) continue
    await sql.unsafe(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
    here.set(name, here.get(parent) ?? [])
  }
  const foreignKeys = await sql<ForeignKey[]>`
    select c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
      from pg_constraint f
      join pg_class c on c.oid = f.conrelid
     where f.contype = 'f'
       and f.conparentid = 0
       and c.relnamespace = current_schema()::regnamespace`
  for (const { table, name } of foreignKeys) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`
  const known = tables.filter(({ name }) => here.has(name))
  for (const { name, columns } of known) {
    const lacks = columns.find((column) => !here.get(name)?.includes(column))
    if (lacks !== undefined)
      throw new BackupError(
        `The backup has a column ${lacks} of the table ${name} that no migration makes: it was added by hand. Nothing was restored.`,
      )
    await sql`alter table ${sql(name)} disable trigger user`
  }
  if (known.length > 0) await sql`truncate ${sql(known.map(({ name }) => name))}`
  return {
    foreignKeys: [...foreignKeys],
    tables: new Map(known.map((table) => [table.name, table])),
    leftOut: tables.map(({ name }) => name).filter((name) => !here.has(name)),
  }
}

/**
 * Restores and checks foreign keys for every row, and enables triggers.
 * @throws BackupError if a row refers to a missing one
 */
export async function endLoading(sql: Sql, { foreignKeys, tables }: Loading): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    try {
      await sql.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    } catch (error) {
      if ((error as { code?: unknown }).code !== '23503') throw error
      throw new BackupError(`This backup is damaged (${table} names rows that are missing). Take another copy of it.`)
    }
  }
  for (const name of tables.keys()) await sql`alter table ${sql(name)} enable trigger user`
  await sql.unsafe('analyze')
}

export type TableWriter = {
  table: string
  write(entry: Entry): Promise<void>
  end(): Promise<void>
  /** Ends an open COPY after an error, because the connection accepts no other statement meanwhile, not even a rollback. */
  breakOff(because: Error): Promise<void>
}

/**
 * Opens a table whose rows arrive in parts, in order.
 * @throws BackupError if they do not fit the table
 */
export async function openTable(sql: postgres.TransactionSql, { name, columns }: TableShape): Promise<TableWriter> {
  const list = columns.length > 0 ? sql`(${sql(columns)})` : sql``
  const out: Writable = await sql`copy ${sql(name)} ${list} from stdin`.writable()
  let refusal: unknown
  out.on('error', (error) => (refusal ??= error))
  const refused = () =>
    new BackupError(
      `The rows of the table ${name} do not fit it${refusal instanceof Error ? `: ${refusal.message}` : ', as the log of the database says'}. Nothing was restored.`,
    )
  return {
    table: name,
    async write({ body }) {
      try {
        await pipeline(body, out, { end: false })
      } catch (error) {
        throw error instanceof BackupError ? error : refused()
      }
    },
    async end() {
      out.end()
      if (!(await isTaken(sql))) throw refused()
    },
    async breakOff(because) {
      out.destroy(because)
      await finished(out).catch(() => {}) // ends with the given error
    },
  }
}

/**
 * True if the server accepted a COPY whose last row was sent. The driver does not report a refusal, but a failed transaction
 * refuses the next statement.
 */
async function isTaken(sql: Sql): Promise<boolean> {
  for (;;) {
    try {
      await sql`select 1`
      return true
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (code === '25P02') return false
      if (code !== 'COPY_IN_PROGRESS') throw error
      await sleep(1) // its last bytes are still being sent
    }
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
