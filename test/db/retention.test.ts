/** Nothing grows without a bound that somebody wrote down: the table of docs/operating.md against the catalog. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../src/root.js'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const section = read('docs/operating.md').match(/^## Retention\n([\s\S]*?)^## /m)?.[1] ?? ''
const rows = [...section.matchAll(/^\| `([a-z_]+)` \| (.*) \| (.*) \| (.*)\|$/gm)].map(
  ([, table = '', holds = '', kept = '', setBy = '']) => ({ table, holds: holds.trim(), kept: kept.trim(), setBy: setBy.trim() }),
)
/** Partitions are part of their table, and the sandbox's own tables end with it. */
const tables = (
  await db.sql<{ name: string }[]>`
    select t.table_name as name
      from information_schema.tables t
      join pg_class c on c.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
     where t.table_schema = 'public'
       and t.table_type = 'BASE TABLE'
       and not c.relispartition
       and t.table_name !~ '^(sim|slk|sandbox)_'
     order by 1`
).map(({ name }) => name)

test('every table of the catalog stands in the retention table once, and no other does', () => {
  expect(tables.length).toBeGreaterThan(40)
  expect(rows.map(({ table }) => table).sort()).toEqual(tables)
})

test('every row says what the table holds and how long it is kept', () => {
  expect(rows.filter(({ holds, kept }) => holds.length < 5 || kept.length < 5)).toEqual([])
})

test('every variable of the retention table is read by the configuration, and every one of retention stands in it', () => {
  const named = rows.flatMap(({ setBy }) => [...setBy.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]))
  const known = [...read('src/config/config.ts').matchAll(/\b(RETENTION_[A-Z_]+)(?=:)/g)].map((match) => match[1])
  expect([...new Set(named)].sort()).toEqual([...new Set(known)].sort())
})
