/** What is found over all organizations is written one organization after the other: a statement that writes names its organization. */
import type { Db, Sql } from '../../ports/deps.js'
import { BATCH, inBatches, type MayGoOn } from '../batch.js'

/** In the order in which each organization came first. */
export function byOrganization<Row extends { organizationId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const theirs = groups.get(row.organizationId)
    if (theirs) theirs.push(row)
    else groups.set(row.organizationId, [row])
  }
  return groups
}

const nothing = (sql: Sql) => sql``
/** A part of a statement. */
export type Part = ReturnType<typeof nothing>
/** What a sweep needs of the database. */
export type Rows = Pick<Db, 'sql' | 'tx'>
type KeyType = 'bigint' | 'text' | 'date' | 'timestamptz'

export type OldRows = {
  from: string
  /** Its primary key but for the organization. */
  key: Readonly<Record<string, KeyType>>
  /** Which rows may go, of `t`; looked at again by the delete, since they may have changed meanwhile. */
  over: Part
  /** What else decides when they are looked for, of `t`. */
  found?: Part
  /** Rows that are looked for at once. */
  limit?: number
}

/** A sweep over all organizations. @returns as inBatches() */
export async function purgeRows(
  db: Rows,
  mayGoOn: MayGoOn,
  { from, key, over, found, limit: atOnce = BATCH }: OldRows,
): Promise<{ deleted: number; isDone: boolean }> {
  let deleted = 0
  const names = Object.keys(key)
  const { isDone } = await inBatches(
    mayGoOn,
    async (limit) => {
      const { sql } = db
      const rows = await sql<({ organizationId: string } & Record<string, string>)[]>`
        select t.organization_id as "organizationId"${names.map((name) => sql`, t.${sql(name)}::text as ${sql(name)}`)}
          from ${sql(from)} t
         where ${over} ${found ? sql`and ${found}` : nothing(sql)}
         limit ${limit}`
      deleted += await deleteEach(
        db,
        byOrganization(rows),
        (tx, organizationId, theirs) => tx`
        delete from ${tx(from)} t
         where t.organization_id = ${organizationId}
           and ${isOneOf(tx, key, theirs)}
           and ${over}`,
      )
      return rows.length
    },
    atOnce,
  )
  return { deleted, isDone }
}

/**
 * One statement for each organization, in one transaction: they are written down together, and the next goes out before the one before it is
 * answered. @returns how many rows they deleted
 */
export async function deleteEach<Row>(
  db: Rows,
  groups: ReadonlyMap<string, Row[]>,
  remove: (sql: Sql, organizationId: string, theirs: Row[]) => PromiseLike<{ count: number }>,
): Promise<number> {
  if (groups.size === 0) return 0
  return db.tx(async (sql) => {
    const removed = await Promise.all([...groups].map(([organizationId, theirs]) => remove(sql, organizationId, theirs)))
    return removed.reduce((sum, { count }) => sum + count, 0)
  })
}

/** Of `t`. */
function isOneOf(sql: Sql, key: OldRows['key'], rows: readonly Record<string, string>[]): Part {
  const names = Object.keys(key)
  const values = (name: string) => sql`${rows.map((row) => row[name]!)}::text[]::${arrayOf(sql, key[name]!)}`
  const [only] = names
  if (names.length === 1) return sql`t.${sql(only!)} = any (${values(only!)})`
  const listed = names.map((name, place) => sql`${place === 0 ? nothing(sql) : sql`, `}t.${sql(name)}`)
  const lists = names.map((name, place) => sql`${place === 0 ? nothing(sql) : sql`, `}${values(name)}`)
  return sql`(${listed}) in (select * from unnest(${lists}))`
}

function arrayOf(sql: Sql, type: KeyType): Part {
  switch (type) {
    case 'bigint':
      return sql`bigint[]`
    case 'text':
      return sql`text[]`
    case 'date':
      return sql`date[]`
    case 'timestamptz':
      return sql`timestamptz[]`
  }
}
