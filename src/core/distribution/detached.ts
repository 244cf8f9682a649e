/**
 * What is taken off the tables while they are spread, and put back after: foreign keys, for Citus spreads no table that refers to one on the coordinator; and
 * triggers, for it copies rows by inserting them, and a webhook would be sent all its events once more. Kept in a table until it is back.
 */
import type { Db, Sql } from '../ports/deps.js'

type Kind = 'foreign key' | 'trigger'
type Detached = { kind: Kind; from: string; name: string }

/** Of the tables that are to be spread, and the foreign keys that lead to them. In one transaction with what keeps them. */
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

/** Each in a transaction of its own, and from there on it is not kept any more. @returns how many came back */
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

/** On a table that is spread, for this transaction: what the triggers write is of the same organization, and so on the same node. */
export const allowTriggers = (sql: Sql) => sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`
