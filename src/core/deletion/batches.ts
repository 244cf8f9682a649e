/** Deleting what an organization or an account has, a batch at a time, each committed by itself. */
import { type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import type { Sql } from '../ports/deps.js'

/** Rows a statement. */
const AT_A_TIME = 1_000
/** Found by one look: in a table without an index by account, each look reads all that the organization has. */
const FOUND_AT_A_TIME = 10_000

/**
 * Table after table, and again until a whole round finds nothing: what is written meanwhile by somebody who began before is found too.
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

/** @param of `accountId` absent: of all accounts @returns how many were found, of some thousands at most: none when none is left */
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
