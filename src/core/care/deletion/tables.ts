/** Lists the tables with rows of an organization from the database catalog, so that no future table is forgotten. */
import type { Sql } from '../../ports/deps.js'

/** Media and uploads have bytes in the store, which are deleted before their rows. */
export const WITH_BYTES = ['media', 'uploads']

/**
 * Lists tables with the column in an order in which rows can be deleted: referring tables first.
 * @param column `organization_id` for an organization, `account_id` for an account
 */
export async function listTables(sql: Sql, column: 'organization_id' | 'account_id'): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id'
      join pg_attribute a on a.attrelid = c.oid and a.attname = ${column}
     where n.nspname = 'public'
       and c.relkind in ('r', 'p')
       and not c.relispartition
     order by c.relname`
  const references = await sql<{ from: string; to: string }[]>`
    select f.relname as "from", t.relname as "to"
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
     where k.contype = 'f'
       and f.oid <> t.oid`
  return childrenFirst(
    tables.map(({ name }) => name),
    references,
  )
}

/** @throws Error two tables refer to each other */
function childrenFirst(names: string[], references: readonly { from: string; to: string }[]): string[] {
  const left = new Set(names)
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((name) => !references.some(({ from, to }) => to === name && left.has(from)))
    if (free.length === 0) throw new Error(`these tables refer to each other: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}
