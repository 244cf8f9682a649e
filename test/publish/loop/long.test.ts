/** The loop in a long queue: it reads the head by its index, whatever the database believes of the rest. Counted in rows, not in time. */
import { beforeAll, describe, expect, test } from 'vitest'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue, nextPublishDue } from '../../../src/core/publish/claim/due.js'
import { releaseClaims } from '../../../src/core/publish/claim/requeue.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { aDatabase, insideOf, isOnCluster } from '../../support/database.js'
import { aCrowd, aCrowdWorld, aPlatform } from '../support/loop-crowd.js'
import { SECOND_MS } from '../support/support.js'

const { db } = await aDatabase()
const world = await aCrowdWorld(db, aPlatform())
const { now } = world.clock
const QUEUED = 20_000
/** More than a database replans for a prepared statement: from the sixth on it keeps a plan for any values. */
const ROUNDS = 8
const busy = [{ organizationId: world.organizationId, accountId: '999', open: 10 }]

/** Rows of posts that the work touches, each round of it. */
async function rowsRead(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return db.tx(async (sql) => {
    const before = await readSoFar(sql)
    for (let round = 0; round < ROUNDS; round++) await work(sql)
    return ((await readSoFar(sql)) - before) / ROUNDS
  })
}

/** Of this session, by what was not yet added to the figures of all: also what it did before. */
async function readSoFar(sql: Sql): Promise<number> {
  const [row] = await sql<[{ rows: number }]>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables
     where relname = 'posts'`
  return row.rows
}

/** Each a millisecond after the one before. */
const spread = (from: Date) => db.sql`
  update posts
     set send_at = ${from}::timestamptz + (id - (select min(id) from posts)) * interval '1 ms',
         due_at = ${from}::timestamptz + (id - (select min(id) from posts)) * interval '1 ms'`

/** One server counts what it reads; on a cluster each node counts for itself. */
describe.skipIf(isOnCluster()).each([
  { when: 'none of which is due', from: new Date(now.getTime() + 3_600 * SECOND_MS) },
  { when: 'all of which are due', from: new Date(now.getTime() - 60 * SECOND_MS) },
])('with thousands queued of one account, $when', ({ from }) => {
  beforeAll(async () => {
    await db.sql`delete from posts`
    await aCrowd(world, { count: QUEUED, boards: 500, at: from, name: 'long' })
    await spread(from)
    await db.sql`vacuum analyze posts`
    await db.sql`analyze publish_lanes`
  })

  test('the next due time is read from the head', async () => {
    expect(await rowsRead((sql) => nextPublishDue(sql, now, { perAccount: 10, busy }))).toBeLessThan(20)
  })

  test('a look reads a few rows for each that it may find', async () => {
    const look = { now, limit: 100, aheadMs: 25, perAccount: 100, busy }
    expect(await rowsRead((sql) => listDue(sql, look))).toBeLessThan(500)
  })

  test('a claim reads what it claims', async () => {
    await spread(new Date(now.getTime() - 60 * SECOND_MS))
    const due = await listDue(db.sql, { now, limit: 20 })
    expect(due).toHaveLength(20)
    let round = 0
    const rows = await rowsRead(async (sql) => {
      const again = due.map((one) => ({ ...one, attemptNumber: one.attemptNumber + round }))
      round++
      const claimed = await claimDue(insideOf(db, sql), again, now)
      expect(claimed).toHaveLength(20)
      expect(await releaseClaims(insideOf(db, sql), claimed, now)).toHaveLength(20)
    })
    expect(rows).toBeLessThan(20 * 20)
  })
})
