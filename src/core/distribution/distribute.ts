/**
 * Distributes a database over the nodes of a Citus cluster by organization. Run once by `npm run admin -- citus distribute`, with
 * every process of the service stopped; run again after an interruption, or after migrations that made tables. @see docs/citus.md
 */
import { DomainError } from '../lib/errors.js'
import type { Deps, Sql, Db } from '../ports/deps.js'
import { listNumbered, makeRowIds, numberRows } from './row-ids.js'
import { hasOtherProcesses } from './other-processes.js'
import { listDistributed, listKeysWithoutOrganization, ON_EVERY_NODE } from './tables.js'

export type Distributed = {
  /** The tables distributed by this run. */
  distributed: string[]
  /** The tables copied to every node by this run. */
  copied: string[]
  /** The numbers of foreign keys and triggers that were detached and restored. */
  foreignKeys: number
  triggers: number
}

const refused = (sentence: string) => new DomainError('CONFLICT', sentence)

/** Copying a large table takes long. */
const STEP = { budgetMs: 6 * 60 * 60 * 1000 }

/**
 * Runs each step in a transaction that also records what it detaches, so that an interrupted run can be repeated.
 * @throws CONFLICT there is no cluster, or something is in the way
 */
export async function distribute({ db }: Pick<Deps, 'db'>): Promise<Distributed> {
  await requireCluster(db.sql)
  await requireKeys(db.sql)
  await requireAlone(db.sql)
  const done = await listDone(db.sql)
  const copied = ON_EVERY_NODE.filter((name) => !done.has(name))
  // Referenced tables come before those that refer to them.
  const distributed = (await listDistributed(db.sql)).reverse().filter((name) => !done.has(name))
  await db.tx(makeRowIds)
  if (copied.length + distributed.length > 0) await db.tx((sql) => detach(sql, [...copied, ...distributed]), STEP)
  for (const name of copied) await db.tx((sql) => copyToAll(sql, name), STEP)
  for (const name of distributed) await db.tx((sql) => spread(sql, name), STEP)
  return { distributed, copied, ...(await reattach(db, STEP)) }
}

async function requireCluster(sql: Sql): Promise<void> {
  const [found] = await sql<[{ has: boolean; mayHave: boolean }]>`
    select to_regproc('create_distributed_table') is not null as has,
           exists (select 1 from pg_available_extensions where name = 'citus') as "mayHave"`
  if (!found.has)
    throw refused(
      found.mayHave
        ? 'Citus is installed on this server, but not made in this database: run "create extension citus" in it on every node first.'
        : 'This Postgres has no Citus, so there are no nodes to spread the database over. Nothing was changed.',
    )
  const [nodes] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`
  if (nodes.count === 0)
    throw refused('The cluster has no node that takes rows: add some with citus_add_node first. Nothing was changed.')
}

async function requireKeys(sql: Sql): Promise<void> {
  const keys = await listKeysWithoutOrganization(sql)
  if (keys.length === 0) return
  const named = keys.map(({ table, key }) => `${key} of ${table}`).join(', ')
  throw refused(`These unique keys do not contain the organization: ${named}. Nothing was changed.`)
}

/** Refuses to run beside another process, which would wait for hours, or write without foreign keys. */
async function requireAlone(sql: Sql): Promise<void> {
  if (await hasOtherProcesses(sql))
    throw refused('A process of the service is connected to this database: stop all of them first. Nothing was changed.')
}

async function listDone(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`select logicalrelid::regclass::text as name from pg_dist_partition`
  return new Set(rows.map(({ name }) => name))
}

const copyToAll = (sql: Sql, table: string) => sql`select create_reference_table(${table}::regclass)`

/** Distributes a table; rows written from then on are numbered by their node. */
async function spread(sql: Sql, table: string): Promise<void> {
  await allowTriggers(sql)
  if ((await listNumbered(sql, [table])).length > 0) await numberRows(sql, table)
  const [first] = await sql<{ name: string }[]>`
    select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' limit 1`
  const beside = first && first.name !== table ? first.name : 'default'
  await sql`select create_distributed_table(${table}::regclass, 'organization_id', colocate_with => ${beside})`
}

/**
 * Detaches foreign keys and triggers while tables are distributed, and restores them afterwards: Citus distributes no table that
 * refers to one on the coordinator, and it copies rows by inserting them, so a webhook would be sent all its events again.
 * Definitions are stored in a table until they are restored.
 */
type Kind = 'foreign key' | 'trigger'
type Detached = { kind: Kind; from: string; name: string }

/**
 * Detaches those of the tables, and the foreign keys that refer to them, in one transaction with the storing of their
 * definitions.
 */
async function detach(sql: Sql, tables: string[]): Promise<void> {
  await sql`
    create table if not exists distribution_detached (
      kind text, name text, from_table text, definition text not null, primary key (kind, from_table, name)
    )`
  const taken = await sql<Detached[]>`
    with off as (
      insert into distribution_detached (kind, name, from_table, definition)
      select 'foreign key', k.conname, f.relname, pg_get_constraintdef(k.oid)
        from pg_constraint k
        join pg_class f on f.oid = k.conrelid
        join pg_class t on t.oid = k.confrelid
       where k.contype = 'f'
         and k.conparentid = 0
         and f.relnamespace = 'public'::regnamespace
         and (f.relname = any (${tables}) or t.relname = any (${tables}))
      union all
      select 'trigger', g.tgname, t.relname, pg_get_triggerdef(g.oid)
        from pg_trigger g
        join pg_class t on t.oid = g.tgrelid
       where not g.tgisinternal
         and t.relnamespace = 'public'::regnamespace
         and t.relname = any (${tables})
      on conflict (kind, from_table, name) do update set definition = excluded.definition
      returning kind, name, from_table as "from"
    )
    select kind, name, "from" from off`
  for (const { kind, name, from } of taken)
    if (kind === 'trigger') await sql`drop trigger ${sql(name)} on ${sql(from)}`
    else await sql`alter table ${sql(from)} drop constraint ${sql(name)}`
}

/** Restores each in its own transaction, which also deletes its stored definition. @returns how many were restored */
async function reattach(db: Db, budget: { budgetMs: number }): Promise<{ foreignKeys: number; triggers: number }> {
  const [kept] = await db.sql<[{ there: boolean }]>`select to_regclass('distribution_detached') is not null as there`
  if (!kept.there) return { foreignKeys: 0, triggers: 0 }
  const taken = await db.sql<(Detached & { definition: string })[]>`
    select kind, name, from_table as "from", definition from distribution_detached order by kind, from_table, name`
  for (const { kind, name, from, definition } of taken)
    await db.tx(async (sql) => {
      await sql`delete from distribution_detached where kind = ${kind} and from_table = ${from} and name = ${name}`
      if (kind === 'foreign key') return sql`alter table ${sql(from)} add constraint ${sql(name)} ${sql.unsafe(definition)}`
      await allowTriggers(sql)
      return sql.unsafe(definition)
    }, budget)
  await db.sql`drop table distribution_detached`
  const count = (of: Kind) => taken.filter(({ kind }) => kind === of).length
  return { foreignKeys: count('foreign key'), triggers: count('trigger') }
}

/**
 * Allows triggers on distributed tables for this transaction: they write rows of the same organization, which are on the same
 * node.
 */
const allowTriggers = (sql: Sql) => sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`
