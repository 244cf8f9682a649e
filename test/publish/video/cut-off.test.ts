import { beforeEach, expect, test } from 'vitest'
import type { VideoFailpoint } from '../../../src/core/publish/prefetch/video-step.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aVideoPin, uploadsOf } from '../support/kinds.js'
import { aPublishWorld, aVideoWorker, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

const failpoints: VideoFailpoint[] = ['claimed', 'registered', 'sent', 'uploaded', 'looked']

test.each(failpoints)('a worker that dies after %s: the bytes go once, the pin goes once and on time', async (failpoint) => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: `https://example.com/died-${failpoint}` })
  let died = false
  const dying = aVideoWorker(world, {
    atFailpoint: async (at) => {
      if (at !== failpoint) return
      died = true
      throw new Error(`killed after ${failpoint}`)
    },
  })
  world.clock.advance(6 * MINUTE_MS)
  await dying.drain()
  if (failpoint === 'looked') {
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

test('bytes that may have arrived are asked for before they are sent again', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/no-answer' })
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

test('closing cuts an upload short that takes longer than it may wait', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/cut-short' })
  world.clock.advance(6 * MINUTE_MS)
  await simulator.fault({ operation: 'upload_media', fault: 'hang' })
  let uploading = () => {}
  const begun = new Promise<void>((resolve) => (uploading = resolve))
  const worker = aVideoWorker(world, {
    closeMs: 1_000,
    atFailpoint: async (failpoint) => void (failpoint === 'registered' && uploading()),
  })
  await worker.start()
  await begun
  await worker.close()
  const [job] =
    await db.sql`select state, lease_until, due_at > ${world.clock.now} as "isDueSoon" from video_jobs where post_id = ${post.id}`
  expect(job).toEqual({ state: 'registered', lease_until: null, isDueSoon: true }) // reported by the worker that was cut off, not left to its lease
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})
