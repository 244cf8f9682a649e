/** A backup that was made before the baseline has the migrations that it replaces: it is restored into the same tables, and adopted. */
import { expect, test } from 'vitest'
import { readReplaced } from '../../../src/db/migrations/baseline.js'
import { readMigrations } from '../../../src/db/migrations/files.js'
import { compareMigrations, migrate } from '../../../src/db/migrations/migrate.js'
import { migrationsDir } from '../../../src/root.js'
import { restoreDump } from '../../db/support/before-baseline.js'
import { readCatalog, readRows } from '../../db/support/catalog.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { aFile, aPlace } from './support/place.js'

const source = await anEmptyDatabase()
await restoreDump(source.url, '0345-new')
const { sql } = source.db
await copyTo(source.db, await aUsedDatabase())
const place = aPlace(source.url)
await place.claim()

/** The rows of a team, in the tables of this version. */
async function aUsedDatabase(): Promise<Sql> {
  const { db } = await aDatabase()
  const world = await aWorld(db)
  await aDraft(world)
  await aQueuedPost(world)
  await aSentPost(world)
  return db.sql
}

/** Copies rows into tables that lack what came since, as the version with those tables would have written them. */
async function copyTo(old: Pool, used: Sql): Promise<void> {
  const rows = await readRows(used, ['database_identity', 'schema_migrations', 'sandbox_migrations'])
  await old.tx(async (sql) => {
    await sql`set local session_replication_role = replica` // each table for itself, in any order
    for (const [table, some] of Object.entries(rows))
      await sql`
        insert into ${sql(table)} overriding system value
        select r.* from jsonb_populate_recordset(null::${sql(table)}, ${`[${some.join()}]`}::text::jsonb) r
            on conflict do nothing`
  })
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** Returns rows without the columns that later versions added, and without the tables that they added empty. */
const inColumnsOf = (before: Rows, rows: Rows) =>
  Object.fromEntries(
    Object.entries(before).map(([table, some]) => {
      const columns = Object.keys(JSON.parse(some[0] ?? '{}') as object)
      return [table, (rows[table] ?? []).map((row) => columns.map((name) => (JSON.parse(row) as Record<string, unknown>)[name]))]
    }),
  )

/** What a restore writes by itself. */
const ITS_OWN = ['accounts', 'posts', 'comparisons', 'audit', 'database_identity', 'schema_migrations', 'sandbox_migrations']
const files = readMigrations(migrationsDir)
const replaced = [...readReplaced(migrationsDir).keys()]

test('a backup that was made before the baseline is restored, adopted, and brought up to date', async () => {
  const target = await anEmptyDatabase()
  const from = aFile()
  await place.backup({ to: from, withMedia: false })
  expect((await sql`select name from schema_migrations`).map(({ name }) => name as string).sort()).toEqual(replaced)
  await aPlace(target.url).restore({ from })
  const before = await readRows(sql, ITS_OWN)
  expect(inColumnsOf(before, await readRows(target.db.sql, ITS_OWN))).toEqual(inColumnsOf(before, before))
  expect(await target.db.sql`select id, title from posts order by id`).toEqual(await sql`select id, title from posts order by id`)
  expect(await readCatalog(target.db.sql)).toEqual(await readCatalog((await aDatabase()).db.sql))
  expect(await compareMigrations(target.db.sql, files)).toMatchObject({ missing: [], unknown: [] })
  expect((await target.db.sql`select name from schema_migrations`).map(({ name }) => name as string).sort()).toEqual(
    [...replaced, ...files.map(({ name }) => name)].sort(),
  )
  expect(await migrate(target.url, migrationsDir, { now: new Date() })).toEqual([])
})

test('a backup of an adopted database is restored, and so is a backup of what it was restored to', async () => {
  await migrate(source.url, migrationsDir, { now: new Date() })
  const [first, second] = [await anEmptyDatabase(), await anEmptyDatabase()]
  const [from, again] = [aFile(), aFile()]
  await place.backup({ to: from, withMedia: false })
  await aPlace(first.url).restore({ from })
  await aPlace(first.url).backup({ to: again, withMedia: false })
  await aPlace(second.url).restore({ from: again })
  expect(await readRows(second.db.sql, ITS_OWN)).toEqual(await readRows(sql, ITS_OWN))
})

test('a restore replaces what an older version made in a database that nobody has used', async () => {
  const target = await anEmptyDatabase()
  await restoreDump(target.url, '0345-new')
  const there = aPlace(target.url)
  await there.claim()
  const from = aFile()
  await place.backup({ to: from, withMedia: false })
  await there.restore({ from })
  expect(await readRows(target.db.sql, ITS_OWN)).toEqual(await readRows(sql, ITS_OWN))
})

test('a backup of a version in between is refused with the version to restore it with, and the database stays empty', async () => {
  const old = await anEmptyDatabase()
  await restoreDump(old.url, '0345-new')
  const before = aPlace(old.url)
  await before.claim()
  await old.db.sql`delete from schema_migrations where name > '0222_attempts_validated.sql'`
  const from = aFile()
  await before.backup({ to: from, withMedia: false })
  const target = await anEmptyDatabase()
  await expect(aPlace(target.url).restore({ from })).rejects.toThrow(
    /^This backup is at migration 0222_attempts_validated\.sql, which is too old for this version: restore it with version 0\.1\.0 \(commit \w+\), then start this one; nothing was restored\.$/,
  )
  expect(await readCatalog(target.db.sql)).toEqual([])
})
