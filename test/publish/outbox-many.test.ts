/** Many notices at once: what a claim costs does not grow with them, and a long queue keeps nobody else waiting. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { claimOutbox, nextOutboxDue, OUTBOX_LEASE_MS } from '../../src/core/outbox.js'
import { makeOutbox } from '../../src/jobs/outbox.js'
import { aDatabase } from '../support/database.js'
import { aGate } from '../support/gate.js'
import { anOutbox, say } from './outbox-world.js'

const { db } = await aDatabase()
const { world } = await anOutbox(db)
const { sql } = db
const now = () => world.clock.now
const MANY = 100_000

beforeAll(() => sql`analyze outbox`)
afterEach(() => sql`truncate outbox, outbox_places`)

/** @param destinations over how many they are spread */
const aCrowd = async (count: number, destinations: number, at = now()) => {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    select ${world.organizationId}, 'crowd:' || n % ${destinations}::int, 'crowd ' || n || ' ' || ${destinations}::int, 'crowd ' || n || ' ' || ${destinations}::int,
           '{"kind":"pinPublished"}', ${at}, ${at}
      from generate_series(1, ${count}::int) n`
  await sql`analyze outbox`
}
/** Of the shared and private pages that a statement touches: time is that of the machine. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const least = async (work: () => Promise<unknown>): Promise<number> =>
  Math.min(...[await costOf(work), await costOf(work), await costOf(work), await costOf(work), await costOf(work)])

test('a claim of ten costs as much with a hundred thousand notices due as with a thousand, and so does the next time', async () => {
  const claim = () => claimOutbox(sql, { now: now(), limit: 10 })
  const next = () => nextOutboxDue(sql)
  await aCrowd(1_000, 200)
  const few = { claim: await least(claim), next: await least(next) }
  await sql`truncate outbox, outbox_places`
  await aCrowd(MANY, 200)
  const many = { claim: await least(claim), next: await least(next) }
  expect(many.claim).toBeLessThan(few.claim * 5 + 20)
  expect(many.next).toBeLessThan(few.next * 5 + 20)
})

test('a queue that is longer than what a claim reads keeps nobody else waiting', async () => {
  await aCrowd(5_000, 1)
  world.clock.advance(1)
  await say(world, 'behind the crowd', { destination: 'staff' })
  const claimed = await claimOutbox(sql, { now: now(), limit: 10 })
  expect(claimed.map(({ destination }) => destination).sort()).toEqual(['crowd:0', 'staff'])
  expect(await claimOutbox(sql, { now: now(), limit: 10 })).toEqual([]) // one a place
})

test('behind a long queue whose place is taken, everybody else is served', async () => {
  await aCrowd(5_000, 1)
  await claimOutbox(sql, { now: now(), limit: 10 })
  await aCrowd(30, 30)
  const claimed = await claimOutbox(sql, { now: now(), limit: 20 })
  expect(new Set(claimed.map(({ place }) => place)).size).toBe(20)
})

test('the next time is not that of what waits behind an older notice of its pin', async () => {
  await say(world, 'first', { destination: 'staff', postId: '7' })
  const later = new Date(now().getTime() + 60_000)
  await sql`update outbox set due_at = ${later}`
  await say(world, 'second', { destination: 'staff', postId: '7' })
  expect(await nextOutboxDue(sql)).toEqual(later)
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
  expect(outbox.told.map(({ key }) => key)).toEqual(['slow'])
  expect(OUTBOX_LEASE_MS).toBeGreaterThan(180_000 + 60_000) // and the minute in which it is written down
})
