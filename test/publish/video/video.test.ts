import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aFilm, aVideoPin, FILM_MS, jobsOf, mediaOf, uploadsOf } from '../support/kinds.js'
import {
  aPublisher,
  aPublishWorld,
  attemptsOf,
  aVideoWorker,
  MINUTE_MS,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

test('a video is brought to the platform from fifteen minutes before its time, and its pin goes out on time', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/video' })
  await workFor(world, 5 * MINUTE_MS - SECOND_MS)
  expect(await uploadsOf(world)).toBe(0)
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect(await jobsOf(world, post)).toMatchObject([{ state: 'succeeded' }])
  expect((await reread(world, post)).status).toBe('queued')
  await workFor(world, 15 * MINUTE_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', sentAt: post.sendAt })
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await mediaOf(world, post)).toMatchObject([{ media_type: 'video', duration: FILM_MS, width: 720, height: 1280 }])
  expect(await uploadsOf(world)).toBe(1)
  expect(await jobsOf(world, post)).toEqual([])
})

test('its bytes arrive whole, whatever their number', async () => {
  const bytes = aFilm({ pictureBytes: 3_000_001 })
  const post = await aVideoPin(world, { url: 'https://example.com/large', bytes })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  const [kept] = await db.sql`select bytes, sha256 from sim_media order by number desc limit 1`
  expect(kept).toEqual({ bytes: String(bytes.length), sha256: createHash('sha256').update(bytes).digest() })
})

test('several workers on one database bring a video there once', async () => {
  const uploadsBefore = await uploadsOf(world)
  const posts = []
  for (let n = 0; n < 6; n++) posts.push(await aVideoPin(world, { url: `https://example.com/shared-video-${n}` }))
  await workFor(world, HOUR_MS, [aVideoWorker(world), aVideoWorker(world), aVideoWorker(world), aPublisher(world)])
  for (const post of posts) expect(await pinsOf(world, post)).toEqual([(await reread(world, post)).pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + posts.length)
})

test('a processed video that the platform lost meanwhile is brought there again before its pin goes out', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/lost-video' })
  await workFor(world, 10 * MINUTE_MS)
  const [job] = await jobsOf(world, post)
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
