/**
 * The ids of rows on a cluster. There each node has a sequence of its own, and rows of one organization are numbered by its node (triggers, inserts of
 * what is selected there) or by the coordinator (plain inserts), so that no order is in them; and what is listed or waits by id needs one. So the node that
 * keeps a row numbers it, as it is written: in the order of that node, and after what another one numbered before, if the rows have moved.
 */
import { COUNT_BITS, NODE_BITS, SINCE_SECONDS } from '../lib/row-id.js'
import type { Sql } from '../ports/deps.js'

/**
 * An id is below 2^53, so that it is exact as a number in JSON: 30 bits for the second, since 2026 and until 2060; 13 to count within it, which may run over
 * into the next; 10 for the node. The sequence has the first two, in the range of 2^48 that Citus gives to each node, and is set forward by the clock where it is two
 * seconds behind, by one at a time. So the order on a node is that of a sequence, whatever its clock does.
 *
 * `next_row_count` is apart, in standard SQL, for Postgres knows what such a function depends on: Citus makes the sequence where it makes the function,
 * on nodes that join later, too.
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

/** What numbers rows, on every node. A second time it changes nothing. */
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
 * From now on the rows of a table are numbered where they are kept. 0 stands for “no id was given”: one that is given, as to a pin that is brought back, stays.
 * For a table that is not spread yet: Citus changes no identity of one that is.
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
