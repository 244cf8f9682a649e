/**
 * Detaches foreign keys and triggers while tables are distributed, and restores them afterwards: Citus distributes no table that
 * refers to one on the coordinator, and it copies rows by inserting them, so a webhook would be sent all its events again.
 * Definitions are stored in a table until they are restored.
 */
import type { Db, Sql } from '../ports/deps.js'

type Kind = 'foreign key' | 'trigger'
type Detached = { kind: Kind; from: string; name: string }

/**
 * Detaches those of the tables, and the foreign keys that refer to them, in one transaction with the storing of their
 * definitions.
 */
export async function detach(sql: Sql, tables: string[]): Promise<void> {
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
export async function reattach(db: Db, budget: { budgetMs: number }): Promise<{ foreignKeys: number; triggers: number }> {
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
export const allowTriggers = (sql: Sql) => sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`
