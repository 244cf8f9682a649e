import { beforeEach, expect, test } from 'vitest'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, HOUR_MS } from '../../support/factories.js'
import { aVideoPin, jobsOf, uploadsOf } from '../support/kinds.js'
import { aPublishWorld, MINUTE_MS, noticesOf, pinsOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

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

test('a failed video that is scheduled again is tried again', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/tried-again' })
  await simulator.fault({ operation: 'create_media', fault: 'media_failed', times: 2 })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('draft')
  const when = { kind: 'at', at: new Date(world.clock.now.getTime() + HOUR_MS) } as const
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when })
  await workFor(world, 2 * HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a failed video whose pin is moved to another time before it fails is tried again for that time', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/moved-video' })
  await simulator.fault({ operation: 'create_media', fault: 'media_failed', times: 2 })
  await workFor(world, 15 * MINUTE_MS)
  expect(await jobsOf(world, post)).toMatchObject([{ state: 'failed' }])
  const at = new Date(world.clock.now.getTime() + HOUR_MS)
  await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id, when: { kind: 'at', at } })
  await workFor(world, 2 * HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sentAt: at })
})
