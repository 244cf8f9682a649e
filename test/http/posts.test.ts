import { expect, test } from 'vitest'
import { envelopeSchema } from '../../src/http/envelope.js'
import { postSchema } from '../../src/http/wire/post.js'
import { z } from 'zod'
import { aDatabase } from '../support/database.js'
import { aServer, copy, inDays, mediaUrl } from './support.js'

const { db } = await aDatabase()
const { call, accountId, app } = await aServer(db)
const stranger = await aServer(db)
const posts = `/v1/accounts/${accountId}/posts`

const onePost = envelopeSchema(z.strictObject({ post: z.strictObject(postSchema.shape) }))
const complete = { mediaUrl, ...copy, boardId: '101' }

test('a draft is 201 and in the wire shape, and reads back the same', async () => {
  const { status, body } = await call('POST', posts, { mediaUrl, altText: '', isSimplifiedPin: false })
  expect(status).toBe(201)
  onePost.parse(body)
  const { id, mediaUrl: stored, createdAt, ...rest } = body.data.post
  expect(rest).toEqual({
    status: 'draft',
    mediaType: 'image',
    title: null,
    description: null,
    url: null,
    boardId: null,
    boardName: null,
    boardSectionId: null,
    altText: null,
    sendAt: null,
    sentAt: null,
    pinId: null,
    isSimplifiedPin: false,
    productTagPinIds: [],
  })
  expect(createdAt).toBe(inDays(0).getTime() / 1000)
  expect(stored).toMatch(/^https:\/\/pinslot\.test\/media\/\d+_[\w-]{24}\.jpg$/)
  expect((await call('GET', `${posts}/${id}`)).body.data.post).toEqual(body.data.post)
})

test('the picture of a post is public, immutable and never sniffed', async () => {
  const { body } = await call('POST', posts, { mediaUrl })
  const response = await app.inject(body.data.post.mediaUrl.replace('https://pinslot.test', ''))
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-length': String(response.rawPayload.length),
  })
  const head = await app.inject({ method: 'HEAD', url: body.data.post.mediaUrl.replace('https://pinslot.test', '') })
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  for (const name of ['1_nothing.jpg', '..%2f..%2fsecret', `1_${'a'.repeat(24)}.jpg`])
    expect((await app.inject(`/media/${name}`)).statusCode).toBe(404)
})

test('sendAt queues it, floored to the second, on the board named with its b_ prefix', async () => {
  const sendAt = '2026-03-05T12:00:00.900+02:00'
  const { status, body } = await call('POST', posts, { ...complete, boardId: 'b_101', boardSectionId: '1011', sendAt })
  expect([status, body.error]).toEqual([201, undefined])
  expect(body.data.post).toMatchObject({
    status: 'queued',
    sendAt: Date.parse('2026-03-05T10:00:00Z') / 1000,
    boardId: '101',
    boardName: 'Kitchen ideas',
    boardSectionId: '1011',
    isSimplifiedPin: true,
  })
})

test('useNextOpenSlot false counts as absent', async () => {
  const { body } = await call('POST', posts, { mediaUrl, useNextOpenSlot: false })
  expect(body.data.post.status).toBe('draft')
})

test('no open slot is 422 and nothing is written', async () => {
  const before = await db.sql`select 1 from posts`
  const { status, body } = await call('POST', posts, { ...complete, useNextOpenSlot: true })
  expect([status, body.error?.reason]).toEqual([422, 'no_open_slot'])
  expect((await db.sql`select 1 from posts`).length).toBe(before.length)
})

test.each([
  ['no media', { title: 'x' }, 'mediaUrl'],
  ['both media', { mediaUrl, uploadId: 'up_1_x' }, 'uploadId'],
  ['video', { mediaUrl, mediaType: 'video' }, 'mediaType'],
  ['an unknown field', { mediaUrl, colour: 'red' }, 'colour'],
  ['null', { mediaUrl, title: null }, 'title'],
  ['a number for text', { mediaUrl, title: 7 }, 'title'],
  ['a string for a boolean', { mediaUrl, isSimplifiedPin: 'true' }, 'isSimplifiedPin'],
  ['NUL in a text', { mediaUrl, title: 'a\0b' }, 'title'],
  ['an empty title', { mediaUrl, title: ' ' }, 'title'],
  ['a long title', { mediaUrl, title: 'x'.repeat(101) }, 'title'],
  ['an empty description', { mediaUrl, description: '' }, 'description'],
  ['a long description', { mediaUrl, description: 'x'.repeat(801) }, 'description'],
  ['a long alt text', { mediaUrl, altText: 'x'.repeat(501) }, 'altText'],
  ['a url without scheme', { mediaUrl, url: 'shop.test/x' }, 'url'],
  ['a url of another scheme', { mediaUrl, url: 'javascript:alert(1)' }, 'url'],
  ['a url without host', { mediaUrl, url: 'http:///x' }, 'url'],
  ['a title with half a character', { mediaUrl, title: 'a\ud800' }, 'title'],
  ['a title with a NUL', { mediaUrl, title: 'a\0' }, 'title'],
  ['a board name', { mediaUrl, boardId: 'Kitchen ideas' }, 'boardId'],
  ['a board URL', { mediaUrl, boardId: 'https://www.pinterest.com/maker/kitchen/' }, 'boardId'],
  ['a section without board', { mediaUrl, boardSectionId: '1011' }, 'boardSectionId'],
  ['both times', { ...complete, sendAt: '2026-04-01T00:00:00Z', useNextOpenSlot: true }, 'useNextOpenSlot'],
  ['a time without zone', { ...complete, sendAt: '2026-04-01T00:00:00' }, 'sendAt'],
  ['a date', { ...complete, sendAt: '2026-04-01' }, 'sendAt'],
  ['a day that is not', { ...complete, sendAt: '2026-02-30T00:00:00Z' }, 'sendAt'],
  ['a Unix time', { ...complete, sendAt: 1_800_000_000 }, 'sendAt'],
  ['a time in the past', { ...complete, sendAt: '2026-03-02T10:00:00Z' }, 'sendAt'],
  ['a time in eleven years', { ...complete, sendAt: '2037-03-03T00:00:00Z' }, 'sendAt'],
  ['no title when scheduling', { ...complete, title: undefined, sendAt: '2026-04-01T00:00:00Z' }, 'title'],
  ['no board when scheduling', { ...complete, boardId: undefined, sendAt: '2026-04-01T00:00:00Z' }, 'boardId'],
  ['a private picture', { mediaUrl: 'http://169.254.169.254/latest/meta-data' }, 'mediaUrl'],
  ['a picture that is no URL', { mediaUrl: 'one.jpg' }, 'mediaUrl'],
  ['an uploadId nobody gave', { uploadId: 'up_1_nothing' }, 'uploadId'],
] as const)('%s is a 400 that names the field, and nothing is written', async (_what, body, field) => {
  const before = await db.sql`select 1 from posts`
  const answer = await call('POST', posts, body)
  expect([answer.status, answer.body.error?.code, answer.body.error?.field]).toEqual([400, 'BAD_REQUEST', field])
  expect(answer.body.error?.message).toContain(field)
  expect((await db.sql`select 1 from posts`).length).toBe(before.length)
})

test.each([
  ['neither time', {}, 'sendAt'],
  ['both times', { sendAt: '2026-04-01T00:00:00Z', useNextOpenSlot: true }, 'sendAt'],
  ['useNextOpenSlot false', { useNextOpenSlot: false }, 'useNextOpenSlot'],
  ['an unknown field', { sendAt: '2026-04-01T00:00:00Z', status: 'queued' }, 'status'],
  ['a draft without copy', { sendAt: '2026-04-01T00:00:00Z' }, 'title'],
] as const)('scheduling with %s is a 400 that names the field', async (_what, body, field) => {
  const draft = (await call('POST', posts, { mediaUrl })).body.data.post
  const answer = await call('POST', `${posts}/${draft.id}/schedule`, body)
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
})

test('a draft is scheduled and moved; an empty section is the board root', async () => {
  const draft = (await call('POST', posts, { ...complete, boardSectionId: '1011' })).body.data.post
  const url = `${posts}/${draft.id}/schedule`
  const scheduled = await call('POST', url, { sendAt: inDays(3).toISOString() })
  expect([scheduled.status, scheduled.body.data.post.status]).toEqual([200, 'queued'])
  const moved = await call('POST', url, { sendAt: inDays(4).toISOString(), boardSectionId: '' })
  expect(moved.body.data.post).toMatchObject({ sendAt: inDays(4).getTime() / 1000, boardId: '101', boardSectionId: null })
})

test('what belongs to somebody else is missing: the same body but for the request id', async () => {
  const theirs = (await stranger.call('POST', `/v1/accounts/${stranger.accountId}/posts`, { mediaUrl })).body.data.post
  const bodies = []
  for (const url of [
    `/v1/accounts/${stranger.accountId}`,
    '/v1/accounts/999999',
    '/v1/accounts/x',
    `/v1/accounts/${stranger.accountId}/posts`,
    `/v1/accounts/${stranger.accountId}/posts/${theirs.id}`,
  ]) {
    const { status, body } = await call('GET', url)
    expect(status).toBe(404)
    bodies.push(body.error)
  }
  expect(new Set(bodies.map((error) => JSON.stringify(error))).size).toBe(1)
  expect((await call('GET', `${posts}/${theirs.id}`)).body.error).toEqual((await call('GET', `${posts}/x`)).body.error)
})

test('the schema is judged before the account, the account before the rules', async () => {
  const elsewhere = '/v1/accounts/999999/posts'
  expect((await call('POST', elsewhere, { nothing: 1 })).status).toBe(400)
  expect((await call('POST', elsewhere, { mediaUrl, title: 'x'.repeat(101) })).status).toBe(400)
  expect((await call('POST', elsewhere, { mediaUrl, sendAt: '2020-01-01T00:00:00Z' })).status).toBe(404)
})

test('the list has pages, coerces its query and ignores unknown names', async () => {
  const { call, accountId } = await aServer(db)
  const url = `/v1/accounts/${accountId}/posts`
  for (const day of [3, 1, 2]) await call('POST', url, { ...complete, sendAt: inDays(day).toISOString() })
  const first = await call('GET', `${url}?limit=2&colour=red`)
  expect(first.body.data.posts.map(({ sendAt }) => sendAt)).toEqual([1, 2].map((day) => inDays(day).getTime() / 1000))
  const cursor = encodeURIComponent(first.body.data.cursor ?? '')
  const second = await call('GET', `${url}?limit=2&cursor=${cursor}`)
  expect(second.body.data.posts.map(({ sendAt }) => sendAt)).toEqual([inDays(3).getTime() / 1000])
  expect(second.body.data.cursor).toBeNull()
})

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['status=published', 'status'],
  ['cursor=nonsense', 'cursor'],
  ['startDate=yesterday', 'startDate'],
  ['startDate=0000-01-01T00:00:00Z', 'startDate'],
  ['startDate=9999-12-31T23:59:59-23:59', 'startDate'],
  ['status=sent&endDate=2026-03-01T00:00:00Z', 'startDate'],
  ['startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z', 'startDate'],
] as const)('listing with %s is a 400 that names %s', async (query, field) => {
  const { status, body } = await call('GET', `${posts}?${query}`)
  expect([status, body.error?.field]).toEqual([400, field])
  expect(body.error?.message).toContain(field)
})

test('without credit scheduling is 402 with where to resolve it, an agent is shown the plans', async () => {
  const poor = await aServer(db, { credits: 0 })
  const body = { ...complete, sendAt: inDays(1).toISOString() }
  const url = `/v1/accounts/${poor.accountId}/posts`
  const denied = await poor.call('POST', url, body)
  expect([denied.status, denied.body.error?.reason, denied.body.error?.resolve_url]).toEqual([
    402,
    'insufficient_credits',
    'https://pinslot.test/billing/credits',
  ])
  const agent = await poor.call('POST', url, body, { 'x-request-source': 'mcp' })
  expect(agent.body.error?.resolve_url).toBe('https://pinslot.test/plans')
})
