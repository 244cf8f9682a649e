/** What is found over all organizations is written one organization after the other: a statement that writes names its organization. */
import type { Db, Sql } from '../../ports/deps.js'
import { BATCH, inBatches, type MayGoOn } from '../batch.js'
import { mapConcurrently } from '../concurrency.js'

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

/** More than a pool has connections would wait for one. */
const GROUPS_AT_ONCE = 4

/**
 * `work` on the rows of each organization by themselves, a few organizations at a time. One that fails keeps none of the others.
 * @throws what the first that failed threw, when nothing came of any
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
 * `work` on rows of several organizations as the database takes it best: together by one Postgres, by a cluster as eachOrganization().
 * @param work gets the organization where all rows are of it, to be named by value
 */
export const acrossOrganizations = async <Row extends { organizationId: string }, Done>(
  db: Pick<Db, 'isDistributed'>,
  rows: readonly Row[],
  work: (rows: readonly Row[], organizationId?: string) => Promise<readonly Done[]>,
): Promise<readonly Done[]> =>
  (await db.isDistributed()) ? eachOrganization(rows, (organizationId, theirs) => work(theirs, organizationId)) : work(rows)

/** A condition on `alias` that names its organization by value; nothing where rows of several are asked for. */
export const within = (sql: Sql, alias: string, organizationId: string | undefined): Part =>
  organizationId === undefined ? nothing(sql) : sql`and ${sql(alias)}.organization_id = ${organizationId}`

/** The organization of `alias` in a subselect: by value where there is one, else by the row around it. */
export const organizationOr = (sql: Sql, alias: string, organizationId: string | undefined): Part =>
  organizationId === undefined ? sql`${sql(alias)}.organization_id` : sql`${organizationId}::bigint`
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
