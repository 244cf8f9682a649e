/**
 * Distributes a database over the nodes of a Citus cluster by organization. Run once by `npm run admin -- citus distribute`, with
 * every process of the service stopped; run again after an interruption, or after migrations that made tables. @see docs/citus.md
 */
import { DomainError } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import { listNumbered, makeRowIds, numberRows } from './row-ids.js'
import { allowTriggers, detach, reattach } from './detached.js'
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
