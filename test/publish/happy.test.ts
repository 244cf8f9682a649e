import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, pinsOf, reread, workFor } from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

test('a due pin is on the platform and sent with its pinId and sentAt', async () => {
  const post = await aPin(world, { url: 'https://example.com/due', altText: 'A shelf', boardSectionId: '1011' })
  await workFor(world, 2 * MINUTE_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', sentAt: post.sendAt, sendAt: post.sendAt, failure: null })
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await attemptsOf(world, post)).toEqual([{ number: 1, state: 'confirmed', reason: null }])
  expect(await noticesOf(world, post)).toEqual([])
})

test('nothing goes out before its time', async () => {
  const post = await aPin(world, { url: 'https://example.com/early', at: new Date(world.clock.now.getTime() + MINUTE_MS) })
  await workFor(world, MINUTE_MS - 1)
  expect((await reread(world, post)).status).toBe('queued')
  await workFor(world, 1)
  await workFor(world, 0)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a publication is told where the account wishes it', async () => {
  await db.sql`update accounts set tells_published = true where organization_id = ${world.organizationId}`
  const post = await aPin(world, { url: 'https://example.com/told' })
  await workFor(world, 2 * MINUTE_MS)
  await db.sql`update accounts set tells_published = false where organization_id = ${world.organizationId}`
  expect(await noticesOf(world, post)).toEqual([{ kind: 'pinPublished', accountId: world.accountId, postId: post.id }])
})

test('what is scheduled goes out also when the app is removed from Slack meanwhile', async () => {
  const post = await aPin(world, { url: 'https://example.com/removed' })
  const { organizationId, clock } = world
  await db.sql`
    insert into slack_installations (organization_id, team_id, installed_at, revoked_at)
    values (${organizationId}, 'T0GONE', ${clock.now}, ${clock.now})`
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a running publisher sends a pin at its time by itself', async () => {
  const started = Date.now() - world.clock.now.getTime()
  const live = { ...world, deps: { ...world.deps, clock: () => new Date(Date.now() - started) } }
  const post = await aPin(world, { url: 'https://example.com/live', at: new Date(world.clock.now.getTime() + 1500) })
  const publisher = aPublisher(live)
  await publisher.start()
  await expect.poll(async () => (await reread(world, post)).status, { interval: 20 }).toBe('sent')
  await publisher.close()
  expect((await reread(world, post)).sentAt!.getTime()).toBeGreaterThanOrEqual(post.sendAt!.getTime())
})
