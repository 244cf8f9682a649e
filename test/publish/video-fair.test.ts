import { expect, test } from 'vitest'
import { claimVideos } from '../../src/core/posts/publish/video-claim.js'
import { aDatabase } from '../support/database.js'
import { aCrowd, aCrowdWorld, aPlatform, besides } from './loop-crowd.js'

const { db } = await aDatabase()

test('a job that is broken in one organization keeps no video of another waiting', async () => {
  const world = await aCrowdWorld(db, aPlatform())
  const other = await besides(db, world)
  const { now } = world.clock
  await aCrowd(world, { count: 1, at: now, name: 'broken', mediaType: 'video' })
  await aCrowd(other, { count: 1, at: now, name: 'whole', mediaType: 'video' })
  const [taken] = (await claimVideos(db.sql, { now, limit: 10 })).filter((one) => one.organizationId === world.organizationId)
  await db.sql`update video_jobs set claim_number = 2147483647, lease_until = null where post_id = ${taken!.postId}`
  await db.sql`update video_jobs set lease_until = null where post_id <> ${taken!.postId}`
  const claimed = await claimVideos(db.sql, { now, limit: 10 })
  expect(claimed.map(({ organizationId }) => organizationId)).toEqual([other.organizationId])
})
