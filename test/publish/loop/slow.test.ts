import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aCrowd, aCrowdWorld, aPlatform, crowdPublisher, statusesOf } from '../support/loop-crowd.js'

const { db } = await aDatabase()

test('a commit that the database was slow with is made again, and the pin goes out without waiting for a retry', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 2, at: world.clock.now, name: 'slow' })
  let commits = 0
  await crowdPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint === 'sending' && ++commits === 1) await new Promise((resolve) => setTimeout(resolve, 1_100))
    },
  }).drain()
  expect(await statusesOf(world)).toEqual({ sent: 2 })
  expect(commits).toBe(3)
  expect(asked.asked).toHaveLength(2)
  expect(await db.sql`select state from publish_attempts`).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }])
})

test('one that lost its post while it stood still sends nothing, also with a commit made again', async () => {
  const asked = aPlatform()
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 1, at: world.clock.now, name: 'lost' })
  await crowdPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'sending') return
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      await db.sql`update publish_attempts set state = 'absent' where state = 'sending'` // as after a read-back
    },
  }).drain()
  expect(asked.asked).toEqual([])
})
