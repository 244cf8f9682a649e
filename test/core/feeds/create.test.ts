/** What a feed may be, who may have one and how many. */
import { expect, test } from 'vitest'
import { deleteFeed, pollNow, updateFeed } from '../../../src/core/sources/feeds/change.js'
import { createFeed } from '../../../src/core/sources/feeds/create.js'
import type { NewFeed } from '../../../src/core/sources/feeds/model.js'
import { listFeeds, readFeed } from '../../../src/core/sources/feeds/store.js'
import type { Role } from '../../../src/core/lib/actor.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const URL = 'https://shop.example.com/feed.xml'
const add = (world: World, given: Partial<NewFeed> = {}, actor = world.actor) =>
  createFeed(world.deps, actor, { accountId: world.accountId, url: URL, kind: null, perDay: 3, boardId: null, ...given })
const as = ({ actor }: World, role: Role) => ({ ...actor, role })
const countOf = async ({ organizationId }: World) =>
  (await db.sql`select from feeds where organization_id = ${organizationId}`).length

test.each<[Partial<NewFeed>, string]>([
  [{ url: 'shop' }, 'url'],
  [{ url: 'ftp://shop.example.com/feed.xml' }, 'url'],
  [{ url: 'https://10.0.0.1/feed.xml' }, 'url'],
  [{ url: 'http://localhost/feed.xml' }, 'url'],
  [{ url: 'https://me:secret@shop.example.com/feed.xml' }, 'url'],
  [{ kind: 'opml' as never }, 'kind'],
  [{ perDay: 0 }, 'perDay'],
  [{ perDay: 31 }, 'perDay'],
  [{ perDay: 1.5 }, 'perDay'],
  [{ boardId: 'Kitchen' }, 'boardId'],
])('%j is refused by its field, and nothing is kept', async (given, field) => {
  const world = await aWorld(db)
  await expect(add(world, given)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await countOf(world)).toBe(0)
})

test('an account has the same feed once, however it is written, and twenty at most', async () => {
  const world = await aWorld(db)
  await add(world)
  await expect(add(world, { url: 'http://SHOP.example.com/feed.xml/#new' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'feed_exists' },
  })
  await Promise.all(Array.from({ length: 19 }, (_, at) => add(world, { url: `${URL}?${at}` })))
  const more = await Promise.allSettled([add(world, { url: `${URL}?more` }), add(world, { url: `${URL}?most` })])
  for (const one of more)
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'BAD_REQUEST', details: { field: 'url' } } })
  expect(await countOf(world)).toBe(20)
})

test('of two who add a feed at once where there is one place left, one has it', async () => {
  const world = await aWorld(db)
  await Promise.all(Array.from({ length: 19 }, (_, at) => add(world, { url: `${URL}?${at}` })))
  let beside: Promise<unknown> | undefined
  const last = { accountId: world.accountId, url: `${URL}?last`, kind: null, perDay: 3, boardId: null }
  await createFeed(world.deps, world.actor, last, async () => {
    beside = add(world, { url: `${URL}?more` })
    beside.catch(() => undefined) // awaited below
    await untilWaiting(db)
  })
  await expect(beside).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'url' } })
  expect(await countOf(world)).toBe(20)
})

test('two who add the same feed at once have one', async () => {
  const world = await aWorld(db)
  const both = await Promise.allSettled([add(world), add(world)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countOf(world)).toBe(1)
})

test.each<Role>(['viewer', 'contributor'])('a %s sees feeds and changes none', async (role) => {
  const world = await aWorld(db)
  const { id: feedId } = await add(world)
  const [actor, ref] = [as(world, role), { accountId: world.accountId, feedId }]
  expect(await listFeeds(world.deps, actor, ref)).toHaveLength(1)
  for (const attempt of [
    () => add(world, { url: `${URL}?2` }, actor),
    () => updateFeed(world.deps, actor, { ...ref, perDay: 1 }),
    () => pollNow(world.deps, actor, ref),
    () => deleteFeed(world.deps, actor, ref),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await readFeed(world.deps, actor, ref)).toMatchObject({ feed: { perDay: 3 }, entries: [] })
})

test('another organization has neither the feed nor its account', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { id: feedId } = await add(world)
  for (const ref of [
    { accountId: world.accountId, feedId },
    { accountId: other.accountId, feedId },
    { accountId: other.accountId, feedId: 'x' },
  ]) {
    for (const attempt of [
      () => readFeed(other.deps, other.actor, ref),
      () => updateFeed(other.deps, other.actor, { ...ref, perDay: 1 }),
      () => pollNow(other.deps, other.actor, ref),
      () => deleteFeed(other.deps, other.actor, ref),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await countOf(world)).toBe(1)
})

test('a change is written down with what it was, and one that changes nothing is not', async () => {
  const world = await aWorld(db)
  const { id: feedId } = await add(world)
  const ref = { accountId: world.accountId, feedId }
  const changed = await updateFeed(world.deps, world.actor, { ...ref, perDay: 7, boardId: '101' })
  expect(changed).toMatchObject({ perDay: 7, boardId: '101', state: 'active' })
  await updateFeed(world.deps, world.actor, { ...ref, perDay: 7 })
  await updateFeed(world.deps, world.actor, { ...ref, state: 'paused', boardId: null })
  await expect(updateFeed(world.deps, world.actor, { ...ref, perDay: 0 })).rejects.toMatchObject({ details: { field: 'perDay' } })
  const acts = await db.sql`
    select action, before, after from audit where organization_id = ${world.organizationId} and subject = ${`feed:${feedId}`} order by id`
  expect(acts.slice(1)).toEqual([
    { action: 'update', before: { perDay: 3, boardId: null }, after: { perDay: 7, boardId: '101' } },
    { action: 'pause', before: { boardId: '101', state: 'active' }, after: { boardId: null, state: 'paused' } },
  ])
})
