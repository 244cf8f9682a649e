/** What a model sends in another form than the schema has: what can mean one thing is taken as that, everything else is refused with a remedy. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, inDays } from '../support/factories.js'
import { anAgent, anMcpServer } from './support/agent.js'

const { db } = await aDatabase()
const server = await anMcpServer(db)
const { url, key, accountId } = server
const usual = await anAgent(db, `${url}/mcp`, key)
const all = await anAgent(db, `${url}/mcp?tools=all`, key)
const refused = async (agent: typeof usual, name: string, input: Record<string, unknown>) => (await agent.call(name, input)).error

test('an id may be a number, in a tool and in each part of an operation', async () => {
  const { id } = await aDraft(server, { title: 'By number' })
  const timeslotId = Number(await aTimeslot(server, { day: 2, time: '08:00' }))
  expect((await usual.done('show_pin', { accountId: Number(accountId), postId: Number(id) })).pin.title).toBe('By number')
  expect(await usual.done('save_slot', { timeslotId, time: '08:30' })).toMatchObject({ slot: { time: '08:30' } })
  const path = { accountId: Number(accountId), postId: Number(id) }
  expect(await all.done('updatePost', { path, body: { boardId: 101 } })).toMatchObject({ data: { post: { boardId: '101' } } })
  expect(
    await all.done('changePosts', {
      path: { accountId: Number(accountId) },
      body: { ids: Number(id), action: 'delete', preview: 'true' },
    }),
  ).toMatchObject({ done: true })
})

test('a number that has lost digits on its way is refused, and says how to send it', async () => {
  const said = { field: 'boardId', message: 'boardId must be in quotes: a number this long loses its last digits.' }
  expect(await refused(usual, 'find_ideas', { boardId: 549755885175123456789, keyword: 'oak' })).toMatchObject(said)
  const post = { boardId: 2 ** 60, mediaUrl: 'https://sample.test/one.jpg' }
  expect(await refused(all, 'createBatch', { path: { accountId }, body: { posts: [post] } })).toMatchObject({
    field: 'body.posts[0].boardId',
  })
})

test('numbers and switches may be text, and a text may be in other capitals where a list has it', async () => {
  await aDraft(server)
  expect((await usual.done('find_pins', { status: 'DRAFT', limit: '1' })).pins).toHaveLength(1)
  expect(await usual.done('save_slot', { dayPreference: '3', time: '07:15', dryRun: 'True' })).toMatchObject({
    done: false,
    dryRun: true,
  })
  const { result } = await all.call('listPosts', { path: { accountId }, query: { status: 'draft', limit: '1' } })
  expect(result).toMatchObject({ data: { posts: [{}] } })
  expect(
    await all.done('createPost', {
      path: { accountId },
      body: { mediaUrl: 'https://sample.test/one.jpg', isSimplifiedPin: 'false' },
    }),
  ).toMatchObject({ done: true })
  for (const limit of ['five', '1e1', '٣', '', true, [], {}])
    expect(await refused(usual, 'find_pins', { limit }), JSON.stringify(limit)).toMatchObject({ field: 'limit' })
  for (const dryRun of ['yes', 1, 'null', ''])
    expect(await refused(usual, 'check_fit', { boardId: '101', keyword: 'oak', dryRun })).toMatchObject({ field: 'dryRun' })
})

test('one value is a list of one, and a structure may come as its JSON', async () => {
  const ids = [(await aDraft(server)).id, (await aDraft(server)).id]
  const change = async (body: unknown) => all.done('changePosts', { path: { accountId }, body })
  for (const body of [{ ids: ids[0], action: 'delete', preview: true }, JSON.stringify({ ids, action: 'delete', preview: true })])
    expect(await change(body)).toMatchObject({ done: true })
  expect(await change({ ids: JSON.stringify(ids), action: 'delete', preview: true })).toMatchObject({ done: true })
  expect(await usual.done('edit_pin', { postId: ids[0], productTagPinIds: 4711, dryRun: true })).toMatchObject({ done: false })
  const deep = `[${'['.repeat(5_000)}${']'.repeat(5_000)}]`
  expect(await refused(all, 'changePosts', { path: { accountId }, body: { ids: deep, action: 'delete' } })).toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test.each([
  ['2026-03-09 15:00:00Z', '2026-03-09T11:00:00-04:00'],
  ['2026-03-09 15:00 UTC', '2026-03-09T11:00:00-04:00'],
  ['2026-03-09 15:00:00 +0100', '2026-03-09T10:00:00-04:00'],
  ['2026-03-09T15:00:00.000 +01:00', '2026-03-09T10:00:00-04:00'],
  ['2026-03-09  15:00:00+01', '2026-03-09T10:00:00-04:00'],
])('the time %s is read', async (sendAt, at) => {
  const { id: postId } = await aDraft(server)
  expect((await usual.done('schedule_pin', { postId, sendAt, dryRun: true })).pin.sendAt).toBe(at)
  expect(await usual.done('read_schedule', { from: sendAt })).toMatchObject({ from: at })
  expect(await all.done('schedulePost', { path: { accountId, postId }, body: { sendAt }, dryRun: true })).toMatchObject({
    data: { post: { sendAt: Date.parse(at) / 1000 } },
  })
})

test('a time without an offset could be two times, and Unix seconds could be milliseconds: both are refused with an example', async () => {
  const { id: postId } = await aDraft(server)
  for (const sendAt of ['2026-03-09 15:00:00', '2026-03-09', 1773068400, 'tomorrow'])
    expect(await refused(usual, 'schedule_pin', { postId, sendAt })).toMatchObject({
      field: 'sendAt',
      message: expect.stringContaining('with Z or an offset, for example 2026-03-02T15:00:00Z') as string,
    })
})

test('null is a field that is left out, unless null means something; so is false where only true does', async () => {
  const { id: postId } = await aQueuedPost(server, { at: inDays(server, 3), title: 'Kept' })
  const nothing = { accountId: null, boardId: null, boardSectionId: null, altText: null, dryRun: null }
  expect((await usual.done('edit_pin', { ...nothing, postId, title: 'Changed' })).pin).toMatchObject({
    title: 'Changed',
    board: { boardId: '101' },
  })
  const sendAt = inDays(server, 4).toISOString()
  expect(
    await usual.done('schedule_pin', { postId, sendAt, useNextOpenSlot: false, moveToSlot: null, requireOpenSlot: false }),
  ).toMatchObject({ done: true })
  expect(await refused(usual, 'show_pin', { postId: null })).toMatchObject({ field: 'postId', message: 'postId is required.' })
  const { data } = (await all.done('putUtmRule', {
    path: { accountId },
    body: { boardId: null, source: null, medium: 'pins' },
  })) as unknown as {
    data: object
  }
  expect(JSON.stringify(data)).toContain('"source":null')
})

test('an unknown field is refused with the fields that there are, nearest first, or with where it belongs', async () => {
  const { id: postId } = await aDraft(server)
  expect(await refused(usual, 'show_pin', { post_id: postId })).toMatchObject({
    code: 'BAD_REQUEST',
    field: 'post_id',
    message: 'Unknown field: post_id. Leave it out, or use one of: postId, accountId.',
  })
  expect((await refused(usual, 'find_pins', { start_date: 'x' }))?.message).toMatch(
    /^Unknown field: start_date\. .* one of: startDate, /,
  )
  expect((await refused(usual, 'who_am_i', { text: 'x' }))?.message).toBe(
    'Unknown field: text. Leave it out: there are no fields here.',
  )
  expect((await refused(all, 'getPost', { path: { accountId, postId }, id: 'x' }))?.message).toBe(
    'Unknown field: id. Leave it out, or use one of: path.',
  )
  expect(await refused(all, 'getPost', { path: { accountId, postId }, postId })).toMatchObject({
    field: 'postId',
    message: 'Unknown field: postId. It belongs in path: {"path": {"postId": …}}.',
  })
  expect(await refused(all, 'listPosts', { path: { accountId, status: 'draft' } })).toMatchObject({
    field: 'path.status',
    message: 'Unknown field: path.status. It belongs in query: {"query": {"status": …}}.',
  })
  expect((await refused(all, 'listPosts', { path: { accountId }, query: { stat: 'draft' } }))?.message).toMatch(
    /^Unknown field: query\.stat\. .* one of: status, /,
  )
  const made = await refused(all, 'createPost', { path: { accountId }, body: { carouselItems: [{ media_url: 'x' }] } })
  expect(made).toMatchObject({
    field: 'carouselItems[0].media_url',
    message: 'Unknown field: carouselItems[0].media_url. Leave it out, or use one of: mediaUrl, uploadId.',
  })
  const batch = await refused(all, 'createBatch', {
    path: { accountId },
    body: { posts: [{ titel: 'x' }, { title: 'x'.repeat(101) }] },
  })
  expect(batch).toMatchObject({ field: 'posts[0].titel', rows: [{ field: 'titel' }, {}] })
})

test('a body of /v1 is converted in nothing', async () => {
  const path = `/v1/accounts/${accountId}/posts`
  const mediaUrl = 'https://sample.test/one.jpg'
  for (const wrong of [
    { boardId: 101 },
    { isSimplifiedPin: 'true' },
    { title: null },
    { sendAt: '2026-03-09 15:00:00Z' },
    { productTagPinIds: '4711' },
  ])
    expect(await server.call('POST', path, { mediaUrl, ...wrong })).toMatchObject({
      status: 400,
      body: { error: { field: Object.keys(wrong)[0] } },
    })
})
