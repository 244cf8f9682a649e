/** What something costs the database: milliseconds, and pages it touched, which no other load of the machine changes. */
import type { Db, Sql } from '../../../../src/core/ports/deps.js'
import { openPool, type Pool } from '../../../../src/db/pool.js'

/** `pages` of 8 KiB, found in memory or not. */
export type Cost = { ms: number; pages: number }

/**
 * One connection, so that its pages can be counted; without parallel workers, whose pages are counted elsewhere.
 * @param plans what `plan_cache_mode` is: `force_generic_plan` is what a statement may come to once it was asked a few times
 */
export function openMeasured(url: string, plans: 'auto' | 'force_generic_plan' = 'auto'): Pool {
  const address = new URL(url)
  address.searchParams.set('options', `-c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans}`)
  return openPool(address.href, { max: 1, statementTimeoutMs: 600_000 })
}

/** Rounds before the driver's statements have the plan that they keep. */
const WARM_UP = 6
const MEASURED = 5
const ENOUGH_MS = 4_000

/** The median of some rounds, after some that are not counted; of what takes long, of fewer. */
export async function costOf(db: Pool, work: () => Promise<unknown>): Promise<Cost> {
  const began = performance.now()
  for (let round = 0; round < WARM_UP && performance.now() - began < ENOUGH_MS; round++) await work()
  const costs: Cost[] = []
  const measuring = performance.now()
  while (costs.length < MEASURED && (costs.length === 0 || performance.now() - measuring < ENOUGH_MS))
    costs.push(await once(db, work))
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return { ms: median(costs.map(({ ms }) => ms)), pages: median(costs.map(({ pages }) => pages)) }
}

/** Without a round before: for what is over once it was done. */
export async function once(db: Pool, work: () => Promise<unknown>): Promise<Cost> {
  const before = await pagesOf(db)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  return { ms, pages: (await pagesOf(db)) - before }
}

/** Touched by the one connection until now. */
async function pagesOf({ sql }: Pool): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<[{ pages: number }]>`
    select (sum(hits) + sum(read_bytes) / 8192)::float8 as pages
      from pg_stat_get_backend_io(pg_backend_pid())
     where object = 'relation'`
  return row.pages
}

/** How many rows of a table, and entries of its indexes, one call of `work` reads. */
export async function rowsRead({ sql }: Pool, table: string, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<[{ rows: number }]>`
      select (t.seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relid = t.relid))::float8 as rows
        from pg_stat_user_tables t
       where relname = ${table}`
    return row.rows
  }
  const before = await count()
  await work()
  return (await count()) - before
}

class TakenBack extends Error {}

/** As if it had not been done. */
export async function takenBack(db: Pick<Db, 'tx'>, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  await db
    .tx(
      async (sql) => {
        await work(sql)
        throw new TakenBack()
      },
      { budgetMs: 600_000 },
    )
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
}
