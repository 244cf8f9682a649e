/** Forward-only plain SQL migrations: ordered files, one transaction each, checksums, one runner at a time. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import type { Sql } from '../core/ports.js'

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** @param url a direct connection: the lock is a session's, which a pooler in transaction mode would lose */
export async function migrate(
  url: string,
  dir: string,
  { table = 'schema_migrations', now }: { table?: string; now: Date },
): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await lock(sql)
    await sql`create table if not exists ${sql(table)} (name text primary key, sha256 text not null, applied_at timestamptz not null)`
    const rows = await sql<{ name: string; sha256: string }[]>`select name, sha256 from ${sql(table)} order by name`
    const done = new Map(rows.map((row) => [row.name, row.sha256]))
    const last = rows.at(-1)?.name ?? ''
    const applied: string[] = []
    for (const { name, text, sha256 } of readMigrations(dir)) {
      if (done.has(name)) {
        if (done.get(name) !== sha256)
          throw new MigrationError(`Migration ${name} was altered after it was applied. Restore it and add a new file instead.`)
        continue
      }
      if (name < last)
        throw new MigrationError(`Migration ${name} sorts before ${last}, which is already applied. Give it a later number.`)
      await apply(sql, table, { name, text, sha256, now })
      applied.push(name)
    }
    return applied
  } finally {
    await sql.end({ timeout: 5 }) // ends the session and with it the lock
  }
}

/** The names of the files, in the order in which they are applied. */
export const listMigrations = (dir: string): string[] => readMigrations(dir).map(({ name }) => name)

/** What the database lacks of these, and what it has beside them. */
export async function compareMigrations(sql: Sql, names: readonly string[]): Promise<{ missing: string[]; unknown: string[] }> {
  const [table] = await sql<[{ there: boolean }]>`select to_regclass('schema_migrations') is not null as there`
  const rows = table.there ? await sql<{ name: string }[]>`select name from schema_migrations order by name` : []
  const applied = new Set(rows.map(({ name }) => name))
  return { missing: names.filter((name) => !applied.has(name)), unknown: [...applied].filter((name) => !names.includes(name)) }
}

type Application = { name: string; text: string; sha256: string; now: Date }

async function apply(sql: postgres.Sql, table: string, { name, text, sha256, now }: Application): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into ${tx(table)} (name, sha256, applied_at) values (${name}, ${sha256}, ${now})`
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`Migration ${name} failed and left nothing behind: ${message}`, { cause: error })
  }
}

function readMigrations(dir: string) {
  return readdirSync(dir)
    .filter((file) => /^\d{4}_[\w-]+\.sql$/.test(file))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(dir, name), 'utf8').replace(/\r\n/g, '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
}

/** try + wait, never a blocking lock: a blocked waiter holds a snapshot that CREATE INDEX CONCURRENTLY waits for. */
async function lock(sql: postgres.Sql): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await sql<{ got: boolean }[]>`select pg_try_advisory_lock(hashtext('pinslot migrations')::bigint) as got`
    if (row?.got) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new MigrationError('Another process has held the migration lock for a minute. Is one stuck?')
}
