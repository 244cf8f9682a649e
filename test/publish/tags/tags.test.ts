import { beforeEach, expect, test } from 'vitest'
import { after } from '../../../src/core/lib/duration.js'
import { claimTags } from '../../../src/core/publish/tags.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aTaggedPin, aVideoPin } from '../support/kinds.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  aTagsWorker,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world
beforeEach(() => clearFaults(db.sql))

const TAGS = ['8001', '8002']

const stateOf = async ({ id }: { id: string }) => {
  const [row] = await db.sql<
    { status: string; tags: string | null }[]
  >`select status, tags_state as tags from posts where id = ${id}`
  return { ...row! }
}
const tagsOn = async (post: { url: string | null }) => {
  const [pinId] = await pinsOf(world, post)
  const { tags } = await simulator.state()
  return tags.find((one) => one.pin_id === pinId)?.product_tags ?? []
}

test('product tags follow their live pin, in order', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tagged', tags: ['8002', '8001', '8003'] })
  await workFor(world, HOUR_MS)
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'added' })
  expect(await tagsOn(post)).toEqual(['8002', '8001', '8003'])
  expect(await noticesOf(world, post)).toEqual([])
})

test('a video takes them too, and a pin without tags asks for none', async () => {
  const video = await aVideoPin(world, { url: 'https://example.com/tagged-video', tags: TAGS })
  const plain = await aPin(world, { url: 'https://example.com/plain' })
  await workFor(world, HOUR_MS)
  expect(await tagsOn(video)).toEqual(TAGS)
  expect(await stateOf(plain)).toEqual({ status: 'sent', tags: null })
})

test('a pin that is found on its board after an answer that never came gets its tags', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tagged-found', tags: TAGS })
  await simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', match: { link: post.url! } })
  await workFor(world, HOUR_MS)
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'added' })
  expect(await tagsOn(post)).toEqual(TAGS)
})

test.each(['fail_500', 'hang', 'rate_limited'] as const)(
  'tags that the platform answers with %s are tried again, and then added',
  async (fault) => {
    const post = await aTaggedPin(world, { url: `https://example.com/tags-${fault}`, tags: TAGS })
    await simulator.fault({ operation: 'add_product_tags', fault, times: 2 })
    await workFor(world, 20 * MINUTE_MS + SECOND_MS)
    expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'pending' })
    await workFor(world, HOUR_MS)
    expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'added' })
    expect(await tagsOn(post)).toEqual(TAGS)
    expect(await noticesOf(world, post)).toEqual([])
  },
)

test('tags that the platform refuses are final and told once; the pin stays sent', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tags-refused', tags: ['8001', '7001'] })
  await workFor(world, DAY_MS)
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'failed' })
  expect(await tagsOn(post)).toEqual([])
  expect(await noticesOf(world, post)).toEqual([
    { kind: 'tagsFailed', accountId: world.accountId, postId: post.id, message: expect.stringContaining('ineligible') as string },
  ])
  expect((await reread(world, post)).failure).toBeNull()
})

test('tags that cannot be added within a day of their pin are given up, and told once', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tags-day', tags: TAGS })
  await simulator.fault({ operation: 'add_product_tags', fault: 'fail_500', times: 100 })
  await workFor(world, 18 * HOUR_MS)
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'pending' })
  await workFor(world, DAY_MS)
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'failed' })
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toEqual(['tagsFailed'])
})

test('a worker that dies over them leaves them to their lease: they are asked for again', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tags-died', tags: TAGS })
  await workFor(world, 21 * MINUTE_MS, [aPublisher(world)])
  const { platform } = world.deps
  let asked = 0
  const dying = {
    ...world,
    deps: {
      ...world.deps,
      platform: {
        ...platform,
        addProductTags: async (...call: Parameters<typeof platform.addProductTags>) => {
          await platform.addProductTags(...call)
          asked++
          throw new Error('killed after the call')
        },
      },
    },
  }
  await aTagsWorker(dying).drain()
  expect(asked).toBe(1)
  expect((await stateOf(post)).tags).toBe('pending')
  await workFor(world, 2 * MINUTE_MS)
  expect((await stateOf(post)).tags).toBe('added')
  expect(await tagsOn(post)).toEqual(TAGS)
})

test('several workers ask for the tags of a pin once', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tags-shared', tags: TAGS })
  await workFor(world, HOUR_MS, [aPublisher(world), aTagsWorker(world), aTagsWorker(world), aTagsWorker(world)])
  const [row] = await db.sql`select tags_state, tags_tries from posts where id = ${post.id}`
  expect(row).toEqual({ tags_state: 'added', tags_tries: 1 })
})

test('dead tokens hold the tags until the account is connected again, and not longer than their day', async () => {
  const post = await aTaggedPin(world, { url: 'https://example.com/tags-dead', tags: TAGS })
  const later = await aTaggedPin(world, { url: 'https://example.com/tags-dead-2', tags: TAGS })
  await workFor(world, 21 * MINUTE_MS, [aPublisher(world)])
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
  await aTagsWorker(world).drain()
  expect(await stateOf(post)).toEqual({ status: 'sent', tags: 'pending' })
  expect((await aTagsWorker(world).nextDue()) === null).toBe(true)
  const notices = await db.sql`select 1 from outbox where notice ->> 'kind' = 'reconnectNeeded'`
  expect(notices).toHaveLength(1)

  await db.sql`update sim_tokens set revoked_at = null`
  await db.sql`update accounts set token_status = 'authorized'`
  const [due] = await db.sql<[{ at: Date }]>`select tags_due_at as at from posts where id = ${later.id}`
  await db.sql`update posts set tags_due_at = ${after(due.at, HOUR_MS)} where id = ${later.id}`
  await aTagsWorker(world).drain()
  expect((await stateOf(post)).tags).toBe('added')

  await db.sql`update accounts set token_status = 'unauthorized'`
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
  world.clock.advance(DAY_MS)
  await aTagsWorker(world).drain()
  expect((await stateOf(later)).tags).toBe('failed')
  expect((await noticesOf(world, later)).map(({ kind }) => kind)).toEqual(['tagsFailed'])
})

test('a live pin that somebody holds keeps the tags of others from waiting', async () => {
  await db.sql`update accounts set token_status = 'authorized'`
  await db.sql`update sim_tokens set revoked_at = null`
  const [held, free] = [
    await aTaggedPin(world, { url: 'https://example.com/tags-held', boardId: '101', tags: TAGS }),
    await aTaggedPin(world, { url: 'https://example.com/tags-free', boardId: '102', tags: TAGS }),
  ]
  await workFor(world, 21 * MINUTE_MS, [aPublisher(world)])
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${held.id} for update`
    const claimed = await claimTags(db.sql, { now: world.clock.now, limit: 10 })
    expect(claimed.map(({ postId }) => postId)).toEqual([free.id])
  })
  const claimed = await claimTags(db.sql, { now: world.clock.now, limit: 10 })
  expect(claimed.map(({ postId }) => postId)).toEqual([held.id])
})
