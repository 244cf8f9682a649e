/**
 * A publisher on a database that is spread over nodes, up to where a cluster would plan it: that each statement which writes or locks names one
 * organization by value, and that pins go out as they do from one Postgres.
 */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeReadBacks } from '../../../src/core/publish/claim/claim.js'
import { listDue, listOpen } from '../../../src/core/publish/claim/due.js'
import { renewLeases } from '../../../src/core/publish/model/attempt.js'
import { claimEach } from '../../../src/core/publish/claim/claim-in-steps.js'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import { openPool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, crowdPublisher, holding, statusesOf } from '../support/loop-crowd.js'
import { asDistributed } from '../support/distributed.js'
import { MINUTE_MS } from '../support/support.js'

const { db: own, url } = await aDatabase()
const { db, clear, unplanned } = await asDistributed(own, url)
beforeEach(async () => {
  await own.sql`delete from posts`
  await own.sql`update accounts set late_after = null`
  clear()
})

const worldOn = async (platform = aPlatform()) => {
  const world = await aCrowdWorld(own, platform)
  return { ...world, deps: { ...world.deps, db } }
}

test('pins of several organizations go out once each, by statements of one organization', async () => {
  const platform = aPlatform()
  const world = await worldOn(platform)
  const other = await besides(own, world)
  await own.sql`update accounts set tells_published = true, notify_channel_id = 'C1' where organization_id = ${other.organizationId}`
  await own.sql`
    insert into webhooks (organization_id, url, secret, events, created_by, created_at)
    values (${world.organizationId}, 'https://hooks.example.com', '\\x00', '{*}', 'U1', now())`
  await aCrowd(world, { count: 30, at: world.clock.now, name: 'here' })
  await aCrowd(other, { count: 20, at: world.clock.now, name: 'there' })
  const publisher = crowdPublisher(world)
  await publisher.drain()
  await publisher.close()
  expect(await statusesOf(world)).toEqual({ sent: 30 })
  expect(await statusesOf(other)).toEqual({ sent: 20 })
  expect(new Set(platform.asked).size).toBe(50)
  expect(platform.asked).toHaveLength(50)
  const [told] = await own.sql<[{ events: number; deliveries: number; notices: number; locks: number }]>`
    select (select count(*)::int from webhook_events where type = 'post.sent') as events,
           (select count(*)::int from webhook_deliveries) as deliveries,
           (select count(*)::int from outbox where organization_id = ${other.organizationId}) as notices,
           (select count(*)::int from publish_lanes) as locks`
  expect(told).toEqual({ events: 30, deliveries: 30, notices: 20, locks: 0 })
  expect(await unplanned()).toEqual([])
})

test('late pins go out at one a minute of each account', async () => {
  const world = await worldOn()
  const other = await besides(own, world)
  for (const one of [world, other])
    await aCrowd(one, { count: 3, at: new Date(world.clock.now.getTime() - HOUR_MS), name: `late${one.organizationId}` })
  const publisher = crowdPublisher(world)
  for (const sent of [1, 2, 3]) {
    await publisher.drain()
    for (const one of [world, other]) expect((await statusesOf(one)).sent).toBe(sent)
    world.clock.advance(MINUTE_MS)
  }
  await publisher.close()
  expect(await unplanned()).toEqual([])
})

test('a board is taken to be read back, and its lease renewed', async () => {
  const platform = aPlatform(async () => ({ kind: 'noAnswer', message: 'The connection was lost.' }))
  const world = await worldOn(platform)
  await aCrowd(world, { count: 2, at: world.clock.now, name: 'lost' })
  const publisher = crowdPublisher(world)
  await publisher.drain()
  const [waiting] = await own.sql<
    [{ unknown: number }]
  >`select count(*)::int as unknown from publish_attempts where state = 'unknown'`
  expect(waiting.unknown).toBe(2)
  await publisher.close()
  world.clock.advance(HOUR_MS)
  const due = await listOpen(own.sql, { now: world.clock.now, limit: 10 })
  const taken = await takeReadBacks(db, due, world.clock.now)
  expect(taken).toMatchObject([{ attemptNumber: 1 }, { attemptNumber: 1 }])
  await renewLeases(db, taken, new Date(world.clock.now.getTime() + MINUTE_MS))
  const leased = await own.sql`select from posts where lease_until > ${new Date(world.clock.now.getTime() + MINUTE_MS)}`
  expect(leased).toHaveLength(2)
  expect(await unplanned()).toEqual([])
})

test('a publisher that closes leaves what it has not sent to the others', async () => {
  const gate = aGate()
  const world = await worldOn()
  await aCrowd(world, { count: 3, at: world.clock.now, name: 'closing' })
  const publisher = crowdPublisher(world, { closeMs: 0, atFailpoint: () => gate.passed })
  await publisher.start()
  await expect.poll(() => statusesOf(world)).toEqual({ uploading: 3 })
  await publisher.close()
  expect(await statusesOf(world)).toEqual({ queued: 3 })
  gate.open()
  expect(await unplanned()).toEqual([])
})

test('of two that claim the same pins each is taken by one', async () => {
  const world = await worldOn()
  await aCrowd(world, { count: 20, at: world.clock.now, name: 'twice' })
  const due = await listDue(own.sql, { now: world.clock.now, limit: 100 })
  const claims = await Promise.all([claimEach(db, due, world.clock.now), claimEach(db, due, world.clock.now)])
  expect(new Set(claims.flat().map(({ postId }) => postId)).size).toBe(20)
  expect(claims.flat()).toHaveLength(20)
  expect(claims.flat().every(({ dueAt }) => dueAt.getTime() === world.clock.now.getTime())).toBe(true)
})

test('a board that is taken, a pin that somebody holds and one that was changed are left alone', async () => {
  const world = await worldOn()
  await aCrowd(world, { count: 4, at: world.clock.now, name: 'left', boards: 3 })
  const due = await listDue(own.sql, { now: world.clock.now, limit: 100 })
  expect(due).toHaveLength(3) // of two on one board the first
  const release = await holding(
    openedBeside,
    (tx) => tx`select from posts where organization_id = ${due[0]!.organizationId} and id = ${due[0]!.postId} for update`,
  )
  await own.sql`update posts set attempt_number = 7 where id = ${due[1]!.postId}`
  const claimed = await claimEach(db, due, world.clock.now)
  expect(claimed.map(({ postId }) => postId)).toEqual([due[2]!.postId])
  await release()
})

const openedBeside = openPool(url, { max: 1 })
afterAll(() => openedBeside.close())
