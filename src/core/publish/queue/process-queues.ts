/** Processes the queues of accounts in batches, round-robin between accounts: for sweeps. */
import type { GoesOn } from '../../lib/work/batch.js'
import { AT_ONCE, mayPublish } from '../../accounts/queue.js'
import type { Db, Sql } from '../../ports/deps.js'
import { hasStatus } from '../../lib/rows/of-status.js'
import type { Failure, Place } from './process-posts.js'

export type QueueKey = Pick<Place, 'organizationId' | 'accountId'>
/** `isLast`: no posts follow. */
export type Batch = QueueKey & { places: Place[]; isLast: boolean }

type Turn<T> = { queue: T; after: Place | undefined }

/**
 * Processes a batch of each account, then the next batch of each, until there are no more or the time is up. A failing batch is
 * tried post by post; failures are recorded and stop nothing else.
 * `list`: the first `AT_ONCE` of an account behind the last one seen; what it throws is thrown. `work`: in a transaction of its
 * own; returns how many it wrote, null to end this account. `budgetMs`: real time; a batch that was begun may finish.
 */
export async function processQueues<T extends QueueKey>(
  db: Pick<Db, 'tx'>,
  queues: T[],
  {
    list,
    work,
    budgetMs,
    goesOn = () => true,
  }: {
    list: (queue: T, after: Place | undefined) => Promise<Place[]>
    work: (sql: Sql, batch: Batch) => Promise<number | null>
    budgetMs: number
    goesOn?: GoesOn | undefined
  },
): Promise<{ done: number; failures: Failure[] }> {
  const endsAt = performance.now() + budgetMs
  const mayGoOn = () => goesOn() && performance.now() < endsAt
  const failures: Failure[] = []
  let done = 0
  const oneByOne = async ({ places, isLast, ...key }: Batch) => {
    for (const [n, place] of places.entries()) {
      if (!mayGoOn()) return
      try {
        done += (await db.tx((sql) => work(sql, { ...key, places: [place], isLast: isLast && n === places.length - 1 }))) ?? 0
      } catch (error) {
        failures.push({ ...key, postId: place.postId, error })
      }
    }
  }
  let turns: Turn<T>[] = queues.map((queue) => ({ queue, after: undefined }))
  while (turns.length > 0) {
    const next: Turn<T>[] = []
    for (const { queue, after } of turns) {
      if (!mayGoOn()) return { done, failures }
      const places = await list(queue, after)
      const { organizationId, accountId } = queue
      const batch = { organizationId, accountId, places, isLast: places.length < AT_ONCE }
      let goesOn = !batch.isLast
      try {
        const written = await db.tx((sql) => work(sql, batch))
        if (written === null) goesOn = false
        else done += written
      } catch (error) {
        if (places.length === 0) throw error
        await oneByOne(batch)
      }
      if (goesOn) next.push({ queue, after: places.at(-1) })
    }
    turns = next
  }
  return { done, failures }
}

/** Queued posts of an account behind `after`, as `posts p`, the earliest first: the end of a query. */
export const nextOf = (sql: Sql, { organizationId, accountId }: QueueKey, after: Place | undefined) => sql`
  p.organization_id = ${organizationId}
  and p.account_id = ${accountId}
  and ${hasStatus(sql, 'queued')}
  and ${after ? sql`(p.send_at, p.id) > (${after.at}::text::timestamptz, ${after.postId}::bigint)` : sql`true`}
  order by p.send_at, p.id
  limit ${AT_ONCE}`

/**
 * Locks the account's row until the end of the transaction, so that pausing, connecting and the sweep exclude each other.
 * @returns whether it is free to publish; null: it is locked or gone
 */
export async function lockQueue(sql: Sql, { organizationId, accountId }: QueueKey): Promise<boolean | null> {
  const [row] = await sql<{ isFree: boolean }[]>`
    select ${mayPublish(sql)} as "isFree"
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
       for no key update skip locked`
  return row?.isFree ?? null
}
