/** Tenant isolation is in the keys: read from the catalogue, so that a new table cannot forget it. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()

/** Found before the organization is known, or about no organization. */
const GLOBAL = [
  'agent_sign_ins',
  'deletions',
  'organizations',
  'slack_installations',
  'slack_events',
  'spent_states',
  'cron_runs',
  'schema_migrations',
  'database_identity',
  'shared_places',
  'web_pages',
  'web_hosts',
  'trend_answers',
  'model_rest',
  'receipt_keys',
]
const isTenant = (table: string) => !GLOBAL.includes(table) && !/^(sim_|slk_|sandbox_)/.test(table)

const tables = (await db.sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`)
  .map(({ name }) => name)
  .filter(isTenant)

type Key = { table: string; name: string; first: string }
/** Primary and unique keys, partial unique indexes included. */
const uniqueKeys = await db.sql<Key[]>`
  select t.relname as table, i.relname as name,
         (select attname from pg_attribute where attrelid = t.oid and attnum = x.indkey[0]) as first
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace
   where n.nspname = 'public' and x.indisunique`

test('every tenant table has a primary key', async () => {
  const keyed = new Set(
    (
      await db.sql<{ table: string }[]>`
      select c.conrelid::regclass::text as table
        from pg_constraint c
       where c.contype = 'p'`
    ).map(({ table }) => table),
  )
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => !keyed.has(table))).toEqual([])
})

test('primary and unique keys of tenant tables begin with organization_id', () => {
  const wrong = uniqueKeys.filter(({ table, first }) => isTenant(table) && first !== 'organization_id')
  expect(wrong.map(({ table, name }) => `${table}: ${name}`)).toEqual([])
})

test('foreign keys between tenant tables carry organization_id', async () => {
  const keys = await db.sql<{ table: string; target: string; name: string; columns: string[] }[]>`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target, c.conname as name,
           (select array_agg(attname) from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey)) as columns
      from pg_constraint c
     where c.contype = 'f'`
  const wrong = keys.filter(
    ({ table, target, columns }) => isTenant(table) && isTenant(target) && !columns.includes('organization_id'),
  )
  expect(wrong.map(({ table, name }) => `${table}: ${name}`)).toEqual([])
})
