/** A confirmation covers what was shown: what has changed since is shown again, and nothing is done meanwhile. */
import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../src/core/lib/duration.js'
import { editPost } from '../../src/core/posts/edit.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../support/factories.js'
import { fc } from '../support/random.js'
import { anAgent, anMcpServer } from './support/agent.js'

const { db } = await aDatabase()
const server = await anMcpServer(db)
const { url, key, accountId, organizationId, clock, deps, actor } = server
const usual = await anAgent(db, `${url}/mcp`, key)
const all = await anAgent(db, `${url}/mcp?tools=all`, key)

const path = { accountId }
const stateOf = async () =>
  (
    await db.sql<{ id: string; status: string; title: string | null; at: Date | null }[]>`
      select id, status, title, send_at as at from posts where organization_id = ${organizationId} order by id`
  ).map((row) => ({ ...row }))
const edit = (postId: string, title: string) => editPost(deps, actor, { accountId, postId, changes: { title } })
const ahead = (ms: number) => new Date(clock.now.getTime() + ms).toISOString()

test('a deletion by filter deletes those that were shown; one more that matches is shown first', async () => {
  const one = await aDraft(server, { title: 'Old shelf' })
  const input = { path, body: { filter: { status: 'draft', text: 'shelf' }, action: 'delete' } }
  const shown = await all.done('changePosts', input)
  const other = await aDraft(server, { title: 'New shelf' })
  const before = await stateOf()
  const again = await all.done('changePosts', { ...input, confirm: shown.confirm })
  expect(again).toMatchObject({ done: false, data: { matched: 2 }, next: expect.stringContaining('changed') as string })
  expect(await stateOf()).toEqual(before)
  expect(await all.done('changePosts', { ...input, confirm: again.confirm })).toMatchObject({ done: true })
  const left = (await stateOf()).map(({ id }) => id)
  expect([left.includes(one.id), left.includes(other.id)]).toEqual([false, false])
})

test('publishNow publishes the words that were shown, with either list of tools', async () => {
  for (const [agent, name, input] of [
    [all, 'schedulePost', (postId: string) => ({ path: { accountId, postId }, body: { publishNow: true } })],
    [usual, 'publish_pin_now', (postId: string) => ({ postId })],
  ] as const) {
    const { id } = await aDraft(server)
    const shown = await agent.done(name, input(id))
    await edit(id, 'Words that nobody saw')
    const again = await agent.done(name, { ...input(id), confirm: shown.confirm })
    expect([again.done, JSON.stringify(again)]).toEqual([false, expect.stringContaining('Words that nobody saw')])
    expect((await stateOf()).find((post) => post.id === id)?.status).toBe('draft')
    expect(await agent.done(name, { ...input(id), confirm: again.confirm })).toMatchObject({ done: true })
  }
})

test('whatever changes between the code and its use, what is done is what was shown (random cases)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('delete', 'unschedule'),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('nothing', 'edited', 'relinked', 'gone', 'one more'),
      async (action, count, change) => {
        await db.sql`update posts set status = 'draft', send_at = null, due_at = null, timeslot_id = null, title = 'Done with' where organization_id = ${organizationId} and status = 'queued'`
        const posts = []
        for (let n = 0; n < count; n++) posts.push(await aQueuedPost(server, { title: `Lamp ${n}` }))
        const input = { path, body: { filter: { status: 'queued', text: 'lamp' }, action } }
        const shown = await all.done('changePosts', input)
        const first = posts[0]!.id
        if (change === 'edited') await edit(first, 'Lamp, other words')
        if (change === 'relinked')
          await all.done('changePosts', {
            path,
            body: { ids: [first], action: 'edit', edit: { url: 'https://example.com/other' } },
          })
        if (change === 'gone')
          await db.sql`update posts set title = 'Elsewhere', version = version + 1 where organization_id = ${organizationId} and id = ${first}`
        if (change === 'one more') await aQueuedPost(server, { title: 'Lamp too' })
        const before = await stateOf()
        const done = await all.done('changePosts', { ...input, confirm: shown.confirm })
        expect(done['done']).toBe(change === 'nothing')
        if (change !== 'nothing') expect(await stateOf()).toEqual(before)
      },
    ),
    { numRuns: 15 },
  )
})

test('an edit that races with the code is either seen or refused: nothing unseen is deleted', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await aDraft(server, { title: `Race ${round}` })
    const input = { path: { accountId, postId: id } }
    const shown = await all.done('deletePost', input)
    const [deleted, edited] = await Promise.allSettled([
      all.done('deletePost', { ...input, confirm: shown.confirm }),
      edit(id, 'Changed at the same time'),
    ])
    const isDeleted = deleted.status === 'fulfilled' && deleted.value['done'] === true
    expect(isDeleted).toBe(edited.status === 'rejected')
  }
})

test('a time nearer than Undo reaches needs a code: create, schedule, batch, import and bulk reschedule', async () => {
  const pin = {
    mediaUrl: 'https://sample.test/one.jpg',
    title: 'Soon',
    description: 'Soon',
    url: 'https://example.com/soon',
    boardId: '101',
  }
  const soon = ahead(5 * MINUTE_MS)
  const { id: postId } = await aDraft(server)
  const { id: other } = await aDraft(server)
  const cases: [string, typeof all, string, Record<string, unknown>][] = [
    ['create_pin', usual, 'create_pin', { ...pin, sendAt: soon }],
    ['schedule_pin', usual, 'schedule_pin', { postId, sendAt: soon }],
    ['createPost', all, 'createPost', { path, body: { ...pin, sendAt: soon } }],
    ['schedulePost', all, 'schedulePost', { path: { accountId, postId: other }, body: { sendAt: soon } }],
    ['createBatch', all, 'createBatch', { path, body: { posts: [{ ...pin, sendAt: soon }] } }],
    [
      'createImport',
      all,
      'createImport',
      {
        path,
        body: { csv: `Title,Media URL,Board ID,Description,Link,Publish at\nSoon,${pin.mediaUrl},101,Soon,${pin.url},${soon}\n` },
      },
    ],
  ]
  for (const [name, agent, tool, input] of cases) {
    const before = [await stateOf(), (await db.sql`select count(*) from imports`)[0]]
    const shown = await agent.done(tool, input)
    expect([name, shown['done'], typeof shown['confirm']]).toEqual([name, false, 'string'])
    expect([await stateOf(), (await db.sql`select count(*) from imports`)[0]]).toEqual(before)
    expect([name, (await agent.done(tool, { ...input, confirm: shown.confirm }))['done']]).toEqual([name, true])
  }
  const far = ahead(11 * MINUTE_MS + 30 * SECOND_MS)
  expect(await usual.done('create_pin', { ...pin, sendAt: far })).toMatchObject({ done: true })

  const at = new Date(clock.now.getTime() + 4 * MINUTE_MS)
  const time = `${String(at.getUTCHours()).padStart(2, '0')}:${String(at.getUTCMinutes()).padStart(2, '0')}`
  await aTimeslot(server, { day: at.getUTCDay() === 0 ? 7 : at.getUTCDay(), time, timezone: 'UTC' })
  const { id: drafted } = await aDraft(server)
  const move = { path, body: { ids: [drafted], action: 'reschedule' } }
  const shown = await all.done('changePosts', move)
  expect(shown).toMatchObject({ done: false, data: { matched: 1 } })
  expect(await all.done('changePosts', { ...move, confirm: shown.confirm })).toMatchObject({ done: true })
})

test('a pin that goes out soon already may still be edited without a code', async () => {
  const { id } = await aQueuedPost(server, { at: new Date(clock.now.getTime() + 5 * MINUTE_MS) })
  expect(await usual.done('edit_pin', { postId: id, title: 'Other words' })).toMatchObject({ done: true })
  expect(await all.done('updatePost', { path: { accountId, postId: id }, body: { title: 'Others again' } })).toMatchObject({
    done: true,
  })
})
