/** Deleting what an organization or an account has, a batch at a time, each committed by itself. */
import { type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import type { Sql } from '../ports/deps.js'

const AT_A_TIME = 1_000

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

/** @param of `accountId` absent: of all accounts @returns how many were deleted */
export async function deleteRows(
  sql: Sql,
  table: string,
  { organizationId, accountId }: { organizationId: string; accountId?: string },
): Promise<number> {
  const rows = sql`organization_id = ${organizationId} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`
  const deleted = await sql`
    delete from ${sql(table)}
     where ${rows}
       and ctid = any (array(select ctid from ${sql(table)} where ${rows} limit ${AT_A_TIME}))`
  return deleted.count
}
