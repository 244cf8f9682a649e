import { expect, test } from 'vitest'
import type { Failpoint } from '../../../src/core/publish/model/publish-end.js'
import type { CreateFault } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

/** A worker that dies at the failpoint: it writes nothing more, and renews no lease. */
const dyingAt = (failpoint: Failpoint) =>
  aPublisher(world, {
    atFailpoint: async (at) => {
      if (at === failpoint) throw new Error(`killed after ${failpoint}`)
    },
  })

const failpoints: { failpoint: Failpoint; attempts: string[] }[] = [
  { failpoint: 'claimed', attempts: ['retry', 'confirmed'] },
  { failpoint: 'prepared', attempts: ['retry', 'confirmed'] },
  { failpoint: 'sending', attempts: ['absent', 'confirmed'] },
  { failpoint: 'answered', attempts: ['found'] },
]

test.each(failpoints)('a worker that dies after $failpoint leaves exactly one pin', async ({ failpoint, attempts }) => {
  const post = await aPin(world, { url: `https://example.com/died-${failpoint}` })
  await workFor(world, MINUTE_MS + SECOND_MS, [dyingAt(failpoint)])
  expect((await reread(world, post)).status).toBe('uploading')
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(await attemptsOf(world, post)).toMatchObject(attempts.map((state) => ({ state })))
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
})

const faults: CreateFault[] = [
  'commit_then_hang',
  'hang',
  'commit_then_500',
  'fail_2787',
  'truncated_2xx',
  'rate_limited',
  'unauthorized',
]

test('whatever step a worker dies at and whatever the platform does, there is one pin for each post', async () => {
  const all: Failpoint[] = ['claimed', 'prepared', 'sending', 'answered']
  for (const [index, fault] of faults.entries()) {
    const failpoint = all[index % all.length]!
    const post = await aPin(world, { url: `https://example.com/mixed-${fault}`, boardId: index % 2 ? '101' : '102' })
    await world.simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link: post.url! } })
    await workFor(world, MINUTE_MS + SECOND_MS, [dyingAt(failpoint)])
    await workFor(world, HOUR_MS)
    const sent = await reread(world, post)
    expect({ fault, failpoint, status: sent.status, pins: await pinsOf(world, post) }).toEqual({
      fault,
      failpoint,
      status: 'sent',
      pins: [sent.pinId],
    })
  }
})

test('a worker that stands still between the commit and the request sends nothing', async () => {
  const post = await aPin(world, { url: 'https://example.com/frozen' })
  const slow = aPublisher(world, {
    atFailpoint: (at) => (at === 'sending' ? new Promise((resolve) => setTimeout(resolve, 1100)) : Promise.resolve()),
  })
  await workFor(world, MINUTE_MS + SECOND_MS, [slow])
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  expect(await pinsOf(world, post)).toEqual([])
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('a machine that was suspended between the commit and the request sends nothing: its steady clock stood still meanwhile', async () => {
  const post = await aPin(world, { url: 'https://example.com/suspended' })
  let suspendedMs = 0
  const wallClock = () => new Date(world.clock.now.getTime() + performance.now() + suspendedMs)
  const suspended = aPublisher(
    { ...world, deps: { ...world.deps, wallClock } },
    { atFailpoint: async (at) => void (at === 'sending' && (suspendedMs += 11 * MINUTE_MS)) },
  )
  await workFor(world, MINUTE_MS + SECOND_MS, [suspended])
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  expect(await pinsOf(world, post)).toEqual([])
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('a worker whose post was taken over sends nothing', async () => {
  const post = await aPin(world, { url: 'https://example.com/superseded' })
  const superseded = aPublisher(world, {
    atFailpoint: async (at) => {
      if (at !== 'prepared') return
      world.clock.advance(2 * MINUTE_MS) // its lease runs out while it sleeps
      await aPublisher(world).drain()
    },
  })
  await workFor(world, MINUTE_MS, [superseded])
  await workFor(world, HOUR_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }, { state: 'confirmed' }])
  expect(await pinsOf(world, post)).toHaveLength(1)
})
