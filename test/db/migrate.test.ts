import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.js'
import { aDatabase } from '../support/database.js'

const { db, url } = await aDatabase()
const now = new Date('2026-03-02T10:00:00Z')
const made: string[] = []
let dir: string
let table: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'pinslot-migrations-'))
  made.push(dir)
  table = `migrations_${made.length}`
})
afterAll(() => made.forEach((each) => rmSync(each, { recursive: true, force: true })))
const write = (name: string, text: string) => writeFileSync(path.join(dir, name), text)
const run = () => migrate(url, dir, { table, now })

test('files are applied in the order of their numbers, each once', async () => {
  write('0002_fill.sql', 'insert into ordered (n) values (1);')
  write('0001_table.sql', 'create table ordered (n int);')
  expect(await run()).toEqual(['0001_table.sql', '0002_fill.sql'])
  expect(await run()).toEqual([])
  expect(await db.sql`select n from ordered`).toHaveLength(1)
})

test('four processes that start together apply each file once', async () => {
  write('0001_race.sql', 'create table race (n int); insert into race (n) values (1);')
  const runs = await Promise.all([run(), run(), run(), run()])
  expect(runs.flat()).toEqual(['0001_race.sql'])
  expect(await db.sql`select n from race`).toHaveLength(1)
})

test('a file that was altered after it was applied is refused by name', async () => {
  write('0001_once.sql', 'create table once (n int);')
  await run()
  write('0001_once.sql', 'create table once (n bigint);')
  await expect(run()).rejects.toThrow('Migration 0001_once.sql was altered after it was applied.')
})

test('other line ends are no alteration', async () => {
  write('0001_ends.sql', 'create table ends (\n  n int\n);\n')
  await run()
  write('0001_ends.sql', 'create table ends (\r\n  n int\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('a file that sorts before an applied one is refused', async () => {
  write('0002_second.sql', 'create table second (n int);')
  await run()
  write('0001_first.sql', 'create table first (n int);')
  await expect(run()).rejects.toThrow('Migration 0001_first.sql sorts before 0002_second.sql')
})

test('a file that fails leaves nothing behind and is named', async () => {
  write('0001_half.sql', 'create table half (n int); select no_such_function();')
  await expect(run()).rejects.toThrow(/0001_half\.sql/)
  expect(await db.sql`select 1 from information_schema.tables where table_name = 'half'`).toHaveLength(0)
})
