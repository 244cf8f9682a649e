/** A machine whose clock is set forward between two comparisons with the database's: pins go out at their time all the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeClock } from '../../../src/db/clock.js'
import { aDatabase } from '../../support/database.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS } from '../support/support.js'
import { asking } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const wall = { aheadMs: 0 }
const serviceClock = await makeClock({
  sql: db.sql,
  wallClock: () => new Date(Date.now() + wall.aheadMs),
  databaseTime: async () => (await db.sql<[{ now: Date }]>`select clock_timestamp() as now`)[0].now,
  isVirtual: false,
  log: world.deps.log,
})
afterAll(() => serviceClock.close())
const askedAt: number[] = []
const counted = asking(world, {
  createPin: (...asked) => {
    askedAt.push(Date.now())
    return world.deps.platform.createPin(...asked)
  },
})
const here = { ...counted, deps: { ...counted.deps, clock: serviceClock.now, databaseClock: serviceClock } }

test('a pin that such a machine takes before its time goes back to the queue, and out at its time; the clock is set right', async () => {
  world.clock.now = new Date()
  const sendAt = new Date(Math.ceil(Date.now() / SECOND_MS) * SECOND_MS + 4 * SECOND_MS)
  const post = await aPin(world, { at: sendAt, url: 'https://example.com/set-forward' })
  const publisher = aPublisher(here)
  wall.aheadMs = 10 * MINUTE_MS
  await publisher.drain()
  expect(askedAt).toEqual([])
  expect(await attemptsOf(world, post)).toMatchObject([
    { state: 'retry', reason: expect.stringMatching(/clock of the database/) as string },
  ])
  const [row] = await db.sql<[{ dueAt: Date; tries: number }]>`select due_at as "dueAt", tries from posts where id = ${post.id}`
  expect(row).toEqual({ dueAt: sendAt, tries: 0 })
  expect(Math.abs(serviceClock.now().getTime() - Date.now())).toBeLessThan(SECOND_MS)
  while ((await reread(world, post)).status !== 'sent') {
    await publisher.drain()
    await sleep(20)
  }
  expect(askedAt).toHaveLength(1)
  expect(askedAt[0]).toBeGreaterThanOrEqual(sendAt.getTime() - 5) // as exactly as two clocks are compared
  expect(await pinsOf(world, post)).toHaveLength(1)
})
