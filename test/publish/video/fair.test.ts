/** Videos of many organizations on their way to the platform: nobody's keep those of another waiting. */
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { PlatformError, type Platform } from '../../../src/core/ports/platform.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { claimVideos, nextVideoDue } from '../../../src/core/publish/prefetch/video-claim.js'
import { makeVideos } from '../../../src/jobs/videos.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import type { World } from '../../support/world.js'
import { aCrowd, aCrowdWorld, aPlatform, besides } from '../support/loop-crowd.js'

const { db } = await aDatabase()
beforeEach(() => db.sql`truncate posts cascade`)
const CAPACITY = { uploads: 8, looks: 4, busy: [] }

test('a job that is broken in one organization keeps no video of another waiting', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 1, at: now, name: 'broken', mediaType: 'video' })
  await aCrowd(other, { count: 1, at: now, name: 'whole', mediaType: 'video' })
  const [taken] = (await claimVideos(db, { now, ...CAPACITY })).filter((one) => one.organizationId === world.organizationId)
  await db.sql`update video_jobs set claim_number = 2147483647, lease_until = null where post_id = ${taken!.postId}`
  await db.sql`update video_jobs set lease_until = null where post_id <> ${taken!.postId}`
  const claimed = await claimVideos(db, { now, ...CAPACITY })
  expect(claimed.map(({ organizationId }) => organizationId)).toEqual([other.organizationId])
})

/** Takes uploads, and ends those whose link its gate holds back when the test says so. */
function aSlowStore(fails?: PlatformError) {
  const gate = aGate()
  const begun: string[] = []
  let [open, number, failed] = [0, 0, 0]
  const platform = {
    startVideo: async () => ({ mediaId: String(++number), uploadUrl: '', uploadFields: [] }),
    async uploadVideo(_target, { bytes }) {
      begun.push(bytes > LARGE ? 'large' : 'small')
      if (fails && failed++ === 0) throw fails
      if (bytes > LARGE) open++
      if (bytes > LARGE) await gate.passed
    },
    readVideo: async () => ({ status: 'succeeded' as const }),
  } satisfies Partial<Platform>
  const storage = { stream: async () => Readable.from([]) } as unknown as Deps['storage'] // nothing else of it is used
  return { gate, begun, open: () => open, parts: { platform: platform as unknown as Platform, storage } }
}
const LARGE = 100_000
const poll = { interval: 10 }

async function films(world: World, { count, bytes, name }: { count: number; bytes: number; name: string }): Promise<void> {
  await aCrowd(world, { count, at: new Date(world.clock.now.getTime() + 60_000), name, mediaType: 'video' })
  await db.sql`update media set media_type = 'video', content_type = 'video/mp4', duration_ms = 1000, sha256 = null, bytes = ${bytes} where organization_id = ${world.organizationId}`
}
const statesOf = async ({ organizationId }: World) =>
  Object.fromEntries(
    (
      await db.sql<{ state: string; count: number }[]>`
        select state, count(*)::int as count from video_jobs where organization_id = ${organizationId} group by state`
    ).map(({ state, count }) => [state, count]),
  )

test('fifty large videos of one organization have two uploads at a time, and a small one of another goes out beside them', async () => {
  const store = aSlowStore()
  const world = await aCrowdWorld(db, aPlatform(), store.parts)
  await films(world, { count: 50, bytes: 5 * LARGE, name: 'large' })
  const worker = makeVideos(world.deps)
  await worker.start()
  await expect.poll(() => store.begun.length, poll).toBe(2)
  const other = await besides(db, world)
  await films(other, { count: 1, bytes: 1, name: 'small' })
  worker.wake()
  await expect.poll(() => statesOf(other), poll).toEqual({ uploaded: 1 })
  expect(store.begun).toEqual(['large', 'large', 'small'])
  const full = { uploads: 6, looks: 4, busy: [{ organizationId: world.organizationId, uploads: 2, looks: 0 }] }
  const next = await nextVideoDue(db.sql, world.clock.now, full)
  expect(next === null || next > world.clock.now).toBe(true) // what waits for its own does not keep the loop awake
  store.gate.open()
  await expect.poll(() => statesOf(world), { interval: 50 }).toEqual({ uploaded: 50 })
  await worker.close()
})

test('a video that is uploaded is looked at while others of its organization take long', async () => {
  const store = aSlowStore()
  const world = await aCrowdWorld(db, aPlatform(), store.parts)
  await films(world, { count: 4, bytes: 5 * LARGE, name: 'long' })
  const worker = makeVideos(world.deps)
  await worker.start()
  await expect.poll(() => store.open(), poll).toBe(2)
  const [waiting] = await db.sql<{ id: string; mediaId: string }[]>`
    select p.id, m.media_id as "mediaId" from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = p.id
     where p.organization_id = ${world.organizationId}
       and not exists (select from video_jobs j where j.organization_id = p.organization_id and j.post_id = p.id) limit 1`
  await db.sql`
    insert into video_jobs (organization_id, post_id, media_id, send_at, connection_number, claim_number, state, platform_media_id, due_at)
    select organization_id, id, ${waiting!.mediaId}, send_at, 1, 1, 'uploaded', '99', ${world.clock.now}
      from posts where organization_id = ${world.organizationId} and id = ${waiting!.id}`
  worker.wake()
  await expect.poll(async () => (await statesOf(world)).succeeded, poll).toBe(1)
  store.gate.open()
  await worker.close()
})

test('a video that a busy store did not take is sent again within seconds, without asking the platform for it', async () => {
  const store = aSlowStore(new PlatformError('unavailable', 'SlowDown', { status: 503 }))
  const world = await aCrowdWorld(db, aPlatform(), store.parts)
  await films(world, { count: 1, bytes: 1, name: 'busy' })
  const worker = makeVideos(world.deps)
  await worker.drain()
  expect(await statesOf(world)).toEqual({ new: 1 })
  world.clock.advance(15_000)
  await worker.drain()
  expect([store.begun.length, await statesOf(world)]).toEqual([2, { uploaded: 1 }])
})
