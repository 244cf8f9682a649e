/** Many notices at once: what a claim costs does not grow with them, and a long queue keeps nobody else waiting. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { OUTBOX_LEASE_MS } from '../../../src/core/notices/claim.js'
import { claimNotices, nextNoticeDue } from '../../../src/core/notices/claim-due.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aDatabase, insideOf, isOnCluster } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { anOutbox, say } from '../support/outbox-world.js'

const { db } = await aDatabase()
const { world } = await anOutbox(db)
const { sql } = db
const now = () => world.clock.now
const MANY = 100_000
/** One server counts what it reads; on a cluster each node counts for itself. */
const testOfReads = test.skipIf(isOnCluster())

beforeAll(() => sql`analyze outbox`)
afterEach(() => sql`truncate outbox, outbox_places, shared_places`)

/** @param destinations over how many they are spread */
const aCrowd = async (count: number, destinations: number, at = now()) => {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    select ${world.organizationId}, 'crowd:' || n % ${destinations}::int, 'crowd ' || n || ' ' || ${destinations}::int, 'crowd ' || n || ' ' || ${destinations}::int,
           '{"kind":"pinPublished"}', ${at}, ${at}
      from generate_series(1, ${count}::int) n`
  await sql`analyze outbox`
}
/** Rows and index entries of the outbox and its places that the work reads, as the database counts them for its transaction. */
async function readsOf(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  let reads = 0
  const undone = new Error('undone') // so that each claim finds what the one before found
  const measured = db.tx(async (tx) => {
    await tx`set local max_parallel_workers_per_gather = 0` // another process counts for itself
    const before = await readsSoFar(tx)
    await work(tx)
    reads = (await readsSoFar(tx)) - before
    throw undone
  })
  await expect(measured).rejects.toBe(undone)
  return reads
}
async function readsSoFar(tx: Sql): Promise<number> {
  const [row] = await tx<[{ reads: number }]>`
    select sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::int as reads
      from pg_class c
      left join pg_index i on i.indexrelid = c.oid
     where coalesce(i.indrelid, c.oid) in ('outbox'::regclass, 'outbox_places'::regclass)`
  return row.reads
}

testOfReads(
  'a claim of ten reads as much with a hundred thousand notices due as with two thousand, and so does the next time',
  async () => {
    const cost = async () => ({
      claim: await readsOf(async (tx) =>
        expect(await claimNotices(insideOf(db, tx), { now: now(), limit: 10 })).toHaveLength(10),
      ),
      next: await readsOf((tx) => nextNoticeDue(insideOf(db, tx), now())),
    })
    await aCrowd(2_000, 200)
    const few = await cost()
    await sql`truncate outbox, outbox_places, shared_places`
    await aCrowd(MANY, 200)
    const many = await cost()
    expect(few.claim).toBeGreaterThan(0)
    expect(many.claim).toBeLessThan(few.claim * 2)
    expect(few.next).toBeGreaterThan(0)
    expect(many.next).toBeLessThan(few.next * 2)
  },
)

testOfReads('a claim and the next time read as much with ten thousand destinations waiting as with one thousand', async () => {
  const cost = async () => ({
    claim: await readsOf((tx) => claimNotices(insideOf(db, tx), { now: now(), limit: 10 })),
    next: await readsOf((tx) => nextNoticeDue(insideOf(db, tx), now())),
  })
  const stuck = async () => {
    await aCrowd(300, 1, new Date(now().getTime() - 1)) // at the head, and its place is taken
    await sql`
      insert into outbox_places (organization_id, place, free_at)
      values (${world.organizationId}, 'crowd:0', ${new Date(now().getTime() + 60_000)})`
  }
  await stuck()
  await aCrowd(1_000, 1_000)
  const few = await cost()
  await sql`truncate outbox, outbox_places, shared_places`
  await stuck()
  await aCrowd(10_000, 10_000)
  const many = await cost()
  expect(many.claim).toBeLessThan(few.claim * 2)
  expect(many.next).toBeLessThan(few.next * 2)
})

test('where more organizations wait than a claim reads, and the head is stuck, those in the middle are served all the same', async () => {
  const organizations = 2_000
  await sql`
    insert into organizations (name, period_anchor, created_at)
    select 'O', ${now()}, ${now()} from generate_series(1, ${organizations}::int)`
  await aCrowd(300, 1, new Date(now().getTime() - 1))
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    select id, 'channel', 'd' || p, 'd' || p, '{"kind":"pinPublished"}', ${now()}, ${now()}
      from organizations, generate_series(1, 2) p
     where id <> ${world.organizationId}`
  await sql`
    insert into outbox_places (organization_id, place, free_at)
    select id, p, ${new Date(now().getTime() + 3_600_000)}
      from (select id, row_number() over (order by id) as n from organizations) o, unnest('{channel,crowd:0}'::text[]) p
     where n <= 1000 or n > 1100`
  await sql`analyze outbox`
  const served = new Set<string>()
  for (let turn = 0; turn < 200 && served.size < 100; turn++) {
    for (const { organizationId } of await claimNotices(db, { now: now(), limit: 50 })) served.add(organizationId)
    world.clock.advance(1)
  }
  expect(served.size).toBe(100)
})

test('a queue that is longer than what a claim reads keeps nobody else waiting', async () => {
  await aCrowd(5_000, 1)
  world.clock.advance(1)
  await say(world, 'behind the crowd', { destination: 'staff' })
  const claimed = await claimNotices(db, { now: now(), limit: 10 })
  expect(claimed.map(({ destination }) => destination).sort()).toEqual(['crowd:0', 'staff'])
  expect(await claimNotices(db, { now: now(), limit: 10 })).toEqual([]) // one a place
})

testOfReads(
  'a message to the staff is found as quickly among a hundred thousand of one organization as among two thousand',
  async () => {
    const reports = (count: number) => sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    select ${world.organizationId}, 'staff', 'report ' || n || ' ' || ${count}::int, 'report ' || n, '{"kind":"issueReport"}', ${now()}, ${now()}
      from generate_series(1, ${count}::int) n`
    const cost = async () => {
      await sql`analyze outbox`
      return readsOf(async (tx) => expect(await claimNotices(insideOf(db, tx), { now: now(), limit: 10 })).toHaveLength(1))
    }
    await reports(2_000)
    const few = await cost()
    await sql`truncate outbox, outbox_places`
    await reports(MANY)
    expect(few).toBeGreaterThan(0)
    expect(await cost()).toBeLessThan(few * 2)
  },
)

test('behind a long queue whose place is taken, everybody else is served', async () => {
  await aCrowd(5_000, 1)
  await claimNotices(db, { now: now(), limit: 10 })
  await aCrowd(30, 30)
  const claimed = await claimNotices(db, { now: now(), limit: 20 })
  expect(new Set(claimed.map(({ place }) => place)).size).toBe(20)
})

test('the next time is not that of what waits behind an older notice of its pin', async () => {
  await say(world, 'first', { destination: 'staff', postId: '7' })
  const later = new Date(now().getTime() + 60_000)
  await sql`update outbox set due_at = ${later}`
  await say(world, 'second', { destination: 'staff', postId: '7' })
  expect(await nextNoticeDue(db, now())).toEqual(later)
})

test('a delivery that takes three minutes is not begun by another process', async () => {
  const slow = aGate()
  const begun = aGate()
  const outbox = await anOutbox(db, async () => {
    begun.open()
    await slow.passed
    return { kind: 'delivered' }
  })
  await say(outbox.world, 'slow', { destination: 'staff' })
  const first = outbox.outbox.drain()
  await begun.passed
  outbox.world.clock.advance(180_000)
  const other = makeOutbox(outbox.world.deps)
  expect(await other.drain()).toBe(false)
  slow.open()
  await first
  expect(outbox.delivered.map(({ key }) => key)).toEqual(['slow'])
  expect(OUTBOX_LEASE_MS).toBeGreaterThan(180_000 + 60_000) // and the minute in which it is written down
})
