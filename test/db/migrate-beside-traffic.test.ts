/** Migrations while the version before serves: beside its transactions and its traffic, and after a run that was killed. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, type MigrateOptions } from '../../src/db/migrations/migrate.js'
import { root } from '../../src/root.js'
import { aDatabase } from '../support/database.js'
import { aGate } from '../support/gate.js'

const { db, url } = await aDatabase()
const now = new Date('2026-03-02T10:00:00Z')
let dir: string
let runs = 0
let table: string
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'pinslot-migrations-'))
  table = `migrations_${++runs}`
  await db.sql`drop table if exists busy`
  await db.sql`create table busy as select n as id, n % 7 as n from generate_series(1, 2000) n`
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const write = (name: string, text: string) => writeFileSync(path.join(dir, name), text)
const run = (options: Partial<MigrateOptions> = {}) => migrate(url, dir, { table, now, ...options })
const anIndex = '-- outside a transaction\ncreate index concurrently if not exists busy_n on busy (n);\n'
const readIndex = () => db.sql`
  select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('busy_n')`
const readApplied = async () => (await db.sql`select name from ${db.sql(table)} order by name`).map(({ name }) => name as string)
const countBuilds = async () =>
  (await db.sql`select from pg_stat_progress_create_index where datname = current_database()`).length

/** Also in the catalog, where what kills the build leaves it. */
async function untilBuilding(): Promise<void> {
  await expect.poll(countBuilds).toBe(1)
  await expect.poll(readIndex).toHaveLength(1)
}

const held = new Set<() => void>()
/** Those of a test that failed do not hold up the next one. */
afterEach(() => held.forEach((letGo) => letGo()))

/** A transaction that has written to the table, until it is let go. */
async function lockTable(): Promise<{ letGo: () => Promise<void> }> {
  const isHeld = aGate()
  const mayEnd = aGate()
  held.add(mayEnd.open)
  const ended = db.tx(
    async (tx) => {
      await tx`update busy set n = n where id = 1`
      isHeld.open()
      await mayEnd.passed
    },
    { budgetMs: 60_000 },
  )
  await isHeld.passed
  return {
    letGo: async () => {
      mayEnd.open()
      await ended
    },
  }
}

test('an index is made outside a transaction', async () => {
  write('0001_index.sql', anIndex)
  expect(await run()).toEqual(['0001_index.sql'])
  expect(await readIndex()).toEqual([{ isValid: true }])
  expect(await run()).toEqual([])
})

test('reads and writes go on while a file waits for a table that another transaction holds, and it is applied after that', async () => {
  write('0001_column.sql', 'alter table busy add column note text;')
  const holder = await lockTable()
  let isOver = false
  const writes = [0, 0, 0]
  const traffic = writes.map(async (_, worker) => {
    for (; !isOver; writes[worker]!++) await db.sql`update busy set n = n + 1 where id = ${worker + 10}`
  })
  const waits: string[] = []
  const migrated = run({ lockTimeoutMs: 100, onWait: (message) => waits.push(message) })
  await expect.poll(() => waits.length).toBeGreaterThan(2)
  const before = [...writes]
  await expect.poll(() => writes.every((count, worker) => count > before[worker]!)).toBe(true) // the file waits still
  await holder.letGo()
  expect(await migrated).toEqual(['0001_column.sql'])
  isOver = true
  await Promise.all(traffic)
  expect(waits[0]).toBe('Migration 0001_column.sql waits for a table that another transaction holds, try 1 of 30.')
})

test('a reader of two tables that a file changes one after the other is no victim: the file stands back', async () => {
  await db.sql`drop table if exists second`
  await db.sql`create table second (n int)`
  const file = 'alter table busy add column note text; select pg_sleep(0.2); alter table second add column note text;'
  write('0001_two.sql', file)
  const waiting = postgres(url, { max: 1 }) // a statement by itself waits for a lock as long as it takes
  const hasRead = aGate()
  const isLocked = aGate()
  const reader = waiting.begin(async (tx) => {
    await tx`select from second`
    hasRead.open()
    await isLocked.passed
    return tx`select from busy limit 1` // which the file holds, while it waits for what is read here
  })
  await hasRead.passed
  const migrated = run()
  await expect.poll(isAltered).toBe(true)
  isLocked.open()
  expect(await reader).toHaveLength(1)
  expect(await migrated).toEqual(['0001_two.sql'])
  await waiting.end()
})

/** True while a transaction holds the table for a change of it. */
const isAltered = async () =>
  (await db.sql`select from pg_locks where relation = 'busy'::regclass and mode = 'AccessExclusiveLock' and granted`).length > 0

test('a file that never gets its lock ends in a sentence that names who holds it, and leaves nothing behind', async () => {
  write('0001_column.sql', 'create table beside (n int); alter table busy add column note text;')
  const holder = await lockTable()
  await expect(run({ lockTimeoutMs: 50, tries: 2 })).rejects.toThrow(
    /^Migration 0001_column\.sql did not get the lock of its table within 0\.05 s, 2 times: a transaction holds it, most likely process \d+ .* nothing was changed\.$/,
  )
  await holder.letGo()
  expect(await db.sql`select from information_schema.tables where table_name = 'beside'`).toHaveLength(0)
  expect(await run()).toEqual(['0001_column.sql'])
})

test('two processes that start together make an index once, and the second waits as long as it takes', async () => {
  write('0001_index.sql', anIndex)
  write('0002_after.sql', 'alter table busy add column note text;')
  const holder = await lockTable()
  const both = [run(), run()]
  await untilBuilding()
  await holder.letGo()
  expect((await Promise.all(both)).flat().sort()).toEqual(['0001_index.sql', '0002_after.sql'])
  expect(await readIndex()).toEqual([{ isValid: true }])
})

test('a run that was killed while the server makes an index: the next waits for that index and takes it', async () => {
  write('0001_index.sql', anIndex)
  const holder = await lockTable()
  const entry = path.join(
    spawnSync(process.execPath, ['scripts/transpile.mjs', 'test/support/migrate-main.ts'], {
      cwd: root,
      encoding: 'utf8',
    }).stdout.trim(),
    'test/support/migrate-main.js',
  )
  const child = spawn(process.execPath, [entry, url, dir, table], { stdio: 'inherit' })
  await untilBuilding()
  const exited = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await exited
  expect(await countBuilds()).toBe(1)
  const migrated = run()
  await holder.letGo()
  expect(await migrated).toEqual(['0001_index.sql'])
  expect(await readIndex()).toEqual([{ isValid: true }])
})

test('an index that a run left half made is dropped and made again', async () => {
  write('0001_index.sql', anIndex)
  const holder = await lockTable()
  const refused = expect(db.sql.unsafe(anIndex).execute()).rejects.toThrow() // it may be refused before we come to wait for it
  await untilBuilding()
  await db.sql`select pg_terminate_backend(pid) from pg_stat_progress_create_index where datname = current_database()`
  await refused
  expect(await readIndex()).toEqual([{ isValid: false }])
  const second = run()
  await holder.letGo()
  expect(await second).toEqual(['0001_index.sql'])
  expect(await readIndex()).toEqual([{ isValid: true }])
})

test('a run that died between the index and its record: the next records it', async () => {
  write('0001_index.sql', anIndex)
  await db.sql`create index busy_n on busy (n)`
  const [before] = await db.sql`select 'busy_n'::regclass::oid as oid`
  expect(await run()).toEqual(['0001_index.sql'])
  expect(await readApplied()).toEqual(['0001_index.sql'])
  expect(await db.sql`select 'busy_n'::regclass::oid as oid`).toEqual([before])
})

test('an index that cannot be made leaves nothing behind and names its file', async () => {
  write('0001_index.sql', anIndex.replace('create index', 'create unique index'))
  await expect(run()).rejects.toThrow(/^Migration 0001_index\.sql failed and left nothing behind: could not create unique index/)
  expect(await readIndex()).toEqual([])
})

test('an index is dropped outside a transaction', async () => {
  await db.sql`create index busy_n on busy (n)`
  write('0001_drop.sql', '-- outside a transaction\ndrop index concurrently if exists busy_n;\n')
  expect(await run()).toEqual(['0001_drop.sql'])
  expect(await readIndex()).toEqual([])
})

test.each([
  ['two statements', `${anIndex}create index concurrently if not exists busy_id on busy (id);`],
  ['a statement that cannot be repeated', '-- outside a transaction\ncreate index concurrently busy_n on busy (n);'],
  ['another statement', '-- outside a transaction\nupdate busy set n = 1;'],
])('outside a transaction %s is refused before anything runs', async (_, text) => {
  write('0001_before.sql', 'create table before_all (n int);')
  write('0002_outside.sql', text)
  await expect(run()).rejects.toThrow('Migration 0002_outside.sql runs outside a transaction: it holds one statement')
  expect(await db.sql`select from information_schema.tables where table_name = 'before_all'`).toHaveLength(0)
})

test.each(['statement_timeout', 'transaction_timeout'])('the role’s %s does not end a migration', async (limit) => {
  const [{ role }] = await db.sql<[{ role: string }]>`select current_user as role`
  const [{ name }] = await db.sql<[{ name: string }]>`select current_database() as name`
  await db.sql.unsafe(`alter role ${role} in database ${name} set ${limit} = '100ms'`)
  try {
    write('0001_slow.sql', 'select pg_sleep(0.3);')
    write('0002_index.sql', '-- outside a transaction\ncreate index concurrently if not exists busy_n on busy ((slow(id)));')
    await db.sql`create or replace function slow(n int) returns int language sql immutable as 'select n from (select pg_sleep(0.0003)) s'`
    expect(await run()).toHaveLength(2)
  } finally {
    await db.sql.unsafe(`alter role ${role} in database ${name} reset ${limit}`)
  }
})

test('where no file is missing, no lock is taken', async () => {
  write('0001_index.sql', anIndex)
  await run()
  await db.tx(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('pinslot migrations')::bigint)`
    expect(await run()).toEqual([])
  })
})
