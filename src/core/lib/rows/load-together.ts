/** Combines reads by id that begin at the same moment into one statement. */
import DataLoader from 'dataloader'
import type { Deps, Sql } from '../../ports/deps.js'

/** The most ids in one statement. */
const MOST = 100

/** The parameters of one statement: the organization, and further ones taken from the first caller. */
type Group = { organizationId: string }

const moments = new WeakSet<Sql>()

/**
 * Gives work that only shows something a moment of its own, in which each row is read once, however many parts need it. What a later
 * write changes is not in it: whoever writes, or shows something later, begins another.
 */
export function atOneMoment<D extends Pick<Deps, 'db'>>(deps: D): D {
  const sql = new Proxy(deps.db.sql, {}) // the same connections, as a key of its own
  moments.add(sql)
  return { ...deps, db: { ...deps.db, sql } }
}

/**
 * Batches concurrent reads by id: requests that are authenticated together, or a page's rows, would each cost a round trip.
 * Nothing is kept, but in one moment, and a batch covers one organization and one connection or transaction, so none waits for another's.
 * @param read returns the existing rows of these ids, in any order; ids may repeat
 * @returns `load`: undefined when there is no such row; callers of one batch share the row, and a rejection of `read`. `keep`: rows of
 * a list need not be read again in its moment.
 */
export function makeLoader<OfGroup extends Group, Row extends { id: string }>(
  read: (sql: Sql, group: OfGroup, ids: string[]) => Promise<Row[]>,
): {
  load: (sql: Sql, group: OfGroup, id: string) => Promise<Row | undefined>
  keep: (sql: Sql, group: OfGroup, rows: readonly Row[]) => void
} {
  type Loader = DataLoader<string, Row | undefined>
  const loaders = new WeakMap<Sql, Map<string, Loader>>()

  function begin(sql: Sql, group: OfGroup, open: Map<string, Loader>): Loader {
    const loader: Loader = new DataLoader(
      async (ids) => {
        if (!moments.has(sql) && open.get(group.organizationId) === loader) open.delete(group.organizationId)
        const rows = new Map((await read(sql, group, [...ids])).map((row) => [row.id, row]))
        return ids.map((id) => rows.get(id))
      },
      { cache: moments.has(sql), maxBatchSize: MOST },
    )
    open.set(group.organizationId, loader)
    return loader
  }

  function loaderOf(sql: Sql, group: OfGroup): Loader {
    const open = loaders.get(sql) ?? new Map<string, Loader>()
    loaders.set(sql, open)
    return open.get(group.organizationId) ?? begin(sql, group, open)
  }

  return {
    load: (sql, group, id) => loaderOf(sql, group).load(id),
    keep(sql, group, rows) {
      if (moments.has(sql)) for (const row of rows) loaderOf(sql, group).prime(row.id, row)
    },
  }
}
