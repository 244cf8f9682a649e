/** A clean shutdown: what was not sent goes to another process at once, what is being sent may end. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aCrowd, aCrowdWorld, aPlatform, created, crowdPublisher, statusesOf } from '../support/loop-crowd.js'
import { MINUTE_MS } from '../support/support.js'

const { db } = await aDatabase()

const attempts = () =>
  db.sql<{ state: string; reason: string | null }[]>`select state, reason from publish_attempts order by post_id, number`
const clear = () => db.sql`delete from posts`

test('a pin that was claimed and not sent when its process closes is queued again at once, and another process sends it', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const at = new Date(world.clock.now)
  await aCrowd(world, { count: 3, at, name: 'claimed' })
  const gate = aGate()
  const arrived = aGate()
  let prepared = 0
  const shutdown = crowdPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'prepared') return
      if (++prepared === 3) arrived.open()
      await gate.passed // reads its picture, waits for its time: all that comes before the commit
    },
  })
  const other = crowdPublisher(world)
  await shutdown.start()
  await arrived.passed
  await other.start()
  const closed = shutdown.close()
  await expect.poll(() => statusesOf(world)).toEqual({ sent: 3 }) // the clock stands still: no lease has run out
  gate.open()
  await closed
  await other.close()
  expect(asked.asked).toHaveLength(3)
  const posts = await db.sql<{ tries: number; dueAt: Date | null }[]>`select tries, due_at as "dueAt" from posts`
  expect(posts.map(({ tries }) => tries)).toEqual([0, 0, 0])
  expect(await attempts()).toEqual(
    [1, 2, 3].flatMap(() => [
      { state: 'retry', reason: 'the worker was closed before anything was sent' },
      { state: 'confirmed', reason: null },
    ]),
  )
  await clear()
})

test('what is requeued is due as it was, also where it was claimed ahead of its time', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  const at = new Date(world.clock.now.getTime() + 20)
  await aCrowd(world, { count: 1, at, name: 'ahead' })
  const gate = aGate()
  const publisher = crowdPublisher(world, {
    atFailpoint: (failpoint) => (failpoint === 'prepared' ? gate.passed : Promise.resolve()),
  })
  await publisher.start()
  await expect.poll(() => statusesOf(world)).toEqual({ uploading: 1 })
  const closed = publisher.close()
  await expect.poll(() => statusesOf(world)).toEqual({ queued: 1 })
  gate.open()
  await closed
  const [post] = await db.sql`select status, due_at, lease_until, tries from posts`
  expect(post).toEqual({ status: 'queued', due_at: at, lease_until: null, tries: 0 })
  expect(await db.sql`select 1 from publish_lanes`).toHaveLength(0)
  await clear()
})

test('a pin that is claimed ahead of its time is not sent before it', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const at = new Date(world.clock.now.getTime() + 20)
  await aCrowd(world, { count: 1, at, name: 'ahead' })
  const publisher = crowdPublisher(world)
  await publisher.start()
  await expect.poll(attempts).toMatchObject([{ state: 'sending' }])
  await new Promise((resolve) => setTimeout(resolve, 100)) // the clock stands still
  expect(asked.asked).toEqual([])
  world.clock.now = at
  await expect.poll(() => statusesOf(world)).toEqual({ sent: 1 })
  await publisher.close()
  await clear()
})

test('a look by hand takes nothing ahead of its time', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  await aCrowd(world, { count: 1, at: new Date(world.clock.now.getTime() + 1), name: 'ahead' })
  expect(await crowdPublisher(world).drain()).toBe(false)
  await clear()
})

test('one that is being sent when its process closes ends as sent', async () => {
  const arrived = aGate()
  const gate = aGate()
  const asked = aPlatform(() => {
    arrived.open()
    return gate.passed.then(() => created('71'))
  })
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 1, at: world.clock.now, name: 'open' })
  const publisher = crowdPublisher(world)
  await publisher.start()
  await arrived.passed
  const closed = publisher.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await statusesOf(world)).toEqual({ uploading: 1 })
  gate.open()
  await closed
  expect(await statusesOf(world)).toEqual({ sent: 1 })
  expect(await attempts()).toEqual([{ state: 'confirmed', reason: null }])
  await clear()
})

test('one that is still open when closing has waited long enough is left to its lease', async () => {
  const arrived = aGate()
  const asked = aPlatform(() => {
    arrived.open()
    return new Promise(() => {})
  })
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 1, at: world.clock.now, name: 'hangs' })
  const publisher = crowdPublisher(world, { closeMs: 100 })
  await publisher.start()
  await arrived.passed
  await publisher.close()
  expect(await statusesOf(world)).toEqual({ uploading: 1 })
  expect(await attempts()).toEqual([{ state: 'sending', reason: null }])
  world.clock.advance(MINUTE_MS + 1)
  await crowdPublisher(world).drain()
  expect(await attempts()).toEqual([{ state: 'unknown', reason: null }]) // its board is read, nothing is sent again
  expect(asked.asked).toHaveLength(1)
  await clear()
})

test('a pin is never both requeued and sent, whenever the process closes', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const requeued = () => db.sql`select 1 from publish_attempts where state = 'retry'`
  const rounds = 40
  for (let round = 0; round < rounds; round++) {
    await aCrowd(world, { count: 20, at: world.clock.now, name: `round${round}` })
    const arrived = aGate()
    let passed = 0
    const publisher = crowdPublisher(world, {
      maxOpenPerAccount: 20,
      atFailpoint: async () => void (passed++ === round && arrived.open()), // each pin passes several
    })
    await publisher.start()
    await arrived.passed
    await publisher.close()
    await crowdPublisher(world).drain()
  }
  expect((await requeued()).length).toBeGreaterThan(0) // or nothing was closed in time
  expect(await statusesOf(world)).toEqual({ sent: 20 * rounds })
  expect(asked.asked).toHaveLength(20 * rounds)
  expect(new Set(asked.asked).size).toBe(20 * rounds)
  await clear()
})

test('what was requeued and does not come to its end is waited for no longer than a moment', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  await aCrowd(world, { count: 1, at: world.clock.now, name: 'stuck' })
  const arrived = aGate()
  const publisher = crowdPublisher(world, {
    atFailpoint: () => {
      arrived.open()
      return new Promise(() => {})
    },
  })
  await publisher.start()
  await arrived.passed
  await publisher.close() // or the test would end by its own time
  expect(await statusesOf(world)).toEqual({ queued: 1 })
  await clear()
})

test('a loop says how long ago it has looked, and nothing while it is not started', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  const publisher = crowdPublisher(world)
  expect(publisher.heartbeatAgoMs()).toBeNull()
  await publisher.start()
  expect(publisher.heartbeatAgoMs()).toBeGreaterThanOrEqual(0)
  await expect.poll(() => publisher.heartbeatAgoMs()).toBeGreaterThan(400) // nothing is due: it idles
  const wokenAt = performance.now()
  publisher.wake()
  await expect.poll(() => performance.now() - (publisher.heartbeatAgoMs() ?? Infinity)).toBeGreaterThanOrEqual(wokenAt)
  await publisher.close()
  expect(publisher.heartbeatAgoMs()).toBeNull()
})
