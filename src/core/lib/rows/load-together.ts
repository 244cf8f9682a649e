/** Reads by id that begin in one moment: one statement for all of them. */
import DataLoader from 'dataloader'
import type { Sql } from '../../ports/deps.js'

/** Ids in one statement. */
const MOST = 100

/** Of one statement: whose rows, and what else it needs, which is of the first that asks. */
type Group = { organizationId: string }

/**
 * Requests of one client that are authenticated together go on together, and a page reads several rows at once: by themselves these would be
 * as many statements, each with its round trip. Nothing is kept: who asks later reads again. A statement is of one organization, so that
 * none waits for another's, and of one connection or transaction.
 * @param read the rows that exist of these ids, in any order; ids may repeat
 * @returns undefined: there is no such row. The same row for all who asked for it. Rejects as `read` does, for all who asked with it.
 */
export function makeLoader<OfGroup extends Group, Row extends { id: string }>(
  read: (sql: Sql, group: OfGroup, ids: string[]) => Promise<Row[]>,
): (sql: Sql, group: OfGroup, id: string) => Promise<Row | undefined> {
  type Loader = DataLoader<string, Row | undefined>
  const loaders = new WeakMap<Sql, Map<string, Loader>>()

  function begin(sql: Sql, group: OfGroup, open: Map<string, Loader>): Loader {
    const loader: Loader = new DataLoader(
      async (ids) => {
        if (open.get(group.organizationId) === loader) open.delete(group.organizationId)
        const rows = new Map((await read(sql, group, [...ids])).map((row) => [row.id, row]))
        return ids.map((id) => rows.get(id))
      },
      { cache: false, maxBatchSize: MOST },
    )
    open.set(group.organizationId, loader)
    return loader
  }

  return (sql, group, id) => {
    const open = loaders.get(sql) ?? new Map<string, Loader>()
    loaders.set(sql, open)
    return (open.get(group.organizationId) ?? begin(sql, group, open)).load(id)
  }
}
