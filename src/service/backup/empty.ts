/** What a backup is restored into: an empty database, or what a first start made of one, which any command of the operator does too. */
import type { Sql } from '../../core/ports/deps.js'
import { readMigrations } from '../../db/migrations/files.js'
import { migrationsDir, sandboxMigrationsDir } from '../../root.js'
import { findIdentity } from '../database/identity.js'
import { requireStopped } from './alone.js'
import { BackupError } from './backup-error.js'
import { madeByMigrations } from './made-by-migrations.js'
import { readMigrations as readApplied } from './snapshot.js'

/** Rows of these are a person's doing, and without one of them there is no other. */
const OF_PEOPLE = ['organizations', 'slack_installations', 'deletions']

/**
 * In the transaction of the restore, which brings back what is cleared if it fails.
 * @param where as the sentence begins
 * @throws BackupError there is something in it that nobody may lose
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

/** Views too, but not parts of tables, and nothing of an extension. */
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

/** Other applications have a table of that name, too. */
async function isOfKnownMigrations(sql: Sql): Promise<boolean> {
  if (!(await findIdentity(sql))) return false
  const files = [migrationsDir, sandboxMigrationsDir].flatMap((dir) => readMigrations(dir).map(({ name }) => name))
  const applied = [...(await readApplied(sql, 'schema_migrations')), ...(await readApplied(sql, 'sandbox_migrations'))]
  return applied.every(({ name }) => files.includes(name))
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
