/** What a pin takes on disk, by table, and what of it are indexes. */
import type { Pool } from '../../../src/db/pool.js'
import type { Size } from '../../../test/core/growth/support/many-teams.js'

export async function showDisk({ sql }: Pool, { queued, sent }: Size): Promise<void> {
  const tables = await sql<{ name: string; bytes: number; indexes: number }[]>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
      from pg_class
     where relnamespace = 'public'::regnamespace
       and relkind = 'r'
       and pg_total_relation_size(oid) > 1000000
     order by 2 desc`
  const pins = queued + sent
  const kib = (bytes: number) => `${(bytes / pins / 1024).toFixed(2)} KiB`
  console.log(`on disk, a pin (of ${pins.toLocaleString('en')}, queued and published):`)
  for (const { name, bytes, indexes } of tables) console.log(`  ${name.padEnd(40)} ${kib(bytes)}, of it indexes ${kib(indexes)}`)
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`  ${'all of it'.padEnd(40)} ${kib(all)}; ${(all / 1e9).toFixed(1)} GB`)
}
