/** Combines reads by id that begin at the same moment into one statement. */
import DataLoader from 'dataloader'
import type { Sql } from '../../ports/deps.js'

/** The most ids in one statement. */
const MOST = 100

/** The parameters of one statement: the organization, and further ones taken from the first caller. */
type Group = { organizationId: string }

/**
 * Batches concurrent reads by id: requests that are authenticated together, or a page's rows, would each cost a round trip.
 * Nothing is cached, and a batch covers one organization and one connection or transaction, so none waits for another's.
 * @param read returns the existing rows of these ids, in any order; ids may repeat
 * @returns undefined when there is no such row. Callers of one batch share the row, and a rejection of `read`.
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
