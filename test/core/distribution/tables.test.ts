/** Each table is spread by organization or is somewhere for a reason: read from the database itself, so that one of tomorrow is decided on. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CLUSTER_WIDE, listDistributed, listKeysWithoutOrganization } from '../../../src/core/distribution/tables.js'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'

const { db } = await aDatabase()
const { sql } = db
/** The stand-ins of the sandbox, which is of one machine. */
const OF_THE_SANDBOX = /^(?:sim|slk|sandbox)_/

const names = await sql<{ name: string }[]>`
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`
const tables = names.map(({ name }) => name).filter((name) => !OF_THE_SANDBOX.test(name))
const distributed = await listDistributed(sql)

test('every table is spread by organization or stands among those of the whole cluster, and in one of these lists alone', () => {
  expect(distributed.length).toBeGreaterThan(60)
  expect([...distributed, ...Object.keys(CLUSTER_WIDE)].sort()).toEqual(tables)
})

test('every unique key of a table that is spread contains the organization', async () => {
  expect(await listKeysWithoutOrganization(sql)).toEqual([])
})

test('a unique key without the organization is found', async () => {
  await sql`create unique index boards_by_name on boards (name)`
  expect(await listKeysWithoutOrganization(sql)).toEqual([{ table: 'boards', key: 'boards_by_name' }])
  await sql`drop index boards_by_name`
})

test('what is spread refers to what is spread, by the organization, or to what is on every node', async () => {
  const keys = await sql<{ from: string; to: string; columns: string[] }[]>`
    select f.relname as "from", t.relname as "to",
           array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
     where k.contype = 'f'
       and f.relname = any (${distributed})`
  expect(keys.length).toBeGreaterThan(50)
  const wrong = keys.filter(({ to, columns }) => {
    if (distributed.includes(to)) return !columns.includes('organization_id')
    return CLUSTER_WIDE[to]?.is !== 'reference'
  })
  expect(wrong).toEqual([])
})

test('no foreign key of what is spread empties a column when what it leads to goes, which a cluster refuses', async () => {
  const emptying = await sql<{ table: string; name: string }[]>`
    select f.relname as "table", k.conname as name
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
     where k.contype = 'f'
       and k.confdeltype in ('n', 'd')
       and f.relname = any (${distributed})`
  expect(emptying).toEqual([])
})

test('what follows a write stands in the code: no trigger acts but these', async () => {
  const triggers = await sql<{ on: string; name: string }[]>`
    select c.relname as "on", t.tgname as name
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal
       and c.relname = any (${tables})
     order by 1, 2`
  expect(triggers.map(({ on, name }) => `${on}: ${name}`)).toEqual([
    'outbox: outbox_wakes',
    'outbox: outbox_wakes_again',
    'webhook_deliveries: deliveries_wake',
    'webhook_events: webhook_events_of_version_before',
  ])
})

test('the way back that is described brings back what the version before relied on', async () => {
  const [, block] = /```sql\n(create trigger[^`]+)```/.exec(readFileSync(path.join(root, 'docs', 'operating.md'), 'utf8')) ?? []
  const triggers = (tx: typeof sql) => tx`
    select tgname from pg_trigger where not tgisinternal and tgrelid in ('posts'::regclass, 'media'::regclass, 'post_media'::regclass, 'deleted_posts'::regclass)`
  let back = 0
  const undone = db.tx(async (tx) => {
    await tx.unsafe(block!)
    back = (await triggers(tx)).length
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect([back, (await triggers(sql)).length]).toEqual([11, 0])
})

test('no function in SQL reads what is spread, which a cluster does not plan within a statement, but for one that the version before asks', async () => {
  const functions = await sql<{ name: string }[]>`
    select p.proname as name
      from pg_proc p
      join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace
       and l.lanname = 'sql'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  expect(functions.map(({ name }) => name).filter((name) => name !== 'webhooks_wanting')).toEqual([])
})

test('what is on every node refers to nothing that is spread', async () => {
  const keys = await sql`
    select f.relname
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
     where k.contype = 'f'
       and f.relname = any (${Object.keys(CLUSTER_WIDE)})
       and t.relname = any (${distributed})`
  expect(keys).toEqual([])
})

test('no function of the database notifies on a cluster: a node that has notified cannot prepare its part of a transaction over several', async () => {
  const asked = /to_regproc\('create_distributed_table'\) is null\s+then\s+perform pg_notify/
  const notifying = await sql<{ name: string; source: string }[]>`
    select proname as name, prosrc as source
      from pg_proc
     where pronamespace = 'public'::regnamespace
       and prosrc like '%pg_notify%'`
  expect(notifying.length).toBeGreaterThan(0)
  expect(notifying.flatMap(({ name, source }) => (asked.test(source) ? [] : [name]))).toEqual([])
})
