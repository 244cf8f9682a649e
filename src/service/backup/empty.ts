/** Prepares the target of a restore: an empty database, or one that only a first start or an operator's command has set up. */
import type { Sql } from '../../core/ports/deps.js'
import { readMigrations } from '../../db/migrations/files.js'
import { migrationsDir, sandboxMigrationsDir } from '../../root.js'
import { findIdentity } from '../database/identity.js'
import { requireStopped } from './alone.js'
import { BackupError } from './backup-error.js'
import { madeByMigrations } from './made-by-migrations.js'
import { readMigrations as readApplied } from './snapshot.js'

/** Tables whose rows people create; without any of these rows, nothing else in the database is theirs. */
const OF_PEOPLE = ['organizations', 'slack_installations', 'deletions']

/**
 * Runs in the transaction of the restore, which also restores what is cleared if it fails.
 * @param where the beginning of the error's sentence
 * @throws BackupError if the database contains anything that must not be lost
 */
export async function makeEmpty(sql: Sql, where: string): Promise<void> {
  const tables = await listTables(sql)
  if (tables.length === 0) return
  const ours = madeByMigrations()
  if (tables.some((name) => !ours.has(name)) || !(await isOfKnownMigrations(sql)))
    throw notEmpty(where, `has ${tables.length === 1 ? 'a table' : `${tables.length} tables`}`)
  for (const name of OF_PEOPLE.filter((one) => tables.includes(one))) {
    const found = await sql`select from ${sql(name)} limit 1`
    if (found.length > 0) throw notEmpty(where, 'is in use')
  }
  await requireStopped(sql)
  await clear(sql, tables, ours)
}

const notEmpty = (where: string, what: string) =>
  new BackupError(
    `${where} is not empty: it ${what}. A backup is restored into an empty database only; make a new one, and nothing was changed in this one.`,
  )

/** Includes views, but no partitions, and nothing of an extension. */
async function listTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not c.relispartition
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
  return rows.map(({ name }) => name)
}

/** Checks the migrations' names, because other applications may also have a table of that name. */
async function isOfKnownMigrations(sql: Sql): Promise<boolean> {
  if (!(await findIdentity(sql))) return false
  const files = [migrationsDir, sandboxMigrationsDir].flatMap((dir) => readMigrations(dir))
  const names = files.flatMap(({ name, replaces }) => [name, ...(replaces?.keys() ?? [])])
  const applied = [...(await readApplied(sql, 'schema_migrations')), ...(await readApplied(sql, 'sandbox_migrations'))]
  return applied.every(({ name }) => names.includes(name))
}

async function clear(sql: Sql, tables: string[], ours: Set<string>): Promise<void> {
  await sql`drop table ${sql(tables)}`
  const rest = await sql<{ what: string; name: string }[]>`
    select 'function' as what, p.oid::regprocedure::text as name
      from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and p.proname = any(${[...ours]})
       and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'sequence', c.oid::regclass::text
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind = 'S'
       and c.relname = any(${[...ours]})`
  for (const { what, name } of rest) await sql.unsafe(`drop ${what} ${name}`)
}
