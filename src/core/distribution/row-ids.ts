/**
 * Ids of rows on a cluster. There each node has its own sequence, and rows of one organization are numbered by its node
 * (triggers, selected inserts) or by the coordinator (plain inserts), so ids would have no order, which lists and queues need.
 * Therefore the node that stores a row numbers it when it is written, after all numbers that another node gave before, if the
 * rows have moved.
 */
import { COUNT_BITS, NODE_BITS, SINCE_SECONDS } from '../lib/rows/row-id.js'
import type { Sql } from '../ports/deps.js'

/**
 * The id is below 2^53, so that it is exact as a number in JSON: 30 bits for the second since 2026 (until 2060), 13 to count
 * within it, which may overflow into the next, and 10 for the node. The sequence has the first two, in the range of 2^48 that
 * Citus gives to each node; when it is two seconds behind the clock, one caller advances it, so the order on a node is that of a
 * sequence, whatever its clock does. `next_row_count` is a separate function in standard SQL, whose dependencies Postgres knows:
 * Citus creates the sequence wherever it creates the function, also on nodes that join later.
 */
const FUNCTIONS = [
  `create sequence if not exists row_ids`,
  `create or replace function next_row_count() returns bigint language sql volatile
   begin atomic
     select nextval('row_ids'::regclass);
   end`,
  `create or replace function next_row_id() returns bigint language plpgsql volatile as $$
   declare
     counted bigint := next_row_count();
     range_of_node constant bigint := (counted >> 48) << 48;
     now_is constant bigint := range_of_node + (floor(extract(epoch from clock_timestamp()) - ${SINCE_SECONDS})::bigint << ${COUNT_BITS});
     two_seconds constant bigint := 2 << ${COUNT_BITS};
   begin
     if counted < now_is - two_seconds and pg_try_advisory_xact_lock(hashtext('pinslot row ids')::bigint) then
       counted := next_row_count(); -- another one may have set it meanwhile
       if counted < now_is - two_seconds then
         perform setval('row_ids', now_is);
         counted := next_row_count();
       end if;
     end if;
     return ((counted - range_of_node) << ${NODE_BITS}) + (range_of_node >> 48) % (1 << ${NODE_BITS});
   end $$`,
  `create or replace function number_row() returns trigger language plpgsql as $$
   begin
     new.id := next_row_id();
     return new;
   end $$`,
]

/** Creates the functions that number rows, on every node. Idempotent. */
export async function makeRowIds(sql: Sql): Promise<void> {
  for (const statement of FUNCTIONS) await sql.unsafe(statement)
}

/** @returns those of the tables whose id is an identity */
export async function listNumbered(sql: Sql, tables: string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace
       and c.relname = any (${tables})
     order by 1`
  return rows.map(({ name }) => name)
}

/**
 * Lets the rows of a table be numbered where they are stored. 0 stands for “no id was given”; a given id, as for a restored pin,
 * stays. Only for a table that is not distributed yet, because Citus changes no identity of one that is.
 */
export async function numberRows(sql: Sql, table: string): Promise<void> {
  await sql`
    alter table ${sql(table)}
      alter column id drop identity,
      alter column id set default 0`
  await sql`
    create trigger number_row before insert on ${sql(table)}
      for each row when (new.id = 0) execute function number_row()`
}
