import { expect, test } from 'vitest'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { nextRetry } from '../../../src/core/posts/state/lateness.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, MINUTE_MS, noticesOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

test('late pins go out in order, one a minute, and after those that are on time', async () => {
  const late = []
  for (let n = 0; n < 4; n++)
    late.push(
      await aPin(world, {
        url: `https://example.com/late-${n}`,
        boardId: n % 2 ? '101' : '102',
        at: new Date(world.clock.now.getTime() + (n + 1) * MINUTE_MS),
      }),
    )
  world.clock.advance(3 * HOUR_MS) // nothing ran
  const onTime = await aPin(world, {
    url: 'https://example.com/on-time',
    at: new Date(world.clock.now.getTime() + MINUTE_MS / 2),
  })
  const begun = world.clock.now.getTime()
  await workFor(world, 10 * MINUTE_MS)
  const minutes = []
  for (const post of late) minutes.push(Math.round(((await reread(world, post)).sentAt!.getTime() - begun) / MINUTE_MS))
  expect(minutes).toEqual([0, 1, 2, 3])
  expect((await reread(world, onTime)).sentAt).toEqual(onTime.sendAt)
})

test('a pin that is more than ten minutes late is told once', async () => {
  const post = await aPin(world, { url: 'https://example.com/told-late' })
  world.clock.advance(12 * MINUTE_MS)
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 0, reported: 1 })
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 0, reported: 0 })
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinLate' }])
  await workFor(world, MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a pin that missed its day is never sent: it fails by the sweep, is paid back and told once', async () => {
  const creditsBefore = await creditsOf(world)
  const post = await aPin(world, { url: 'https://example.com/missed' })
  world.clock.advance(DAY_MS + 2 * MINUTE_MS)
  await aPublisher(world).drain()
  expect((await reread(world, post)).status).toBe('queued')
  expect(await aPublisher(world).nextDue()).toBeNull()
  expect((await sweepLate(world.deps)).failed).toBe(1)
  expect((await sweepLate(world.deps)).failed).toBe(0)
  expect(await reread(world, post)).toMatchObject({
    status: 'draft',
    sendAt: null,
    failure: { reason: 'missed', sendAt: post.sendAt },
  })
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason: 'missed', refunded: true }])
  expect(await creditsOf(world)).toBe(creditsBefore)
})

test.each([
  { held: { token_status: 'unauthorized' }, reason: 'account_disconnected' },
  { held: { publishing: 'paused' }, reason: 'paused' },
])('held for a day it fails as $reason', async ({ held, reason }) => {
  const post = await aPin(world, { url: `https://example.com/${reason}` })
  await db.sql`update accounts set ${db.sql(held)} where organization_id = ${world.organizationId}`
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('queued')
  world.clock.advance(DAY_MS)
  await sweepLate(world.deps)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason } })
  await db.sql`update accounts set token_status = 'authorized', publishing = 'active' where organization_id = ${world.organizationId}`
})

test('a paused account that is set to fail fails its pins as they fall due', async () => {
  const post = await aPin(world, { url: 'https://example.com/fail-at-once' })
  await db.sql`update accounts set publishing = 'paused', while_paused = 'fail' where organization_id = ${world.organizationId}`
  await db.sql`update posts set due_at = null where organization_id = ${world.organizationId} and id = ${post.id}`
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 0 })
  world.clock.advance(MINUTE_MS)
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 1 })
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'paused' } })
  await db.sql`update accounts set publishing = 'active', while_paused = 'wait' where organization_id = ${world.organizationId}`
})

test('retries grow from a minute to six hours, and end with the day', () => {
  const sendAt = new Date('2026-03-02T10:00:00Z')
  const waits = [0, 1, 2, 3, 4, 5].map((tries) => nextRetry({ tries, sendAt, chance: 0 }, sendAt)!.getTime() - sendAt.getTime())
  expect(waits.map((ms) => ms / MINUTE_MS)).toEqual([1, 5, 30, 120, 360, 360])
  expect(nextRetry({ tries: 5, sendAt, chance: 0 }, new Date(sendAt.getTime() + 18 * HOUR_MS))).toBeUndefined()
})
