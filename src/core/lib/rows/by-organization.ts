/**
 * Writes what a read over all organizations found, one organization after the other, because a statement that writes names its
 * organization.
 */
import type { Db, Sql } from '../../ports/deps.js'
import { BATCH, inBatches, type MayGoOn } from '../work/batch.js'
import { mapConcurrently } from '../work/concurrency.js'

/** Groups rows, in the order in which each organization first occurs. */
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
/** A fragment of a statement. */
export type Part = ReturnType<typeof nothing>

/** Stays below the number of connections of a pool. */
const GROUPS_AT_ONCE = 4

/**
 * Runs `work` on the rows of each organization separately, a few organizations at a time. A failure does not stop the others.
 * @throws the first error, when no organization had a result
 */
export async function eachOrganization<Row extends { organizationId: string }, Done>(
  rows: readonly Row[],
  work: (organizationId: string, theirs: Row[]) => Promise<readonly Done[]>,
): Promise<Done[]> {
  const ended = await mapConcurrently(byOrganization(rows), GROUPS_AT_ONCE, async ([organizationId, theirs]) =>
    work(organizationId, theirs).then(
      (done) => ({ done }),
      (error: unknown) => ({ done: [] as readonly Done[], error }),
    ),
  )
  const done = ended.flatMap((one) => one.done)
  const failed = ended.find((one) => 'error' in one)
  if (failed && done.length === 0) throw failed.error
  return done
}

/**
 * Runs `work` on rows of several organizations: together on a single Postgres, as eachOrganization() on a cluster.
 * @param work gets the organization when all rows belong to it, to name it by value
 */
export const acrossOrganizations = async <Row extends { organizationId: string }, Done>(
  db: Pick<Db, 'isDistributed'>,
  rows: readonly Row[],
  work: (rows: readonly Row[], organizationId?: string) => Promise<readonly Done[]>,
): Promise<readonly Done[]> =>
  (await db.isDistributed()) ? eachOrganization(rows, (organizationId, theirs) => work(theirs, organizationId)) : work(rows)

/** The condition on `alias` that names its organization by value; empty when the rows belong to several. */
export const within = (sql: Sql, alias: string, organizationId: string | undefined): Part =>
  organizationId === undefined ? nothing(sql) : sql`and ${sql(alias)}.organization_id = ${organizationId}`

/** The organization for a subselect: its value when it is known, else the column of `alias`. */
export const organizationOr = (sql: Sql, alias: string, organizationId: string | undefined): Part =>
  organizationId === undefined ? sql`${sql(alias)}.organization_id` : sql`${organizationId}::bigint`
/** The parts of the database that a sweep needs. */
export type Rows = Pick<Db, 'sql' | 'tx'>
type KeyType = 'bigint' | 'text' | 'date' | 'timestamptz'

export type OldRows = {
  from: string
  /** The primary key without the organization. */
  key: Readonly<Record<string, KeyType>>
  /** The condition on `t` for rows to delete; the delete checks it again, because rows may have changed meanwhile. */
  over: Part
  /** A further condition on `t`, only for the search. */
  found?: Part
  /** The most rows that one search returns. */
  limit?: number
}

/** Deletes old rows of all organizations. @returns as inBatches() */
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
 * Runs one delete per organization in one transaction, sent without waiting for earlier answers. @returns the number of deleted
 * rows
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

/** The condition that `t` is one of these rows. */
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
