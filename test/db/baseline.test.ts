/**
 * The baseline makes what all migrations before it came to. A database that has those is adopted without a change; one that has some of them
 * goes through another version first. @see test/e2e/upgrade.test.ts for a process on such a database
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import type { Sql } from '../../src/core/ports/deps.js'
import { readReplaced } from '../../src/db/migrations/baseline.js'
import { readMigrations } from '../../src/db/migrations/files.js'
import { compareMigrations, listAltered, migrate } from '../../src/db/migrations/migrate.js'
import { migrationsDir, root, sandboxMigrationsDir } from '../../src/root.js'
import { prepareDatabase } from '../../src/service/database/database.js'
import { anEmptyDatabase } from '../support/database.js'
import { realSettings } from '../support/real-settings.js'
import { START } from '../support/world.js'
import { restoreDump } from './support/before-baseline.js'
import { readCatalog, readRows } from './support/catalog.js'

const temporary = mkdtempSync(path.join(tmpdir(), 'pinslot-baseline-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const files = readMigrations(migrationsDir)
const baseline = files.filter(({ replaces }) => replaces)
const replaced = [...readReplaced(migrationsDir).keys()]
const BETWEEN =
  /^This database is at migration \S+, which is too old for this version: start version 0\.1\.0 \(commit \w+\) on it once, then this one; nothing was changed\.$/

const RECORDS = ['schema_migrations', 'sandbox_migrations']
const readAll = async (sql: Sql) => ({ catalog: await readCatalog(sql), rows: await readRows(sql) })
const namesIn = async (sql: Sql, table = 'schema_migrations') =>
  (await sql<{ name: string }[]>`select name from ${sql(table)} order by name`).map(({ name }) => name)
const readOld = async (sql: Sql) => ({ catalog: await readCatalog(sql), rows: await readRows(sql, RECORDS) })

async function anOldDatabase(name: '0345-new' | '0345-used' = '0345-new') {
  const made = await anEmptyDatabase()
  await restoreDump(made.url, name)
  return made
}
async function migrateBoth(url: string, dir = migrationsDir, sandboxDir = sandboxMigrationsDir): Promise<string[]> {
  const applied = await migrate(url, dir, { now: START })
  return [...applied, ...(await migrate(url, sandboxDir, { table: 'sandbox_migrations', now: START }))]
}

function aFolderOfTheBaseline(of = migrationsDir): string {
  const dir = mkdtempSync(path.join(temporary, 'baseline-'))
  cpSync(of, dir, { recursive: true })
  for (const { name, replaces } of readMigrations(of)) if (!replaces) rmSync(path.join(dir, name))
  return dir
}
const laterNames = (dir: string) => readMigrations(dir).flatMap(({ name, replaces }) => (replaces ? [] : [name]))

function aFolderWithOneMore(): string {
  const dir = mkdtempSync(path.join(temporary, 'later-'))
  cpSync(migrationsDir, dir, { recursive: true })
  writeFileSync(path.join(dir, '9000_later.sql'), 'create table later (n int);')
  return dir
}

test('a migration that was shipped is never altered: sums.txt has a line for each, and lines are only added', () => {
  const lines = readFileSync(path.join(root, 'test', 'fixtures', 'upgrade', 'sums.txt'), 'utf8')
    .trim()
    .split('\n')
  const sumOf = (file: string) => {
    const text = readFileSync(path.join(migrationsDir, file), 'utf8').replace(/\r\n/g, '\n')
    return createHash('sha256').update(text).digest('hex')
  }
  const now = [
    ...files.map(({ name, sha256 }) => `${sha256}  ${name}`),
    ...readMigrations(sandboxMigrationsDir).map(({ name, sha256 }) => `${sha256}  sandbox/${name}`),
    ...['replaced.txt', 'sandbox/replaced.txt'].map((file) => `${sumOf(file)}  ${file}`),
  ]
  expect(
    lines.filter((line) => !now.includes(line)),
    'restore these files',
  ).toEqual([])
  expect(
    now.filter((line) => !lines.includes(line)),
    'add these lines to sums.txt',
  ).toEqual([])
})

test('no file of the baseline has the name of one that it replaces, and everything else comes after those', () => {
  for (const dir of [migrationsDir, sandboxMigrationsDir]) {
    const old = [...readReplaced(dir).keys()]
    const [first, ...later] = readMigrations(dir).filter(({ replaces }) => !replaces)
    expect(readMigrations(dir).filter(({ name }) => old.includes(name))).toEqual([])
    expect([first, ...later].filter((file) => file && file.name <= old.at(-1)!)).toEqual([])
    expect(readMigrations(dir).filter(({ name, replaces }) => replaces && name > '0099')).toEqual([])
  }
})

/** Checks that the migrations left unvalidated, since no row could break them: they were added or widened with their column. */
const UNVALIDATED = [
  ...['api_keys_check', 'api_keys_check1', 'api_keys_check2', 'media_fit_check', 'members_assigned_role_check', 'members_check'],
  ...['members_role_check', 'organizations_default_role_check', 'review_items_kind_check', 'uploads_media_type_check'],
]

test('the baseline makes the tables, indexes, functions, triggers and rows that the migrations before it came to', async () => {
  const [old, made] = [await anOldDatabase(), await anEmptyDatabase()]
  const only = (dir: string) => {
    const to = mkdtempSync(path.join(temporary, 'only-'))
    for (const { name } of readMigrations(dir).filter(({ replaces }) => replaces))
      cpSync(path.join(dir, name), path.join(to, name))
    return to
  }
  await migrate(made.url, only(migrationsDir), { now: START })
  await migrate(made.url, only(sandboxMigrationsDir), { table: 'sandbox_migrations', now: START })
  const before = await readOld(old.db.sql)
  const unvalidated = before.catalog.filter((line) => line.endsWith(' NOT VALID'))
  expect(unvalidated.map((line) => line.split(' ')[2])).toEqual(UNVALIDATED)
  expect(await readOld(made.db.sql)).toEqual({
    catalog: before.catalog.map((line) => line.replace(/ NOT VALID$/, '')).sort(),
    rows: before.rows,
  })
  expect(before.catalog.length).toBeGreaterThan(1_500)
})

test('a database that has all migrations of before is adopted: their rows stay, those of the baseline come, nothing else changes', async () => {
  const { db, url } = await anOldDatabase('0345-used')
  const before = await readOld(db.sql)
  expect(Object.keys(before.rows).length).toBeGreaterThan(40)
  expect(await compareMigrations(db.sql, baseline)).toMatchObject({ missing: [], unknown: [] })
  expect(await migrateBoth(url, aFolderOfTheBaseline(), aFolderOfTheBaseline(sandboxMigrationsDir))).toEqual([])
  expect(await readOld(db.sql)).toEqual(before)
  expect(await migrateBoth(url)).toEqual([...laterNames(migrationsDir), ...laterNames(sandboxMigrationsDir)])
  expect(await namesIn(db.sql)).toEqual([...files.map(({ name }) => name), ...replaced].sort())
  expect(await compareMigrations(db.sql, files)).toMatchObject({ missing: [], unknown: [] })
  expect(await listAltered(db.sql, files)).toEqual([])
  expect(await migrateBoth(url)).toEqual([])
})

test('four processes that start together adopt a database once', async () => {
  const { db, url } = await anOldDatabase()
  await Promise.all([migrateBoth(url), migrateBoth(url), migrateBoth(url), migrateBoth(url)])
  expect(await namesIn(db.sql)).toEqual([...files.map(({ name }) => name), ...replaced].sort())
})

test('a start that died while it adopted a database is finished by the next one', async () => {
  const { db, url } = await anOldDatabase()
  await migrateBoth(url)
  await db.sql`delete from schema_migrations where name in ${db.sql(baseline.slice(3).map(({ name }) => name))}`
  await migrateBoth(url)
  expect(await namesIn(db.sql)).toEqual([...files.map(({ name }) => name), ...replaced].sort())
})

test('later migrations follow in a new database and in an adopted one', async () => {
  const dir = aFolderWithOneMore()
  const [old, made] = [await anOldDatabase(), await anEmptyDatabase()]
  expect(await migrateBoth(old.url, dir)).toContain('9000_later.sql')
  expect(await migrate(made.url, dir, { now: START })).toEqual([...files.map(({ name }) => name), '9000_later.sql'])
  for (const { db } of [old, made]) expect(await db.sql`select n from later`).toEqual([])
})

test.each(['0001_house.sql', '0022_keyword_searches_under_way.sql', '0222_attempts_validated.sql', '0340_imports_undone.sql'])(
  'a start on a database that ended at %s is refused with the version to go through first, and changes nothing',
  async (last) => {
    const { db, url } = await anOldDatabase()
    await db.sql`delete from schema_migrations where name > ${last}`
    await db.sql`drop table database_identity` // it came after the first of these
    const before = await readAll(db.sql)
    const config = readConfig(realSettings(url, temporary))
    await expect(prepareDatabase(config, url, START)).rejects.toThrow(BETWEEN)
    await expect(migrateBoth(url)).rejects.toThrow(last)
    expect(await readAll(db.sql)).toEqual(before)
  },
)

test('one whose sandbox lacks some is refused before anything is adopted', async () => {
  const { db, url } = await anOldDatabase()
  await db.sql`delete from sandbox_migrations where name = '0327_standings.sql'`
  const before = await readAll(db.sql)
  await expect(prepareDatabase(readConfig(realSettings(url, temporary)), url, START)).rejects.toThrow(BETWEEN)
  expect(await readAll(db.sql)).toEqual(before)
})

test('a database that has the first texts of files which were changed once is adopted, too', async () => {
  const { db, url } = await anOldDatabase()
  const several = [...readReplaced(migrationsDir)].filter(([, sums]) => sums.length > 1)
  expect(several).toHaveLength(6)
  for (const [name, [, first = '']] of several) await db.sql`update schema_migrations set sha256 = ${first} where name = ${name}`
  await migrateBoth(url)
  expect(await listAltered(db.sql, files)).toEqual([])
})

test('a database with a text that no version had is refused by the name of the file', async () => {
  const { db, url } = await anOldDatabase()
  await db.sql`update schema_migrations set sha256 = 'another' where name = '0001_house.sql'`
  await expect(migrateBoth(url)).rejects.toThrow('Migration 0001_house.sql was altered before it was applied')
  expect(await listAltered(db.sql, files)).toEqual(['0001_house.sql'])
  expect(await namesIn(db.sql)).toEqual(replaced)
})

test('a database with a migration that this version does not know takes none that comes before it', async () => {
  const dir = aFolderWithOneMore()
  const { db, url } = await anOldDatabase()
  await migrateBoth(url)
  await db.sql`insert into schema_migrations (name, sha256, applied_at) values ('9999_later.sql', '', ${START})`
  await expect(migrateBoth(url, dir)).rejects.toThrow('Migration 9000_later.sql sorts before 9999_later.sql')
  expect(await migrateBoth(url)).toEqual([])
  expect(await compareMigrations(db.sql, files)).toMatchObject({ missing: [], unknown: ['9999_later.sql'] })
})
