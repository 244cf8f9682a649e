import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { clock } = world

/** As when another database answers whose clock is behind. */
test('a clock that is set back during an attempt that is refused for now: the pin waits for its time again', async () => {
  const post = await aPin(world, { url: 'https://example.com/set-back' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'rate_limited', times: 1, match: { link: post.url! } })
  const publisher = aPublisher(world, { atFailpoint: async (at) => void (at === 'answered' && clock.advance(-30 * MINUTE_MS)) })
  clock.now = post.sendAt!
  await publisher.drain()
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  const [row] = await db.sql<[{ dueAt: Date }]>`select due_at as "dueAt" from posts where id = ${post.id}`
  expect(row.dueAt).toEqual(post.sendAt)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  expect(await pinsOf(world, post)).toHaveLength(1)
})
