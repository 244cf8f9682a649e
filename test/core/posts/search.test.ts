import { expect, test } from 'vitest'
import { labelIn, labelWords, readSeries, SEARCHED, searchPosts } from '../../../src/core/posts/search.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aCreated, badField } from './support/changes.js'

const { db } = await aDatabase()

const find = async ({ deps, actor, accountId }: World, words: string, limit = 10) =>
  (await searchPosts(deps, actor, { accountId, words, limit })).posts.map(({ id }) => id)

test('every word must occur, in the title, the description, the link or the name of the board, whatever the case', async () => {
  const world = await aWorld(db)
  const shelf = await aDraft(world, { title: 'Oak shelf', description: 'For ÄPFEL', url: 'https://shop.example/brackets' })
  const lamp = await aDraft(world, { title: 'Oak lamp', description: null, url: null, boardId: '102' })
  expect(await find(world, '  OAK ')).toEqual([lamp.id, shelf.id])
  expect(await find(world, 'oak SHELF')).toEqual([shelf.id])
  expect(await find(world, 'äpfel')).toEqual([shelf.id])
  expect(await find(world, 'bracket shel')).toEqual([shelf.id])
  expect(await find(world, 'lamp gard')).toEqual([lamp.id])
  expect(await find(world, 'oak chair')).toEqual([])
})

test('a word does not reach from one field into the next', async () => {
  const world = await aWorld(db)
  await aDraft(world, { title: 'Oak', description: 'shelf' })
  expect(await find(world, 'oakshelf')).toEqual([])
})

test.each(['%', '_', '\\', '%%', 'a_b', '\\%'])('%s stands for itself', async (sign) => {
  const world = await aWorld(db)
  const with_ = await aDraft(world, { title: `Now ${sign} off` })
  await aDraft(world, { title: 'Now axb off' })
  expect(await find(world, sign)).toEqual([with_.id])
})

test('queued ones come first, soonest first, then drafts and published ones, newest first, up to the limit', async () => {
  const world = await aWorld(db)
  const oldest = await aDraft(world)
  world.clock.advance(1000)
  const newest = await aDraft(world)
  const late = await aQueuedPost(world, { at: inDays(world, 3) })
  const soon = await aQueuedPost(world, { at: inDays(world, 1) })
  const sent = await aSentPost(world)
  expect(await find(world, 'pin')).toEqual([soon.id, late.id, newest.id, oldest.id, sent.id])
  expect(await find(world, 'pin', 3)).toEqual([soon.id, late.id, newest.id])
  expect(await find(world, 'pin', 1)).toEqual([soon.id])
})

test.each([
  ['nothing', '  \n '],
  ['more than 200 characters', 'x'.repeat(201)],
])('looking for %s is refused', async (_, words) => {
  await expect(find(await aWorld(db), words)).rejects.toMatchObject(badField('words'))
})

test('what is no text is not looked for', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { title: 'Oak shelf' })
  expect(await find(world, 'oak\0shelf')).toEqual([draft.id])
  expect(await find(world, '\ud83d')).toEqual([])
})

test('a search stays within the account', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  await aDraft(other)
  expect(await find(world, 'pin')).toEqual([])
  await expect(find({ ...world, accountId: other.accountId }, 'pin')).rejects.toThrow('Account not found.')
})

test('the first 20,000 queued ones and drafts are looked through, and the answer says when there are more', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const search = (words: string) => searchPosts(deps, actor, { accountId, words, limit: 10 })
  const soon = await aQueuedPost(world, { title: 'Needle' })
  const { id } = await aQueuedPost(world, { at: inDays(world, 2), title: 'Hay' })
  const hay = SEARCHED - 2
  for (let first = 1; first <= hay; first += 2_000) {
    await db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at, charge_number,
                         created_via, created_at, updated_at)
      select organization_id, account_id, status, media_type, title, description, url || n, board_id, send_at + n * interval '1 second',
             due_at + n * interval '1 second', 0, 'api', created_at, updated_at
        from posts, generate_series(${first}::int, ${Math.min(hay, first + 1_999)}::int) n
       where id = ${id}`
    await db.sql`analyze posts` // else what each row is checked against is looked for as in the empty table
  }
  expect(await search('needle')).toEqual({ posts: [soon], isPartial: false })
  const last = await aQueuedPost(world, { at: inDays(world, 30), title: 'Needle' })
  expect(await search('needle')).toEqual({ posts: [soon], isPartial: true })
  expect(await search('hay')).toMatchObject({ posts: { length: 10 }, isPartial: false })
  await db.sql`delete from posts where organization_id = ${world.organizationId} and id = ${id}`
  expect(await search('needle')).toEqual({ posts: [soon, last], isPartial: false })
})

test('a series is read in board order, whatever became of its posts', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { deps, actor, accountId } = world
  const [first, second, third] = await aCreated(world, { count: 3 })
  await deletePost(deps, actor, { accountId, postId: first!.id })
  const intervalGroupId = second!.intervalGroupId!
  expect(await readSeries(deps, actor, { accountId, intervalGroupId })).toEqual([second, third])
  for (const id of ['x', '999999', third!.id])
    await expect(readSeries(deps, actor, { accountId, intervalGroupId: id })).rejects.toThrow('Post not found.')
  const foreign = { accountId: other.accountId, intervalGroupId }
  await expect(readSeries(other.deps, other.actor, foreign)).rejects.toThrow('Post not found.')
})

test('the title that was typed comes first, then what begins with it, then what has its words, then what has them elsewhere', async () => {
  const world = await aWorld(db)
  const elsewhere = await aQueuedPost(world, {
    title: 'API pin number 3',
    url: 'https://example.com/api/2',
    at: inDays(world, 1),
  })
  const words = await aQueuedPost(world, { title: 'Number 2 of the API pin', at: inDays(world, 2) })
  const begins = await aDraft(world, { title: 'API pin number 2, again' })
  const exact = await aSentPost(world, { title: 'api PIN number 2' })
  expect(await find(world, 'API pin  number 2')).toEqual([exact.id, begins.id, words.id, elsewhere.id])
  expect(await find(world, 'API pin number 2', 1)).toEqual([exact.id])
})

test.each(['Spring', 'Two words', 'Say "hi" now', '"hi"', '“Oak”', 'Ends with "', '""', 'a""b c', '5" pots, „dunkel“'])(
  'the label %s is found as it is written',
  (label) => {
    expect(labelIn(`oak ${labelWords(label)} shelf`)).toMatchObject({
      label,
      rest: expect.stringMatching(/^oak +shelf$/) as string,
    })
  },
)
