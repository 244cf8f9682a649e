/** What a database is made of, a line each: two with the same lines have the same tables. */
import type { Sql } from '../../../src/core/ports/deps.js'

/**
 * Sorted, so that the order of columns does not count. Postgres 18 lists `not null` as a constraint of its own; here it is part of its column.
 */
export async function readCatalog(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, array(select o from unnest(reloptions) o order by o),
                     relrowsecurity, relispartition) as line
      from ours
     where relkind <> 'i'
    union all
    select concat_ws(' ', 'column', t.relname, a.attname, format_type(a.atttypid, a.atttypmod), 'not null', a.attnotnull,
                     'default', pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
                     a.attcollation::regcollation)
      from pg_attribute a
      join ours t on t.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where t.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'constraint', t.relname, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      join ours t on t.oid = c.conrelid
     where c.contype <> 'n'
    union all
    select concat_ws(' ', 'index', t.relname, pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid)
      from pg_index i
      join ours t on t.oid = i.indrelid
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid))
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    union all
    select concat_ws(' ', 'trigger', t.relname, pg_get_triggerdef(g.oid), g.tgenabled)
      from pg_trigger g
      join ours t on t.oid = g.tgrelid
     where not g.tgisinternal
    union all
    select concat_ws(' ', 'sequence', t.relname, format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
                     s.seqcache, s.seqcycle, 'of', d.refobjid::regclass, a.attname)
      from pg_sequence s
      join ours t on t.oid = s.seqrelid
      left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = t.oid and d.refobjsubid > 0
      left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    union all
    select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid))
      from pg_statistic_ext
     where stxnamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    union all
    select concat_ws(' ', 'comment', t.relname, o.objsubid, o.description)
      from pg_description o
      join ours t on o.classoid = 'pg_class'::regclass and t.oid = o.objoid
    union all
    select concat_ws(' ', 'policy', t.relname, p.polname) from pg_policy p join ours t on t.oid = p.polrelid`
  return rows.map(({ line }) => line).sort()
}

/** Every row by its table, as text. */
export async function readRows(sql: Sql, without: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  const found: Record<string, string[]> = {}
  for (const { name } of tables.filter((one) => !without.includes(one.name))) {
    const rows = await sql<{ row: string }[]>`select jsonb_strip_nulls(to_jsonb(t))::text as row from ${sql(name)} t`
    if (rows.length > 0) found[name] = rows.map(({ row }) => row).sort()
  }
  return found
}
