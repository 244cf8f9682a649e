import { expect, test } from 'vitest'
import { purgeOutbox } from '../../src/core/outbox.js'
import { tell } from '../../src/core/notices.js'
import type { Delivery, Messenger } from '../../src/core/ports.js'
import { makeOutbox } from '../../src/jobs/outbox.js'
import { aDatabase } from '../support/database.js'
import { DAY_MS, HOUR_MS } from '../support/factories.js'
import { aWorld, type World } from '../support/world.js'

const { db } = await aDatabase()

type Told = { key: string; destination: string; at: number }

/** The other side, as the test wishes it to answer. */
async function anOutbox(answer: (key: string, tries: number) => Delivery | Promise<Delivery> = () => ({ kind: 'delivered' })) {
  const told: Told[] = []
  const tries = new Map<string, number>()
  const messenger: Messenger = {
    async deliver({ dedupeKey: key, destination }) {
      tries.set(key, (tries.get(key) ?? 0) + 1)
      const delivery = await answer(key, tries.get(key)!)
      if (delivery.kind === 'delivered') told.push({ key, destination, at: world.clock.now.getTime() - begun })
      return delivery
    },
  }
  const world = await aWorld(db, { parts: { messenger } })
  const begun = world.clock.now.getTime()
  return { world, told, tries, outbox: makeOutbox(world.deps) }
}

const say = (
  { deps, organizationId, clock }: World,
  key: string,
  { destination = 'account:1', orderKey }: { destination?: string; orderKey?: string } = {},
) =>
  tell(
    deps.db.sql,
    {
      organizationId,
      destination,
      orderKey: orderKey ?? destination,
      dedupeKey: key,
      notice: { kind: 'issueReport', reportId: key },
    },
    clock.now,
  )

async function workFor({ clock }: World, outbox: ReturnType<typeof makeOutbox>, ms: number): Promise<void> {
  const until = clock.now.getTime() + ms
  for (;;) {
    await outbox.drain()
    const next = await outbox.nextDue()
    if (next === null || next.getTime() > until) break
    if (next > clock.now) clock.now = next
  }
  clock.now = new Date(until)
}

const stateOf = async ({ deps, organizationId }: World, key: string) => {
  const [row] = await deps.db.sql<
    { delivered_at: Date | null; dead_at: Date | null; attempt: number; last_error: string | null }[]
  >`
    select delivered_at, dead_at, attempt, last_error from outbox where organization_id = ${organizationId} and dedupe_key = ${key}`
  return row!
}

test('notices are delivered in order, one a second and destination', async () => {
  const { world, told, outbox } = await anOutbox()
  for (const key of ['one', 'two', 'three']) await say(world, key)
  await say(world, 'elsewhere', { destination: 'staff' })
  await workFor(world, outbox, 10_000)
  expect(told.filter(({ destination }) => destination === 'account:1')).toEqual([
    { key: 'one', destination: 'account:1', at: 0 },
    { key: 'two', destination: 'account:1', at: 1000 },
    { key: 'three', destination: 'account:1', at: 2000 },
  ])
  expect(told.find(({ key }) => key === 'elsewhere')?.at).toBe(0)
})

test('a notice is told once, however often it is written', async () => {
  const { world, told, outbox } = await anOutbox()
  await say(world, 'same')
  await workFor(world, outbox, 5_000)
  await say(world, 'same')
  await workFor(world, outbox, 5_000)
  expect(told).toHaveLength(1)
})

test('what is refused for a while is tried when it says, and what is behind it in its order waits', async () => {
  const { world, told, outbox } = await anOutbox((key, tries) =>
    key === 'first' && tries === 1 ? { kind: 'later', afterMs: 30_000, message: 'rate limited' } : { kind: 'delivered' },
  )
  await say(world, 'first')
  await say(world, 'second')
  await say(world, 'other order', { orderKey: 'other' })
  await workFor(world, outbox, 60_000)
  expect(told.map(({ key, at }) => [key, at])).toEqual([
    ['other order', 0],
    ['first', 30_000],
    ['second', 31_000],
  ])
})

test('an exception is tried again with growing pauses, and given up after ten tries over a day', async () => {
  const { world, told, tries, outbox } = await anOutbox((key) => {
    if (key === 'broken') throw new Error('no connection')
    return { kind: 'delivered' }
  })
  await say(world, 'broken')
  await say(world, 'behind')
  await workFor(world, outbox, HOUR_MS)
  expect(told).toEqual([])
  await workFor(world, outbox, 2 * DAY_MS)
  expect(tries.get('broken')).toBe(10)
  expect(await stateOf(world, 'broken')).toMatchObject({ delivered_at: null, last_error: 'no connection' })
  expect((await stateOf(world, 'broken')).dead_at).not.toBeNull()
  expect(told.map(({ key }) => key)).toEqual(['behind'])
})

test('what nobody can be told is dead at once and holds up nothing', async () => {
  const { world, told, outbox } = await anOutbox((key) =>
    key === 'nobody' ? { kind: 'undeliverable', message: 'no channel' } : { kind: 'delivered' },
  )
  await say(world, 'nobody')
  await say(world, 'next')
  await workFor(world, outbox, 5_000)
  expect(await stateOf(world, 'nobody')).toMatchObject({ last_error: 'no channel', attempt: 1 })
  expect(told.map(({ key }) => key)).toEqual(['next'])
})

test('a worker that dies in the middle leaves the row to the next one', async () => {
  const { world, told, outbox } = await anOutbox()
  await say(world, 'left behind')
  await db.sql`
    update outbox set lease_until = ${new Date(world.clock.now.getTime() + 60_000)}, attempt = 1
     where organization_id = ${world.organizationId}`
  await workFor(world, outbox, 59_000)
  expect(told).toEqual([])
  await workFor(world, outbox, 2_000)
  expect(told).toMatchObject([{ key: 'left behind' }])
})

test('two workers deliver each notice once', async () => {
  const { world, told, outbox } = await anOutbox()
  for (let n = 0; n < 20; n++) await say(world, `n${n}`, { destination: `account:${n}` })
  await Promise.all([outbox.drain(), makeOutbox(world.deps).drain(), makeOutbox(world.deps).drain()])
  expect(new Set(told.map(({ key }) => key)).size).toBe(20)
  expect(told).toHaveLength(20)
})

test('a running outbox delivers what is written at once', async () => {
  const { world, told, outbox } = await anOutbox()
  await outbox.start()
  await say(world, 'now')
  await expect.poll(() => told.length, { timeout: 2000, interval: 5 }).toBe(1)
  await outbox.close()
})

test('what is over is forgotten after a month', async () => {
  const { world, outbox } = await anOutbox()
  await say(world, 'old')
  await workFor(world, outbox, 1_000)
  expect(await purgeOutbox(db.sql, world.clock.now)).toBe(0)
  expect(await purgeOutbox(db.sql, new Date(world.clock.now.getTime() + 31 * DAY_MS))).toBeGreaterThan(0)
})
