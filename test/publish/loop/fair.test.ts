/** Fairness: whatever one account has, the pins of the others go out at their time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Loop } from '../../../src/jobs/loop.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, crowdPublisher, holding, statusesOf } from '../support/loop-crowd.js'
import { MINUTE_MS, SECOND_MS } from '../support/support.js'

const { db } = await aDatabase()
const running: Loop[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
  await db.sql`delete from posts`
})

const first = (links: string[], name: string) => links.findIndex((link) => link.includes(`/${name}/`))

test('an account with 300 late boards, held by somebody, keeps no late pin of another account waiting', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 300, at: new Date(now.getTime() - 30 * MINUTE_MS), name: 'crowd' })
  await aCrowd(other, { count: 1, at: new Date(now.getTime() - 20 * MINUTE_MS), name: 'one' })
  const letGo = await holding(
    db,
    (sql) => sql`
    select 1 from accounts where organization_id = ${world.organizationId} and id = ${world.accountId} for update`,
  )
  await crowdPublisher(world).drain()
  await letGo()
  expect(asked.asked).toEqual(['https://example.com/one/1'])
})

test('an account with 300 late boards does not keep the on-time pin of another waiting', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 300, at: new Date(now.getTime() - 30 * MINUTE_MS), name: 'crowd' })
  await aCrowd(other, { count: 1, at: now, name: 'one' })
  await crowdPublisher(world, { maxOpen: 1 }).drain()
  expect(asked.asked[0]).toBe('https://example.com/one/1')
  expect(asked.asked).toHaveLength(2) // and one late pin in this minute
})

test.each([
  ['on time', 0],
  ['late', 30 * MINUTE_MS],
])('a row that is broken in one organization keeps no pin of another waiting that is %s', async (name, lateMs) => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const other = await besides(db, world)
  const at = new Date(world.clock.now.getTime() - lateMs)
  await aCrowd(world, { count: 1, at, name: 'broken' })
  await aCrowd(other, { count: 1, at, name: `beside ${name}` })
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    select organization_id, id, 1, 'retry', board_id, send_at, send_at
      from posts
     where organization_id = ${world.organizationId}`
  await crowdPublisher(world)
    .drain()
    .catch(() => undefined) // its own could not be had
  expect(asked.asked).toEqual([`https://example.com/beside ${name}/1`])
})

test('an account whose 500 boards fall due in one second has its share of a process, and others go out beside it', async () => {
  const gate = aGate()
  const asked = aPlatform(({ link }) =>
    link.includes('/crowd/')
      ? gate.passed.then(() => ({ kind: 'created', pinId: link, createdAt: null, requestId: null }))
      : undefined,
  )
  const world = await aCrowdWorld(db, asked)
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 500, at: new Date(now.getTime() - SECOND_MS), name: 'crowd' })
  await aCrowd(other, { count: 3, at: now, name: 'other' })
  const publisher = crowdPublisher(world, { maxOpenPerAccount: 4 })
  running.push(publisher)
  await publisher.start()
  await expect.poll(() => statusesOf(other)).toEqual({ sent: 3 })
  expect(asked.open.size).toBe(4)
  expect(await statusesOf(world)).toEqual({ queued: 496, uploading: 4 })
  gate.open()
  await expect.poll(() => statusesOf(world)).toEqual({ sent: 500 })
})

const NAMES = ['one', 'two', 'three']

test('neither an account nor a process has more attempts open than it may', async () => {
  let most = 0
  let mostOfOne = 0
  const [full, fullOfOne] = [aGate(), aGate()] // nobody is answered before there was as much as there may be
  const asked = aPlatform(async ({ link }, number) => {
    most = Math.max(most, asked.open.size)
    for (const name of NAMES) mostOfOne = Math.max(mostOfOne, [...asked.open].filter((one) => one.includes(`/${name}/`)).length)
    if (most === 7) full.open()
    if (mostOfOne === 3) fullOfOne.open()
    await full.passed
    await fullOfOne.passed
    await sleep(5)
    return { kind: 'created', pinId: `${link} ${number}`, createdAt: null, requestId: null }
  })
  const world = await aCrowdWorld(db, asked)
  const worlds = [world, await besides(db, world), await besides(db, world)]
  for (const [n, one] of worlds.entries()) await aCrowd(one, { count: 40, at: world.clock.now, name: NAMES[n]! })
  await crowdPublisher(world, { maxOpen: 7, maxOpenPerAccount: 3 }).drain()
  expect({ most, mostOfOne, asked: new Set(asked.asked).size }).toEqual({ most: 7, mostOfOne: 3, asked: 120 })
})

test('thousands of pins behind a board that an open attempt holds keep nobody waiting', async () => {
  const gate = aGate()
  const asked = aPlatform(({ link }) =>
    link.includes('/behind/')
      ? gate.passed.then(() => ({ kind: 'answer', status: 400, code: 1, message: 'no', requestId: null, retryAfterMs: null }))
      : undefined,
  )
  const world = await aCrowdWorld(db, asked)
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 5_000, boards: 1, at: new Date(now.getTime() - SECOND_MS), name: 'behind' })
  await aCrowd(other, { count: 2, at: now, name: 'other' })
  const publisher = crowdPublisher(world)
  running.push(publisher)
  await publisher.start()
  await expect.poll(() => statusesOf(other)).toEqual({ sent: 2 })
  expect(first(asked.asked, 'behind')).toBeGreaterThanOrEqual(0)
  expect(asked.open.size).toBe(1)
  await db.sql`update posts set status = 'draft', send_at = null, due_at = null where status = 'queued'`
  gate.open()
})

test('videos that the platform has not processed keep no picture waiting, however many they are', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  const { now } = world.clock
  await aCrowd(world, { count: 1_000, at: new Date(now.getTime() - SECOND_MS), name: 'videos', mediaType: 'video' })
  await aCrowd(world, { count: 1, at: now, name: 'picture' })
  await crowdPublisher(world).drain()
  expect(asked.asked).toEqual(['https://example.com/picture/1'])
})

test('boards that are slow to be read back take no place of a pin whose time has come', async () => {
  const gate = aGate()
  const asked = aPlatform(({ link }) =>
    link.includes('/lost/') ? Promise.resolve({ kind: 'noAnswer', message: 'the connection was cut' }) : undefined,
  )
  asked.platform.listBoardPins = () => gate.passed.then(() => ({ items: [], bookmark: null }))
  const board = { id: '1', pinCount: 1, pinsModifiedAt: null }
  asked.platform.readBoard = () => gate.passed.then(() => board as never)
  const world = await aCrowdWorld(db, asked)
  const worlds = await Promise.all(Array.from({ length: 4 }, () => besides(db, world)))
  for (const [n, one] of worlds.entries()) await aCrowd(one, { count: 5, at: world.clock.now, name: `lost/${n}` })
  const publisher = crowdPublisher(world, { maxOpen: 10 })
  await publisher.drain()
  world.clock.advance(6 * SECOND_MS) // all of them are to be read back
  await aCrowd(world, { count: 1, at: world.clock.now, name: 'one' })
  running.push(publisher)
  await publisher.start()
  await expect.poll(() => asked.asked.at(-1)).toBe('https://example.com/one/1')
  gate.open()
})

test('what cannot begin makes the loop look no more often than its idle delay', async () => {
  const gate = aGate()
  const asked = aPlatform(({ link }) =>
    gate.passed.then(() => ({ kind: 'created', pinId: link, createdAt: null, requestId: null })),
  )
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 50, at: world.clock.now, name: 'full' })
  let looks = 0
  const sql = new Proxy(db.sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (args[0][0]?.includes('with recent')) looks++
      return Reflect.apply(target, self, args) as unknown
    },
  })
  const publisher = crowdPublisher({ ...world, deps: { ...world.deps, db: { ...db, sql } } }, { maxOpenPerAccount: 2 })
  running.push(publisher)
  await publisher.start()
  await expect.poll(() => asked.open.size).toBe(2)
  const looksWithin = async (ms: number) => {
    const before = looks
    await sleep(ms)
    return looks - before
  }
  await expect.poll(() => looksWithin(500)).toBe(0) // what began the two has ended; the end of either of them wakes it
  gate.open()
})
