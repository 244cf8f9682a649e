/** Deletes what an organization or an account has in batches, each committed separately. */
import { type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import type { Sql } from '../ports/deps.js'

/** Rows per statement. */
const AT_A_TIME = 1_000
/** Rows found by one search: in a table without an index by account, each search reads all rows of the organization. */
const FOUND_AT_A_TIME = 10_000

/**
 * Empties table after table, until a whole round finds nothing, which covers rows written meanwhile by transactions that began
 * before.
 * @returns as untilNoneIsLeft()
 */
export async function emptyTables(
  tables: readonly string[],
  mayGoOn: MayGoOn,
  deleteSome: (table: string) => Promise<number>,
): Promise<boolean> {
  let deleted: number
  do {
    deleted = 0
    for (const table of tables) {
      const isEmpty = await untilNoneIsLeft(mayGoOn, async () => {
        const count = await deleteSome(table)
        deleted += count
        return count
      })
      if (!isEmpty) return false
    }
  } while (deleted > 0)
  return true
}

/** Deletes some thousand rows at most; `accountId` absent: of all accounts. @returns the number found; 0 when none is left */
export async function deleteRows(
  sql: Sql,
  table: string,
  { organizationId, accountId }: { organizationId: string; accountId?: string },
): Promise<number> {
  const rows = sql`organization_id = ${organizationId} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`
  const found = await sql<
    { place: string }[]
  >`select ctid::text as place from ${sql(table)} where ${rows} limit ${FOUND_AT_A_TIME}`
  for (let from = 0; from < found.length; from += AT_A_TIME) {
    const places = found.slice(from, from + AT_A_TIME).map(({ place }) => place)
    await sql`
      delete from ${sql(table)}
       where ${rows}
         and ctid = any (array(select unnest(${places}::tid[])))` // so written they are gone to, whatever the planner thinks of a thousand
  }
  return found.length
}
