import type { Sql } from '../core/ports/deps.js'

/** Whether rows are spread over the nodes of a cluster. Until a process ends the answer stays: a database is spread while all are stopped. */
export async function readDistributed(sql: Sql): Promise<boolean> {
  const [catalog] = await sql<[{ isThere: boolean }]>`select to_regclass('pg_dist_partition') is not null as "isThere"`
  if (!catalog.isThere) return false
  const [posts] = await sql<[{ areSpread: boolean }]>`
    select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('posts')) as "areSpread"`
  return posts.areSpread
}
