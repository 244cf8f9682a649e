import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addAccount } from '../../src/core/accounts/connect.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import { sweepLate } from '../../src/core/posts/lateness-sweep.js'
import type { VideoSeam } from '../../src/core/posts/video-step.js'
import { clearFaults } from '../../src/sandbox/platform/faults.js'
import { aDatabase } from '../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../support/factories.js'
import { aCarousel, aFilm, aVideoPin, FILM_MS, mediaOf, uploadsOf } from './kinds.js'
import {
  aPublisher,
  aPublishWorld,
  attemptsOf,
  aVideoWorker,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from './support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

const jobsOf = async ({ id }: { id: string }) => [
  ...(await db.sql<
    { state: string; platform_media_id: string }[]
  >`select state, platform_media_id from video_jobs where post_id = ${id}`),
]

test('a video is brought to the platform from fifteen minutes before its time, and its pin goes out on time', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/video' })
  await workFor(world, 5 * MINUTE_MS - SECOND_MS)
  expect(await uploadsOf(world)).toBe(0)
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect(await jobsOf(post)).toMatchObject([{ state: 'succeeded' }])
  expect((await reread(world, post)).status).toBe('queued')
  await workFor(world, 15 * MINUTE_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', sentAt: post.sendAt })
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await mediaOf(world, post)).toMatchObject([{ media_type: 'video', duration: FILM_MS, width: 720, height: 1280 }])
  expect(await uploadsOf(world)).toBe(1)
  expect(await jobsOf(post)).toEqual([])
})

test('its bytes arrive whole, whatever their number', async () => {
  const bytes = aFilm({ pictureBytes: 3_000_001 })
  const post = await aVideoPin(world, { url: 'https://example.com/large', bytes })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  const [kept] = await db.sql`select bytes, sha256 from sim_media order by number desc limit 1`
  expect(kept).toEqual({ bytes: String(bytes.length), sha256: createHash('sha256').update(bytes).digest() })
})

const seams: VideoSeam[] = ['claimed', 'registered', 'sent', 'uploaded', 'looked']

test.each(seams)('a worker that dies after %s: the bytes go once, the pin goes once and on time', async (seam) => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: `https://example.com/died-${seam}` })
  let died = false
  const dying = aVideoWorker(world, {
    atSeam: async (at) => {
      if (at !== seam) return
      died = true
      throw new Error(`killed after ${seam}`)
    },
  })
  world.clock.advance(6 * MINUTE_MS)
  await dying.drain()
  if (seam === 'looked') {
    world.clock.advance(10 * SECOND_MS)
    await dying.drain()
  }
  expect(died).toBe(true)
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', sentAt: post.sendAt })
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
})

test('several workers on one database bring a video there once', async () => {
  const uploadsBefore = await uploadsOf(world)
  const posts = []
  for (let n = 0; n < 6; n++) posts.push(await aVideoPin(world, { url: `https://example.com/shared-video-${n}` }))
  await workFor(world, HOUR_MS, [aVideoWorker(world), aVideoWorker(world), aVideoWorker(world), aPublisher(world)])
  for (const post of posts) expect(await pinsOf(world, post)).toEqual([(await reread(world, post)).pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + posts.length)
})

test('bytes that may have arrived are asked for before they are sent again', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/no-word' })
  await simulator.fault({ operation: 'upload_media', fault: 'commit_then_hang' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: post.sendAt })
  expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
})

test.each(['hang', 'fail_500', 'refused'] as const)(
  'bytes that the store did not take (%s) are sent again, in time',
  async (fault) => {
    const uploadsBefore = await uploadsOf(world)
    const post = await aVideoPin(world, { url: `https://example.com/store-${fault}` })
    await simulator.fault({ operation: 'upload_media', fault })
    await workFor(world, HOUR_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: post.sendAt })
    expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
  },
)

test.each(['hang', 'fail_500', 'rate_limited', 'unauthorized'] as const)(
  'a platform that answers %s is asked again, in time',
  async (fault) => {
    const post = await aVideoPin(world, { url: `https://example.com/asked-${fault}` })
    const uploadsBefore = await uploadsOf(world)
    await simulator.fault({ operation: 'create_media', fault })
    await simulator.fault({ operation: 'get_media', fault })
    await workFor(world, HOUR_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: post.sendAt })
    expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
  },
)

test('a video that is not ready at its time waits without an attempt, is told as late, and goes out late once', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/late-video' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck' })
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

test('a video that never becomes ready is missed after a day, and not asked about any more', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/never-ready' })
  await simulator.fault({ operation: 'create_media', fault: 'media_stuck' })
  await workFor(world, HOUR_MS)
  world.clock.advance(DAY_MS)
  await aVideoWorker(world).drain()
  await sweepLate(world.deps)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'missed' } })
  expect(await aVideoWorker(world).nextDue()).toBeNull()
})

test('a video that the platform fails twice is final: media_rejected at its time, paid back, told once', async () => {
  const creditsBefore = await creditsOf(world)
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/failed-video' })
  await simulator.fault({ operation: 'create_media', fault: 'media_failed', times: 5 })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'media_rejected', sendAt: post.sendAt } })
  expect(await uploadsOf(world)).toBe(uploadsBefore + 2)
  expect(await pinsOf(world, post)).toEqual([])
  expect(await creditsOf(world)).toBe(creditsBefore)
  expect((await noticesOf(world, post)).filter(({ kind }) => kind === 'pinFailed')).toMatchObject([
    { reason: 'media_rejected', refunded: true },
  ])
})

test('a failed video that is scheduled again is tried anew', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/tried-anew' })
  await simulator.fault({ operation: 'create_media', fault: 'media_failed', times: 2 })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('draft')
  const when = { kind: 'at', at: new Date(world.clock.now.getTime() + HOUR_MS) } as const
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when })
  await workFor(world, 2 * HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a failed video whose pin is moved to another time before it fails is tried anew for that time', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/moved-video' })
  await simulator.fault({ operation: 'create_media', fault: 'media_failed', times: 2 })
  await workFor(world, 15 * MINUTE_MS)
  expect(await jobsOf(post)).toMatchObject([{ state: 'failed' }])
  const at = new Date(world.clock.now.getTime() + HOUR_MS)
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when: { kind: 'at', at } })
  await workFor(world, 2 * HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: at })
})

test('a processed video that the platform lost meanwhile is brought there again before its pin goes out', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/lost-video' })
  await workFor(world, 10 * MINUTE_MS)
  const [job] = await jobsOf(post)
  expect(job?.state).toBe('succeeded')
  const at = new Date(world.clock.now.getTime() + DAY_MS)
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when: { kind: 'at', at } })
  await db.sql`delete from sim_media where id = ${job!.platform_media_id}`
  await workFor(world, DAY_MS + HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: at })
})

test.each(['commit_then_hang', 'commit_then_500', 'hang'] as const)(
  'create with %s: a video is reconciled, and its bytes go once',
  async (fault) => {
    const uploadsBefore = await uploadsOf(world)
    const post = await aVideoPin(world, { url: `https://example.com/video-${fault}` })
    await simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })
    await workFor(world, HOUR_MS)
    const sent = await reread(world, post)
    expect(await attemptsOf(world, post)).toMatchObject(
      fault === 'hang' ? [{ state: 'absent' }, { state: 'confirmed' }] : [{ state: 'found' }],
    )
    expect(sent.status).toBe('sent')
    expect(await pinsOf(world, post)).toEqual([sent.pinId])
    expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
  },
)

test('while its account is paused no video is brought to the platform, and its pin is held', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/paused-video' })
  await db.sql`update accounts set publishing = 'paused'`
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  expect(await uploadsOf(world)).toBe(uploadsBefore)
  await db.sql`update accounts set publishing = 'active'`
  await sweepLate(world.deps)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('tokens that die on the way hold the queue and are told once; connected again, the video goes on where it was', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/dead-video' })
  const worker = aVideoWorker(world)
  world.clock.advance(6 * MINUTE_MS)
  await worker.drain()
  expect(await jobsOf(post)).toMatchObject([{ state: 'uploaded' }])
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
  await workFor(world, HOUR_MS)
  const [row] =
    await db.sql`select p.status, p.due_at, a.token_status from posts p join accounts a on a.id = p.account_id where p.id = ${post.id}`
  expect(row).toEqual({ status: 'queued', due_at: null, token_status: 'unauthorized' })
  const told = await db.sql`select 1 from outbox where notice ->> 'kind' = 'reconnectNeeded'`
  expect(told).toHaveLength(1)

  await db.sql`update sim_tokens set revoked_at = null`
  await db.sql`update accounts set platform_user_id = '901'` // the user that these tokens are of
  await addAccount(world.deps, world.actor, { accessToken: 'pina_test', refreshToken: 'pinr_test', timezone: null })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
})

test('closing cuts an upload short that takes longer than it may wait', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/cut-short' })
  world.clock.advance(6 * MINUTE_MS)
  await simulator.fault({ operation: 'upload_media', fault: 'hang' })
  let uploading = () => {}
  const begun = new Promise<void>((resolve) => (uploading = resolve))
  const worker = aVideoWorker(world, { closeMs: 1_000, atSeam: async (seam) => void (seam === 'registered' && uploading()) })
  await worker.start()
  await begun
  await worker.close()
  const [job] =
    await db.sql`select state, lease_until, due_at > ${world.clock.now} as "isDueSoon" from video_jobs where post_id = ${post.id}`
  expect(job).toEqual({ state: 'registered', lease_until: null, isDueSoon: true }) // told by the one who was cut short, not left to its lease
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})
