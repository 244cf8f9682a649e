/** People, keys and agents talk about a pin: in order, for the team or for clients, too, and who is concerned hears of it once. */
import { expect, test } from 'vitest'
import { createApiKey } from '../../../../src/core/accounts/keys/create.js'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { purgeExpired } from '../../../../src/core/care/purge.js'
import { addComment } from '../../../../src/core/posts/comments/add.js'
import { authorOf, type Comment } from '../../../../src/core/posts/comments/comment.js'
import { listComments, readLastComments } from '../../../../src/core/posts/comments/read.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { purgeDeleted } from '../../../../src/core/posts/undo/deleted.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import type { Sql, Storage } from '../../../../src/core/ports/deps.js'
import { aDatabase } from '../../../support/database.js'
import { aGate } from '../../../support/gate.js'
import { aDraft, anotherAccount, aQueuedPost, aSentPost, DAY_MS } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { untilWaiting, whileWaited } from '../../../db/support/waiting.js'

const { db } = await aDatabase()

const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})
const say = (world: World, who: Actor, postId: string, text: string, audience: Comment['audience'] = 'internal') =>
  addComment(world.deps, who, { accountId: world.accountId, postId, text, audience })
const all = async ({ deps, actor, accountId }: World, postId: string) =>
  (await listComments(deps, actor, { accountId, postId, limit: 100, cursor: null })).comments
const noticesOf = async ({ organizationId }: World) =>
  db.sql<{ destination: string; orderKey: string; from: string }[]>`
    select destination, order_key as "orderKey", notice ->> 'from' as from
      from outbox
     where organization_id = ${organizationId} and notice ->> 'kind' = 'commentsAdded'
     order by id`
const madeBy = (world: World, postId: string, userId: string) =>
  db.sql`update posts set created_by = ${userId} where organization_id = ${world.organizationId} and id = ${postId}`

test('a comment names who wrote it: a person, a key, or an agent whoever it acts for', async () => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  const { apiKey: key } = await createApiKey(world.deps, world.actor, { name: 'Checks', role: 'contributor' })
  const ofKey = {
    ...as(world, 'contributor', 'X'),
    via: 'api',
    userId: `key:${key.id}`,
    apiKeyId: key.id,
    agent: 'curl/8',
  } as const
  const byPerson = await say(world, as(world, 'contributor', 'ADA'), id, '  Brighter, please.\n ', 'client')
  const byKey = await say(world, ofKey, id, 'Checked')
  const byAgent = await say(world, { ...ofKey, userId: 'T1:UADA', agent: 'Claude', isAgent: true }, id, 'Done')
  expect(byPerson).toMatchObject({ text: 'Brighter, please.', audience: 'client', createdAt: world.clock.now })
  expect([byPerson, byKey, byAgent].map(authorOf)).toEqual([
    { kind: 'person', name: 'T1:UADA' },
    { kind: 'key', name: 'Checks' },
    { kind: 'agent', name: 'Claude' },
  ])
  expect(await all(world, id)).toEqual([byAgent, byKey, byPerson])
})

test('contributors comment on every pin they see, viewers on none; a pin of another account or team is not there', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  const { id } = await aQueuedPost(world)
  const { id: published } = await aSentPost(world)
  await say(world, as(world, 'contributor', 'MILO'), id, 'Nice')
  await say(world, as(world, 'contributor', 'MILO'), published, 'Nice')
  await expect(say(world, as(world, 'viewer', 'VIC'), id, 'Nice')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { accountId } = await anotherAccount(world)
  const elsewhere = [
    () => say(world, world.actor, '999999', 'x'),
    () => say(world, world.actor, 'x', 'x'),
    () => addComment(world.deps, world.actor, { accountId, postId: id, text: 'x', audience: 'internal' }),
    () => say(other, other.actor, id, 'x'),
    () => all(other, id),
    () => all({ ...world, accountId }, id),
  ]
  for (const refused of elsewhere) await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['text', ''],
  ['text', ' \u200b\n'],
  ['text', 'x'.repeat(2001)],
  ['text', 'a\0b'],
])('a comment has 1 to 2,000 characters that can be seen: %s %j is refused, and nothing is written', async (field, text) => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  await expect(say(world, world.actor, id, text)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await all(world, id)).toEqual([])
})

test('2,000 emoji are 2,000 characters, and an audience that is none is refused', async () => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  const { text } = await say(world, world.actor, id, '🪴'.repeat(2000))
  expect([...text]).toHaveLength(2000)
  const refused = say(world, world.actor, id, 'x', 'everybody' as never)
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'audience' } })
})

test('who made the pin and who commented before hear of a comment once, but not its author; within a minute it is one message', async () => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  await madeBy(world, id, 'T1:UMILO')
  const [ada, eve] = [as(world, 'admin', 'ADA'), as(world, 'scheduler', 'EVE')]
  const first = await say(world, ada, id, 'One')
  world.clock.advance(50_000)
  const second = await say(world, eve, id, 'Two')
  world.clock.advance(9_999)
  await say(world, { ...ada, userId: 'T2:UADA' }, id, 'Three')
  const orderKey = `post:${id}`
  const sent = [
    { destination: 'user:T1:UMILO', orderKey, from: first.id },
    { destination: 'user:T1:UADA', orderKey, from: second.id },
    { destination: 'user:T1:UMILO', orderKey, from: first.id },
    { destination: 'user:T1:UEVE', orderKey },
    { destination: 'user:T1:UMILO', orderKey, from: first.id },
  ]
  const told = await noticesOf(world)
  expect(told).toHaveLength(sent.length)
  expect(told).toEqual(expect.arrayContaining(sent.map((one) => expect.objectContaining(one) as object)))
  world.clock.advance(1) // the message of the first comment is complete
  const later = await say(world, eve, id, 'Four')
  expect((await noticesOf(world)).slice(sent.length)).toEqual([
    { destination: 'user:T1:UADA', orderKey, from: second.id },
    { destination: 'user:T1:UMILO', orderKey, from: later.id },
  ])
})

test('comments of a deleted pin can be read but not added, come back with it, and go when its deletion is final', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, organizationId } = world
  const { id: postId } = await aDraft(world)
  const comment = await say(world, actor, postId, 'Keep this')
  const gone = await deletePost(deps, actor, { accountId, postId })
  expect(await all(world, postId)).toEqual([comment])
  await expect(say(world, actor, postId, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await undoChange(deps, actor, { accountId, postId, version: gone.version })
  const reply = await say(world, actor, postId, 'Back again')
  expect(await all(world, postId)).toEqual([reply, comment])

  await deletePost(deps, actor, { accountId, postId })
  await purgeDeleted(db.sql, new Date(world.clock.now.getTime() + 31 * DAY_MS))
  await expect(all(world, postId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const acts = await db.sql`select 1 from audit where organization_id = ${organizationId} and subject like 'comment:%'`
  expect(acts).toHaveLength(0)
})

test('comments of published pins go after 400 days; those of pins that are not published stay', async () => {
  const parts = { storage: { remove: async () => {} } as unknown as Storage } // all that purging asks
  const world = await aWorld(db, { parts })
  const [{ id: published }, { id: draft }] = [await aSentPost(world), await aDraft(world)]
  for (const id of [published, draft]) await say(world, world.actor, id, 'Old')
  world.clock.advance(399 * DAY_MS)
  await purgeExpired(world.deps)
  expect([await all(world, published), await all(world, draft)]).toMatchObject([[{ text: 'Old' }], [{ text: 'Old' }]])
  world.clock.advance(2 * DAY_MS)
  await purgeExpired(world.deps)
  expect([await all(world, published), await all(world, draft)]).toMatchObject([[], [{ text: 'Old' }]])
})

test('the last comments of several pins come in the order in which they were written, with the number of all', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const [one, other, silent] = [await aDraft(world), await aDraft(world), await aDraft(world)]
  for (const text of ['a', 'b', 'c']) await say(world, actor, one.id, text)
  await say(world, actor, other.id, 'd')
  const postIds = [one.id, other.id, silent.id]
  const commentsOf = await readLastComments(deps, actor, { accountId, postIds, limit: 2 })
  expect(postIds.map(commentsOf)).toMatchObject([
    { count: 3, last: [{ text: 'b' }, { text: 'c' }] },
    { count: 1, last: [{ text: 'd' }] },
    { count: 0, last: [] },
  ])
})

test('a comment that waits for a deletion finds no pin, and a deletion that waits for a comment keeps it with the pin', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, organizationId } = world
  const [{ id: first }, { id: postId }] = [await aDraft(world), await aDraft(world)]
  const deleted = (sql: Sql) => sql`delete from posts where organization_id = ${organizationId} and id = ${first}`
  const late = whileWaited(
    db,
    async (sql) => void (await deleted(sql)),
    () => say(world, actor, first, 'Too late'),
  )
  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const kept = await db.sql`select 1 from post_comments where organization_id = ${organizationId} and post_id = ${first}`
  expect(kept).toHaveLength(0)

  const [written, held] = [aGate(), aGate()]
  const input = { accountId, postId, text: 'In time', audience: 'internal' } as const
  const comment = addComment(deps, actor, input, async () => {
    written.open()
    await held.passed
  })
  await written.passed
  const deletion = deletePost(deps, actor, { accountId, postId })
  await untilWaiting(db)
  held.open()
  await Promise.all([comment, deletion])
  expect(await all(world, postId)).toMatchObject([{ text: 'In time' }])
})

test('comments that race are one message to each, and each is kept', async () => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  await madeBy(world, id, 'T1:UMILO')
  const people = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => as(world, 'contributor', name))
  await Promise.all(people.map((who, place) => say(world, who, id, `${place}`)))
  expect(await all(world, id)).toHaveLength(6)
  const told = await noticesOf(world)
  for (const { userId } of [{ userId: 'T1:UMILO' }, ...people]) {
    const from = told.filter(({ destination }) => destination === `user:${userId}`).map((one) => one.from)
    expect(new Set(from).size).toBeLessThanOrEqual(1)
  }
  expect(told.filter(({ destination }) => destination === 'user:T1:UMILO')).toHaveLength(6)
})
