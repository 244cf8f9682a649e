/** Who waits for a lock, told by the server; of a cluster, whichever node it is on. */
import { expect, inject } from 'vitest'
import type { Db, Sql } from '../../../src/core/ports/deps.js'
import { addressOf, within } from './clones.js'

type Asker = Pick<Db, 'sql'>

/** Sessions of this database that wait for a lock. @param words of what they ask; absent: whatever it is */
export async function countWaiting({ sql }: Asker, words = ''): Promise<number> {
  let count = await waitingBy(sql, words)
  const cluster = inject('cluster')
  if (!cluster || cluster.nodes.length === 0) return count
  const [row] = await sql<[{ name: string }]>`select current_database() as name`
  for (const node of cluster.nodes)
    await within(addressOf(node, row.name), async (there) => void (count += await waitingBy(there, words)))
  return count
}

async function waitingBy(sql: Asker['sql'], words: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from pg_stat_activity
     where datname = current_database()
       and wait_event_type = 'Lock'
       and pid <> pg_backend_pid()
       and query ilike ${`%${words}%`}`
  return row.count
}

/** Until so many wait, and no more. */
export const untilWaiting = (db: Asker, count = 1): Promise<void> => expect.poll(() => countWaiting(db)).toBe(count)

const MOST_MS = 10_000

/** `theirs` is committed while `ours`, which has read what was there before, waits for the lock. @param then once it waits, before the commit */
export async function whileWaited<T>(
  db: Db,
  theirs: (sql: Sql) => Promise<unknown>,
  ours: () => Promise<T>,
  then: () => void = () => undefined,
): Promise<T> {
  let writing: Promise<T> | undefined
  await db.tx(async (sql) => {
    await theirs(sql)
    writing = ours()
    writing.catch(() => undefined) // whoever awaits it is told
    await expect.poll(() => countWaiting(db), { timeout: MOST_MS }).toBeGreaterThan(0)
    then()
  })
  if (!writing) throw new Error('the write was begun in the transaction')
  return writing
}
