/**
 * Spreading a database by organization, up to where a cluster would do it: nothing here can run Citus, so its functions are written down by others of
 * the same names. What they cannot show is said in docs/citus.md.
 */
import { beforeEach, expect, test } from 'vitest'
import { distribute } from '../../../src/core/distribution/distribute.js'
import { listNumbered } from '../../../src/core/distribution/row-ids.js'
import { CLUSTER_WIDE, listDistributed } from '../../../src/core/distribution/tables.js'
import { openPool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'

const { db, url } = await aDatabase()
const { sql } = db

const foreignKeys = () => sql`
  select f.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
   where k.contype = 'f'
   order by 1, 2`
const before = await foreignKeys()

const triggers = () => sql`
  select t.relname as table, g.tgname as name, pg_get_triggerdef(g.oid) as definition
    from pg_trigger g
    join pg_class t on t.oid = g.tgrelid
   where not g.tgisinternal
     and g.tgname <> 'number_row'
   order by 1, 2`
const triggersBefore = await triggers()

/**
 * What Citus is asked, in order. It refuses as Citus does: a table with a foreign key to one that is not spread yet. And it copies rows by inserting them, as
 * Citus does, so that each trigger for that would act once more: the first row of a table is counted there.
 */
async function standIn({ nodes = 3 } = {}) {
  await sql.unsafe(`
    create table pg_dist_node (isactive bool, shouldhaveshards bool, noderole text);
    insert into pg_dist_node select true, true, 'primary' from generate_series(1, ${nodes});
    create table pg_dist_partition (place int generated always as identity, logicalrelid regclass, partmethod text, beside text, fired name[]);
    create function note_spread(name regclass, method text, beside text) returns void language plpgsql as $$
    begin
      if exists (select from pg_constraint where contype = 'f' and conrelid = name
                    and confrelid not in (select logicalrelid from pg_dist_partition)) then
        raise exception 'a foreign key of % leads to a table that is not spread', name;
      end if;
      if method = 'h' and exists (select from pg_trigger where tgrelid = name and not tgisinternal)
         and current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
        raise exception 'triggers are not supported';
      end if;
      insert into pg_dist_partition (logicalrelid, partmethod, beside, fired)
      select name, method, beside, array_agg(tgname) from pg_trigger where tgrelid = name and not tgisinternal and tgname <> 'number_row';
    end $$;
    create function create_reference_table(name regclass) returns void language sql as $$ select note_spread(name, 'n', null) $$;
    create function create_distributed_table(name regclass, by_column text, colocate_with text) returns void language sql as $$ select note_spread(name, 'h', colocate_with) $$;`)
}

beforeEach(async () => {
  await sql.unsafe(`
    drop table if exists pg_dist_node, pg_dist_partition;
    drop function if exists create_distributed_table, create_reference_table, note_spread;`)
})

const spread = () =>
  sql<{ name: string; method: string; beside: string | null; fired: string[] | null }[]>`
    select logicalrelid::text as name, partmethod as method, beside, fired from pg_dist_partition order by place`

test('a Postgres without Citus is told so, and nothing is changed', async () => {
  await expect(distribute({ db })).rejects.toThrow(
    'This Postgres has no Citus, so there are no nodes to spread the database over. Nothing was changed.',
  )
  expect(await foreignKeys()).toEqual(before)
})

test('a cluster without nodes is refused', async () => {
  await standIn({ nodes: 0 })
  await expect(distribute({ db })).rejects.toThrow('The cluster has no node that takes rows')
  expect(await spread()).toEqual([])
})

test('a process of the service that is connected is refused', async () => {
  await standIn()
  const service = openPool(url, { max: 1, applicationName: 'pinslot 1 pool' })
  await service.sql`select 1`
  await expect(distribute({ db })).rejects.toThrow(
    'A process of the service is connected to this database: stop all of them first.',
  )
  await service.close()
  expect(await spread()).toEqual([])
})

test('a unique key without the organization is refused by name', async () => {
  await standIn()
  await sql`create unique index boards_by_name on boards (name)`
  await expect(distribute({ db })).rejects.toThrow('These unique keys do not contain the organization: boards_by_name of boards.')
  await sql`drop index boards_by_name`
  expect(await spread()).toEqual([])
})

test('each table is spread or copied once, beside the first, and every foreign key is back as it was', async () => {
  await standIn()
  const done = await distribute({ db })
  const tables = await spread()
  const referenced = Object.entries(CLUSTER_WIDE).flatMap(([name, { is }]) => (is === 'reference' ? [name] : []))
  expect(
    tables
      .filter(({ method }) => method === 'n')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(referenced.sort())
  const byOrganization = tables.filter(({ method }) => method === 'h')
  expect(byOrganization.map(({ name }) => name).sort()).toEqual((await listDistributed(sql)).sort())
  expect(byOrganization[0]?.beside).toBe('default')
  expect(new Set(byOrganization.slice(1).map(({ beside }) => beside))).toEqual(new Set([byOrganization[0]?.name]))
  expect(done.distributed).toHaveLength(byOrganization.length)
  expect(done.foreignKeys).toBe(before.length - (await ofTheSandbox()))
  expect(await foreignKeys()).toEqual(before)
})

test('no trigger acts on the rows that are copied, and every one is back as it was', async () => {
  await standIn()
  const done = await distribute({ db })
  expect((await spread()).flatMap(({ name, fired }) => (fired === null ? [] : [name]))).toEqual([])
  expect(done.triggers).toBeGreaterThan(10)
  expect(await triggers()).toEqual(triggersBefore)
})

test('rows of every table that had numbers are numbered where they are kept', async () => {
  await standIn()
  await distribute({ db })
  const identities = await listNumbered(sql, await listDistributed(sql))
  expect(identities).toEqual([])
  const numbered = await sql<{ name: string }[]>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'number_row' order by 1`
  expect(numbered.map(({ name }) => name)).toEqual(expect.arrayContaining(['audit', 'outbox', 'posts', 'webhook_deliveries']))
})

test('run again it changes nothing', async () => {
  await standIn()
  await distribute({ db })
  expect(await distribute({ db })).toEqual({ distributed: [], copied: [], foreignKeys: 0, triggers: 0 })
})

test('interrupted anywhere and run again it loses no foreign key and no trigger, and spreads no table twice', async () => {
  await standIn()
  const names = await listDistributed(sql)
  for (const stopsAt of [names.at(-1)!, names.at(-20)!, names[0]!]) {
    // The node goes away at this table.
    await sql.unsafe(`
      create or replace function create_distributed_table(name regclass, by_column text, colocate_with text) returns void language plpgsql as $$
      begin
        if name::text = '${stopsAt}' then raise exception 'the node is gone'; end if;
        perform note_spread(name, 'h', colocate_with);
      end $$`)
    await expect(distribute({ db })).rejects.toThrow('the node is gone')
  }
  await sql.unsafe(`
    create or replace function create_distributed_table(name regclass, by_column text, colocate_with text) returns void language sql as $$ select note_spread(name, 'h', colocate_with) $$`)
  await distribute({ db })
  const tables = await spread()
  expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length)
  expect(tables.filter(({ method }) => method === 'h')).toHaveLength(names.length)
  expect(await foreignKeys()).toEqual(before)
  expect(await triggers()).toEqual(triggersBefore)
})

async function ofTheSandbox(): Promise<number> {
  const rows = await sql`
    select from pg_constraint where contype = 'f' and conrelid::regclass::text ~ '^(sim|slk|sandbox)_'`
  return rows.length
}
