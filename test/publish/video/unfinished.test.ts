import { beforeEach, expect, test } from 'vitest'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aCarousel, aVideoPin, uploadsOf } from '../support/kinds.js'
import {
  aPublishWorld,
  attemptsOf,
  aVideoWorker,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

test('a video that is not ready at its time waits without an attempt, is told as late, and goes out late once', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/late-video' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck', times: 2 })
  await workFor(world, 32 * MINUTE_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  expect(await attemptsOf(world, post)).toEqual([])
  await sweepLate(world.deps)
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinLate' }])
  await db.sql`update sim_media set fate = 'succeeded' where fate = 'stuck'`
  await workFor(world, 2 * MINUTE_MS)
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'confirmed' }])
})

test('while a video is not ready, pins behind it on its board go out', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/slow-video' })
  const behind = await aCarousel(world, {
    url: 'https://example.com/behind-video',
    pictures: 2,
    at: new Date(post.sendAt!.getTime() + SECOND_MS),
  })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck' })
  await workFor(world, 21 * MINUTE_MS)
  expect((await reread(world, behind)).status).toBe('sent')
  expect((await reread(world, post)).status).toBe('queued')
  await db.sql`update sim_media set fate = 'succeeded' where fate = 'stuck'`
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a video that is not finished 20 minutes after its bytes were taken is brought there again, and its pin goes out', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/stuck-once' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck' })
  await workFor(world, 25 * MINUTE_MS - SECOND_MS) // its bytes went 15 minutes before its time, which is in 20
  expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
  await workFor(world, 2 * MINUTE_MS)
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + 2)
})

test('the 20 minutes start over with each upload, and when the store did not answer, with the first look that finds the bytes', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/stuck-no-answer' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck', times: 2 })
  await simulator.fault({ operation: 'upload_media', fault: 'commit_then_hang', times: 2 })
  await workFor(world, 44 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('queued')
  expect(await uploadsOf(world)).toBe(uploadsBefore + 2)
  await workFor(world, 4 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('draft')
})

test('a video that is not finished a second time is final: platform_unavailable, not missed, paid back, told once', async () => {
  const creditsBefore = await creditsOf(world)
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/never-finished' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck', times: 5 })
  await workFor(world, HOUR_MS)
  const message = 'Pinterest did not finish processing the video. Schedule the pin again.'
  const { status, failure } = await reread(world, post)
  expect({ status, failure }).toMatchObject({
    status: 'draft',
    failure: { reason: 'platform_unavailable', cause: { code: 'video_unfinished' }, message, sendAt: post.sendAt },
  })
  expect(await uploadsOf(world)).toBe(uploadsBefore + 2)
  expect(await pinsOf(world, post)).toEqual([])
  expect(await creditsOf(world)).toBe(creditsBefore)
  await workFor(world, DAY_MS)
  await sweepLate(world.deps)
  expect(await noticesOf(world, post)).toMatchObject([
    { kind: 'pinFailed', reason: 'platform_unavailable', message, refunded: true },
  ])
  expect(await aVideoWorker(world).nextDue()).toBeNull()
})

test('a pin that failed so is given two uploads again when it is scheduled again', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/unfinished-again' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck', times: 3 })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('draft')
  const when = { kind: 'at', at: new Date(world.clock.now.getTime() + HOUR_MS) } as const
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when })
  await workFor(world, 2 * HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test.each([
  ['media_stuck', 'media_failed', 'media_rejected'],
  ['media_failed', 'media_stuck', 'platform_unavailable'],
] as const)('two tries that end differently, %s and %s: the second one says why (%s)', async (first, second, reason) => {
  const post = await aVideoPin(world, { url: `https://example.com/${first}-${second}` })
  await simulator.fault({ operation: 'create_media', fault: first })
  await simulator.fault({ operation: 'create_media', fault: second })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason } })
})

test('a video whose bytes are never taken is missed after a day, and not asked about any more', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/never-taken' })
  await simulator.fault({ operation: 'upload_media', fault: 'refused', times: 100 })
  await workFor(world, 2 * DAY_MS)
  await sweepLate(world.deps)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'missed' } })
  expect(await aVideoWorker(world).nextDue()).toBeNull()
})
